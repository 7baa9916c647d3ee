//! An entry of the ledger as it was booked.

use jiff::Timestamp;

use super::Amount;

/// An entry of the ledger as it was booked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerEntry {
    pub id: String,
    pub borrowing_id: Option<String>,
    /// `charge`, `payment`, `waiver` or `refund`.
    pub kind: String,
    /// Of a charge: `overdue`, `lost`, `processing`, `damage` or `other`.
    pub reason: Option<String>,
    pub amount: Amount,
    pub at: Timestamp,
    pub note: Option<String>,
}

/// A person who owes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Debtor {
    pub user_id: String,
    pub name: String,
    pub email: String,
    /// The code of a patron category.
    pub patron_category: Option<String>,
    pub balance: Amount,
}
