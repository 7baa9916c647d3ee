//! Works on bulk edits as a job.

use std::sync::Arc;
use std::time::Duration;

use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{Book, BookId, ValidBook, digest};
use carrel_domain::catalogue::bulk_edit::{BulkChanges, BulkEditCounts, BulkEditId, BulkEditState, Outcome};
use carrel_storage::bulk_edits::{self, EditedBook, outcome};
use carrel_storage::engine::Lock;
use carrel_storage::{Transaction, books, changes, users};

use super::book::{Before, with_details};
use super::choose::current_year;
use super::manage::{counted, record, restored};
use super::undo::restore_next;
use super::work::BULK_EDITS;
use crate::catalogue::maintain::{audited, keyed, record as record_book};
use crate::core::context::{Actor, Context};
use crate::core::error::{Error, Result};
use crate::core::job_lease::{Clock, Found, Lease, passes};
use crate::core::library::Library;

/// How often a server looks for bulk edits of others that died.
const INTERVAL: Duration = Duration::from_secs(2);
/// The maximum number of books of one transaction: the desk never waits long.
const AT_ONCE: i64 = 100;
/// How long a bulk edit is kept after its last change, in milliseconds.
const KEPT_MS: i64 = 90 * 24 * 60 * 60 * 1000;

/// Works on bulk edits as long as the process lives.
pub async fn follow(library: Arc<Library>, clock: Arc<Clock<'static>>) {
    loop {
        match work_on_next(&library, &*clock).await {
            Ok(true) => {}
            Ok(false) => {
                drop(tokio::time::timeout(INTERVAL, library.bulk_edit_waits.notified()).await);
            }
            Err(error) => {
                tracing::warn!(%error, "bulk edits could not be worked on");
                tokio::time::sleep(INTERVAL).await;
            }
        }
    }
}

/// Works on the next bulk edit that waits, until it ends or is stopped. False when none waits.
pub async fn work_on_next(library: &Library, clock: &Clock<'_>) -> Result<bool> {
    let mut lease = match Lease::next(library, &BULK_EDITS, clock().now_ms(), |_, _| true).await? {
        Found::Nothing => return Ok(false),
        Found::Elsewhere => return Ok(true),
        Found::Mine(lease) => lease,
    };
    let id = BulkEditId::new(lease.number);
    let outcome = work(library, clock, id, &mut lease).await;
    if let Err(error) = outcome {
        tracing::warn!(%error, bulk_edit = id.number(), "a bulk edit has failed");
        if !passes(&error) {
            fail(library, id, clock().now_ms()).await?;
        }
    }
    lease.give_back(library, &BULK_EDITS, clock().now_ms()).await?;
    Ok(true)
}

async fn work(library: &Library, clock: &Clock<'_>, id: BulkEditId, lease: &mut Lease) -> Result<()> {
    let actor = actor_of(library, id).await?;
    loop {
        let mut context = clock();
        context.actor.clone_from(&actor);
        let now = context.now_ms();
        let year = current_year(library, &context);
        let goes_on = library
            .database
            .write((context, id, year), |transaction, (context, id, year)| {
                Box::pin(async move {
                    Ok::<_, Error>(
                        change_next(transaction, context, *id, *year).await?
                            || restore_next(transaction, context, *id).await?,
                    )
                })
            })
            .await?;
        library.changed.notify_one();
        if !goes_on || !lease.keep(library, now).await? {
            return Ok(());
        }
    }
}

/// The person who has started the edit acts in it; the audit log names them.
async fn actor_of(library: &Library, id: BulkEditId) -> Result<Option<Actor>> {
    let user = library
        .database
        .read(&id, |connection, id| {
            Box::pin(async move {
                let edit = bulk_edits::find(connection, *id).await?;
                match edit.and_then(|edit| edit.created_by) {
                    Some(user_id) => users::find(connection, user_id).await,
                    None => Ok(None),
                }
            })
        })
        .await
        .map_err(Error::Storage)?;
    Ok(user.map(|user| Actor::inside(Arc::new(user))))
}

