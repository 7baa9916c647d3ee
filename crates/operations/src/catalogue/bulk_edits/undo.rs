//! Gives the books of a bulk edit their former values back.

use carrel_domain::catalogue::book::{BookId, digest};
use carrel_domain::catalogue::bulk_edit::{BulkEditCounts, BulkEditId, BulkEditState};
use carrel_storage::bulk_edits::{self, EditedBook, outcome};
use carrel_storage::engine::Lock;
use carrel_storage::{Transaction, books, changes};

use super::book::Before;
use super::manage::{counted, record};
use crate::catalogue::maintain::{audited, keyed, record as record_book, replace_removed_item_type};
use crate::core::context::Context;
use crate::core::error::Result;

/// The maximum number of books of one transaction.
const AT_ONCE: i64 = 100;

/// Restores the next books. False when none is left, or the undo has been stopped.
pub(super) async fn restore_next(
    transaction: &mut Transaction,
    context: &Context,
    id: BulkEditId,
) -> Result<bool> {
    let Some(edit) = bulk_edits::locked(transaction, id).await? else {
        return Ok(false);
    };
    if edit.state != BulkEditState::Undoing {
        return Ok(false);
    }
    let next =
        bulk_edits::books_after(transaction, id, outcome::CHANGED, BookId::UNASSIGNED, AT_ONCE).await?;
    let Some(last) = next.last().map(|one| one.book_id) else {
        let ended = (BulkEditState::Undoing, BulkEditState::Undone);
        bulk_edits::set_state(transaction, id, ended, context.now_ms()).await?;
        record(transaction, context, "bulk_edit.undone", id, Some(counted(&edit))).await?;
        return Ok(false);
    };
    for edited in &next {
        transaction.lock(Lock::Book(edited.book_id)).await?;
    }
    let mut counts = BulkEditCounts::default();
    let mut kept = Vec::new();
    for edited in next {
        if restore(transaction, context, &edited).await? {
            counts.restored += 1;
        } else {
            counts.kept += 1;
            kept.push(EditedBook {
                outcome: outcome::KEPT.to_owned(),
                before_record: None,
                after_digest: None,
                ..edited
            });
        }
    }
    bulk_edits::remove_books(transaction, id, outcome::CHANGED, last).await?;
    bulk_edits::insert_books(transaction, id, &kept).await?;
    bulk_edits::add_counts(transaction, id, &counts, context.now_ms()).await?;
    Ok(true)
}

/// Restores a locked book; false when it was changed, merged or deleted since, or its item type stays, because the former one
/// was removed from the list since.
async fn restore(transaction: &mut Transaction, context: &Context, edited: &EditedBook) -> Result<bool> {
    let id = edited.book_id;
    let Some(book) = books::find(transaction, id).await? else {
        return Ok(false);
    };
    if book.merged_into.is_some() {
        return Ok(false);
    }
    let details = books::details_of(transaction, id).await?;
    let present = digest(&book.record, &details, None);
    if edited.after_digest.as_deref() != Some(&present[..]) {
        return Ok(false);
    }
    let mut before = Before::parse(edited.before_record.as_deref())?;
    let stays = replace_removed_item_type(transaction, &mut before.record, &book).await?;
    let now = context.now_ms();
    books::update(transaction, &book, &keyed(&before.record), now).await?;
    if before.details != details {
        books::set_details(transaction, id, &before.details).await?;
    }
    changes::append(transaction, id, now).await?;
    let old = audited(&book.record, &details);
    let new = audited(&before.record, &before.details);
    record_book(transaction, context, "book.changed", id, Some(old), Some(new)).await?;
    Ok(!stays)
}
