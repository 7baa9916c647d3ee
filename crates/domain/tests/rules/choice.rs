use carrel_domain::calendar::Calendar;
use carrel_domain::circulation::choice::{Candidate, CopyRequest, choose_copy, offer};
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::eligibility::PersonFacts;
use carrel_domain::circulation::policy::{LoanLimits, Policies, PolicyName, PolicyRule, PolicyRuleId};
use carrel_domain::money::{Amount, Currency};
use jiff::civil::{Date, date};
use proptest::prelude::*;

const TODAY: Date = date(2024, 6, 3);
const PERSON: PersonFacts = PersonFacts {
    is_active: true,
    is_blocked: false,
    expires_on: None,
    balance: Amount::ZERO,
    overdue_borrowings: 0,
    open_borrowings: 0,
};

fn rule(name: PolicyName, item_type: &str, value: &str) -> PolicyRule {
    PolicyRule {
        id: PolicyRuleId::new(1),
        name,
        patron_category: None,
        item_type: Some(item_type.to_owned()),
        branch: None,
        value: value.to_owned(),
    }
}

fn policies() -> Policies {
    Policies::compile(vec![
        rule(PolicyName::LoansAllowed, "reference", "0"),
        rule(PolicyName::LoanDays, "short", "1"),
        rule(PolicyName::LoanDays, "long", "60"),
        rule(PolicyName::LoansAllowed, "long", "2"),
    ])
}

fn copy<'a>(barcode: &'a str, item_type: &'a str) -> Candidate<'a> {
    Candidate {
        barcode,
        item_type: Some(item_type).filter(|text| !text.is_empty()),
        branch: None,
        state: CopyState::Available,
        is_lendable: true,
        open_of_type: 0,
    }
}

fn request<'a>(
    candidates: &'a [Candidate<'a>],
    policies: &'a Policies,
    calendar: &'a Calendar,
) -> CopyRequest<'a> {
    CopyRequest {
        candidates,
        policies,
        person: PERSON,
        patron_category: None,
        currency: Currency::DOLLAR,
        borrowing_period_days: None,
        borrowed_on: TODAY,
        calendar,
    }
}

/// Copies, and which of them is chosen (by its barcode) and whether it may leave.
type Case<'a> = (&'a [Candidate<'a>], Option<(&'a str, bool)>);

#[test]
fn the_copy_that_serves_the_borrower_best_is_chosen() {
    let on_loan = Candidate {
        state: CopyState::OnLoan,
        ..copy("0", "long")
    };
    let kept = Candidate {
        is_lendable: false,
        ..copy("0", "long")
    };
    let used_up = Candidate {
        open_of_type: 2,
        ..copy("0", "long")
    };
    let one_left = Candidate {
        open_of_type: 1,
        ..copy("0", "long")
    };
    let table: [Case<'_>; 10] = [
        (&[], None),
        (&[on_loan], None),
        // A reference copy does not hide a lendable one, nor does a short loan hide a longer one.
        (&[copy("1", "reference"), copy("2", "")], Some(("2", true))),
        (&[copy("1", "short"), copy("2", "")], Some(("2", true))),
        (
            &[copy("1", "short"), copy("2", ""), copy("3", "long")],
            Some(("3", true)),
        ),
        (&[on_loan, copy("1", "short")], Some(("1", true))),
        (&[kept, copy("1", "short")], Some(("1", true))),
        (&[used_up, copy("1", "short")], Some(("1", true))),
        (&[one_left, copy("1", "short")], Some(("0", true))),
        (
            &[copy("2", "reference"), copy("1", "reference")],
            Some(("1", false)),
        ),
    ];
    let (policies, calendar) = (policies(), Calendar::default());
    for (candidates, expected) in table {
        let choice = choose_copy(&request(candidates, &policies, &calendar));
        let found = choice.map(|choice| (candidates[choice.index].barcode, choice.offer.may_leave));
        assert_eq!(found, expected, "{candidates:?}");
    }
}

