//! The fines of renewals.

use carrel_domain::calendar::{Calendar, days_between};
use carrel_domain::circulation::due::due_date;
use carrel_domain::circulation::fine::{CapReason, LatePeriod, fine};
use carrel_domain::circulation::policy::{ClosedDayRule, GraceRule, RenewFrom, Terms};
use carrel_domain::circulation::renewal::{RenewalFacts, renewal};
use carrel_domain::money::Amount;
use jiff::civil::Date;
use proptest::prelude::*;

use super::renewal::{DUE_ON, TODAY, day, facts, on};

#[test]
fn the_fine_of_an_overdue_borrowing_is_booked_when_it_is_renewed() {
    let calendar = Calendar::default();
    let terms = Terms {
        cap_at_replacement_price: true,
        ..Terms::default()
    };
    let on = |today| on(today, &facts(&terms, &calendar));
    let late_by_5 = on(day(DUE_ON, 5));
    let booked = |facts: &RenewalFacts<'_>| renewal(facts, &[]).expect("a possible renewal").fine;
    assert_eq!(booked(&on(DUE_ON)).amount, Amount::ZERO);
    let late = booked(&late_by_5);
    assert_eq!((late.amount, late.days_late), (Amount(100), 5));
    let nearly_capped = RenewalFacts {
        late: LatePeriod {
            already_charged: Amount(940),
            ..late_by_5.late
        },
        ..late_by_5
    };
    let capped = booked(&nearly_capped);
    assert_eq!(
        (capped.amount, capped.capped),
        (Amount(60), Some(CapReason::Policy))
    );
    let cheap = RenewalFacts {
        late: LatePeriod {
            replacement_price: Some(Amount(30)),
            ..late_by_5.late
        },
        ..late_by_5
    };
    assert_eq!(booked(&cheap).capped, Some(CapReason::ReplacementPrice));
}

proptest! {
    /// The charges of a borrowing, over any sequence of renewals and the return, are the fines of its late
    /// periods: every late day counts once, up to the cap.
    #[test]
    fn no_late_day_is_charged_twice(
        steps in prop::collection::vec(0_i64..30, 1..8),
        grace_days in 0_u16..4,
        forgiven: bool,
        cap in prop::option::of(0_i64..400),
        skips_closed_days: bool,
        closed_weekdays: [bool; 7],
        rule in prop::sample::select(ClosedDayRule::ALL.to_vec()),
        from in prop::sample::select(RenewFrom::ALL.to_vec()),
        renewal_days in 1_u16..15,
        term_end in prop::option::of(0_i64..120),
    ) {
        let terms = Terms {
            grace_days,
            grace_rule: if forgiven { GraceRule::Forgiven } else { GraceRule::Included },
            fine_cap: cap.map(Amount),
            fine_skips_closed_days: skips_closed_days,
            closed_day_rule: rule,
            renew_from: from,
            renewal_days: Some(renewal_days),
            renewals_allowed: 100,
            latest_due_date: term_end.map(|days| day(TODAY, days)),
            ..Terms::default()
        };
        let calendar = Calendar { closed_weekdays, closures: Vec::new() };
        let mut due_on = due_date(TODAY, &terms, None, &calendar).date;
        let (mut today, mut charged, mut uncapped, mut days_late) = (TODAY, Amount::ZERO, 0, 0);
        let mut dues = vec![(TODAY, due_on)];
        let last = steps.len() - 1;
        for (step, days) in steps.into_iter().enumerate() {
            today = day(today, days);
            let late = LatePeriod {
                due_on,
                until: today,
                terms: &terms,
                calendar: &calendar,
                replacement_price: None,
                already_charged: charged,
            };
            let expected = fine(&late);
            let alone = fine(&LatePeriod { terms: &Terms { fine_cap: None, ..terms }, ..late });
            let booked = if step == last {
                expected
            } else {
                let facts = RenewalFacts { late, ..facts(&terms, &calendar) };
                let Ok(renewed) = renewal(&facts, &[]) else {
                    continue;
                };
                prop_assert!(renewed.due_on > due_on && renewed.due_on >= today);
                due_on = renewed.due_on;
                dues.push((today, due_on));
                renewed.fine
            };
            prop_assert_eq!(booked, expected);
            charged = charged.checked_add(booked.amount).expect("a small sum");
            uncapped += alone.amount.0;
            days_late += i64::from(booked.days_late);
        }
        // A day is late when it comes after the due day that was in force at its beginning.
        let is_late = |date: Date| {
            let in_force = dues.iter().rev().find(|(since, _)| *since < date);
            in_force.is_some_and(|(_, due_on)| date > *due_on)
        };
        let days = 1..=days_between(TODAY, today);
        let expected = days.filter(|days| is_late(day(TODAY, *days))).count();
        prop_assert_eq!(usize::try_from(days_late).unwrap(), expected);
        prop_assert_eq!(charged.0, cap.map_or(uncapped, |cap| uncapped.min(cap)));
    }
}
