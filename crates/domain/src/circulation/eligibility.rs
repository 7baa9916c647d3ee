//! Who may borrow what: every reason against it at once.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::policy::Terms;
use crate::money::{Amount, Currency};

/// What is known about the person who wants to borrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PersonFacts {
    /// Whether the account is active.
    pub is_active: bool,
    /// Whether staff blocked the account.
    pub is_blocked: bool,
    /// What the person owes.
    pub balance: Amount,
    /// Open borrowings that are overdue.
    pub overdue_borrowings: u32,
    /// Open borrowings, the overdue ones included.
    pub open_borrowings: u32,
}

/// What is known about the book that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookFacts {
    /// Whether the book may leave the library.
    pub is_lendable: bool,
    /// Whether the book is archived.
    pub is_archived: bool,
    /// Copies that a person could take now.
    pub available_copies: u32,
}

/// The person's open borrowing of the same book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameBook {
    /// The borrowing.
    pub borrowing_id: String,
    /// When it is due.
    pub due_on: Date,
}

/// Everything that decides whether a book may be borrowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BorrowFacts<'a> {
    /// Who.
    pub person: PersonFacts,
    /// What.
    pub book: BookFacts,
    /// The same book, when the person has it already.
    pub same_book: Option<SameBook>,
    /// On which terms.
    pub terms: &'a Terms,
    /// How amounts are written.
    pub currency: Currency,
    /// The due day when it would be over before the borrowing begins, in the last second of the last day of lending.
    pub due_already: Option<Date>,
}

/// One reason against a borrowing, as a code with its data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Refusal {
    /// The account is deactivated.
    AccountInactive,
    /// Staff blocked the account.
    AccountBlocked,
    /// The person owes too much.
    BalanceAtLimit {
        /// What the person owes.
        balance: Amount,
        /// The balance from which borrowing stops.
        limit: Amount,
        /// How amounts are written.
        currency: Currency,
    },
    /// Something is overdue, and the policy blocks on it.
    OverdueBorrowings {
        /// How many are overdue.
        count: u32,
    },
    /// As many books are out as may be.
    BorrowingLimitReached {
        /// The most that may be out.
        limit: u32,
        /// How many are out.
        current: u32,
    },
    /// The person has this book already.
    AlreadyBorrowed {
        /// The open borrowing.
        borrowing_id: String,
        /// When it is due.
        due_on: Date,
    },
    /// The book stays in the library.
    BookNotLendable,
    /// The book is archived.
    BookArchived,
    /// Every copy is out.
    NoCopyAvailable,
    /// It would be due before it is borrowed.
    DueAlready {
        /// The last day of lending.
        due_on: Date,
    },
}

impl Refusal {
    /// Every code.
    pub const CODES: [&str; 10] = [
        "account_inactive",
        "account_blocked",
        "balance_at_limit",
        "overdue_borrowings",
        "borrowing_limit_reached",
        "already_borrowed",
        "book_not_lendable",
        "book_archived",
        "no_copy_available",
        "due_already",
    ];

    /// The code that programs read, the same as in JSON.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::AccountInactive => "account_inactive",
            Refusal::AccountBlocked => "account_blocked",
            Refusal::BalanceAtLimit { .. } => "balance_at_limit",
            Refusal::OverdueBorrowings { .. } => "overdue_borrowings",
            Refusal::BorrowingLimitReached { .. } => "borrowing_limit_reached",
            Refusal::AlreadyBorrowed { .. } => "already_borrowed",
            Refusal::BookNotLendable => "book_not_lendable",
            Refusal::BookArchived => "book_archived",
            Refusal::NoCopyAvailable => "no_copy_available",
            Refusal::DueAlready { .. } => "due_already",
        }
    }

    /// Whether an administrator may lend all the same, with a comment that is recorded.
    ///
    /// What no comment can mend stays refused: a closed account, a book that left the collection, a copy
    /// that is not there, and a second borrowing of the same book, which the database itself excludes.
    pub fn overridable(&self) -> bool {
        match self {
            Refusal::AccountBlocked
            | Refusal::BalanceAtLimit { .. }
            | Refusal::OverdueBorrowings { .. }
            | Refusal::BorrowingLimitReached { .. }
            | Refusal::BookNotLendable => true,
            Refusal::AccountInactive
            | Refusal::AlreadyBorrowed { .. }
            | Refusal::BookArchived
            | Refusal::NoCopyAvailable
            | Refusal::DueAlready { .. } => false,
        }
    }
}

/// Every reason against a borrowing, in the order of `domain.md`, "Who may borrow"; none when it may go
/// ahead.
pub fn refusals(facts: &BorrowFacts<'_>) -> Vec<Refusal> {
    let BorrowFacts {
        person,
        book,
        same_book,
        terms,
        currency,
        due_already,
    } = facts;
    let balance_limit = terms.block_at_balance.filter(|limit| person.balance >= *limit);
    let limit = u32::from(terms.loans_allowed);
    [
        (!person.is_active).then_some(Refusal::AccountInactive),
        person.is_blocked.then_some(Refusal::AccountBlocked),
        balance_limit.map(|limit| Refusal::BalanceAtLimit {
            balance: person.balance,
            limit,
            currency: *currency,
        }),
        (terms.block_on_overdue && person.overdue_borrowings > 0).then_some(Refusal::OverdueBorrowings {
            count: person.overdue_borrowings,
        }),
        (person.open_borrowings >= limit).then_some(Refusal::BorrowingLimitReached {
            limit,
            current: person.open_borrowings,
        }),
        same_book.as_ref().map(|same| Refusal::AlreadyBorrowed {
            borrowing_id: same.borrowing_id.clone(),
            due_on: same.due_on,
        }),
        (!book.is_lendable).then_some(Refusal::BookNotLendable),
        book.is_archived.then_some(Refusal::BookArchived),
        (book.available_copies == 0).then_some(Refusal::NoCopyAvailable),
        due_already.map(|due_on| Refusal::DueAlready { due_on }),
    ]
    .into_iter()
    .flatten()
    .collect()
}