/// Changes the next books. False when none is left, or the edit has been stopped.
async fn change_next(
    transaction: &mut Transaction,
    context: &Context,
    id: BulkEditId,
    current_year: i16,
) -> Result<bool> {
    let Some(row) = bulk_edits::locked(transaction, id).await? else {
        return Ok(false);
    };
    if row.state != BulkEditState::Changing {
        return Ok(false);
    }
    let waiting =
        bulk_edits::books_after(transaction, id, outcome::WAITING, BookId::UNASSIGNED, AT_ONCE).await?;
    let Some(last) = waiting.last().map(|one| one.book_id) else {
        let ended = (BulkEditState::Changing, BulkEditState::Done);
        bulk_edits::set_state(transaction, id, ended, context.now_ms()).await?;
        record(transaction, context, "bulk_edit.done", id, Some(counted(&row))).await?;
        return Ok(false);
    };
    let edit = restored(&row)?;
    let mut counts = BulkEditCounts {
        done: i64::try_from(waiting.len()).unwrap_or(i64::MAX),
        ..BulkEditCounts::default()
    };
    let ids: Vec<BookId> = waiting.iter().map(|one| one.book_id).collect();
    for id in &ids {
        transaction.lock(Lock::Book(*id)).await?;
    }
    let mut edited = Vec::new();
    for (book, details) in with_details(transaction, &ids).await? {
        let one = change(transaction, context, &edit.changes, (book, details), current_year).await?;
        match one.as_ref().map(|one| one.outcome.as_str()) {
            Some(outcome::CHANGED) => counts.changed += 1,
            Some(_) => counts.refused += 1,
            None => {}
        }
        edited.extend(one);
    }
    bulk_edits::remove_books(transaction, id, outcome::WAITING, last).await?;
    bulk_edits::insert_books(transaction, id, &edited).await?;
    bulk_edits::add_counts(transaction, id, &counts, context.now_ms()).await?;
    Ok(true)
}

/// Changes a book. Returns what came of it: nothing when it is so already, or was merged into another book since.
async fn change(
    transaction: &mut Transaction,
    context: &Context,
    wanted: &BulkChanges,
    (book, details): (Book, BookDetails),
    current_year: i16,
) -> Result<Option<EditedBook>> {
    let waiting = EditedBook::waiting(book.id);
    if book.merged_into.is_some() {
        return Ok(None);
    }
    match wanted.outcome(&book.record, &details, current_year) {
        Outcome::Unchanged => Ok(None),
        Outcome::Refused(errors) => {
            let errors: Vec<_> = errors.iter().map(|one| (one.field, one.message)).collect();
            let text = serde_json::to_string(&errors).map_err(|error| Error::Defect(error.to_string()))?;
            Ok(Some(EditedBook {
                outcome: outcome::REFUSED.to_owned(),
                errors: Some(text),
                ..waiting
            }))
        }
        Outcome::Changed(after) => {
            write(transaction, context, (&book, &details), &after).await?;
            let before = Before {
                record: book.record,
                details,
            };
            Ok(Some(EditedBook {
                outcome: outcome::CHANGED.to_owned(),
                before_record: Some(before.text()?),
                after_digest: Some(digest(&after.record, &after.details, None).to_vec()),
                ..waiting
            }))
        }
    }
}

async fn write(
    transaction: &mut Transaction,
    context: &Context,
    (book, details): (&Book, &BookDetails),
    after: &ValidBook,
) -> Result<()> {
    let now = context.now_ms();
    books::update(transaction, book, &keyed(&after.record), now).await?;
    if after.details != *details {
        books::set_details(transaction, book.id, &after.details).await?;
    }
    changes::append(transaction, book.id, now).await?;
    let old = audited(&book.record, details);
    let new = audited(&after.record, &after.details);
    record_book(
        transaction,
        context,
        "book.changed",
        book.id,
        Some(old),
        Some(new),
    )
    .await
}

/// Ends a bulk edit that cannot go on. Its books can get their former values back.
async fn fail(library: &Library, id: BulkEditId, now: i64) -> Result<()> {
    library
        .database
        .write((id, now), |transaction, (id, now)| {
            Box::pin(async move {
                for state in [BulkEditState::Changing, BulkEditState::Undoing] {
                    bulk_edits::set_state(transaction, *id, (state, BulkEditState::Failed), *now).await?;
                }
                Ok::<_, carrel_storage::Error>(())
            })
        })
        .await
        .map_err(Error::Storage)
}

/// Removes bulk edits that ended long ago; they cannot be undone any more. Returns how many.
pub async fn remove_old(library: &Library, now: jiff::Timestamp) -> Result<u64> {
    library
        .database
        .write(now.as_millisecond() - KEPT_MS, |transaction, before| {
            Box::pin(bulk_edits::remove_ended(transaction, *before))
        })
        .await
        .map_err(Error::Storage)
}
