//! Feeds the search index: it tails the change log, and is rebuilt when its position is no longer in the log.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{Book, BookId};
use carrel_search::{BookDocument, Change, Index};
use carrel_storage::changes::{self, ChangeRow};
use carrel_storage::{Connection, Error as StorageError, books, borrowings, copies};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::search_document::{Places, by_book, document};
use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// The maximum number of changes in one batch.
const BATCH: i64 = 1000;
/// Books per read during a rebuild.
const REBUILD_PAGE: i64 = 500;
/// Books per read during a refresh of the popularity.
const READ_AT_ONCE: usize = 500;
/// The maximum time that a change of the catalogue waits for the index.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// How often the start of a server looks whether the index is built.
const BUILD_CHECK_INTERVAL: Duration = Duration::from_millis(20);
/// How often the job looks for changes of other processes. This process's own changes wake the job.
const INTERVAL: Duration = Duration::from_millis(500);
/// How long the job pauses after an update of the index, as a multiple of the time that the update took. A commit of the
/// index costs more than ten loans: without pauses, loans of last copies in quick succession would keep the job committing
/// all the time.
const PAUSE_PER_UPDATE: u32 = 9;
/// The shortest pause. A commit costs a part of its time only after it has returned.
const SHORTEST_PAUSE: Duration = Duration::from_millis(100);
/// The longest pause. Only a library that lends hundreds of last copies a second meets it; then searches filter by an
/// availability that is two seconds old.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// How often the popularity of borrowed books is refreshed in the index.
const POPULARITY_INTERVAL: Duration = Duration::from_mins(10);
/// A transaction may commit after another one with a newer borrowing. This is the largest difference of their instants,
/// in milliseconds.
const OVERLAP_MS: i64 = 60 * 1000;
/// How long changes are stored, in milliseconds: a server that was away for longer rebuilds its index.
const KEPT_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// How far an index has read the change log; each commit of the index stores it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Position {
    /// The sequence of the last change that the index contains; 0 when it was built before the first change.
    pub(crate) sequence: i64,
    /// The mark of that change; empty when there was none.
    mark: String,
    /// The index contains the popularity of all books after the borrowings up to this instant, in milliseconds. A loan
    /// that leaves copies on the shelf makes no change; see [`refresh_popularity`].
    borrowed_at: i64,
}

impl Position {
    /// The position of an index; none when it was never built.
    pub(crate) fn of(index: &Index) -> Option<Self> {
        index
            .position()
            .and_then(|position| serde_json::from_str(&position).ok())
    }

    /// The position of an index that contains a change and all earlier ones, and the popularity up to an instant.
    fn at(change: Option<&ChangeRow>, borrowed_at: i64) -> Self {
        Position {
            borrowed_at,
            sequence: change.map_or(0, |change| change.sequence),
            mark: change.map(ChangeRow::mark).unwrap_or_default(),
        }
    }

    /// Whether no change is missing between this position and the log, given the log's first changes from this sequence
    /// on. False when changes were trimmed before the index read them, and for another log than that of the index:
    /// another database's, or one that was set back by a restore.
    pub(crate) fn is_followed_by(&self, log: &[ChangeRow]) -> bool {
        match log.first() {
            Some(first) if self.sequence == 0 => first.sequence == 1,
            Some(first) => first.sequence == self.sequence && first.mark() == self.mark,
            None => self.sequence == 0,
        }
    }

    fn text(&self) -> Result<String> {
        serde_json::to_string(self).map_err(|error| Error::Defect(error.to_string()))
    }
}

/// Brings the index up to the change that is the newest one now. Rebuilds it when it was never built or its position is not in the
/// log. Returns how many books were written to it.
pub async fn catch_up(library: &Library) -> Result<u64> {
    let _feeding = library.feeding.lock().await;
    match apply_changes(library).await? {
        Applied::All(written) => Ok(written),
        Applied::UntilRebuild(written) => Ok(written + rebuild_now(library).await?),
    }
}

/// How many books were written to the index from the change log.
enum Applied {
    /// The index contains every change that was committed before the call.
    All(u64),
    /// The index must be rebuilt: it was never built, or its position is not in the log.
    UntilRebuild(u64),
}

