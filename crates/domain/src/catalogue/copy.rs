//! A physical item of a book.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::circulation::copy_state::CopyState;

/// A copy of a book, with its borrower.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookCopy {
    pub id: String,
    pub book_id: String,
    pub barcode: String,
    pub state: CopyState,
    /// The code of an item type; none for that of the book.
    pub item_type: Option<String>,
    pub created_at: Timestamp,
    pub borrower_id: Option<String>,
    pub borrower_name: Option<String>,
    pub due_on: Option<Date>,
}
