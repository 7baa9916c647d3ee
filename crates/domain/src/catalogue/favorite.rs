//! A book that a person keeps for later.

use jiff::Timestamp;

use super::book::Book;

/// A book that a person keeps, archived or not, and since when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Favorite {
    pub book: Book,
    pub added_at: Timestamp,
}