async fn apply_changes(library: &Library) -> Result<Applied> {
    match changes::number(&library.database).await {
        // A read-only server may still have numbered changes to read.
        Err(StorageError::ReadOnly(_)) => {}
        numbered => numbered.map_err(Error::Storage)?,
    }
    let mut written = 0;
    loop {
        let Some(position) = Position::of(&library.index) else {
            return Ok(Applied::UntilRebuild(written));
        };
        let (followed, batch) = library
            .database
            .read(&position, |connection, position| {
                Box::pin(next_batch(connection, position))
            })
            .await?;
        if !followed {
            return Ok(Applied::UntilRebuild(written));
        }
        let Some(batch) = batch else {
            return Ok(Applied::All(written));
        };
        written += batch.changes.len() as u64;
        apply(library, batch.changes, batch.position.text()?).await?;
        // Changes that were committed since are left for the next time: while loans change the availability of books, there
        // are always some, and each batch costs a commit of the index.
        if batch.is_last {
            return Ok(Applied::All(written));
        }
    }
}

async fn apply(library: &Library, batch: Vec<Change>, position: String) -> Result<()> {
    let index = Arc::clone(&library.index);
    let apply = move || index.apply(batch, &position);
    tokio::task::spawn_blocking(apply)
        .await
        .map_err(|_| Error::Defect("the index panicked".to_owned()))??;
    Ok(())
}

/// The next changes for the index.
struct Batch {
    changes: Vec<Change>,
    /// The position after them.
    position: Position,
    /// Whether the log had no further changes when they were read.
    is_last: bool,
}

/// Whether the log continues from a position, and the changes after it, if any.
async fn next_batch(connection: &mut Connection, position: &Position) -> Result<(bool, Option<Batch>)> {
    let mut log = changes::since(connection, position.sequence, BATCH + 1).await?;
    if !position.is_followed_by(&log) {
        return Ok((false, None));
    }
    let is_last = (log.len() as u64) <= BATCH.cast_unsigned();
    log.retain(|change| change.sequence > position.sequence);
    let Some(position) = log
        .last()
        .map(|last| Position::at(Some(last), position.borrowed_at))
    else {
        return Ok((true, None));
    };
    let ids = log.into_iter().map(|change| change.book_id).collect();
    let batch = Batch {
        changes: documents(connection, ids).await?,
        position,
        is_last,
    };
    Ok((true, Some(batch)))
}

/// The present state of some books, as changes of the index.
async fn documents(connection: &mut Connection, mut ids: Vec<BookId>) -> Result<Vec<Change>> {
    ids.sort_unstable();
    ids.dedup();
    let mut batch = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(20) {
        let current = books::find_many(connection, chunk).await?;
        let mut details: BTreeMap<_, _> = books::details_of_many(connection, chunk)
            .await?
            .into_iter()
            .collect();
        let mut places = by_book(copies::copy_places_of(connection, chunk).await?);
        for id in chunk {
            batch.push(match current.iter().find(|book| &book.id == id) {
                Some(book) => Change::Put(document(
                    book,
                    details.remove(id).unwrap_or_default(),
                    places.remove(id).unwrap_or_default(),
                )),
                None => Change::Remove(*id),
            });
        }
    }
    Ok(batch)
}

/// Rebuilds the index from the database, while searches use the old one. Returns how many books it has.
pub async fn rebuild(library: &Library) -> Result<u64> {
    let _feeding = library.feeding.lock().await;
    rebuild_now(library).await
}

async fn rebuild_now(library: &Library) -> Result<u64> {
    // Changes made during the rebuild are newer than this, and are applied again afterwards.
    let position = library
        .database
        .read(&(), |connection, ()| {
            Box::pin(async move {
                let borrowed_at = borrowings::newest_at(connection).await?;
                let newest = changes::newest(connection).await?;
                Ok::<_, Error>(Position::at(newest.as_ref(), borrowed_at))
            })
        })
        .await?
        .text()?;
    // Reading and building run concurrently; a book that cannot be read aborts the build, and the old index stays.
    let (books, read) = mpsc::channel(1024);
    let index = Arc::clone(&library.index);
    let build = tokio::task::spawn_blocking(move || build(&index, read, &position));
    send_all(library, &books).await;
    build
        .await
        .map_err(|_| Error::Defect("the index panicked".to_owned()))?
}

