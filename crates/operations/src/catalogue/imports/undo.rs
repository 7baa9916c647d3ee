//! Takes out what an import has brought in.

use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{Book, BookId, digest};
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::imports::{ImportId, ImportState};
use carrel_storage::engine::Lock;
use carrel_storage::imports::{self, ImportedBook, effect};
use carrel_storage::{Connection, Transaction, books, borrowings, changes, copies, harvest, merges};

use super::update::Before;
use crate::catalogue::maintain::{audited, keyed, record, replace_removed_item_type};
use crate::core::context::Context;
use crate::core::error::{Error, Result};

/// The maximum number of records whose effects one transaction takes back.
const AT_ONCE: i64 = 50;

/// Takes the effects on some books back. False when none is left, or the undo has been stopped.
pub(crate) async fn undo_next(
    transaction: &mut Transaction,
    context: &Context,
    id: ImportId,
) -> Result<bool> {
    if imports::locked_state(transaction, id).await? != Some(ImportState::Undoing) {
        return Ok(false);
    }
    let next = imports::books_after(transaction, id, BookId::UNASSIGNED, AT_ONCE).await?;
    let mut book_ids: Vec<BookId> = next.iter().map(|written| written.book_id).collect();
    book_ids.sort_unstable();
    book_ids.dedup();
    // All of them before the first is changed: see `lock_books` of an import.
    for book_id in &book_ids {
        transaction.lock(Lock::Book(*book_id)).await?;
    }
    let mut kept = 0;
    for book_id in &book_ids {
        let written = imports::effects_on(transaction, id, *book_id).await?;
        if !undo_book(transaction, context, *book_id, &written).await? {
            kept += 1;
        }
        imports::remove_book(transaction, id, *book_id).await?;
        changes::append(transaction, *book_id, context.now_ms()).await?;
    }
    if kept > 0 {
        imports::add_kept(transaction, id, kept, context.now_ms()).await?;
    }
    Ok(!book_ids.is_empty())
}

/// Takes the effects on one book back; false when a part of them stays, because people have used or changed the book.
async fn undo_book(
    transaction: &mut Transaction,
    context: &Context,
    book_id: BookId,
    written: &[ImportedBook],
) -> Result<bool> {
    let Some(book) = books::find(transaction, book_id).await? else {
        // Somebody has deleted it.
        return Ok(true);
    };
    if book.merged_into.is_some() {
        // Its copies are those of another book.
        return Ok(false);
    }
    let copy_ids = written.iter().flat_map(|one| &one.copy_ids);
    let copy_ids: Vec<CopyId> = copy_ids
        .filter_map(|id| id.parse().ok())
        .map(CopyId::new)
        .collect();
    if written.first().is_some_and(|first| first.effect == effect::ADDED) {
        return erase_added(transaction, context, &book, written, &copy_ids).await;
    }
    let mut whole = true;
    for copy_id in copy_ids {
        if let Some((state, is_lendable)) = copies::erase_unused(transaction, copy_id).await? {
            let total = i64::from(state.is_in_collection());
            let available = i64::from(state.is_borrowable(is_lendable));
            books::add_copies(transaction, book_id, -total, -available).await?;
            harvest::date(transaction, book_id, context.now_ms()).await?;
        } else {
            whole = false;
        }
    }
    let mut updates = written.iter().filter(|one| one.effect == effect::UPDATED);
    if let Some(first) = updates.next() {
        let last = updates.next_back().unwrap_or(first);
        let details = books::details_of(transaction, book_id).await?;
        if is_as_left(transaction, &book, &details, last).await? {
            whole &= restore_record(transaction, context, (&book, &details), first).await?;
        } else {
            whole = false;
        }
    }
    Ok(whole)
}

/// Whether the record of a book is again, or still, as the import has left it.
async fn is_as_left(
    connection: &mut Connection,
    book: &Book,
    details: &BookDetails,
    written: &ImportedBook,
) -> Result<bool> {
    let marc = books::marc_of(connection, book.id).await?;
    let marc_sha256 = marc.as_ref().map(|marc| marc.sha256.as_str());
    let present = digest(&book.record, details, marc_sha256);
    Ok(written.after_digest.as_deref() == Some(&present[..]))
}

/// Erases a book that the import has added, unless it was borrowed, rated, changed or archived, got further copies, or other
/// books were merged into it.
async fn erase_added(
    transaction: &mut Transaction,
    context: &Context,
    book: &Book,
    written: &[ImportedBook],
    copy_ids: &[CopyId],
) -> Result<bool> {
    let (ever_borrowed, _) = borrowings::counts_of_book(transaction, book.id).await?;
    let is_changed = match written.first() {
        Some(first) if book.archived_at.is_none() => {
            let details = books::details_of(transaction, book.id).await?;
            !is_as_left(transaction, book, &details, first).await?
        }
        _ => true,
    };
    let has_merged = merges::has_merged(transaction, book.id).await?;
    let has_others = copies::of_book(transaction, book.id)
        .await?
        .iter()
        .any(|copy| !copy_ids.contains(&copy.id));
    if ever_borrowed > 0 || is_changed || has_merged || has_others || book.rating_count > 0 {
        return Ok(false);
    }
    books::delete(transaction, book, context.now_ms()).await?;
    Ok(books::erase(transaction, book.id).await?)
}

/// Restores the record and the details that a book had before the import. False when its item type stays, because the
/// former one was removed from the list since.
async fn restore_record(
    transaction: &mut Transaction,
    context: &Context,
    (book, details): (&Book, &BookDetails),
    written: &ImportedBook,
) -> Result<bool> {
    let text = written.before_record.as_deref().unwrap_or_default();
    let mut before: Before = serde_json::from_str(text)
        .map_err(|error| Error::Defect(format!("a record before an import: {error}")))?;
    if let (Some(marc), Some(raw)) = (&mut before.marc, &written.before_marc) {
        marc.raw.clone_from(raw);
    }
    let stays = replace_removed_item_type(transaction, &mut before.record, book).await?;
    let now = context.now_ms();
    books::update(transaction, book, &keyed(&before.record), now).await?;
    books::set_details(transaction, book.id, &before.details).await?;
    books::set_marc(transaction, book.id, before.marc.as_ref(), now).await?;
    let (old, new) = (audited(book, details), audited(&before.record, &before.details));
    record(
        transaction,
        context,
        "book.changed",
        book.id,
        Some(old),
        Some(new),
    )
    .await?;
    Ok(!stays)
}
