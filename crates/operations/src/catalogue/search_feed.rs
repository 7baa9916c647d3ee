//! Feeding the search index: it tails the change log, and is rebuilt when it has lost its place.

use std::sync::Arc;
use std::time::Duration;

use carrel_domain::catalogue::rating::average_hundredths;
use carrel_search::{BookDocument, Change};
use carrel_storage::books::{self, BookRow};
use carrel_storage::{Connection, changes};
use tokio::sync::mpsc;

use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// Changes applied in one batch at the most.
const BATCH: i64 = 1000;
/// Books read at once while rebuilding.
const REBUILD_PAGE: i64 = 500;
/// How long a change of the catalogue waits for the index at the most.
const LONGEST_WAIT: Duration = Duration::from_secs(1);
/// How often other processes' changes are looked for. This process's own changes wake the job at once.
const INTERVAL: Duration = Duration::from_millis(500);

/// Brings the index up to the newest change. Rebuilds it when it is empty or from another database.
/// Returns how many books were written to it.
pub async fn catch_up(library: &Library) -> Result<u64> {
    let _feeding = library.feeding.lock().await;
    let newest = library
        .database
        .read(&(), |connection, ()| Box::pin(changes::newest(connection)))
        .await
        .map_err(Error::Storage)?;
    let known = i64::try_from(library.index.last_sequence()).unwrap_or(i64::MAX);
    if known > newest || (known == 0 && newest > 0) {
        return rebuild_now(library).await;
    }
    let mut written = 0;
    while let Some(applied) = apply_next(library).await? {
        written += applied;
    }
    Ok(written)
}

/// Applies the next batch of changes; nothing when there is none.
async fn apply_next(library: &Library) -> Result<Option<u64>> {
    let from = i64::try_from(library.index.last_sequence()).unwrap_or(i64::MAX);
    let (last, batch) = library
        .database
        .read(&from, |connection, from| Box::pin(next_batch(connection, *from)))
        .await?;
    if batch.is_empty() {
        return Ok(None);
    }
    let count = batch.len() as u64;
    let index = Arc::clone(&library.index);
    let apply = move || index.apply(batch, last.unsigned_abs());
    tokio::task::spawn_blocking(apply)
        .await
        .map_err(|_| Error::Defect("the index panicked".to_owned()))??;
    Ok(Some(count))
}

async fn next_batch(connection: &mut Connection, from: i64) -> Result<(i64, Vec<Change>)> {
    let log = changes::after(connection, from, BATCH).await?;
    let last = log.last().map_or(from, |(sequence, _)| *sequence);
    let mut ids: Vec<String> = log.into_iter().map(|(_, id)| id).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut batch = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(20) {
        let current = books::find_many(connection, chunk).await?;
        for id in chunk {
            let book = current.iter().find(|book| &book.id == id);
            batch.push(book.map_or_else(|| Change::Remove(id.clone()), |book| Change::Put(document(book))));
        }
    }
    Ok((last, batch))
}

/// Rebuilds the index from the database, while searches use the old one. Returns how many books it has.
pub async fn rebuild(library: &Library) -> Result<u64> {
    let _feeding = library.feeding.lock().await;
    rebuild_now(library).await
}

async fn rebuild_now(library: &Library) -> Result<u64> {
    // Changes made while the books are read are newer than this, and are applied once more afterwards.
    let newest = library
        .database
        .read(&(), |connection, ()| Box::pin(changes::newest(connection)))
        .await
        .map_err(Error::Storage)?;
    // Reading and building run side by side; a book that cannot be read ends the building, and the old index stays.
    let (books, mut read) = mpsc::channel::<Result<BookDocument>>(1024);
    let index = Arc::clone(&library.index);
    let build = move || index.try_rebuild(std::iter::from_fn(|| read.blocking_recv()), newest.unsigned_abs());
    let build = tokio::task::spawn_blocking(build);
    send_all(library, &books).await;
    drop(books);
    build
        .await
        .map_err(|_| Error::Defect("the index panicked".to_owned()))?
}

/// Sends every current book, or the error that stopped the reading. Ends early when the receiver is gone: the builder
/// has failed, and reports why itself.
async fn send_all(library: &Library, books: &mpsc::Sender<Result<BookDocument>>) {
    let mut after = String::new();
    loop {
        let page = library
            .database
            .read(&after, |connection, after| {
                Box::pin(books::page_after(connection, after, REBUILD_PAGE))
            })
            .await;
        let page = match page {
            Ok(page) => page,
            Err(error) => {
                drop(books.send(Err(Error::Storage(error))).await);
                return;
            }
        };
        let Some(last) = page.last() else { return };
        after.clone_from(&last.id);
        for book in page.iter().filter(|book| book.archived_at.is_none()) {
            if books.send(Ok(document(book))).await.is_err() {
                return;
            }
        }
    }
}

/// Waits a moment until the index has what was just committed: an administrator who edits a book usually searches for it
/// right away. When that
/// takes too long, or fails, the change itself stands, and [`follow`] brings it in.
pub(crate) async fn wait_until_indexed(library: &Library) {
    drop(tokio::time::timeout(LONGEST_WAIT, catch_up(library)).await);
    library.changed.notify_one();
}

/// Keeps the index up to date for as long as the process lives.
pub async fn follow(library: Arc<Library>) {
    loop {
        if let Err(error) = catch_up(&library).await {
            tracing::error!(%error, "the search index could not be brought up to date");
            tokio::time::sleep(INTERVAL).await;
        }
        let own_change = library.changed.notified();
        drop(tokio::time::timeout(INTERVAL, own_change).await);
    }
}

fn document(book: &BookRow) -> BookDocument {
    BookDocument {
        id: book.id.clone(),
        title: book.title.clone(),
        author: book.author.clone(),
        isbn: book.isbn.clone(),
        category: book.category.clone(),
        description: book.description.clone(),
        publisher: book.publisher.clone(),
        language: book.language.clone(),
        published_year: book.published_year.and_then(|year| i32::try_from(year).ok()),
        semester_categories: book.semester_categories(),
        created_at_ms: book.created_at,
        rating_hundredths: average_hundredths(book.rating_sum, book.rating_count),
        popularity: book.popularity,
        available: book.available_copies > 0,
    }
}
