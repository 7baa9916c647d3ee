//! A physical item of a book.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::book::BookId;
use super::condition::Condition;
use crate::circulation::copy_state::CopyState;
use crate::identity::{Entity, Id};
use crate::money::Amount;
use crate::users::UserId;

/// A copy of a book, with its borrower.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookCopy {
    pub id: CopyId,
    pub book_id: BookId,
    pub barcode: String,
    pub state: CopyState,
    /// Why it is in this state, in words of staff.
    pub state_reason: Option<String>,
    /// Where it stands, such as a room or a shelf.
    pub location: Option<String>,
    pub call_number: Option<String>,
    pub condition: Option<Condition>,
    /// The code of an item type; none for that of the book.
    pub item_type: Option<String>,
    /// False for a copy that is only used in the library.
    pub is_lendable: bool,
    /// What a new copy costs, when it is known.
    pub price: Option<Amount>,
    pub created_at: Timestamp,
    pub borrower_id: Option<UserId>,
    pub borrower_name: Option<String>,
    pub due_on: Option<Date>,
}

/// A copy with the book that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyOfBook {
    pub copy: BookCopy,
    pub book_title: String,
    pub book_author: String,
    pub book_archived_at: Option<Timestamp>,
    pub borrower_email: Option<String>,
    /// The end of the due day.
    pub due_at: Option<Timestamp>,
}

/// Copies of a book that stand at the same place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub location: Option<String>,
    pub call_number: Option<String>,
    /// How many of them are available.
    pub available: i64,
    /// How many of them are only used in the library.
    pub not_for_loan: i64,
    pub total: i64,
}

/// The identifier of a copy.
pub type CopyId = Id<BookCopy>;

impl Entity for BookCopy {
    const NAME: &'static str = "copy";
}
