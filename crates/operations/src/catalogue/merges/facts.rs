//! The books that are merged.

use std::collections::BTreeMap;

use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::merge::MergedBook;
use carrel_domain::validation::FieldError;
use carrel_storage::{Connection, books};

use crate::core::error::{Conflict, Error, Noun, Result};

/// A book with its details.
#[derive(Debug, Clone)]
pub(super) struct Whole {
    pub book: Book,
    pub details: BookDetails,
}

impl Whole {
    pub(super) fn merged(&self) -> MergedBook<'_> {
        MergedBook {
            id: self.book.id,
            record: &self.book.record,
            details: &self.details,
        }
    }
}

/// Reads the books, the kept one first.
///
/// # Errors
/// [`Noun::Book`] is not found for the kept one; [`Error::Invalid`] for another one; [`Conflict::BookArchived`];
/// [`Conflict::BookMerged`].
pub(super) async fn read(connection: &mut Connection, kept: BookId, others: &[BookId]) -> Result<Vec<Whole>> {
    let ids: Vec<BookId> = [kept].into_iter().chain(others.iter().copied()).collect();
    let mut details: BTreeMap<BookId, BookDetails> = books::details_of_many(connection, &ids)
        .await?
        .into_iter()
        .collect();
    let found = books::find_kept(connection, &ids).await?;
    let mut found: BTreeMap<BookId, Book> = found.into_iter().map(|book| (book.id, book)).collect();
    let mut whole = Vec::new();
    for id in ids {
        let book = found.remove(&id).ok_or_else(|| missing(id, kept))?;
        if book.merged_into.is_some() {
            return Err(Conflict::BookMerged.into());
        }
        if book.archived_at.is_some() {
            return Err(Conflict::BookArchived.into());
        }
        let details = details.remove(&id).unwrap_or_default();
        whole.push(Whole { book, details });
    }
    Ok(whole)
}

fn missing(id: BookId, kept: BookId) -> Error {
    if id == kept {
        return Error::NotFound(Noun::Book);
    }
    let unknown = carrel_domain::printing::message::BOOK_UNKNOWN;
    Error::Invalid(vec![FieldError::new("books", unknown)])
}
