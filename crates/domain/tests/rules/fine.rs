use carrel_domain::calendar::Calendar;
use carrel_domain::circulation::fine::{CapReason, Fine, LatePeriod, fine as fine_of};
use carrel_domain::circulation::policy::{GraceRule, Terms};
use carrel_domain::money::Amount;
use jiff::civil::{Date, date};
use proptest::prelude::*;

/// A Monday.
const DUE_ON: Date = date(2024, 6, 3);

fn terms() -> Terms {
    Terms::default()
}

/// The fine of a borrowing that was not charged before.
fn fine(due_on: Date, until: Date, terms: &Terms, calendar: &Calendar, price: Option<Amount>) -> Fine {
    fine_of(&LatePeriod {
        due_on,
        until,
        terms,
        calendar,
        replacement_price: price,
        already_charged: Amount::ZERO,
    })
}

/// Closed at weekends.
fn weekends() -> Calendar {
    Calendar {
        closed_weekdays: [false, false, false, false, false, true, true],
        closures: Vec::new(),
    }
}

fn days_late(days: i64) -> Date {
    DUE_ON.saturating_add(jiff::Span::new().days(days))
}

#[test]
fn by_default_a_day_is_forgiven_and_ten_dollars_are_the_cap() {
    let table = [
        (-5, 0, None),
        (0, 0, None),
        (1, 0, None),
        (2, 25, None),
        (3, 50, None),
        (41, 1000, None),
        (42, 1000, Some(CapReason::Policy)),
        (4000, 1000, Some(CapReason::Policy)),
    ];
    for (days, cents, capped) in table {
        let fine = fine(DUE_ON, days_late(days), &terms(), &Calendar::default(), None);
        assert_eq!((fine.amount, fine.capped), (Amount(cents), capped), "{days} days");
    }
}

#[test]
fn grace_is_forgiven_or_included() {
    let table = [
        (GraceRule::Forgiven, 0, 1, 1),
        (GraceRule::Forgiven, 3, 3, 0),
        (GraceRule::Forgiven, 3, 4, 1),
        (GraceRule::Included, 0, 1, 1),
        (GraceRule::Included, 3, 3, 0),
        (GraceRule::Included, 3, 4, 4),
    ];
    for (grace_rule, grace_days, days, periods) in table {
        let terms = Terms {
            grace_rule,
            grace_days,
            ..terms()
        };
        let fine = fine(DUE_ON, days_late(days), &terms, &Calendar::default(), None);
        assert_eq!(
            fine.charged_periods, periods,
            "{grace_rule:?} {grace_days} {days}"
        );
    }
}

#[test]
fn a_period_is_charged_when_it_ends() {
    let weekly = Terms {
        fine_period_days: 7,
        grace_days: 0,
        fine_per_period: Amount(100),
        ..terms()
    };
    for (days, cents) in [(6, 0), (7, 100), (13, 100), (14, 200)] {
        assert_eq!(
            fine(DUE_ON, days_late(days), &weekly, &Calendar::default(), None).amount,
            Amount(cents),
            "{days}"
        );
    }
}

#[test]
fn closed_days_cost_nothing_if_the_policy_says_so() {
    let skipping = Terms {
        fine_skips_closed_days: true,
        ..terms()
    };
    let explained = fine(DUE_ON, days_late(7), &skipping, &weekends(), None);
    let expected = Fine {
        amount: Amount(100),
        days_late: 7,
        closed_days_skipped: 2,
        charged_periods: 4,
        grace_days_used: 1,
        capped: None,
    };
    assert_eq!(explained, expected);
    assert_eq!(
        fine(DUE_ON, days_late(7), &terms(), &weekends(), None).amount,
        Amount(150)
    );
}

#[test]
fn the_lower_of_two_caps_applies() {
    let both = Terms {
        cap_at_replacement_price: true,
        ..terms()
    };
    let table = [
        (&both, Some(800), 800, CapReason::ReplacementPrice),
        (&both, Some(1000), 1000, CapReason::Policy),
        (&both, Some(2000), 1000, CapReason::Policy),
        (&both, None, 1000, CapReason::Policy),
        (&terms(), Some(800), 1000, CapReason::Policy),
    ];
    for (terms, price, cents, reason) in table {
        let fine = fine(
            DUE_ON,
            days_late(100),
            terms,
            &Calendar::default(),
            price.map(Amount),
        );
        assert_eq!(
            (fine.amount, fine.capped),
            (Amount(cents), Some(reason)),
            "{price:?}"
        );
    }
    let uncapped = Terms {
        fine_cap: None,
        ..both
    };
    assert_eq!(
        fine(DUE_ON, days_late(100), &uncapped, &Calendar::default(), None).amount,
        Amount(2475)
    );
}

#[test]
fn an_explanation_reads_back() {
    let explained = fine(DUE_ON, days_late(50), &terms(), &Calendar::default(), None);
    let stored = serde_json::to_string(&explained).unwrap();
    assert_eq!(serde_json::from_str::<Fine>(&stored).unwrap(), explained);
}

#[test]
fn earlier_charges_of_a_borrowing_count_towards_its_cap() {
    let terms = Terms {
        cap_at_replacement_price: true,
        ..terms()
    };
    let table = [
        (0, None, 500, None),
        (500, None, 500, None),
        (501, None, 499, Some(CapReason::Policy)),
        (1000, None, 0, Some(CapReason::Policy)),
        (2000, None, 0, Some(CapReason::Policy)),
        (300, Some(700), 400, Some(CapReason::ReplacementPrice)),
    ];
    for (charged, price, amount, capped) in table {
        let fine = fine_of(&LatePeriod {
            due_on: DUE_ON,
            until: days_late(21),
            terms: &terms,
            calendar: &Calendar::default(),
            replacement_price: price.map(Amount),
            already_charged: Amount(charged),
        });
        assert_eq!((fine.amount, fine.capped), (Amount(amount), capped), "{charged}");
    }
}

proptest! {
    #[test]
    fn a_fine_never_decreases_with_time_and_never_exceeds_a_cap(
        per_period in 0_i64..100_000,
        period_days in 0_u16..30,
        grace_days in 0_u16..30,
        included: bool,
        cap in prop::option::of(0_i64..5000),
        price in prop::option::of(0_i64..5000),
        skips_closed_days: bool,
        days in -10_i64..500,
    ) {
        let terms = Terms {
            fine_per_period: Amount(per_period),
            fine_period_days: period_days,
            grace_days,
            grace_rule: if included { GraceRule::Included } else { GraceRule::Forgiven },
            fine_cap: cap.map(Amount),
            cap_at_replacement_price: true,
            fine_skips_closed_days: skips_closed_days,
            ..terms()
        };
        let price = price.map(Amount);
        let today = fine(DUE_ON, days_late(days), &terms, &weekends(), price);
        let tomorrow = fine(DUE_ON, days_late(days + 1), &terms, &weekends(), price);
        prop_assert!(today.amount <= tomorrow.amount);
        prop_assert!(today.amount >= Amount::ZERO);
        for cap in [terms.fine_cap, price].into_iter().flatten() {
            prop_assert!(today.amount <= cap);
        }
        prop_assert!(days > i64::from(grace_days) || today.amount == Amount::ZERO);
        prop_assert!(today.capped.is_some() || today.amount.0 == per_period * i64::from(today.charged_periods));
    }
}
