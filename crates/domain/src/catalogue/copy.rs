//! A physical item of a book.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::book::BookId;
use crate::circulation::copy_state::CopyState;
use crate::identity::{Entity, Id};
use crate::users::UserId;

/// A copy of a book, with its borrower.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookCopy {
    pub id: CopyId,
    pub book_id: BookId,
    pub barcode: String,
    pub state: CopyState,
    /// The code of an item type; none for that of the book.
    pub item_type: Option<String>,
    pub created_at: Timestamp,
    pub borrower_id: Option<UserId>,
    pub borrower_name: Option<String>,
    pub due_on: Option<Date>,
}

/// The identifier of a copy.
pub type CopyId = Id<BookCopy>;

impl Entity for BookCopy {
    const NAME: &'static str = "copy";
}
