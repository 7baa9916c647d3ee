//! A borrowing as it is recorded.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::policy::Terms;
use crate::catalogue::book::BookId;
use crate::catalogue::copy::CopyId;
use crate::identity::{Entity, Id};
use crate::money::Amount;
use crate::users::UserId;

/// A borrowing with what a list shows of its book, person and copy, and its sums of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BorrowingRecord {
    pub id: BorrowingId,
    pub book_id: BookId,
    pub book_title: String,
    pub book_author: String,
    pub book_cover_image: Option<String>,
    pub book_category: String,
    pub user_id: UserId,
    pub user_name: String,
    pub user_email: String,
    pub copy_id: CopyId,
    pub copy_barcode: String,
    pub borrowed_at: Timestamp,
    pub due_on: Date,
    pub due_at: Timestamp,
    pub returned_at: Option<Timestamp>,
    pub renewals: i64,
    /// The terms that it was lent under.
    pub terms: Terms,
    /// Charges booked for this borrowing.
    pub charged: Amount,
    /// Payments and waivers booked against them, less refunds.
    pub settled: Amount,
}

/// The identifier of a borrowing.
pub type BorrowingId = Id<BorrowingRecord>;

impl Entity for BorrowingRecord {
    const NAME: &'static str = "borrowing";
}

impl BorrowingRecord {
    /// What is still owed of the booked charges; negative after an overpayment.
    pub fn owed(&self) -> Amount {
        Amount(self.charged.0 - self.settled.0)
    }
}
