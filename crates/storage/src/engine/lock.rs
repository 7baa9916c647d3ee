//! The locks that a transaction takes, and their order.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::users::UserId;

/// A lock on rows or names. A transaction that takes several locks takes them in the order of [`Rank`].
#[derive(Debug, Clone, Copy)]
pub enum Lock<'a> {
    /// An idempotent call, by its caller and key.
    Call(&'a str),
    /// An e-mail address, by its key, that is about to get an account.
    Address(&'a str),
    /// The creation of the demo library: held while an empty library is filled, which takes seconds.
    Demo,
    /// All settings: held while some of them are compared with the version that the caller saw, and then changed.
    Settings,
    /// All settings as they are: none of them changes until this transaction ends. Any number of transactions hold it at
    /// the same time; one that takes [`Lock::Settings`] waits for all of them.
    SettingsUnchanged,
    /// What each role allows, and who has which role: held while one of them changes, or a person is deactivated.
    Roles,
    /// A user with their borrowings and their balance.
    User(UserId),
    /// A book with its record, its copies, its counts and its ratings: the book's row in `book_counts`. A transaction
    /// that changes any of them holds this lock first, so it needs no lock on the row in `books`. Functions named
    /// `…_locked` of [`crate::books`] take it too.
    Book(BookId),
    /// The totals of past days: held while days are totalled, or a book's borrowings move to another category.
    Totals,
    /// The numbering of the change log.
    ChangeLog,
}

/// The order in which a transaction takes its locks: a lock of a lower rank never follows one of a higher rank, so that
/// two transactions cannot each wait for the other. Builds with debug assertions check it on both engines.
///
/// Copies have no rank of their own: the state of a copy changes only under the lock of its book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// [`Lock::Call`].
    Call,
    /// [`Lock::Address`].
    Address,
    /// [`Lock::Demo`].
    Demo,
    /// [`Lock::Settings`].
    Settings,
    /// [`Lock::SettingsUnchanged`]. Who holds it cannot change settings afterwards: two would wait for each other.
    SettingsUnchanged,
    /// [`Lock::Roles`].
    Roles,
    /// [`Lock::User`].
    User,
    /// [`Lock::Book`].
    Book,
    /// [`Lock::Totals`].
    Totals,
    /// [`Lock::ChangeLog`].
    ChangeLog,
}

impl Lock<'_> {
    pub(super) fn rank(&self) -> Rank {
        match self {
            Lock::Call(_) => Rank::Call,
            Lock::Address(_) => Rank::Address,
            Lock::Demo => Rank::Demo,
            Lock::Settings => Rank::Settings,
            Lock::SettingsUnchanged => Rank::SettingsUnchanged,
            Lock::Roles => Rank::Roles,
            Lock::User(_) => Rank::User,
            Lock::Book(_) => Rank::Book,
            Lock::Totals => Rank::Totals,
            Lock::ChangeLog => Rank::ChangeLog,
        }
    }
}
