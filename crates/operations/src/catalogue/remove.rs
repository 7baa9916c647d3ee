//! Removing books from the catalogue: archiving them, deleting those without a history, and undoing both.

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::circulation::undo::{UNDOABLE_FOR, undo_deletion};
use carrel_domain::users::Act;
use carrel_storage::engine::Lock;
use carrel_storage::{Transaction, books, borrowings, changes, merges};
use jiff::Timestamp;

use crate::catalogue::maintain::{SavedBook, audited, record, saved};
use crate::catalogue::search_feed;
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;

/// Puts a book into the archive. It keeps its history, and can be restored.
///
/// # Errors
/// [`Noun::Book`] is not found; [`Conflict::BookHasOpenBorrowings`]; [`Conflict::BookArchived`].
pub async fn archive(library: &Library, context: Context, id: BookId) -> Result<SavedBook> {
    context.require(Act::ManageCatalogue)?;
    let archived = library
        .write_once(context.call(), (context, id), |transaction, (context, id)| {
            Box::pin(async move {
                let (book, _) = removable(transaction, *id).await?;
                archive_in(transaction, context, &book).await?;
                saved(transaction, *id).await
            })
        })
        .await?;
    search_feed::wait_until_indexed(library).await;
    Ok(archived)
}

/// Deletes a book that was never borrowed, with its copies; for two minutes the deletion can be undone. A book with a
/// history is archived instead. Returns whether it was archived.
///
/// # Errors
/// [`Noun::Book`] is not found; [`Conflict::BookHasOpenBorrowings`]; [`Conflict::BookArchived`] when it has a history and
/// is in the archive; [`Conflict::BookMerged`].
pub async fn delete(library: &Library, context: Context, id: BookId) -> Result<bool> {
    context.require(Act::ManageCatalogue)?;
    let archived = library
        .write_once(context.call(), (context, id), |transaction, (context, id)| {
            Box::pin(delete_in(transaction, context, *id))
        })
        .await?;
    search_feed::wait_until_indexed(library).await;
    Ok(archived)
}

async fn delete_in(transaction: &mut Transaction, context: &Context, id: BookId) -> Result<bool> {
    let (book, ever_borrowed) = removable(transaction, id).await?;
    if book.merged_into.is_some() {
        return Err(Conflict::BookMerged.into());
    }
    // The addresses of books that were merged into it lead to it.
    if ever_borrowed || merges::has_merged(transaction, id).await? {
        archive_in(transaction, context, &book).await?;
        return Ok(true);
    }
    books::delete(transaction, &book, context.now_ms()).await?;
    changes::append(transaction, id, context.now_ms()).await?;
    let details = books::details_of(transaction, id).await?;
    let before = Some(audited(&book, &details));
    record(transaction, context, "book.deleted", id, before, None).await?;
    Ok(false)
}

/// Locks a book, and returns it with whether it was ever borrowed. Refused while copies are on loan.
async fn removable(transaction: &mut Transaction, id: BookId) -> Result<(Book, bool)> {
    transaction.lock(Lock::Book(id)).await?;
    let book = books::find(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::Book))?;
    let (ever, open) = borrowings::counts_of_book(transaction, id).await?;
    if open > 0 {
        return Err(Conflict::BookHasOpenBorrowings { count: open }.into());
    }
    Ok((book, ever > 0))
}

async fn archive_in(transaction: &mut Transaction, context: &Context, book: &Book) -> Result<()> {
    if !books::archive(transaction, book, context.now_ms()).await? {
        return Err(Conflict::BookArchived.into());
    }
    changes::append(transaction, book.id, context.now_ms()).await?;
    record(transaction, context, "book.archived", book.id, None, None).await
}

/// Undoes the deletion of a book: it is again where it was, with its copies.
///
/// # Errors
/// [`Noun::Book`] is not found, also when it is erased; [`Conflict::NotUndone`] when it is too late.
pub async fn undo_delete(library: &Library, context: Context, id: BookId) -> Result<SavedBook> {
    context.require(Act::ManageCatalogue)?;
    let restored = library
        .write_once(context.call(), (context, id), |transaction, (context, id)| {
            Box::pin(undo_delete_in(transaction, context, *id))
        })
        .await?;
    search_feed::wait_until_indexed(library).await;
    Ok(restored)
}

async fn undo_delete_in(transaction: &mut Transaction, context: &Context, id: BookId) -> Result<SavedBook> {
    let deleted = books::find_deleted(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::Book))?;
    undo_deletion(deleted.deleted_at, context.now).map_err(Conflict::NotUndone)?;
    books::undelete(transaction, &deleted, context.now_ms()).await?;
    changes::append(transaction, id, context.now_ms()).await?;
    let restored = saved(transaction, id).await?;
    let after = Some(audited(&deleted.book, &restored.details));
    record(transaction, context, "book.deletion_undone", id, None, after).await?;
    Ok(restored)
}

/// How long a deletion can be undone, in milliseconds.
const UNDO_MS: i64 = UNDOABLE_FOR.as_secs() * 1000;

/// The maximum number of books of one transaction: other writes wait for it only briefly.
const BATCH: i64 = 50;

/// Erases the books whose deletion can no longer be undone. Returns how many.
pub async fn erase_deleted(library: &Library, now: Timestamp) -> Result<u64> {
    let before = now.as_millisecond() - UNDO_MS;
    let mut erased = 0;
    loop {
        let batch = library
            .database
            .write(before, |transaction, before| {
                Box::pin(books::erase_deleted(transaction, *before, BATCH))
            })
            .await
            .map_err(Error::Storage)?;
        erased += batch;
        if batch < BATCH.unsigned_abs() {
            return Ok(erased);
        }
    }
}

/// Takes a book out of the archive.
pub async fn restore(library: &Library, context: Context, id: BookId) -> Result<SavedBook> {
    context.require(Act::ManageCatalogue)?;
    let restored = library
        .write_once(context.call(), (context, id), |transaction, (context, id)| {
            Box::pin(async move {
                transaction.lock(Lock::Book(*id)).await?;
                let book = books::find(transaction, *id)
                    .await?
                    .ok_or(Error::NotFound(Noun::Book))?;
                if book.merged_into.is_some() {
                    return Err(Conflict::BookMerged.into());
                }
                if !books::restore(transaction, &book, context.now_ms()).await? {
                    return Err(Conflict::BookNotArchived.into());
                }
                changes::append(transaction, *id, context.now_ms()).await?;
                record(transaction, context, "book.restored", *id, None, None).await?;
                saved(transaction, *id).await
            })
        })
        .await?;
    search_feed::wait_until_indexed(library).await;
    Ok(restored)
}
