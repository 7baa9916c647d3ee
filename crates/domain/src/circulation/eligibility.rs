//! Whether a person may borrow a book: collects all reasons against a borrowing.

use jiff::civil::Date;

use super::borrowing::BorrowingId;
use super::copy_state::CopyState;
use super::policy::{LoanLimits, Terms};
use super::refusal::Refusal;
use crate::money::{Amount, Currency};

/// The facts about the person who wants to borrow or renew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PersonFacts {
    /// Whether the account is active.
    pub is_active: bool,
    /// Whether staff blocked the account.
    pub is_blocked: bool,
    /// The last day of the membership; `None` when it does not end.
    pub expires_on: Option<Date>,
    /// What the person owes.
    pub balance: Amount,
    /// Open borrowings that are overdue.
    pub overdue_borrowings: u32,
    /// Open borrowings, the overdue ones included.
    pub open_borrowings: u32,
}

/// The person's open borrowing of the same book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameBook {
    /// The borrowing.
    pub borrowing_id: BorrowingId,
    /// When it is due.
    pub due_on: Date,
}

/// The copy or copies that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WantedCopy {
    /// Any copy of the book.
    Any {
        /// Whether at least one copy may leave the library, now or later; true for a book without copies.
        some_may_leave: bool,
        /// Whether at least one copy that may leave is available.
        some_is_available: bool,
    },
    /// This copy, which is at the desk.
    This {
        /// Whether the copy may leave the library.
        may_leave: bool,
        /// The copy's state.
        state: CopyState,
    },
}

/// All facts that decide whether a book may be borrowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BorrowFacts<'a> {
    /// The person.
    pub person: PersonFacts,
    /// Whether the book is archived.
    pub is_archived: bool,
    /// The copy.
    pub copy: WantedCopy,
    /// Whether every free copy is needed for the holds of other people.
    pub copies_wait_for_holds: bool,
    /// The person's open borrowing of the same book.
    pub same_book: Option<SameBook>,
    /// The terms of the borrowing.
    pub terms: &'a Terms,
    /// The limits of the case.
    pub limits: LoanLimits,
    /// The person's open borrowings of the copy's item type, as lent.
    pub open_of_type: u32,
    /// How amounts are written.
    pub currency: Currency,
    /// Today in the library's zone.
    pub today: Date,
    /// The due day, if it ends before the borrowing begins: in the last second of the latest due date.
    pub due_already: Option<Date>,
}

/// The limit of the balance, if the balance has reached it.
pub fn balance_limit_reached(terms: &Terms, balance: Amount) -> Option<Amount> {
    terms.block_at_balance.filter(|limit| balance >= *limit)
}

/// The reasons against any act of the person: account, membership, balance, overdue borrowings.
pub(super) fn person_refusals(
    person: &PersonFacts,
    terms: &Terms,
    currency: Currency,
    today: Date,
) -> impl Iterator<Item = Refusal> + use<> {
    let expired_on = person.expires_on.filter(|last| *last < today);
    [
        (!person.is_active).then_some(Refusal::AccountInactive),
        person.is_blocked.then_some(Refusal::AccountBlocked),
        expired_on.map(|expired_on| Refusal::MembershipExpired { expired_on }),
        balance_limit_reached(terms, person.balance).map(|limit| Refusal::BalanceAtLimit {
            balance: person.balance,
            limit,
            currency,
        }),
        (terms.block_on_overdue && person.overdue_borrowings > 0).then_some(Refusal::OverdueBorrowings {
            count: person.overdue_borrowings,
        }),
    ]
    .into_iter()
    .flatten()
}

/// The limits that the person has reached. An item type with a limit of 0 makes the copy not lendable; it is not a limit
/// that the person reached.
pub(super) fn limit_refusals(
    person: &PersonFacts,
    limits: LoanLimits,
    open_of_type: u32,
) -> impl Iterator<Item = Refusal> + use<> {
    let total = u32::from(limits.total);
    let of_type = limits.of_type.map(u32::from).filter(|limit| *limit > 0);
    let open = person.open_borrowings;
    [
        (open >= total).then_some(Refusal::BorrowingLimitReached {
            limit: total,
            current: open,
        }),
        of_type
            .filter(|limit| open_of_type >= *limit)
            .map(|limit| Refusal::ItemTypeLimitReached {
                limit,
                current: open_of_type,
            }),
    ]
    .into_iter()
    .flatten()
}

/// Every reason against a borrowing, in a fixed order; empty when the borrowing may proceed.
pub fn refusals(facts: &BorrowFacts<'_>) -> Vec<Refusal> {
    let rest = [
        facts.same_book.as_ref().map(|same| Refusal::AlreadyBorrowed {
            borrowing_id: same.borrowing_id,
            due_on: same.due_on,
        }),
        facts.is_archived.then_some(Refusal::BookArchived),
    ];
    let copy = match facts.copy {
        WantedCopy::Any {
            some_may_leave: false,
            ..
        } => [Some(Refusal::BookNotLendable), None],
        WantedCopy::Any {
            some_is_available, ..
        } => [(!some_is_available).then_some(Refusal::NoCopyAvailable), None],
        WantedCopy::This { may_leave, state } => [
            (!may_leave).then_some(Refusal::CopyNotLendable),
            (state != CopyState::Available).then_some(Refusal::CopyNotAvailable { state }),
        ],
    };
    let last = [
        facts.copies_wait_for_holds.then_some(Refusal::CopiesWaitForHolds),
        facts.due_already.map(|due_on| Refusal::DueAlready { due_on }),
    ];
    person_refusals(&facts.person, facts.terms, facts.currency, facts.today)
        .chain(limit_refusals(&facts.person, facts.limits, facts.open_of_type))
        .chain(rest.into_iter().flatten())
        .chain(copy.into_iter().flatten())
        .chain(last.into_iter().flatten())
        .collect()
}