/// A message from the reader of a rebuild to its builder.
enum RebuildMessage {
    Book(Box<BookDocument>),
    /// All books were sent. A channel that is closed without this belongs to a rebuild that was cancelled, as when the
    /// server stops; the books that arrived are not all books.
    End,
}

/// Rebuilds the index from the sent books. Anything but [`RebuildMessage::End`] at their end leaves the old index in
/// place.
fn build(index: &Index, mut read: mpsc::Receiver<Result<RebuildMessage>>, position: &str) -> Result<u64> {
    let books = std::iter::from_fn(|| match read.blocking_recv() {
        Some(Ok(RebuildMessage::Book(book))) => Some(Ok(*book)),
        Some(Ok(RebuildMessage::End)) => None,
        Some(Err(error)) => Some(Err(error)),
        None => Some(Err(Error::Defect("the rebuild was cancelled".to_owned()))),
    });
    index.try_rebuild(books, position)
}

/// Sends every current book, or the error that stopped the reading. Ends early when the receiver is closed: the builder
/// has failed, and reports the error itself.
async fn send_all(library: &Library, books: &mpsc::Sender<Result<RebuildMessage>>) {
    let mut after = BookId::UNASSIGNED;
    loop {
        let page = library
            .database
            .read(&after, |connection, after| {
                Box::pin(next_page(connection, *after))
            })
            .await;
        let (page, mut details, mut places) = match page {
            Ok(page) => page,
            Err(error) => {
                drop(books.send(Err(Error::Storage(error))).await);
                return;
            }
        };
        let Some(last) = page.last() else {
            drop(books.send(Ok(RebuildMessage::End)).await);
            return;
        };
        after = last.id;
        for book in page.iter().filter(|book| book.archived_at.is_none()) {
            let details = details.remove(&book.id).unwrap_or_default();
            let places = places.remove(&book.id).unwrap_or_default();
            let sent = RebuildMessage::Book(Box::new(document(book, details, places)));
            if books.send(Ok(sent)).await.is_err() {
                return;
            }
        }
    }
}

/// The next books after an id, archived or not, with their details and the places of their copies.
async fn next_page(
    connection: &mut Connection,
    after: BookId,
) -> carrel_storage::Result<(Vec<Book>, BTreeMap<BookId, BookDetails>, Places)> {
    let page = books::page_after(connection, after, REBUILD_PAGE).await?;
    let (details, places) = match page.last() {
        Some(last) => (
            books::details_between(connection, after, last.id).await?,
            copies::copy_places_between(connection, after, last.id).await?,
        ),
        None => (Vec::new(), Vec::new()),
    };
    Ok((page, details.into_iter().collect(), by_book(places)))
}

/// Updates the index entries of the books that were borrowed since the last refresh, so that "popular" in searches
/// follows loans that make no change. Returns the number of updated books.
///
/// A transaction may commit after one with a later borrowing, so the last [`OVERLAP_MS`] are read again.
pub async fn refresh_popularity(library: &Library) -> Result<u64> {
    let _feeding = library.feeding.lock().await;
    let Some(mut position) = Position::of(&library.index) else {
        return Ok(0);
    };
    let (newest, books) = library
        .database
        .read(&position.borrowed_at, |connection, last| {
            Box::pin(borrowed_since(connection, *last))
        })
        .await?;
    let mut written = 0;
    for chunk in books.chunks(READ_AT_ONCE) {
        let batch = library
            .database
            .read(&chunk, |connection, chunk| {
                Box::pin(documents(connection, chunk.to_vec()))
            })
            .await?;
        written += batch.len() as u64;
        apply(library, batch, position.text()?).await?;
    }
    if newest > position.borrowed_at {
        position.borrowed_at = newest;
        apply(library, Vec::new(), position.text()?).await?;
    }
    Ok(written)
}

/// The instant of the newest borrowing, and the books that were borrowed after `last`; `None` without a new borrowing.
async fn borrowed_since(connection: &mut Connection, last: i64) -> Result<(i64, Vec<BookId>)> {
    let newest = borrowings::newest_at(connection).await?;
    if newest <= last {
        return Ok((newest, Vec::new()));
    }
    let books = borrowings::books_borrowed_after(connection, last - OVERLAP_MS).await?;
    Ok((newest, books))
}

