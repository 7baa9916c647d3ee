//! A borrowing as it is recorded.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::fine::LatePeriod;
use super::policy::Terms;
use crate::calendar::Calendar;
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
    /// [`UserId::UNASSIGNED`] once the borrowing is anonymous; see [`BorrowingRecord::borrower`].
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
    /// The last renewal.
    pub renewed_at: Option<Timestamp>,
    /// The terms that it was lent under.
    pub terms: Terms,
    /// The price of a new copy, when it is known.
    #[serde(default)]
    pub copy_price: Option<Amount>,
    /// Charges booked for this borrowing, of all kinds, less reversals.
    pub charged: Amount,
    /// The overdue fines among the charges of an open borrowing; zero once it is returned, because no other fine
    /// follows.
    #[serde(default)]
    pub overdue_charged: Amount,
    /// Payments and waivers booked against them, less refunds.
    pub settled: Amount,
}

/// The identifier of a borrowing.
pub type BorrowingId = Id<BorrowingRecord>;

impl Entity for BorrowingRecord {
    const NAME: &'static str = "borrowing";
}

impl BorrowingRecord {
    /// What decides the fine of this open borrowing for a return or a renewal on a day.
    pub fn late_period<'a>(&'a self, until: Date, calendar: &'a Calendar) -> LatePeriod<'a> {
        LatePeriod {
            due_on: self.due_on,
            until,
            terms: &self.terms,
            calendar,
            replacement_price: self.copy_price,
            already_charged: self.overdue_charged,
        }
    }

    /// The person; `None` once the borrowing is anonymous.
    pub fn borrower(&self) -> Option<UserId> {
        Some(self.user_id).filter(|user_id| *user_id != UserId::UNASSIGNED)
    }

    /// When it was lent or last renewed.
    pub fn last_event_at(&self) -> Timestamp {
        let renewed_at = self.renewed_at.unwrap_or(self.borrowed_at);
        renewed_at.max(self.borrowed_at)
    }

    /// Remaining renewals; 0 once it is returned.
    pub fn renewals_left(&self) -> u32 {
        if self.returned_at.is_some() {
            return 0;
        }
        let allowed = i64::from(self.terms.renewals_allowed);
        u32::try_from(allowed - self.renewals).unwrap_or(0)
    }

    /// What is still owed of the booked charges; negative after an overpayment.
    pub fn owed(&self) -> Amount {
        Amount(self.charged.0 - self.settled.0)
    }
}
