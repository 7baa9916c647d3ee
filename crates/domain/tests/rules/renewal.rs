//! Renewals: the new due day, and the reasons against them.

use carrel_domain::calendar::Calendar;
use carrel_domain::circulation::eligibility::PersonFacts;
use carrel_domain::circulation::fine::LatePeriod;
use carrel_domain::circulation::overrides::Override;
use carrel_domain::circulation::policy::{RenewFrom, Terms};
use carrel_domain::circulation::refusal::Refusal;
use carrel_domain::circulation::renewal::{RenewalFacts, renewal};
use carrel_domain::money::{Amount, Currency};
use jiff::civil::{Date, date};

/// A Monday.
pub(super) const DUE_ON: Date = date(2024, 6, 17);
pub(super) const TODAY: Date = date(2024, 6, 12);

pub(super) const PERSON: PersonFacts = PersonFacts {
    is_active: true,
    is_blocked: false,
    expires_on: None,
    balance: Amount::ZERO,
    overdue_borrowings: 0,
    open_borrowings: 1,
};

pub(super) fn day(start: Date, days: i64) -> Date {
    start.saturating_add(jiff::Span::new().days(days))
}

pub(super) fn facts<'a>(terms: &'a Terms, calendar: &'a Calendar) -> RenewalFacts<'a> {
    RenewalFacts {
        late: LatePeriod {
            due_on: DUE_ON,
            until: TODAY,
            terms,
            calendar,
            replacement_price: None,
            already_charged: Amount::ZERO,
        },
        is_open: true,
        is_lost: false,
        renewals: 0,
        hold_waits: false,
        person: PERSON,
        current: terms,
        currency: Currency::DOLLAR,
    }
}

/// The same facts on another day.
pub(super) fn on<'a>(until: Date, facts: &RenewalFacts<'a>) -> RenewalFacts<'a> {
    RenewalFacts {
        late: LatePeriod { until, ..facts.late },
        ..*facts
    }
}

fn all_overrides() -> Vec<Override> {
    let codes = Refusal::CODES.iter().copied();
    codes
        .map(|code| Override::new(code, "agreed").expect("a valid override"))
        .collect()
}

#[test]
fn a_renewal_counts_from_the_due_day_or_from_today() {
    let calendar = Calendar::default();
    let late = day(DUE_ON, 3);
    let table = [
        (RenewFrom::DueDate, None, TODAY, day(DUE_ON, 14)),
        (RenewFrom::DueDate, Some(7), TODAY, day(DUE_ON, 7)),
        (RenewFrom::Today, None, TODAY, day(TODAY, 14)),
        (RenewFrom::DueDate, None, DUE_ON, day(DUE_ON, 14)),
        // The late days are charged, so an overdue borrowing counts from today.
        (RenewFrom::DueDate, None, late, day(late, 14)),
        (RenewFrom::Today, Some(2), late, day(late, 2)),
    ];
    for (renew_from, renewal_days, today, expected) in table {
        let terms = Terms {
            renew_from,
            renewal_days,
            ..Terms::default()
        };
        let renewed = renewal(&on(today, &facts(&terms, &calendar)), &[]).expect("a possible renewal");
        assert_eq!(
            renewed.due_on, expected,
            "{renew_from:?} {renewal_days:?} {today}"
        );
        assert_eq!(renewed.explanation.due.date, expected);
        assert_eq!(
            renewed.explanation.due.days,
            renewal_days.unwrap_or(14),
            "{renewal_days:?}"
        );
        let start = match renew_from {
            RenewFrom::DueDate => DUE_ON.max(today),
            RenewFrom::Today => today,
        };
        assert_eq!(renewed.explanation.counted_from, start);
        assert_eq!(renewed.explanation.renewals_left, 1);
        assert_eq!(renewed.overrides, []);
    }
}

