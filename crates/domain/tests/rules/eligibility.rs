use carrel_domain::circulation::eligibility::{
    BookFacts, BorrowFacts, PersonFacts, Refusal, SameBook, refusals,
};
use carrel_domain::circulation::policy::Terms;
use carrel_domain::money::{Amount, Currency};
use jiff::civil::date;

const PERSON: PersonFacts = PersonFacts {
    is_active: true,
    is_blocked: false,
    balance: Amount::ZERO,
    overdue_borrowings: 0,
    open_borrowings: 0,
};
const BOOK: BookFacts = BookFacts {
    is_lendable: true,
    is_archived: false,
    available_copies: 1,
};

fn same_book() -> SameBook {
    SameBook {
        borrowing_id: "b1".to_owned(),
        due_on: date(2024, 1, 5),
    }
}

#[test]
fn each_reason_stands_alone() {
    let terms = Terms::default();
    let strict = Terms {
        block_on_overdue: true,
        ..Terms::default()
    };
    let clean = BorrowFacts {
        person: PERSON,
        book: BOOK,
        same_book: None,
        terms: &terms,
        currency: Currency::DOLLAR,
        due_already: None,
    };
    let person = |person| BorrowFacts {
        person,
        ..clean.clone()
    };
    let book = |book| BorrowFacts {
        book,
        ..clean.clone()
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
                borrowing_id: "b1".to_owned(),
                due_on: date(2024, 1, 5),
            }),
        ),
        (
            book(BookFacts {
                is_lendable: false,
                ..BOOK
            }),
            Some(Refusal::BookNotLendable),
        ),
        (
            book(BookFacts {
                is_archived: true,
                ..BOOK
            }),
            Some(Refusal::BookArchived),
        ),
        (
            book(BookFacts {
                available_copies: 0,
                ..BOOK
            }),
            Some(Refusal::NoCopyAvailable),
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
fn every_reason_is_told_at_once() {
    let terms = Terms {
        block_on_overdue: true,
        ..Terms::default()
    };
    let facts = BorrowFacts {
        person: PersonFacts {
            is_active: false,
            is_blocked: true,
            balance: Amount(5000),
            overdue_borrowings: 3,
            open_borrowings: 6,
        },
        book: BookFacts {
            is_lendable: false,
            is_archived: true,
            available_copies: 0,
        },
        same_book: Some(same_book()),
        terms: &terms,
        currency: Currency::DOLLAR,
        due_already: None,
    };
    let found = refusals(&facts);
    let told: Vec<(&str, bool)> = found
        .iter()
        .map(|refusal| (refusal.code(), refusal.overridable()))
        .collect();
    assert_eq!(
        told,
        [
            ("account_inactive", false),
            ("account_blocked", true),
            ("balance_at_limit", true),
            ("overdue_borrowings", true),
            ("borrowing_limit_reached", true),
            ("already_borrowed", false),
            ("book_not_lendable", true),
            ("book_archived", false),
            ("no_copy_available", false),
        ]
    );
    for refusal in found {
        let sent = serde_json::to_value(&refusal).unwrap();
        assert_eq!(sent["code"], refusal.code());
    }
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
    assert_eq!(
        refusals(&BorrowFacts {
            person,
            book: BOOK,
            same_book: None,
            terms: &terms,
            currency: Currency::DOLLAR,
            due_already: None,
        }),
        []
    );
}
