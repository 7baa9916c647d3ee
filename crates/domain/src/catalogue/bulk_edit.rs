//! Bulk edits: one change of many books, which can be undone.

mod changes;
mod heading;
mod renaming;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use self::changes::{BulkChanges, Outcome};
pub use self::renaming::{HeadingKind, Renaming};
use crate::catalogue::book::{self, details};
use crate::identity::{Entity, Id};
use crate::imports::UnknownText;
use crate::limits::Limit;
use crate::users::UserId;

/// The limits of the fields.
pub mod limit {
    use crate::limits::{List, Whole};

    /// `books`: chosen one by one.
    pub const CHOSEN: List = List::up_to(1000);
    /// The books of one bulk edit.
    pub const BOOKS: Whole = Whole::of(1, 100_000);
    /// `addSubjects`, `removeSubjects` and `rename.from`
    pub const SUBJECTS: List = List::up_to(20);
}

/// The limits of the fields of a change, by their JSON names.
pub const LIMITS: [(&str, Limit); 10] = [
    ("author", Limit::Text(book::limit::AUTHOR)),
    ("category", Limit::Text(book::limit::CATEGORY)),
    ("publisher", Limit::Text(book::limit::PUBLISHER)),
    ("language", Limit::Text(book::limit::LANGUAGE)),
    ("itemType", Limit::Text(book::limit::ITEM_TYPE)),
    ("borrowingPeriod", Limit::Whole(book::limit::BORROWING_PERIOD)),
    ("audience", Limit::Text(details::limit::AUDIENCE)),
    ("readingLevel", Limit::Text(details::limit::READING_LEVEL)),
    (
        "addSubjects",
        Limit::Texts(limit::SUBJECTS, details::limit::SUBJECT_HEADING),
    ),
    (
        "removeSubjects",
        Limit::Texts(limit::SUBJECTS, details::limit::SUBJECT_HEADING),
    ),
];

/// The limits of the fields of a renaming. Those of a category are narrower.
pub const RENAMING_LIMITS: [(&str, Limit); 2] = [
    (
        "from",
        Limit::Texts(limit::SUBJECTS, details::limit::SUBJECT_HEADING),
    ),
    ("to", Limit::Text(details::limit::SUBJECT_HEADING)),
];

/// The messages about the fields.
pub mod message {
    /// No field is changed.
    pub const NOTHING: &str = "Please choose at least one field to change";
    /// No book is chosen, or the list finds none.
    pub const NO_BOOKS: &str = "Please choose at least one book";
    /// No book has this id.
    pub const BOOK_UNKNOWN: &str = crate::printing::message::BOOK_UNKNOWN;
    /// Over [`super::limit::BOOKS`].
    pub const TOO_MANY_BOOKS: &str = "At most 100,000 books can be changed at once";
    /// `expectedBooks` is not within [`super::limit::BOOKS`].
    pub const EXPECTED_OUT_OF_RANGE: &str = "The number of books must be between 1 and 100,000";
    /// Over [`super::limit::CHOSEN`].
    pub const TOO_MANY_CHOSEN: &str = "At most 1,000 books can be chosen one by one";
    /// Over [`super::limit::SUBJECTS`].
    pub const TOO_MANY_SUBJECTS: &str = "At most 20 subjects can be added or removed at once";
    /// No name to be replaced.
    pub const NO_HEADING: &str = "Please choose at least one heading";
    /// More categories than [`super::limit::SUBJECTS`].
    pub const TOO_MANY_HEADINGS: &str = "At most 20 headings can be renamed at once";
    /// The new name is the present one.
    pub const SAME_NAME: &str = "This is the present name";
    /// Together with another change.
    pub const NOT_ALONE: &str = "Headings cannot be renamed together with other changes";
    /// In both lists.
    pub const SUBJECT_TWICE: &str = "A subject cannot be both added and removed";
}

/// The state of a bulk edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BulkEditState {
    /// A server changes the books.
    Changing,
    Done,
    /// It could not go on; some books may be changed.
    Failed,
    /// Ended by staff; some books may be changed.
    Cancelled,
    /// The books get their former values back.
    Undoing,
    Undone,
}

/// What staff can do with a bulk edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BulkEditAct {
    /// End it; the books that were changed stay so.
    Cancel,
    /// Give the books their former values back.
    Undo,
}

