use carrel_domain::calendar::{Calendar, Closure, parse_zone};
use carrel_domain::circulation::due::{DueDayOutOfRange, due_at, due_date, due_day, due_instants};
use carrel_domain::circulation::policy::{ClosedDayRule, LoanLengthSource, Terms};
use jiff::civil::{Date, date};
use proptest::prelude::*;

/// A Monday.
const BORROWED_ON: Date = date(2024, 6, 3);

/// Closed at weekends, and on Monday, 17 June.
fn calendar() -> Calendar {
    Calendar {
        closed_weekdays: [false, false, false, false, false, true, true],
        closures: vec![Closure {
            date: date(2024, 6, 17),
            name: "Holiday".to_owned(),
        }],
    }
}

#[test]
fn a_books_own_period_wins_over_the_default_only() {
    let default = Terms::default();
    let specific = Terms {
        loan_days: 28,
        loan_length_source: LoanLengthSource::Policy,
        ..Terms::default()
    };
    let table = [
        (&default, None, 14, LoanLengthSource::Default),
        (&default, Some(7), 7, LoanLengthSource::Book),
        (&specific, None, 28, LoanLengthSource::Policy),
        (&specific, Some(7), 28, LoanLengthSource::Policy),
    ];
    for (terms, book_period, days, source) in table {
        let due = due_date(BORROWED_ON, terms, book_period, &Calendar::default());
        assert_eq!((due.days, due.source), (days, source));
        assert_eq!(
            due.date,
            BORROWED_ON.saturating_add(jiff::Span::new().days(i64::from(days)))
        );
        assert!(due.moved_over.is_empty() && !due.capped_by_term_end);
    }
}

#[test]
fn the_due_day_is_the_chosen_one_or_the_one_of_the_policies() {
    let utc = parse_zone("UTC").unwrap();
    let tokyo = parse_zone("Asia/Tokyo").unwrap();
    let (today, tomorrow) = (date(2024, 6, 3), date(2024, 6, 4));
    let morning = "2024-06-03T10:00:00Z";
    let (before_end, end, after_end) = (
        "2024-06-03T23:59:58.999Z",
        "2024-06-03T23:59:59Z",
        "2024-06-03T23:59:59.5Z",
    );
    // The zone, now, the day of the policies, the chosen day; the due day and whether it is over.
    let table = [
        (&utc, morning, tomorrow, None, Ok((tomorrow, false))),
        (&utc, morning, tomorrow, Some(today), Ok((today, false))),
        (&utc, before_end, tomorrow, Some(today), Ok((today, false))),
        (&utc, end, tomorrow, Some(today), Ok((today, true))),
        (&utc, after_end, tomorrow, Some(today), Ok((today, true))),
        (&utc, after_end, today, None, Ok((today, true))),
        (&utc, after_end, today, Some(tomorrow), Ok((tomorrow, false))),
        // A day later in Tokyo.
        (&tokyo, after_end, tomorrow, Some(today), Err(DueDayOutOfRange)),
        (&tokyo, after_end, today, Some(tomorrow), Ok((tomorrow, false))),
        (
            &utc,
            morning,
            today,
            Some(date(2026, 6, 3)),
            Ok((date(2026, 6, 3), false)),
        ),
        (
            &utc,
            morning,
            today,
            Some(date(2026, 6, 4)),
            Err(DueDayOutOfRange),
        ),
        (
            &utc,
            morning,
            today,
            Some(date(2024, 6, 2)),
            Err(DueDayOutOfRange),
        ),
        // The day of the policies has no such limits.
        (
            &utc,
            morning,
            date(2027, 1, 1),
            None,
            Ok((date(2027, 1, 1), false)),
        ),
    ];
    for (zone, now, by_policies, chosen, expected) in table {
        let now = now.parse().expect("an instant");
        let due = due_day(by_policies, chosen, now, zone);
        if let Ok(due) = due {
            assert_eq!(due.at, due_at(due.on, zone));
        }
        let found = due.map(|due| (due.on, due.is_over(now)));
        assert_eq!(found, expected, "{now} {chosen:?}");
    }
}

