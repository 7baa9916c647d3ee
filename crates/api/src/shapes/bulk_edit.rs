//! Bulk edits of books.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::bulk_edit::{self, BulkChanges, BulkEditId};
use carrel_operations::catalogue::bulk_edits::{self, PreviewedBook};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::time::time;
use super::words::BulkEditStateName;
use crate::failure::field_failure::FieldFailure;
use crate::input::{Whole, given};

/// A change of many books.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BulkEditForm {
    /// The ids of the books, at most 1,000; when absent, the parameters of the address choose the books.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, inline, value_type = Option<Vec<BookId>>, min_items = 1, max_items = 1000)]
    pub books: Option<Vec<BookId>>,
    /// The number of books in the preview; another number of chosen books is refused. Required when `books` is absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = Option<i64>)]
    pub expected_books: Option<Whole>,
    #[serde(default)]
    #[schema(required)]
    pub changes: BulkChanges,
}

/// A bulk edit.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BulkEdit {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: BulkEditId,
    #[schema(value_type = BulkEditStateName)]
    pub state: &'static str,
    pub changes: BulkChanges,
    /// The books that were chosen.
    pub books: i64,
    /// Books that were looked at.
    pub done: i64,
    pub changed: i64,
    /// Books that would not be valid with the change, and stayed as they were.
    pub refused: i64,
    /// Books that got their former values back.
    pub restored: i64,
    /// Books that an undo left as they are, because they were changed or deleted since.
    pub kept: i64,
    #[schema(format = DateTime)]
    pub created_at: String,
    #[schema(format = DateTime)]
    pub updated_at: String,
}

impl From<bulk_edit::BulkEdit> for BulkEdit {
    fn from(edit: bulk_edit::BulkEdit) -> Self {
        let counts = edit.counts;
        BulkEdit {
            id: edit.id,
            state: edit.state.as_str(),
            changes: edit.changes,
            books: counts.books,
            done: counts.done,
            changed: counts.changed,
            refused: counts.refused,
            restored: counts.restored,
            kept: counts.kept,
            created_at: time(edit.created_at),
            updated_at: time(edit.updated_at),
        }
    }
}

/// What a bulk edit would do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BulkEditPreview {
    /// The books that are chosen.
    pub books: usize,
    /// Books that would change.
    pub changed: usize,
    /// Books that would not be valid with the change.
    pub refused: usize,
    /// The first 50 books that would change, and the first 50 that would not be valid.
    pub shown: Vec<BulkEditedBook>,
}

/// A book in the preview of a bulk edit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BulkEditedBook {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: BookId,
    pub title: String,
    pub author: String,
    /// The fields that would change.
    pub fields: Vec<BulkFieldChange>,
    /// Why the book would not be valid.
    pub errors: Vec<FieldFailure>,
}

/// The change of a field.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BulkFieldChange {
    /// The name of the field, as in a book or in its details.
    pub field: String,
    #[schema(value_type = Option<Value>)]
    pub before: Value,
    #[schema(value_type = Option<Value>)]
    pub after: Value,
}

impl From<bulk_edits::Preview> for BulkEditPreview {
    fn from(preview: bulk_edits::Preview) -> Self {
        BulkEditPreview {
            books: preview.books,
            changed: preview.changed,
            refused: preview.refused,
            shown: preview.shown.into_iter().map(BulkEditedBook::from).collect(),
        }
    }
}

impl From<PreviewedBook> for BulkEditedBook {
    fn from(book: PreviewedBook) -> Self {
        let fields = book.fields.into_iter().map(|change| BulkFieldChange {
            field: change.field,
            before: change.before,
            after: change.after,
        });
        let errors = book.errors.iter();
        BulkEditedBook {
            id: book.id,
            title: book.title,
            author: book.author,
            fields: fields.collect(),
            errors: errors
                .map(|error| FieldFailure::new(error.field.to_owned(), error.message.to_owned()))
                .collect(),
        }
    }
}

/// A book that a bulk edit could not change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RefusedBook {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: BookId,
    pub title: String,
    pub author: String,
    pub errors: Vec<FieldFailure>,
}

impl From<bulk_edits::RefusedBook> for RefusedBook {
    fn from(book: bulk_edits::RefusedBook) -> Self {
        let errors = book.errors.into_iter();
        RefusedBook {
            id: book.id,
            title: book.title,
            author: book.author,
            errors: errors
                .map(|(field, message)| FieldFailure::new(field, message))
                .collect(),
        }
    }
}
