//! An entry of the ledger as it was booked.

use jiff::Timestamp;

use super::amount::Amount;
use super::charge::{ChargeId, Debt};
use crate::circulation::borrowing::BorrowingId;
use crate::identity::{Entity, Id};
use crate::users::UserId;

/// The kind of an entry of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerKind {
    /// The person owes the amount.
    Charge,
    /// Money came in.
    Payment,
    /// The person need not pay the amount.
    Waiver,
    /// Money was paid back, so the person owes it again.
    Refund,
    /// A charge that was booked by mistake is taken back: it counts as never charged.
    Reversal,
}

impl LedgerKind {
    /// Every kind.
    pub const ALL: [LedgerKind; 5] = [
        LedgerKind::Charge,
        LedgerKind::Payment,
        LedgerKind::Waiver,
        LedgerKind::Refund,
        LedgerKind::Reversal,
    ];

    /// The stored text.
    pub const fn as_str(self) -> &'static str {
        match self {
            LedgerKind::Charge => "charge",
            LedgerKind::Payment => "payment",
            LedgerKind::Waiver => "waiver",
            LedgerKind::Refund => "refund",
            LedgerKind::Reversal => "reversal",
        }
    }

    /// What an entry of this kind adds to the person's balance; negative when it reduces what the person owes.
    pub fn owed(self, amount: Amount) -> Amount {
        match self {
            LedgerKind::Charge | LedgerKind::Refund => amount,
            LedgerKind::Payment | LedgerKind::Waiver | LedgerKind::Reversal => Amount(-amount.0),
        }
    }
}

/// An entry of the ledger as it was booked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerEntry {
    pub id: LedgerEntryId,
    pub borrowing_id: Option<BorrowingId>,
    /// The charge without a borrowing that a payment, a waiver or a reversal is about.
    pub charge_id: Option<ChargeId>,
    /// The text of a [`LedgerKind`], or of one that a newer version of the program stored.
    pub kind: String,
    /// Of a charge: `overdue`, `lost`, `processing`, `damage` or `other`.
    pub reason: Option<String>,
    pub amount: Amount,
    pub at: Timestamp,
    /// Of a charge without a borrowing its description.
    pub note: Option<String>,
}

impl LedgerEntry {
    /// What the entry is about. An entry without a borrowing and without a charge is itself a charge.
    pub fn debt(&self) -> Debt {
        match (self.borrowing_id, self.charge_id) {
            (Some(id), _) => Debt::Borrowing(id),
            (None, Some(id)) => Debt::Charge(id),
            (None, None) => Debt::Charge(ChargeId::new(self.id.number())),
        }
    }
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