#[test]
fn closed_days_and_the_end_of_term_bound_a_renewal() {
    let calendar = Calendar {
        closed_weekdays: [true, false, false, false, false, false, false],
        closures: Vec::new(),
    };
    let terms = Terms::default();
    let moved = renewal(&facts(&terms, &calendar), &[]).expect("a possible renewal");
    assert_eq!(moved.due_on, day(DUE_ON, 15), "not on a Monday");
    assert_eq!(moved.explanation.due.moved_over, [day(DUE_ON, 14)]);
    // The end of term is that of today's rules, not that of the day of the loan.
    let lent = Terms {
        latest_due_date: Some(DUE_ON),
        ..terms
    };
    let current = Terms {
        latest_due_date: Some(day(DUE_ON, 5)),
        ..terms
    };
    let capped = renewal(
        &RenewalFacts {
            current: &current,
            ..facts(&lent, &calendar)
        },
        &[],
    )
    .expect("a possible renewal");
    assert_eq!(capped.due_on, day(DUE_ON, 5));
    assert!(capped.explanation.due.capped_by_term_end);
    // A due day that was set before the end of term stays: staff cannot override that either.
    let ended = Terms {
        latest_due_date: Some(day(DUE_ON, -1)),
        ..terms
    };
    let facts = RenewalFacts {
        current: &ended,
        ..facts(&lent, &calendar)
    };
    assert!(day(DUE_ON, -1) > facts.late.until);
    let refused = renewal(&facts, &[]).expect_err("it is not later");
    assert_eq!(refused, [Refusal::DueDateNotLater { due_on: DUE_ON }]);
    let refused = renewal(&facts, &all_overrides()).expect_err("it is not later");
    assert_eq!(refused, [Refusal::DueDateNotLater { due_on: DUE_ON }]);
}

#[test]
fn no_renewal_is_due_later_than_two_years_from_today() {
    let calendar = Calendar::default();
    let terms = Terms {
        renewal_days: Some(365),
        ..Terms::default()
    };
    let latest = day(TODAY, 730);
    for latest_due_date in [None, Some(day(TODAY, -30)), Some(day(TODAY, 10_000))] {
        let current = Terms {
            latest_due_date,
            ..terms
        };
        let mut facts = RenewalFacts {
            current: &current,
            ..facts(&terms, &calendar)
        };
        while facts.late.due_on < latest {
            let renewed = renewal(&facts, &all_overrides()).expect("it is later");
            assert!(renewed.due_on > facts.late.due_on && renewed.due_on <= latest);
            facts.late.due_on = renewed.due_on;
            facts.renewals += 1;
        }
        let refused = renewal(&facts, &all_overrides()).expect_err("it is not later");
        assert_eq!(refused, [Refusal::DueDateNotLater { due_on: latest }]);
    }
}

#[test]
fn each_fact_gives_its_own_refusal() {
    let calendar = Calendar::default();
    let terms = Terms::default();
    let clean = facts(&terms, &calendar);
    let early = Terms {
        no_renewal_before_days: Some(4),
        ..terms
    };
    let just_in_time = Terms {
        no_renewal_before_days: Some(5),
        ..terms
    };
    let strict = Terms {
        block_on_overdue: true,
        ..terms
    };
    let short = Terms {
        renew_from: RenewFrom::Today,
        renewal_days: Some(5),
        ..terms
    };
    let longer = Terms {
        renewal_days: Some(6),
        ..short
    };
    let person = |person| RenewalFacts { person, ..clean };
    let lent_under = |terms| RenewalFacts {
        late: LatePeriod { terms, ..clean.late },
        ..clean
    };
    let late = PersonFacts {
        overdue_borrowings: 2,
        ..PERSON
    };
    let table = [
        (clean, None),
        (
            RenewalFacts {
                is_open: false,
                ..clean
            },
            Some(Refusal::BorrowingNotOpen),
        ),
        (
            RenewalFacts {
                is_lost: true,
                ..clean
            },
            Some(Refusal::CopyLost),
        ),
        (RenewalFacts { renewals: 1, ..clean }, None),
        (
            RenewalFacts { renewals: 2, ..clean },
            Some(Refusal::NoRenewalsLeft { allowed: 2 }),
        ),
        (
            lent_under(&early),
            Some(Refusal::TooEarly {
                from: date(2024, 6, 13),
            }),
        ),
        (lent_under(&just_in_time), None),
        (
            person(PersonFacts {
                is_active: false,
                ..PERSON
            }),
            Some(Refusal::BorrowerInactive),
        ),
        (
            person(PersonFacts {
                is_blocked: true,
                ..PERSON
            }),
            Some(Refusal::AccountBlocked),
        ),
        (
            person(PersonFacts {
                expires_on: Some(date(2024, 6, 11)),
                ..PERSON
            }),
            Some(Refusal::MembershipExpired {
                expired_on: date(2024, 6, 11),
            }),
        ),
        (
            person(PersonFacts {
                balance: Amount(1000),
                ..PERSON
            }),
            Some(Refusal::BalanceAtLimit {
                balance: Amount(1000),
                limit: Amount(1000),
                currency: Currency::DOLLAR,
            }),
        ),
        (person(late), None),
        (
            RenewalFacts {
                person: late,
                current: &strict,
                ..clean
            },
            Some(Refusal::OverdueBorrowings { count: 2 }),
        ),
        (
            RenewalFacts {
                hold_waits: true,
                ..clean
            },
            Some(Refusal::HoldWaiting),
        ),
        (
            lent_under(&short),
            Some(Refusal::DueDateNotLater { due_on: DUE_ON }),
        ),
        (lent_under(&longer), None),
    ];
    for (facts, expected) in table {
        match (renewal(&facts, &[]), expected) {
            (Ok(_), None) => {}
            (Err(refusals), Some(expected)) => assert_eq!(refusals, [expected]),
            (found, expected) => panic!("{found:?} instead of {expected:?}"),
        }
    }
}

