//! What staff see of bulk edits, and do with them.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::bulk_edit::{BulkEdit, BulkEditAct, BulkEditId};
use carrel_domain::users::Act;
use carrel_storage::bulk_edits::{self, BulkEditRow, outcome};
use carrel_storage::{Connection, Transaction, books};
use serde_json::{Value, json};

use super::work::BULK_EDITS;
use crate::core::audit::{self, Event, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::job_lease::enqueue;
use crate::core::library::Library;
use crate::core::page::{Page, Paged};

/// A bulk edit as it was stored.
pub(super) fn restored(row: &BulkEditRow) -> Result<BulkEdit> {
    let instant =
        |at| jiff::Timestamp::from_millisecond(at).map_err(|error| Error::Defect(error.to_string()));
    Ok(BulkEdit {
        id: row.id,
        state: row.state,
        changes: serde_json::from_str(&row.changes)
            .map_err(|error| Error::Defect(format!("the changes of a bulk edit: {error}")))?,
        counts: row.counts,
        created_by: row.created_by,
        created_at: instant(row.created_at)?,
        updated_at: instant(row.updated_at)?,
    })
}

/// Reads a bulk edit.
pub(super) async fn read_edit(connection: &mut Connection, id: BulkEditId) -> Result<BulkEdit> {
    let row = bulk_edits::find(connection, id).await?;
    restored(&row.ok_or(Error::NotFound(Noun::BulkEdit))?)
}

/// A page of all bulk edits, the newest first.
pub async fn list(library: &Library, context: &Context, page: Page) -> Result<Paged<BulkEdit>> {
    context.require(Act::ManageCatalogue)?;
    library
        .database
        .read(&page, |connection, page| {
            Box::pin(async move {
                let total = bulk_edits::count(connection).await?;
                let rows = bulk_edits::list(connection, page.sql_limit(), page.sql_offset()).await?;
                let entries = rows.iter().map(restored).collect::<Result<_>>()?;
                Ok::<_, Error>(Paged::new(entries, *page, total))
            })
        })
        .await
}

/// One bulk edit.
pub async fn find(library: &Library, context: &Context, id: BulkEditId) -> Result<BulkEdit> {
    context.require(Act::ManageCatalogue)?;
    library
        .database
        .read(&id, |connection, id| Box::pin(read_edit(connection, *id)))
        .await
}

/// A book that would not be valid with the change of a bulk edit.
#[derive(Debug)]
pub struct RefusedBook {
    pub id: BookId,
    pub title: String,
    pub author: String,
    /// Field and message.
    pub errors: Vec<(String, String)>,
}

/// The books after one, in the order of their ids, that a bulk edit could not change.
pub async fn refused(
    library: &Library,
    context: &Context,
    id: BulkEditId,
    after: BookId,
    limit: i64,
) -> Result<Vec<RefusedBook>> {
    context.require(Act::ManageCatalogue)?;
    library
        .database
        .read(&(id, after, limit), |connection, (id, after, limit)| {
            Box::pin(async move {
                read_edit(connection, *id).await?;
                let edited =
                    bulk_edits::books_after(connection, *id, outcome::REFUSED, *after, *limit).await?;
                let ids: Vec<BookId> = edited.iter().map(|one| one.book_id).collect();
                let mut found = books::find_kept(connection, &ids).await?;
                found.sort_unstable_by_key(|book| book.id);
                let refused = found.into_iter().map(|book| {
                    let edited = edited.iter().find(|one| one.book_id == book.id);
                    let errors = edited.and_then(|one| one.errors.as_deref()).unwrap_or_default();
                    RefusedBook {
                        id: book.id,
                        title: book.record.title,
                        author: book.record.author,
                        errors: serde_json::from_str(errors).unwrap_or_default(),
                    }
                });
                Ok::<_, Error>(refused.collect())
            })
        })
        .await
}

/// Cancels or undoes a bulk edit.
///
/// # Errors
/// [`Conflict::BulkEditState`] when this is not possible in its state.
pub async fn act(
    library: &Library,
    context: Context,
    id: BulkEditId,
    wanted: BulkEditAct,
) -> Result<BulkEdit> {
    context.require(Act::ManageCatalogue)?;
    let changed = library
        .write_once(
            context.call(),
            (context, id, wanted),
            |transaction, (context, id, wanted)| Box::pin(act_in(transaction, context, *id, *wanted)),
        )
        .await?;
    library.bulk_edit_waits.notify_one();
    Ok(changed)
}

async fn act_in(
    transaction: &mut Transaction,
    context: &Context,
    id: BulkEditId,
    wanted: BulkEditAct,
) -> Result<BulkEdit> {
    let row = bulk_edits::locked(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::BulkEdit))?;
    let left = row.counts.changed - row.counts.restored - row.counts.kept;
    let after = row
        .state
        .after(wanted, left)
        .ok_or(Conflict::BulkEditState { state: row.state })?;
    bulk_edits::set_state(transaction, id, (row.state, after), context.now_ms()).await?;
    let action = match wanted {
        BulkEditAct::Cancel => "bulk_edit.cancelled",
        BulkEditAct::Undo => "bulk_edit.undo_started",
    };
    record(transaction, context, action, id, Some(counted(&row))).await?;
    if after.is_working() {
        enqueue(transaction, context, &BULK_EDITS, id.number(), "{}").await?;
    }
    read_edit(transaction, id).await
}

/// The counts of a bulk edit for the audit log.
pub(super) fn counted(edit: &BulkEditRow) -> Value {
    let counts = edit.counts;
    json!({
        "books": counts.books, "changed": counts.changed, "refused": counts.refused, "restored": counts.restored,
        "kept": counts.kept,
    })
}

/// Records an act on a bulk edit in the audit log.
pub(super) async fn record(
    transaction: &mut Transaction,
    context: &Context,
    action: &str,
    id: BulkEditId,
    after: Option<Value>,
) -> Result<()> {
    let event = Event {
        action,
        subject: Subject::of(id),
        before: None,
        after,
    };
    audit::record(transaction, context, event).await
}
