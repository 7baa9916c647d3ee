//! Favorites: books that a person saves for later.

use jiff::Timestamp;

use super::book::Book;

/// A favorite book of a person, archived or not, and when it was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Favorite {
    pub book: Book,
    pub added_at: Timestamp,
}
