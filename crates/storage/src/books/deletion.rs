//! Deleting books that were never borrowed. A deleted book is hidden everywhere, but its rows stay for a while, so that
//! the deletion can be undone. Then it is erased.

use carrel_domain::catalogue::book::{Book, BookId};
use const_format::concatcp;
use jiff::Timestamp;

use super::write::{add_to_category, count_change, set_current};
use crate::engine::{Columns, Rank, columns, values};
use crate::{Result, Transaction, duplicates, tombstones};

/// A deleted book, and when it was deleted.
#[derive(Debug, Clone, PartialEq)]
pub struct DeletedBook {
    pub book: Book,
    pub deleted_at: Timestamp,
}

columns!(DeletedBook of "b" {
    book: Book as record,
    deleted_at,
});

/// The ids of the deleted books, for conditions of lists: they are few.
pub(crate) const DELETED_IDS: &str = "(SELECT d.id FROM books d WHERE d.deleted_at IS NOT NULL)";

/// Deletes a book, and leaves a tombstone.
pub async fn delete(transaction: &mut Transaction, book: &Book, now: i64) -> Result<()> {
    count_change(transaction).await?;
    transaction
        .execute(
            "UPDATE books SET deleted_at = $2, archived_at = COALESCE(archived_at, $2) WHERE id = $1",
            values![&book.id, now],
        )
        .await?;
    if book.archived_at.is_none() {
        set_current(transaction, book.id, 0).await?;
        add_to_category(transaction, &book.category, -1).await?;
        duplicates::remove_book(transaction, book.id).await?;
    }
    tombstones::insert(transaction, book.id, Some(&book.category), now).await
}

/// A deleted book that is not erased yet.
pub async fn find_deleted(transaction: &mut Transaction, id: BookId) -> Result<Option<DeletedBook>> {
    transaction
        .locked(
            Rank::Book,
            concatcp!(
                "SELECT ",
                DeletedBook::COLUMNS,
                " FROM book_counts k JOIN books b ON b.id = k.book_id WHERE k.book_id = $1 AND b.deleted_at IS NOT NULL"
            ),
            values![id],
        )
        .await
}

/// Undoes a deletion: the book is again where it was, in the catalogue or in the archive.
pub async fn undelete(transaction: &mut Transaction, deleted: &DeletedBook, now: i64) -> Result<()> {
    count_change(transaction).await?;
    let book = &deleted.book;
    // The deletion archived a book of the catalogue in the same instant.
    let is_current = book.archived_at == Some(deleted.deleted_at);
    transaction
        .execute(
            "UPDATE books SET updated_at = $2, shared_at = $2, deleted_at = NULL, archived_at = CASE WHEN archived_at = deleted_at THEN NULL \
             ELSE archived_at END WHERE id = $1",
            values![&book.id, now],
        )
        .await?;
    if is_current {
        set_current(transaction, book.id, 1).await?;
        add_to_category(transaction, &book.category, 1).await?;
    }
    tombstones::remove(transaction, book.id).await
}

/// Erases books that were deleted before an instant, with their copies; at most `limit`. Returns how many.
pub async fn erase_deleted(transaction: &mut Transaction, before: i64, limit: i64) -> Result<u64> {
    let ids: Vec<(BookId,)> = transaction
        .rows(
            "SELECT id FROM books WHERE deleted_at < $1 ORDER BY deleted_at LIMIT $2",
            values![before, limit],
        )
        .await?;
    let mut erased = 0;
    for (id,) in &ids {
        erased += u64::from(erase(transaction, *id).await?);
    }
    Ok(erased)
}

/// Erases the deleted book whose copy has a barcode, given by its key: another copy gets the barcode. Its deletion cannot
/// be undone any more.
pub async fn erase_deleted_with_barcode(transaction: &mut Transaction, barcode_key: &str) -> Result<bool> {
    let found: Option<(BookId,)> = transaction
        .optional(
            "SELECT b.id FROM copies c JOIN books b ON b.id = c.book_id \
             WHERE c.barcode_key = $1 AND b.deleted_at IS NOT NULL",
            values![barcode_key],
        )
        .await?;
    match found {
        Some((id,)) => erase(transaction, id).await,
        None => Ok(false),
    }
}

/// Erases a book that is still deleted. False when its deletion was undone meanwhile.
pub async fn erase(transaction: &mut Transaction, id: BookId) -> Result<bool> {
    // Locks the row: on PostgreSQL an undo at the same time ends before this, or finds nothing after it.
    let locked = transaction
        .execute(
            "UPDATE books SET deleted_at = deleted_at WHERE id = $1 AND deleted_at IS NOT NULL",
            values![id],
        )
        .await?;
    if locked == 0 {
        return Ok(false);
    }
    for statement in [
        // It is not a merged book, so its merges were undone.
        "DELETE FROM merges WHERE id IN (SELECT b.merge_id FROM merge_books b WHERE b.book_id = $1)",
        "DELETE FROM copy_events WHERE copy_id IN (SELECT id FROM copies WHERE book_id = $1)",
        "DELETE FROM copies WHERE book_id = $1",
        "DELETE FROM ratings WHERE book_id = $1",
        "DELETE FROM books WHERE id = $1",
    ] {
        transaction.execute(statement, values![id]).await?;
    }
    Ok(true)
}
