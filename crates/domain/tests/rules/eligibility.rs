use std::collections::BTreeSet;

use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::eligibility::{
    BorrowFacts, PersonFacts, SameBook, WantedCopy, balance_limit_reached, refusals,
};
use carrel_domain::circulation::policy::{LoanLimits, Terms};
use carrel_domain::circulation::refusal::Refusal;
use carrel_domain::money::{Amount, Currency};
use jiff::civil::{Date, date};

use crate::names::id;

const PERSON: PersonFacts = PersonFacts {
    is_active: true,
    is_blocked: false,
    expires_on: None,
    balance: Amount::ZERO,
    overdue_borrowings: 0,
    open_borrowings: 0,
};
const ANY_COPY: WantedCopy = WantedCopy::Any {
    some_may_leave: true,
    some_is_available: true,
};
const TODAY: Date = date(2024, 1, 3);

fn clean(terms: &Terms) -> BorrowFacts<'_> {
    BorrowFacts {
        person: PERSON,
        is_archived: false,
        copy: ANY_COPY,
        copies_wait_for_holds: false,
        same_book: None,
        terms,
        limits: LoanLimits {
            total: terms.loans_allowed,
            of_type: None,
        },
        open_of_type: 0,
        currency: Currency::DOLLAR,
        today: TODAY,
        due_already: None,
    }
}

fn same_book() -> SameBook {
    SameBook {
        borrowing_id: id("b1"),
        due_on: date(2024, 1, 5),
    }
}

#[test]
fn a_balance_blocks_from_its_limit_on() {
    let none = Terms {
        block_at_balance: None,
        ..Terms::default()
    };
    let limit = Some(Amount(1000));
    for (terms, cents, expected) in [
        (&Terms::default(), 999, None),
        (&Terms::default(), 1000, limit),
        (&Terms::default(), 1001, limit),
        (&none, 1_000_000, None),
    ] {
        assert_eq!(balance_limit_reached(terms, Amount(cents)), expected, "{cents}");
    }
}

#[test]
fn overdue_borrowings_block_only_if_the_policy_says_so_and_there_are_some() {
    for (block_on_overdue, count, is_blocked) in [
        (false, 0, false),
        (false, 1, false),
        (true, 0, false),
        (true, 1, true),
    ] {
        let terms = Terms {
            block_on_overdue,
            ..Terms::default()
        };
        let facts = BorrowFacts {
            person: PersonFacts {
                overdue_borrowings: count,
                ..PERSON
            },
            ..clean(&terms)
        };
        let expected: Vec<Refusal> = is_blocked
            .then_some(Refusal::OverdueBorrowings { count })
            .into_iter()
            .collect();
        assert_eq!(refusals(&facts), expected, "{block_on_overdue} {count}");
    }
}

#[test]
fn each_fact_gives_its_own_refusal() {
    let terms = Terms::default();
    let strict = Terms {
        block_on_overdue: true,
        ..Terms::default()
    };
    let clean = clean(&terms);
    let person = |person| BorrowFacts {
        person,
        ..clean.clone()
    };
    let copy = |copy| BorrowFacts {
        copy,
        ..clean.clone()
    };
    let of_type = |open_of_type, limit| BorrowFacts {
        open_of_type,
        limits: LoanLimits {
            total: 5,
            of_type: Some(limit),
        },
        ..clean.clone()
    };
    let until = |expires_on| {
        person(PersonFacts {
            expires_on: Some(expires_on),
            ..PERSON
        })
    };
    let late = PersonFacts {
        overdue_borrowings: 2,
        open_borrowings: 2,
        ..PERSON
    };
    let table = [
        (clean.clone(), None),
        (
            person(PersonFacts {
                is_active: false,
                ..PERSON
            }),
            Some(Refusal::AccountInactive),
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
                balance: Amount(999),
                ..PERSON
            }),
            None,
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
            BorrowFacts {
                person: late,
                terms: &strict,
                ..clean.clone()
            },
            Some(Refusal::OverdueBorrowings { count: 2 }),
        ),
        (
            person(PersonFacts {
                open_borrowings: 4,
                ..PERSON
            }),
            None,
        ),
        (
            person(PersonFacts {
                open_borrowings: 5,
                ..PERSON
            }),
            Some(Refusal::BorrowingLimitReached { limit: 5, current: 5 }),
        ),
        (
            BorrowFacts {
                same_book: Some(same_book()),
                ..clean.clone()
            },
            Some(Refusal::AlreadyBorrowed {
                borrowing_id: id("b1"),
                due_on: date(2024, 1, 5),
            }),
        ),
        (until(TODAY), None),
        (
            until(date(2024, 1, 2)),
            Some(Refusal::MembershipExpired {
                expired_on: date(2024, 1, 2),
            }),
        ),
        (of_type(1, 2), None),
        (
            of_type(2, 2),
            Some(Refusal::ItemTypeLimitReached { limit: 2, current: 2 }),
        ),
        // An item type with a limit of zero makes the copy not lendable.
        (of_type(0, 0), None),
        (
            BorrowFacts {
                is_archived: true,
                ..clean.clone()
            },
            Some(Refusal::BookArchived),
        ),
        (
            copy(WantedCopy::Any {
                some_may_leave: false,
                some_is_available: false,
            }),
            Some(Refusal::BookNotLendable),
        ),
        (
            copy(WantedCopy::Any {
                some_may_leave: true,
                some_is_available: false,
            }),
            Some(Refusal::NoCopyAvailable),
        ),
        (
            copy(WantedCopy::This {
                may_leave: true,
                state: CopyState::Available,
            }),
            None,
        ),
        (
            copy(WantedCopy::This {
                may_leave: false,
                state: CopyState::Available,
            }),
            Some(Refusal::CopyNotLendable),
        ),
        (
            copy(WantedCopy::This {
                may_leave: true,
                state: CopyState::Lost,
            }),
            Some(Refusal::CopyNotAvailable {
                state: CopyState::Lost,
            }),
        ),
        (
            BorrowFacts {
                copies_wait_for_holds: true,
                ..clean.clone()
            },
            Some(Refusal::CopiesWaitForHolds),
        ),
        (
            BorrowFacts {
                due_already: Some(TODAY),
                ..clean.clone()
            },
            Some(Refusal::DueAlready { due_on: TODAY }),
        ),
    ];
    for (facts, expected) in table {
        assert_eq!(
            refusals(&facts),
            expected.into_iter().collect::<Vec<_>>(),
            "{facts:?}"
        );
    }
}