/// The longer loan is refused, and the shorter one is lent; without a reason against it, the longer one is better.
#[test]
fn a_copy_that_the_person_may_borrow_hides_one_that_would_be_refused() {
    let at = |branch: &'static str, name, value: &str| PolicyRule {
        item_type: None,
        branch: Some(branch.to_owned()),
        ..rule(name, "", value)
    };
    let policies = Policies::compile(vec![
        rule(PolicyName::LoanDays, "long", "60"),
        rule(PolicyName::BlockOnOverdue, "long", "true"),
        rule(PolicyName::BlockAtBalance, "long", "500"),
        at("north", PolicyName::LoanDays, "60"),
        at("north", PolicyName::LoansAllowed, "2"),
    ]);
    let calendar = Calendar::default();
    let in_branch = |barcode, branch| Candidate {
        branch: Some(branch),
        ..copy(barcode, "")
    };
    let of_types = [copy("long", "long"), copy("short", "")];
    let of_branches = [in_branch("north", "north"), in_branch("south", "south")];
    let overdue = PersonFacts {
        overdue_borrowings: 1,
        ..PERSON
    };
    let in_debt = PersonFacts {
        balance: Amount(500),
        ..PERSON
    };
    let with_two = PersonFacts {
        open_borrowings: 2,
        ..PERSON
    };
    for (person, candidates, expected) in [
        (PERSON, &of_types, "long"),
        (overdue, &of_types, "short"),
        (in_debt, &of_types, "short"),
        (with_two, &of_types, "long"),
        (PERSON, &of_branches, "north"),
        (with_two, &of_branches, "south"),
    ] {
        let request = CopyRequest {
            person,
            ..request(candidates, &policies, &calendar)
        };
        let choice = choose_copy(&request).expect("a copy");
        assert_eq!(candidates[choice.index].barcode, expected, "{person:?}");
    }
}

#[test]
fn equal_copies_go_by_barcode() {
    let candidates = [copy("b", ""), copy("a", ""), copy("c", "")];
    let (policies, calendar) = (policies(), Calendar::default());
    let choice = choose_copy(&request(&candidates, &policies, &calendar)).expect("a copy");
    assert_eq!(choice.index, 1);
}

#[test]
fn an_offer_has_the_terms_of_the_copy() {
    let (policies, calendar) = (policies(), Calendar::default());
    let with_period = CopyRequest {
        borrowing_period_days: Some(7),
        ..request(&[], &policies, &calendar)
    };
    let found = |item_type: &str| {
        let offer = offer(&with_period, &copy("1", item_type));
        (
            offer.terms.loan_days,
            offer.due.date,
            offer.limits.of_type,
            offer.may_leave,
        )
    };
    assert_eq!(found(""), (7, date(2024, 6, 10), None, true));
    assert_eq!(found("short"), (1, date(2024, 6, 4), None, true));
    assert_eq!(found("long"), (60, date(2024, 8, 2), Some(2), true));
    assert_eq!(found("reference"), (7, date(2024, 6, 10), Some(0), false));
    let limits = offer(&with_period, &copy("1", "long")).limits;
    assert_eq!(
        limits,
        LoanLimits {
            total: 5,
            of_type: Some(2)
        }
    );
}

proptest! {
    #[test]
    fn no_available_copy_is_better_than_the_choice(
        copies in prop::collection::vec(
            (0_u8..4, prop::sample::select(CopyState::ALL.to_vec()), any::<bool>(), 0_u32..4),
            0..8,
        ),
    ) {
        let types = ["", "reference", "short", "long"];
        let barcodes: Vec<String> = (0..copies.len()).map(|n| n.to_string()).collect();
        let candidates: Vec<Candidate<'_>> = copies
            .iter()
            .zip(&barcodes)
            .map(|((item_type, state, is_lendable, open_of_type), barcode)| Candidate {
                state: *state,
                is_lendable: *is_lendable,
                open_of_type: *open_of_type,
                ..copy(barcode, types[usize::from(*item_type)])
            })
            .collect();
        let (policies, calendar) = (policies(), Calendar::default());
        let request = request(&candidates, &policies, &calendar);
        let available = candidates.iter().filter(|candidate| candidate.state == CopyState::Available);
        match choose_copy(&request) {
            None => prop_assert_eq!(available.count(), 0),
            Some(choice) => {
                prop_assert_eq!(candidates[choice.index].state, CopyState::Available);
                prop_assert_eq!(&offer(&request, &candidates[choice.index]), &choice.offer);
                for other in available {
                    prop_assert!(choice.offer.may_leave || !offer(&request, other).may_leave);
                }
            }
        }
    }
}
