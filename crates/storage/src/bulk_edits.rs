//! Bulk edits: their states and counts, and what they did to each book.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::bulk_edit::{BulkEditCounts, BulkEditId, BulkEditState};
use carrel_domain::users::UserId;
use const_format::concatcp;

use crate::engine::{Columns, columns, record, values};
use crate::{Connection, Result, Transaction};

columns!(BulkEditCounts of "e" { books, done, changed, refused, restored, kept });

record! {
    /// A bulk edit as it is stored. Instants are in milliseconds.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct BulkEditRow of "e" {
        pub id: BulkEditId,
        pub state: BulkEditState,
        /// JSON.
        pub changes: String,
        pub counts: BulkEditCounts as record,
        pub created_by: Option<UserId>,
        pub created_at: i64,
        pub updated_at: i64,
    }
}

const SELECT: &str = concatcp!("SELECT ", BulkEditRow::COLUMNS, " FROM bulk_edits e");

/// What came of a book.
pub mod outcome {
    /// It is still to be looked at.
    pub const WAITING: &str = "waiting";
    /// It was changed.
    pub const CHANGED: &str = "changed";
    /// It would not be valid with the change.
    pub const REFUSED: &str = "refused";
    /// It was changed, and the undo left it so.
    pub const KEPT: &str = "kept";
}

/// Adds a bulk edit of some books, which wait.
pub async fn insert(
    transaction: &mut Transaction,
    id: BulkEditId,
    changes: &str,
    books: &[BookId],
    created_by: Option<UserId>,
    now: i64,
) -> Result<()> {
    let number = i64::try_from(books.len()).unwrap_or(i64::MAX);
    transaction
        .execute(
            "INSERT INTO bulk_edits (id, state, changes, books, created_by, created_at, updated_at) \
             VALUES ($1, 'changing', $2, $3, $4, $5, $5)",
            values![id, changes, number, created_by, now],
        )
        .await?;
    let waiting: Vec<EditedBook> = books.iter().map(|book| EditedBook::waiting(*book)).collect();
    insert_books(transaction, id, &waiting).await
}

/// One bulk edit.
pub async fn find(connection: &mut Connection, id: BulkEditId) -> Result<Option<BulkEditRow>> {
    connection
        .optional(concatcp!(SELECT, " WHERE e.id = $1"), values![id])
        .await
}

/// A page of all bulk edits, the newest first.
pub async fn list(connection: &mut Connection, limit: i64, offset: i64) -> Result<Vec<BulkEditRow>> {
    connection
        .rows(
            concatcp!(
                SELECT,
                " ORDER BY e.created_at DESC, e.id DESC LIMIT $1 OFFSET $2"
            ),
            values![limit, offset],
        )
        .await
}

/// The number of all bulk edits.
pub async fn count(connection: &mut Connection) -> Result<i64> {
    let (count,) = connection.one("SELECT count(*) FROM bulk_edits", &[]).await?;
    Ok(count)
}

/// Locks a bulk edit until the transaction ends, and returns it.
pub async fn locked(transaction: &mut Transaction, id: BulkEditId) -> Result<Option<BulkEditRow>> {
    // An update that changes nothing locks the row on PostgreSQL; SQLite has one writer.
    transaction
        .execute_unseen("UPDATE bulk_edits SET state = state WHERE id = $1", values![id])
        .await?;
    find(transaction, id).await
}

/// Moves a bulk edit from one state to another. False when it was not in the first one.
pub async fn set_state(
    transaction: &mut Transaction,
    id: BulkEditId,
    (from, to): (BulkEditState, BulkEditState),
    now: i64,
) -> Result<bool> {
    let moved = transaction
        .execute(
            "UPDATE bulk_edits SET state = $3, updated_at = $4 WHERE id = $1 AND state = $2",
            values![id, from.as_str(), to.as_str(), now],
        )
        .await?;
    Ok(moved == 1)
}

/// Ends the bulk edits on which servers work: their jobs are not there. What they have changed can be undone.
pub async fn fail_working(connection: &mut Connection, now: i64) -> Result<()> {
    connection
        .execute(
            "UPDATE bulk_edits SET state = 'failed', updated_at = $1 WHERE state IN ('changing', 'undoing')",
            values![now],
        )
        .await?;
    Ok(())
}

/// Adds the counts of a batch of books.
pub async fn add_counts(
    transaction: &mut Transaction,
    id: BulkEditId,
    batch: &BulkEditCounts,
    now: i64,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE bulk_edits SET done = done + $2, changed = changed + $3, refused = refused + $4, \
             restored = restored + $5, kept = kept + $6, updated_at = $7 WHERE id = $1",
            values![
                id,
                batch.done,
                batch.changed,
                batch.refused,
                batch.restored,
                batch.kept,
                now
            ],
        )
        .await?;
    Ok(())
}

record! {
    /// A book of a bulk edit.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct EditedBook of "b" {
        pub book_id: BookId,
        /// One of [`outcome`].
        pub outcome: String,
        /// The record and the details before the edit, as JSON.
        pub before_record: Option<String>,
        /// JSON.
        pub errors: Option<String>,
        /// Made by [`carrel_domain::catalogue::book::digest`] of the record and the details after the edit.
        pub after_digest: Option<Vec<u8>>,
    }
}

impl EditedBook {
    /// A book that is still to be looked at.
    pub fn waiting(book_id: BookId) -> Self {
        EditedBook {
            book_id,
            outcome: outcome::WAITING.to_owned(),
            before_record: None,
            errors: None,
            after_digest: None,
        }
    }
}

/// Adds books with their outcomes.
pub async fn insert_books(transaction: &mut Transaction, id: BulkEditId, books: &[EditedBook]) -> Result<()> {
    let rows: Vec<_> = books
        .iter()
        .map(|book| {
            values![
                id,
                book.book_id,
                &book.outcome,
                &book.before_record,
                &book.errors,
                book.after_digest.as_deref()
            ]
            .to_vec()
        })
        .collect();
    let columns = [
        "bulk_edit_id",
        "book_id",
        "outcome",
        "before_record",
        "errors",
        "after_digest",
    ];
    transaction.insert_rows("bulk_edit_books", &columns, &rows).await
}

/// The books with an outcome after a book, in the order of their ids.
pub async fn books_after(
    connection: &mut Connection,
    id: BulkEditId,
    outcome: &str,
    after: BookId,
    limit: i64,
) -> Result<Vec<EditedBook>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                EditedBook::COLUMNS,
                " FROM bulk_edit_books b WHERE b.bulk_edit_id = $1 AND b.outcome = $2 AND b.book_id > $3 \
                 ORDER BY b.book_id LIMIT $4"
            ),
            values![id, outcome, after, limit],
        )
        .await
}

/// Removes the books with an outcome up to a book.
pub async fn remove_books(
    transaction: &mut Transaction,
    id: BulkEditId,
    outcome: &str,
    last: BookId,
) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM bulk_edit_books WHERE bulk_edit_id = $1 AND outcome = $2 AND book_id <= $3",
            values![id, outcome, last],
        )
        .await?;
    Ok(())
}

/// Removes bulk edits on which no server works and that were last changed before an instant; returns how many.
pub async fn remove_ended(transaction: &mut Transaction, before: i64) -> Result<u64> {
    transaction
        .execute(
            "DELETE FROM bulk_edits WHERE updated_at < $1 AND state NOT IN ('changing', 'undoing')",
            values![before],
        )
        .await
}
