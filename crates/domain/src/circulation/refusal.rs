//! The reasons against a borrowing or a renewal, each a code with its data.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::borrowing::BorrowingId;
use super::copy_state::CopyState;
use crate::money::{Amount, Currency};

/// Declares each reason once, with its data, its code, and whether staff may override it.
macro_rules! refusals {
    ($($(#[doc = $docs:literal])+ $name:ident $({ $($(#[doc = $field_docs:literal])+ $field:ident: $type:ty,)+ })? = $code:literal, $overridable:ident;)+) => {
        /// One reason against a borrowing or a renewal, as a code with its data.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "code")]
        pub enum Refusal {
            $(
                $(#[doc = $docs])+
                #[serde(rename = $code)]
                $name $({ $($(#[doc = $field_docs])+ $field: $type,)+ })?,
            )+
        }

        impl Refusal {
            /// Every code.
            pub const CODES: &[&str] = &[$($code),+];

            /// The code that programs read, the same as in JSON.
            pub fn code(&self) -> &'static str {
                match self {
                    $(Refusal::$name { .. } => $code,)+
                }
            }

            /// Whether staff may override it with a comment. Staff cannot lend a copy that is not there, lend a copy
            /// twice, lend under terms that have ended, or renew a book that another person waits for.
            pub fn overridable(&self) -> bool {
                match self {
                    $(Refusal::$name { .. } => refusals!(@$overridable),)+
                }
            }
        }
    };
    (@overridable) => { true };
    (@firm) => { false };
}

refusals! {
    /// The account is deactivated.
    AccountInactive = "account_inactive", firm;
    /// Staff blocked the account.
    AccountBlocked = "account_blocked", overridable;
    /// The membership has ended.
    MembershipExpired {
        /// Its last day.
        expired_on: Date,
    } = "membership_expired", overridable;
    /// The person owes too much.
    BalanceAtLimit {
        /// What the person owes.
        balance: Amount,
        /// The balance from which borrowing stops.
        limit: Amount,
        /// How amounts are written.
        currency: Currency,
    } = "balance_at_limit", overridable;
    /// The person has overdue borrowings, and the policy blocks on them.
    OverdueBorrowings {
        /// How many are overdue.
        count: u32,
    } = "overdue_borrowings", overridable;
    /// The person has as many open borrowings as allowed.
    BorrowingLimitReached {
        /// The maximum number of open borrowings.
        limit: u32,
        /// How many are open.
        current: u32,
    } = "borrowing_limit_reached", overridable;
    /// The person has as many open borrowings of this item type as allowed.
    ItemTypeLimitReached {
        /// The maximum number of open borrowings of this type.
        limit: u32,
        /// How many of this type are open.
        current: u32,
    } = "item_type_limit_reached", overridable;
    /// The person has borrowed this book already.
    AlreadyBorrowed {
        /// The open borrowing.
        borrowing_id: BorrowingId,
        /// When it is due.
        due_on: Date,
    } = "already_borrowed", firm;
    /// No copy of the book may leave the library.
    BookNotLendable = "book_not_lendable", overridable;
    /// The book is archived.
    BookArchived = "book_archived", firm;
    /// No copy of the book that may leave is available.
    NoCopyAvailable = "no_copy_available", firm;
    /// Every free copy is needed for the holds of other people.
    CopiesWaitForHolds = "copies_wait_for_holds", overridable;
    /// This copy may not leave the library.
    CopyNotLendable = "copy_not_lendable", overridable;
    /// This copy is not available, according to its state.
    CopyNotAvailable {
        /// The copy's state.
        state: CopyState,
    } = "copy_not_available", firm;
    /// The borrowing would be due before it begins.
    DueAlready {
        /// The latest due date.
        due_on: Date,
    } = "due_already", firm;
    /// The borrowing to renew was returned.
    BorrowingNotOpen = "borrowing_not_open", firm;
    /// The copy of the borrowing to renew is lost.
    CopyLost = "copy_lost", overridable;
    /// The borrowing was renewed as often as allowed.
    NoRenewalsLeft {
        /// The renewals that are allowed.
        allowed: u32,
    } = "no_renewals_left", overridable;
    /// Renewal becomes possible later.
    TooEarly {
        /// The first day on which it is possible.
        from: Date,
    } = "too_early", overridable;
    /// The account of the person whose borrowing is renewed is deactivated.
    BorrowerInactive = "borrower_inactive", overridable;
    /// Another person waits for the book, and no other copy can serve them.
    HoldWaiting = "hold_waiting", firm;
    /// The new due day would not be later. An override would use up a renewal and give nothing.
    DueDateNotLater {
        /// The due day before the renewal.
        due_on: Date,
    } = "due_date_not_later", firm;
}
