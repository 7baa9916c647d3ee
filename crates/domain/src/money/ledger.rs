//! An entry of the ledger as it was booked.

use jiff::Timestamp;

use super::amount::Amount;
use crate::circulation::borrowing::BorrowingId;
use crate::identity::{Entity, Id};
use crate::users::UserId;

/// An entry of the ledger as it was booked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerEntry {
    pub id: LedgerEntryId,
    pub borrowing_id: Option<BorrowingId>,
    /// `charge`, `payment`, `waiver` or `refund`.
    pub kind: String,
    /// Of a charge: `overdue`, `lost`, `processing`, `damage` or `other`.
    pub reason: Option<String>,
    pub amount: Amount,
    pub at: Timestamp,
    pub note: Option<String>,
}

/// The identifier of an entry of the ledger.
pub type LedgerEntryId = Id<LedgerEntry>;

impl Entity for LedgerEntry {
    const NAME: &'static str = "ledger_entry";
}

/// A person who owes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Debtor {
    pub user_id: UserId,
    pub name: String,
    pub email: String,
    /// The code of a patron category.
    pub patron_category: Option<String>,
    pub balance: Amount,
}
