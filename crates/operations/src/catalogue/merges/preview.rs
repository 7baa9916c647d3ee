//! What a merge would do.

use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::merge::{self, MergeChoices, MergeField, MergedBook};
use carrel_domain::circulation::popularity;
use carrel_domain::users::Act;
use carrel_storage::merges::{self, Holdings};
use carrel_storage::{Connection, Transaction};

use super::facts::{Whole, read};
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// What a merge would do.
#[derive(Debug)]
pub struct MergePreview {
    /// The books, the kept one first.
    pub books: Vec<PreviewedMerge>,
    /// The merged book and its details. Its ratings are not known before.
    pub merged: Book,
    pub details: BookDetails,
    /// The fields in which the books differ.
    pub differences: Vec<MergeField>,
    /// The book whose value each field has.
    pub sources: MergeChoices,
    /// People who have copies of several of the books now: they must return some first.
    pub people_with_several: i64,
}

/// A book in the preview of a merge.
#[derive(Debug)]
pub struct PreviewedMerge {
    pub book: Book,
    pub details: BookDetails,
    pub holdings: Holdings,
}

/// What merging other books into a kept one would do. Nothing is changed.
///
/// # Errors
/// As [`super::merge`], except that people who have several of the books are counted.
pub async fn preview(
    library: &Library,
    context: &Context,
    kept: BookId,
    others: Vec<BookId>,
    choices: MergeChoices,
) -> Result<MergePreview> {
    context.require(Act::ManageCatalogue)?;
    merge::validate(kept, &others, &choices).map_err(Error::Invalid)?;
    library
        .database
        .read(&(kept, others, choices), |connection, (kept, others, choices)| {
            Box::pin(preview_in(connection, *kept, others, choices))
        })
        .await
}

async fn preview_in(
    connection: &mut Connection,
    kept: BookId,
    others: &[BookId],
    choices: &MergeChoices,
) -> Result<MergePreview> {
    let whole = read(connection, kept, others).await?;
    let ids: Vec<BookId> = whole.iter().map(|one| one.book.id).collect();
    let holdings = merges::holdings(connection, &ids).await?;
    let people_with_several = merges::people_with_several(connection, &ids).await?;
    let merging: Vec<MergedBook<'_>> = whole.iter().map(Whole::merged).collect();
    let (record, details) = merge::merged(&merging, choices);
    let (differences, sources) = (merge::differences(&merging), merge::sources(&merging, choices));
    let counts = counts_of(&whole);
    let merged = Book {
        record,
        total_copies: counts.total_copies,
        available_copies: counts.available_copies,
        borrow_count: counts.borrow_count,
        popularity: counts.popularity,
        ..whole[0].book.clone()
    };
    let books = whole.into_iter().map(|one| PreviewedMerge {
        holdings: of_book(&holdings, one.book.id),
        book: one.book,
        details: one.details,
    });
    Ok(MergePreview {
        books: books.collect(),
        merged,
        details,
        differences,
        sources,
        people_with_several,
    })
}

fn of_book(holdings: &[Holdings], id: BookId) -> Holdings {
    let found = holdings.iter().find(|one| one.book_id == id).copied();
    found.unwrap_or(Holdings {
        book_id: id,
        copies: 0,
        open_borrowings: 0,
        past_borrowings: 0,
        favorites: 0,
        ratings: 0,
        reviews: 0,
    })
}

/// The counts of copies and borrowings of all books together.
pub(super) fn counts_of(whole: &[Whole]) -> merges::MergedCounts {
    let none = merges::MergedCounts::default();
    whole.iter().fold(none, |sum, one| merges::MergedCounts {
        total_copies: sum.total_copies + one.book.total_copies,
        available_copies: sum.available_copies + one.book.available_copies,
        borrow_count: sum.borrow_count + one.book.borrow_count,
        popularity: popularity::combined(sum.popularity, one.book.popularity),
    })
}

/// What each book has before it is merged, for the audit log.
pub(super) async fn holdings_in(transaction: &mut Transaction, ids: &[BookId]) -> Result<Vec<Holdings>> {
    let holdings = merges::holdings(transaction, ids).await?;
    Ok(ids.iter().map(|id| of_book(&holdings, *id)).collect())
}
