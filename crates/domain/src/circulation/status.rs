//! The status of a borrowing at an instant: derived whenever it is read, never stored.

use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The status of a borrowing, as in the specification's section 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// With the person, and not late.
    Active,
    /// With the person after the end of its due day.
    Overdue,
    /// Back in the library.
    Returned,
}

/// The text is not a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown_status")]
pub struct UnknownStatus;

impl Status {
    /// Every status.
    pub const ALL: [Status; 3] = [Status::Active, Status::Overdue, Status::Returned];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Active => "active",
            Status::Overdue => "overdue",
            Status::Returned => "returned",
        }
    }
}

impl FromStr for Status {
    type Err = UnknownStatus;

    fn from_str(text: &str) -> Result<Status, UnknownStatus> {
        Status::ALL
            .into_iter()
            .find(|status| status.as_str() == text)
            .ok_or(UnknownStatus)
    }
}

/// Which borrowings a list contains, by their state at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BorrowingState {
    /// Not returned and not yet due.
    Active,
    /// Not returned and due before now.
    Overdue,
    /// Returned.
    Returned,
    /// Returned, with a fine that is neither paid nor waived.
    Unpaid,
    /// Not returned.
    Open,
    /// All of them.
    Any,
}

impl BorrowingState {
    /// Every state.
    pub const ALL: [BorrowingState; 6] = [
        BorrowingState::Active,
        BorrowingState::Overdue,
        BorrowingState::Returned,
        BorrowingState::Unpaid,
        BorrowingState::Open,
        BorrowingState::Any,
    ];

    /// The sent text.
    pub const fn as_str(self) -> &'static str {
        match self {
            BorrowingState::Active => "active",
            BorrowingState::Overdue => "overdue",
            BorrowingState::Returned => "returned",
            BorrowingState::Unpaid => "unpaid",
            BorrowingState::Open => "open",
            BorrowingState::Any => "all",
        }
    }

    /// Whether returned borrowings are among them: the history of a person.
    pub fn includes_returned(self) -> bool {
        matches!(
            self,
            BorrowingState::Returned | BorrowingState::Unpaid | BorrowingState::Any
        )
    }
}

/// The status of a borrowing that is due at the end of its due day `due_at`, seen at `now`.
pub fn status(due_at: Timestamp, returned_at: Option<Timestamp>, now: Timestamp) -> Status {
    match returned_at {
        Some(_) => Status::Returned,
        None if now > due_at => Status::Overdue,
        None => Status::Active,
    }
}