#[test]
fn staff_may_override_all_but_a_hold_a_closed_borrowing_and_a_due_day_that_is_not_later() {
    let calendar = Calendar::default();
    let terms = Terms {
        renew_from: RenewFrom::Today,
        renewal_days: Some(1),
        no_renewal_before_days: Some(0),
        block_on_overdue: true,
        ..Terms::default()
    };
    let everything = RenewalFacts {
        is_lost: true,
        renewals: 2,
        hold_waits: true,
        person: PersonFacts {
            is_active: false,
            is_blocked: true,
            expires_on: Some(date(2024, 1, 1)),
            balance: Amount(5000),
            overdue_borrowings: 1,
            open_borrowings: 1,
        },
        ..facts(&terms, &calendar)
    };
    let refused = renewal(&everything, &[]).expect_err("there are refusals");
    let codes: Vec<(&str, bool)> = refused
        .iter()
        .map(|refusal| (refusal.code(), refusal.overridable()))
        .collect();
    assert_eq!(
        codes,
        [
            ("copy_lost", true),
            ("no_renewals_left", true),
            ("too_early", true),
            ("borrower_inactive", true),
            ("account_blocked", true),
            ("membership_expired", true),
            ("balance_at_limit", true),
            ("overdue_borrowings", true),
            ("hold_waiting", false),
            ("due_date_not_later", false),
        ]
    );
    for refusal in &refused {
        let sent = serde_json::to_value(refusal).unwrap();
        assert_eq!(sent["code"], refusal.code());
        assert_eq!(&serde_json::from_value::<Refusal>(sent).unwrap(), refusal);
    }
    let overrides = all_overrides();
    assert_eq!(
        renewal(&everything, &overrides).expect_err("a hold waits"),
        [Refusal::HoldWaiting, Refusal::DueDateNotLater { due_on: DUE_ON }]
    );
    let without_hold = RenewalFacts {
        hold_waits: false,
        ..everything
    };
    assert_eq!(
        renewal(&without_hold, &overrides).expect_err("it is not later"),
        [Refusal::DueDateNotLater { due_on: DUE_ON }]
    );
    let longer = Terms {
        renewal_days: Some(30),
        ..terms
    };
    let to_a_later_day = RenewalFacts {
        late: LatePeriod {
            terms: &longer,
            ..without_hold.late
        },
        ..without_hold
    };
    let renewed = renewal(&to_a_later_day, &overrides).expect("staff may");
    assert!(renewed.due_on > DUE_ON);
    assert_eq!(renewed.explanation.renewals_left, 0);
    assert_eq!(renewed.overrides.len(), 8);
    let closed = RenewalFacts {
        is_open: false,
        ..everything
    };
    let refused = renewal(&closed, &overrides).expect_err("it was returned");
    assert_eq!(refused, [Refusal::BorrowingNotOpen]);
    assert_eq!(
        (refused[0].code(), refused[0].overridable()),
        ("borrowing_not_open", false)
    );
}