#[test]
fn a_due_instant_follows_the_zone() {
    let (utc, tokyo) = (parse_zone("UTC").unwrap(), parse_zone("Asia/Tokyo").unwrap());
    let monday = BORROWED_ON;
    assert_eq!(due_at(monday, &utc).to_string(), "2024-06-03T23:59:59Z");
    assert_eq!(due_at(monday, &tokyo).to_string(), "2024-06-03T14:59:59Z");
    let days = [date(2024, 6, 5), monday, date(2024, 6, 5)];
    let changed: Vec<_> = due_instants(days, &tokyo).collect();
    assert_eq!(
        changed,
        [monday, date(2024, 6, 5)].map(|day| (day, due_at(day, &tokyo)))
    );
}

#[test]
fn a_due_date_moves_off_closed_days() {
    let table = [
        (ClosedDayRule::Keep, 12, date(2024, 6, 15), vec![]),
        (
            ClosedDayRule::NextOpen,
            12,
            date(2024, 6, 18),
            vec![date(2024, 6, 15), date(2024, 6, 16), date(2024, 6, 17)],
        ),
        (ClosedDayRule::NextOpen, 11, date(2024, 6, 14), vec![]),
        (
            ClosedDayRule::PreviousOpen,
            14,
            date(2024, 6, 14),
            vec![date(2024, 6, 15), date(2024, 6, 16), date(2024, 6, 17)],
        ),
    ];
    for (closed_day_rule, loan_days, expected, moved_over) in table {
        let terms = Terms {
            closed_day_rule,
            loan_days,
            ..Terms::default()
        };
        let due = due_date(BORROWED_ON, &terms, None, &calendar());
        assert_eq!(
            (due.date, due.moved_over),
            (expected, moved_over),
            "{closed_day_rule:?} {loan_days}"
        );
    }
}

#[test]
fn nothing_is_due_before_it_is_borrowed() {
    let saturday = date(2024, 6, 8);
    let terms = Terms {
        closed_day_rule: ClosedDayRule::PreviousOpen,
        loan_days: 1,
        ..Terms::default()
    };
    assert_eq!(
        due_date(saturday, &terms, None, &calendar()).date,
        date(2024, 6, 9)
    );
}

#[test]
fn the_end_of_term_cuts_a_borrowing_short() {
    let terms = |end, closed_day_rule| Terms {
        latest_due_date: Some(end),
        closed_day_rule,
        ..Terms::default()
    };
    let table = [
        (
            date(2024, 6, 12),
            ClosedDayRule::NextOpen,
            date(2024, 6, 12),
            true,
        ),
        // Closed: the last open day of the term, and with `keep` the closed day itself.
        (
            date(2024, 6, 16),
            ClosedDayRule::NextOpen,
            date(2024, 6, 14),
            true,
        ),
        (date(2024, 6, 16), ClosedDayRule::Keep, date(2024, 6, 16), true),
        // The move to the next open day would pass it.
        (
            date(2024, 6, 17),
            ClosedDayRule::NextOpen,
            date(2024, 6, 14),
            true,
        ),
        (
            date(2024, 6, 18),
            ClosedDayRule::NextOpen,
            date(2024, 6, 18),
            false,
        ),
        // A term that is over has no effect.
        (
            date(2024, 6, 2),
            ClosedDayRule::NextOpen,
            date(2024, 6, 18),
            false,
        ),
    ];
    for (end, rule, expected, capped) in table {
        let due = due_date(BORROWED_ON, &terms(end, rule), None, &calendar());
        assert_eq!(
            (due.date, due.capped_by_term_end),
            (expected, capped),
            "{end} {rule:?}"
        );
    }
}

proptest! {
    #[test]
    fn a_due_date_is_within_its_bounds(
        loan_days in 1_u16..=365,
        offset in 0_i64..400,
        closed_weekdays: [bool; 7],
        rule in prop::sample::select(ClosedDayRule::ALL.to_vec()),
        term_end in prop::option::of(0_i64..400),
    ) {
        let day = |days: i64| BORROWED_ON.saturating_add(jiff::Span::new().days(days));
        let calendar = Calendar { closed_weekdays, closures: calendar().closures };
        let terms = Terms { loan_days, closed_day_rule: rule, latest_due_date: term_end.map(day), ..Terms::default() };
        let borrowed_on = day(offset);
        let due = due_date(borrowed_on, &terms, None, &calendar);
        prop_assert!(due.date >= borrowed_on);
        if let Some(end) = terms.latest_due_date.filter(|end| *end >= borrowed_on) {
            prop_assert!(due.date <= end);
        }
        prop_assert!(due.moved_over.iter().all(|day| calendar.is_closed(*day) && *day != due.date));
        prop_assert!(rule != ClosedDayRule::Keep || due.moved_over.is_empty());
    }
}
