//! Begins a bulk edit.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::bulk_edit::{BulkChanges, BulkEdit, BulkEditId};
use carrel_domain::settings::KindField;
use carrel_domain::users::Act;
use carrel_storage::{Transaction, bulk_edits};
use serde_json::json;

use super::choose::{ChosenBooks, ids_of, valid};
use super::manage::{read_edit, record};
use super::work::BULK_EDITS;
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Result};
use crate::core::job_lease::enqueue;
use crate::core::library::Library;
use crate::settings::kinds::offered;

/// Begins to change the chosen books.
///
/// `expected` is the number of books that staff have seen in the preview, if they have.
///
/// # Errors
/// [`Conflict::OtherBooksChosen`] when another number of books is chosen by now.
pub async fn start(
    library: &Library,
    context: Context,
    chosen: ChosenBooks,
    changes: BulkChanges,
    expected: Option<i64>,
) -> Result<BulkEdit> {
    context.require(Act::ManageCatalogue)?;
    let changes = valid(library, &context, changes, expected).await?;
    let ids = ids_of(library, &context, chosen, &changes).await?;
    if expected.is_some_and(|expected| usize::try_from(expected) != Ok(ids.len())) {
        return Err(Conflict::OtherBooksChosen { books: ids.len() }.into());
    }
    let started = library
        .write_once(
            context.call(),
            (context, changes, ids),
            |transaction, (context, changes, ids)| Box::pin(start_in(transaction, context, changes, ids)),
        )
        .await?;
    library.bulk_edit_waits.notify_one();
    Ok(started)
}

async fn start_in(
    transaction: &mut Transaction,
    context: &Context,
    changes: &BulkChanges,
    ids: &[BookId],
) -> Result<BulkEdit> {
    if let Some(code) = changes.item_type.as_str() {
        offered(transaction, KindField::ItemType, code, None).await?;
    }
    let text = serde_json::to_string(changes).map_err(|error| Error::Defect(error.to_string()))?;
    let id: BulkEditId = transaction.fresh_id().await?;
    let created_by = context.actor.as_ref().map(|actor| actor.user.id);
    bulk_edits::insert(transaction, id, &text, ids, created_by, context.now_ms()).await?;
    enqueue(transaction, context, &BULK_EDITS, id.number(), "{}").await?;
    let edit = read_edit(transaction, id).await?;
    let after = json!({ "books": edit.counts.books, "changes": edit.changes });
    record(transaction, context, "bulk_edit.started", id, Some(after)).await?;
    Ok(edit)
}