/// Waits briefly until the index contains the last commit: an administrator who edits a book usually searches for it
/// right away. On a timeout or a failure the change stays committed, and [`follow`] applies it to the index later. So it
/// does when the index must be rebuilt, which takes longer than a caller waits.
pub(crate) async fn wait_until_indexed(library: &Library) {
    let applied = async {
        let _feeding = library.feeding.lock().await;
        apply_changes(library).await
    };
    drop(tokio::time::timeout(LONGEST_WAIT, applied).await);
    library.changed.notify_one();
}

/// Waits until the index of a library was built, at most for a time: the job that builds it is running.
pub async fn wait_until_built(library: &Library, longest: Duration) {
    let built = async {
        while Position::of(&library.index).is_none() {
            tokio::time::sleep(BUILD_CHECK_INTERVAL).await;
        }
    };
    drop(tokio::time::timeout(longest, built).await);
}

/// Updates the index as long as the process lives.
pub async fn follow(library: Arc<Library>) {
    let mut refreshed = Instant::now();
    let mut is_prepared = false;
    let mut has_looked_for_merges = false;
    loop {
        if refreshed.elapsed() > POPULARITY_INTERVAL {
            refreshed = Instant::now();
            if let Err(error) = refresh_popularity(&library).await {
                tracing::warn!(%error, "the popularity of books could not be refreshed in the search index");
            }
        }
        let began = Instant::now();
        let pause = match catch_up(&library).await {
            Ok(_) => {
                let took = began.elapsed();
                is_prepared = is_prepared || on_index(&library, "read before a search", Index::prepare).await;
                has_looked_for_merges =
                    has_looked_for_merges || on_index(&library, "merged", Index::merge_if_many).await;
                let publish = |index: &Index| index.publish_merged().map(drop);
                on_index(&library, "opened after a merge", publish).await;
                (took * PAUSE_PER_UPDATE).clamp(SHORTEST_PAUSE, LONGEST_PAUSE)
            }
            Err(error) => {
                tracing::error!(%error, "the search index could not be updated");
                INTERVAL
            }
        };
        tokio::time::sleep(pause).await;
        let own_change = library.changed.notified();
        drop(tokio::time::timeout(INTERVAL, own_change).await);
    }
}

/// Runs an action on the index that searches do not depend on. Returns whether it succeeded; `what` completes "could not be" in the
/// log.
async fn on_index(
    library: &Library,
    what: &str,
    action: fn(&Index) -> std::result::Result<(), carrel_search::Error>,
) -> bool {
    let index = Arc::clone(&library.index);
    let error = match tokio::task::spawn_blocking(move || action(&index)).await {
        Ok(Ok(())) => return true,
        Ok(Err(error)) => error.to_string(),
        Err(_) => "it panicked".to_owned(),
    };
    tracing::warn!(error, "the search index could not be {what}");
    false
}

/// Removes changes that are older than any index may need. Returns how many.
pub async fn trim(library: &Library, now: Timestamp) -> Result<u64> {
    library
        .database
        .write(now.as_millisecond() - KEPT_MS, |transaction, oldest| {
            Box::pin(changes::trim(transaction, *oldest))
        })
        .await
        .map_err(Error::Storage)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(title: &str) -> RebuildMessage {
        RebuildMessage::Book(Box::new(BookDocument::new(BookId::new(1), title)))
    }

    #[test]
    fn a_cancelled_rebuild_leaves_the_index_as_it_was() {
        let index = Index::in_memory().expect("an index");
        let (books, read) = mpsc::channel(10);
        books.try_send(Ok(sent("Orlando"))).expect("room");
        books.try_send(Ok(sent("Flush"))).expect("room");
        books.try_send(Ok(RebuildMessage::End)).expect("room");
        drop(books);
        assert_eq!(build(&index, read, "all").ok(), Some(2));
        assert_eq!(index.position().as_deref(), Some("all"));

        let (books, read) = mpsc::channel(10);
        books.try_send(Ok(sent("Orlando"))).expect("room");
        drop(books);
        assert!(build(&index, read, "part").is_err());
        assert_eq!(index.position().as_deref(), Some("all"));
    }
}