impl BulkEditState {
    pub const ALL: [BulkEditState; 6] = [
        BulkEditState::Changing,
        BulkEditState::Done,
        BulkEditState::Failed,
        BulkEditState::Cancelled,
        BulkEditState::Undoing,
        BulkEditState::Undone,
    ];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            BulkEditState::Changing => "changing",
            BulkEditState::Done => "done",
            BulkEditState::Failed => "failed",
            BulkEditState::Cancelled => "cancelled",
            BulkEditState::Undoing => "undoing",
            BulkEditState::Undone => "undone",
        }
    }

    /// Whether a server works on it.
    pub fn is_working(self) -> bool {
        matches!(self, BulkEditState::Changing | BulkEditState::Undoing)
    }

    /// The state after an act of staff; `None` when the act is not possible in this state. `changed` is the number of books
    /// that were changed and have not got their former values back.
    pub fn after(self, act: BulkEditAct, changed: i64) -> Option<BulkEditState> {
        use BulkEditState::{Cancelled, Changing, Done, Failed, Undoing};
        match (act, self) {
            (BulkEditAct::Cancel, Changing) => Some(Cancelled),
            (BulkEditAct::Undo, Done | Failed | Cancelled) if changed > 0 => Some(Undoing),
            _ => None,
        }
    }
}

impl std::str::FromStr for BulkEditState {
    type Err = UnknownText;

    fn from_str(text: &str) -> Result<Self, UnknownText> {
        let mut all = BulkEditState::ALL.into_iter();
        all.find(|state| state.as_str() == text).ok_or(UnknownText)
    }
}

/// The counts of a bulk edit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BulkEditCounts {
    /// The books that were chosen.
    pub books: i64,
    /// Books that were looked at, in this run of the edit.
    pub done: i64,
    pub changed: i64,
    /// Books that would not be valid with the change.
    pub refused: i64,
    /// Books that got their former values back.
    pub restored: i64,
    /// Books that an undo left as they are, because they were changed or deleted since.
    pub kept: i64,
}

/// A bulk edit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BulkEdit {
    pub id: BulkEditId,
    pub state: BulkEditState,
    pub changes: BulkChanges,
    pub counts: BulkEditCounts,
    /// Who started it; `None` after the person was erased.
    pub created_by: Option<UserId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The identifier of a bulk edit.
pub type BulkEditId = Id<BulkEdit>;

impl Entity for BulkEdit {
    const NAME: &'static str = "bulk_edit";
}

#[cfg(test)]
mod tests {
    use super::{BulkEditAct, BulkEditState, UnknownText};

    #[test]
    fn only_an_edit_that_changed_books_and_has_ended_is_undone() {
        for state in BulkEditState::ALL {
            assert_eq!(state.after(BulkEditAct::Undo, 0), None, "{state:?}");
            let has_ended = matches!(
                state,
                BulkEditState::Done | BulkEditState::Failed | BulkEditState::Cancelled
            );
            let undone = state.after(BulkEditAct::Undo, 1) == Some(BulkEditState::Undoing);
            assert_eq!(undone, has_ended, "{state:?}");
        }
    }

    #[test]
    fn only_an_edit_under_way_is_cancelled() {
        for state in BulkEditState::ALL {
            let cancelled = state.after(BulkEditAct::Cancel, 1) == Some(BulkEditState::Cancelled);
            assert_eq!(cancelled, state == BulkEditState::Changing, "{state:?}");
        }
    }

    #[test]
    fn states_have_texts_and_a_server_works_on_some() {
        for (state, text, is_working) in [
            (BulkEditState::Changing, "changing", true),
            (BulkEditState::Done, "done", false),
            (BulkEditState::Failed, "failed", false),
            (BulkEditState::Cancelled, "cancelled", false),
            (BulkEditState::Undoing, "undoing", true),
            (BulkEditState::Undone, "undone", false),
        ] {
            assert_eq!(state.as_str(), text);
            assert_eq!(text.parse(), Ok(state));
            assert_eq!(serde_json::to_value(state).expect("it is written"), text);
            assert_eq!(state.is_working(), is_working, "{text}");
        }
        assert_eq!("Done".parse::<BulkEditState>(), Err(UnknownText));
    }
}
