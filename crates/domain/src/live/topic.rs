//! Topics: the kinds of data that screens show.

use crate::catalogue::book::Book;
use crate::circulation::borrowing::BorrowingRecord;
use crate::identity::Entity as _;
use crate::users::{Act, User};

/// A kind of data that a screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// Books: records, availability, ratings and reviews.
    Books,
    /// One's own account: details, role, blocks, sessions.
    OwnAccount,
    /// One's own borrowings.
    OwnBorrowings,
    /// One's own favorites.
    OwnFavorites,
    /// One's own fines and payments.
    OwnFines,
    /// Everybody's borrowings.
    Borrowings,
    /// Copies, and books in the archive; the ids are those of books.
    Copies,
    /// Everybody's fines and payments; the ids are those of people.
    Fines,
    /// People.
    People,
    /// Roles.
    Roles,
    /// Settings of the library.
    Settings,
}

impl Topic {
    /// Every topic.
    pub const ALL: [Topic; 11] = [
        Topic::Books,
        Topic::OwnAccount,
        Topic::OwnBorrowings,
        Topic::OwnFavorites,
        Topic::OwnFines,
        Topic::Borrowings,
        Topic::Copies,
        Topic::Fines,
        Topic::People,
        Topic::Roles,
        Topic::Settings,
    ];

    /// The sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            Topic::Books => "books",
            Topic::OwnAccount => "own_account",
            Topic::OwnBorrowings => "own_borrowings",
            Topic::OwnFavorites => "own_favorites",
            Topic::OwnFines => "own_fines",
            Topic::Borrowings => "borrowings",
            Topic::Copies => "copies",
            Topic::Fines => "fines",
            Topic::People => "people",
            Topic::Roles => "roles",
            Topic::Settings => "settings",
        }
    }

    /// The act that reads the data of the topic: only people who may do it receive its changes.
    pub fn act(self) -> Act {
        match self {
            Topic::Books | Topic::Settings => Act::ReadCatalogue,
            Topic::OwnAccount => Act::ReadOwnRecord,
            Topic::OwnBorrowings | Topic::OwnFines => Act::ReadOwnBorrowings,
            Topic::OwnFavorites => Act::KeepFavorites,
            Topic::Borrowings | Topic::Fines => Act::ReadAnyBorrowing,
            Topic::Copies => Act::ReadInventory,
            Topic::People | Topic::Roles => Act::ReadUsers,
        }
    }

    /// The name of the type whose ids the changes of the topic have; `None` for a topic without ids.
    pub fn entity(self) -> Option<&'static str> {
        match self {
            Topic::Books | Topic::Copies | Topic::OwnFavorites => Some(Book::NAME),
            Topic::OwnBorrowings | Topic::Borrowings => Some(BorrowingRecord::NAME),
            Topic::Fines | Topic::People => Some(User::NAME),
            Topic::OwnAccount | Topic::OwnFines | Topic::Roles | Topic::Settings => None,
        }
    }
}