#[test]
fn all_refusals_are_returned_at_once() {
    let terms = Terms {
        block_on_overdue: true,
        ..Terms::default()
    };
    let facts = |copy| BorrowFacts {
        person: PersonFacts {
            is_active: false,
            is_blocked: true,
            expires_on: Some(date(2023, 12, 31)),
            balance: Amount(5000),
            overdue_borrowings: 3,
            open_borrowings: 6,
        },
        is_archived: true,
        copy,
        copies_wait_for_holds: true,
        same_book: Some(same_book()),
        limits: LoanLimits {
            total: 5,
            of_type: Some(1),
        },
        open_of_type: 2,
        due_already: Some(TODAY),
        ..clean(&terms)
    };
    let not_lendable = WantedCopy::Any {
        some_may_leave: false,
        some_is_available: false,
    };
    let not_available = WantedCopy::Any {
        some_may_leave: true,
        some_is_available: false,
    };
    let this = WantedCopy::This {
        may_leave: false,
        state: CopyState::OnLoan,
    };
    let before = [
        ("account_inactive", false),
        ("account_blocked", true),
        ("membership_expired", true),
        ("balance_at_limit", true),
        ("overdue_borrowings", true),
        ("borrowing_limit_reached", true),
        ("item_type_limit_reached", true),
        ("already_borrowed", false),
        ("book_archived", false),
    ];
    let after = [("copies_wait_for_holds", true), ("due_already", false)];
    let mut seen = BTreeSet::new();
    for (copy, between) in [
        (not_lendable, vec![("book_not_lendable", true)]),
        (not_available, vec![("no_copy_available", false)]),
        (
            this,
            vec![("copy_not_lendable", true), ("copy_not_available", false)],
        ),
    ] {
        let found = refusals(&facts(copy));
        let given: Vec<(&str, bool)> = found
            .iter()
            .map(|refusal| (refusal.code(), refusal.overridable()))
            .collect();
        assert_eq!(given, [&before[..], &between, &after].concat());
        for refusal in found {
            let sent = serde_json::to_value(&refusal).unwrap();
            assert_eq!(sent["code"], refusal.code());
            seen.insert(refusal.code());
        }
    }
    // The other reasons are those of renewals.
    let of_renewals = Refusal::CODES
        .iter()
        .position(|code| *code == "borrowing_not_open");
    let of_borrowing = &Refusal::CODES[..of_renewals.expect("a reason of renewals")];
    assert_eq!(seen, of_borrowing.iter().copied().collect());
}

#[test]
fn without_a_limit_no_balance_blocks() {
    let terms = Terms {
        block_at_balance: None,
        ..Terms::default()
    };
    let person = PersonFacts {
        balance: Amount(i64::MAX),
        ..PERSON
    };
    let facts = BorrowFacts {
        person,
        ..clean(&terms)
    };
    assert_eq!(refusals(&facts), []);
}
