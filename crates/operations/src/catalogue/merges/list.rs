//! The merges that were made.

use std::collections::BTreeMap;

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::merge::undo::{BookMerge, MergeId, UNDOABLE_FOR};
use carrel_domain::users::Act;
use carrel_storage::merges::records;
use carrel_storage::{Connection, books};
use jiff::Timestamp;

use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::library::Library;
use crate::core::page::{Page, Paged};

/// A merge with its books as they are now. Those that were deleted since are left out.
#[derive(Debug)]
pub struct ListedMerge {
    pub merge: BookMerge,
    pub kept: Option<Book>,
    pub others: Vec<Book>,
}

/// A page of the merges, the newest first; or of those of one book, which was the kept one or not.
pub async fn list(
    library: &Library,
    context: &Context,
    book: Option<BookId>,
    page: Page,
) -> Result<Paged<ListedMerge>> {
    context.require(Act::ManageCatalogue)?;
    library
        .database
        .read(&(book, page), |connection, (book, page)| {
            Box::pin(async move {
                let total = records::count(connection, *book).await?;
                let merges = records::list(connection, *book, page.sql_limit(), page.sql_offset()).await?;
                Ok::<_, Error>(Paged::new(with_books(connection, merges).await?, *page, total))
            })
        })
        .await
}

/// One merge.
pub(super) async fn read(library: &Library, id: MergeId) -> Result<ListedMerge> {
    library
        .database
        .read(&id, |connection, id| {
            Box::pin(async move {
                let found = records::find(connection, *id).await?;
                let mut listed = with_books(connection, found.into_iter().collect()).await?;
                listed.pop().ok_or(Error::NotFound(Noun::Merge))
            })
        })
        .await
}

async fn with_books(connection: &mut Connection, merges: Vec<BookMerge>) -> Result<Vec<ListedMerge>> {
    let mut ids_of: Vec<Vec<BookId>> = Vec::new();
    for merge in &merges {
        let former = records::books_of(connection, merge.id).await?;
        ids_of.push(former.iter().map(|one| one.book_id).collect());
    }
    let mut all: Vec<BookId> = ids_of.concat();
    all.sort_unstable();
    all.dedup();
    let found = books::find_kept(connection, &all).await?;
    let found: BTreeMap<BookId, Book> = found.into_iter().map(|book| (book.id, book)).collect();
    let listed = merges.into_iter().zip(ids_of).map(|(merge, ids)| ListedMerge {
        merge,
        kept: ids.first().and_then(|id| found.get(id).cloned()),
        others: ids
            .iter()
            .skip(1)
            .filter_map(|id| found.get(id).cloned())
            .collect(),
    });
    Ok(listed.collect())
}

/// The maximum number of merges of one transaction: other writes wait for it only briefly.
const BATCH: i64 = 50;

/// Removes merges that can no longer be undone. Returns how many.
pub async fn remove_old(library: &Library, now: Timestamp) -> Result<u64> {
    let before = now.as_millisecond() - UNDOABLE_FOR.as_secs() * 1000;
    let mut removed = 0;
    loop {
        let batch = library
            .database
            .write(before, |transaction, before| {
                Box::pin(records::remove_before(transaction, *before, BATCH))
            })
            .await
            .map_err(Error::Storage)?;
        removed += batch;
        if batch < BATCH.unsigned_abs() {
            return Ok(removed);
        }
    }
}
