//! Merges of books that were made.

use axum::Json;
use axum::response::{IntoResponse, Response};
use carrel_domain::catalogue::merge::undo::{self, MergeId};
use carrel_operations::catalogue::merges::{ListedMerge, Merged, UndoneMerge};
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::audit::AuditedPerson;
use super::book::{Book, BookSaved, BookWarning, FullBook};
use super::time::time;
use super::words::MergeRefusalCode;

/// A merge of books.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Merge {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: MergeId,
    #[schema(format = DateTime)]
    pub merged_at: String,
    /// The person who merged the books. Null when the account was erased.
    pub merged_by: Option<AuditedPerson>,
    /// The kept book, as it is now. Null when it was deleted since.
    pub kept: Option<Book>,
    /// The books that were merged into it, as they are now. Those that were deleted since are left out.
    pub books: Vec<Book>,
    #[schema(format = DateTime)]
    pub undone_at: Option<String>,
    /// The end of the time in which it can be undone.
    #[schema(format = DateTime)]
    pub undoable_until: Option<String>,
    /// Why it cannot be undone now; null when it can.
    #[schema(value_type = Option<MergeRefusalCode>)]
    pub refusal: Option<&'static str>,
}

impl Merge {
    /// `default_days` is the default loan period of a book.
    pub(crate) fn new(listed: ListedMerge, now: Timestamp, default_days: u16) -> Self {
        let ListedMerge { merge, kept, others } = listed;
        let shown = |book| Book::new(book, default_days);
        let (id, name) = (merge.merged_by, merge.merged_by_name.clone());
        Merge {
            id: merge.id,
            merged_at: time(merge.merged_at),
            merged_by: id.map(|id| AuditedPerson { id, name }),
            kept: kept.map(shown),
            books: others.into_iter().map(shown).collect(),
            undone_at: merge.undone_at.map(time),
            undoable_until: merge.undoable_until().map(time),
            refusal: merge.undoable(now).err().map(undo::MergeUndoRefusal::as_str),
        }
    }
}

/// A merge that was undone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MergeUndone {
    #[serde(flatten)]
    pub merge: Merge,
    /// The names of the fields of the kept book that stay as they are, because they were edited since the merge.
    pub edited_fields: Vec<String>,
}

impl MergeUndone {
    /// `default_days` is the default loan period of a book.
    pub(crate) fn new(undone: UndoneMerge, now: Timestamp, default_days: u16) -> Self {
        MergeUndone {
            merge: Merge::new(undone.listed, now, default_days),
            edited_fields: undone.staying,
        }
    }
}

/// Books that were merged. `merge` is the id by which this can be undone.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BooksMerged {
    /// Always true.
    pub success: bool,
    pub message: &'static str,
    /// The kept book.
    pub data: FullBook,
    /// Warnings about the kept book.
    pub warnings: Vec<BookWarning>,
    #[schema(inline)]
    pub merge: MergeId,
}

impl BooksMerged {
    /// `default_days` is the default loan period of a book.
    pub(crate) fn new(merged: Merged, default_days: u16) -> Self {
        let saved = BookSaved::new("Books merged", merged.kept, default_days);
        BooksMerged {
            success: saved.success,
            message: saved.message,
            data: saved.data,
            warnings: saved.warnings,
            merge: merged.id,
        }
    }
}

impl IntoResponse for BooksMerged {
    fn into_response(self) -> Response {
        Json(self).into_response()
    }
}
