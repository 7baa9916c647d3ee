//! What is known of an ISBN.

use carrel_domain::book_data::SourceProblem;
use carrel_domain::catalogue::book::BookDraft;
use carrel_domain::catalogue::book::details::{BookDetails, DetailsDraft};
use carrel_operations::catalogue::{self, FoundBook, SourceAnswer, SourceState};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::book::Book;
use super::words::{BookSourceKind, BookSourceProblemCode, BookSourceState};
use crate::input::Whole;

/// What is known of an ISBN.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BookLookup {
    /// The 13 digits.
    pub isbn: String,
    /// The books of this library with the number, also those in the archive, the oldest first.
    pub books: Vec<Book>,
    /// The answers of the sources, in the order of the settings.
    pub sources: Vec<BookSourceAnswer>,
}

impl BookLookup {
    /// `default_days` is the default loan period of a book.
    pub(crate) fn new(found: catalogue::BookLookup, default_days: u16) -> Self {
        let books = found.books.into_iter();
        BookLookup {
            isbn: found.isbn.to_string(),
            books: books.map(|book| Book::new(book, default_days)).collect(),
            sources: found.sources.into_iter().map(BookSourceAnswer::from).collect(),
        }
    }
}

/// The answer of a source of book data.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BookSourceAnswer {
    #[schema(value_type = BookSourceKind)]
    pub kind: &'static str,
    pub name: String,
    #[schema(value_type = BookSourceState)]
    pub state: &'static str,
    /// Why there is no answer; null unless `state` is `failed` or `timed_out`.
    pub problem: Option<BookSourceProblem>,
    /// Null unless `state` is `found`.
    pub found: Option<BookOfSource>,
}

impl From<SourceAnswer> for BookSourceAnswer {
    fn from(answer: SourceAnswer) -> Self {
        let (state, problem, found) = match answer.state {
            SourceState::Off => ("off", None, None),
            SourceState::Nothing => ("nothing", None, None),
            SourceState::Failed(SourceProblem::TimedOut) => {
                ("timed_out", Some(SourceProblem::TimedOut), None)
            }
            SourceState::Failed(problem) => ("failed", Some(problem), None),
            SourceState::Found(found) => ("found", None, Some(*found)),
        };
        BookSourceAnswer {
            kind: answer.kind,
            name: answer.name,
            state,
            problem: problem.map(BookSourceProblem::from),
            found: found.map(BookOfSource::from),
        }
    }
}

/// Why a source of book data gives no answer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BookSourceProblem {
    #[schema(value_type = BookSourceProblemCode)]
    pub code: &'static str,
    pub message: String,
    /// What the message names: a status of HTTP, or the message of the source.
    pub detail: Option<String>,
}

impl From<SourceProblem> for BookSourceProblem {
    fn from(problem: SourceProblem) -> Self {
        BookSourceProblem {
            code: problem.code(),
            message: problem.words(),
            detail: problem.detail(),
        }
    }
}

/// A book as a source describes it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BookOfSource {
    pub draft: FoundBookDraft,
    /// The record as it came, for `marcRecord` of `BookForm`; null for a source without MARC records.
    pub marc_record: Option<String>,
    /// The number of a cover, for `POST /api/books/{id}/open-library-cover`; null if covers are turned off.
    pub open_library_cover: Option<i64>,
}

impl From<FoundBook> for BookOfSource {
    fn from(found: FoundBook) -> Self {
        BookOfSource {
            draft: FoundBookDraft::from(found.draft),
            marc_record: found.marc,
            open_library_cover: found.cover,
        }
    }
}

/// The fields of `BookForm` as a source has them; null for those that it does not have.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FoundBookDraft {
    pub title: Option<String>,
    pub author: Option<String>,
    /// The category that follows from the class of the book.
    pub category: Option<String>,
    pub description: Option<String>,
    /// The 13 digits that were looked up.
    pub isbn: Option<String>,
    pub publisher: Option<String>,
    pub edition_statement: Option<String>,
    pub language: Option<String>,
    pub published_year: Option<i64>,
    pub pages: Option<i64>,
    pub details: BookDetails,
}

impl From<BookDraft> for FoundBookDraft {
    fn from(draft: BookDraft) -> Self {
        FoundBookDraft {
            title: draft.title.into_option(),
            author: draft.author.into_option(),
            category: draft.category.into_option(),
            description: draft.description.into_option(),
            isbn: draft.isbn.into_option(),
            publisher: draft.publisher.into_option(),
            edition_statement: draft.edition_statement.into_option(),
            language: draft.language.into_option(),
            published_year: draft.published_year.into_option(),
            pages: draft.pages.into_option(),
            details: details(draft.details),
        }
    }
}

fn details(draft: DetailsDraft) -> BookDetails {
    BookDetails {
        contributors: draft.contributors.into_option().unwrap_or_default(),
        subjects: draft.subjects.into_option().unwrap_or_default(),
        series: draft.series.into_option().unwrap_or_default(),
        other_titles: draft.other_titles.into_option().unwrap_or_default(),
        identifiers: draft.identifiers.into_option().unwrap_or_default(),
        call_number: draft.call_number.into_option(),
        audience: draft.audience.into_option(),
        reading_level: draft.reading_level.into_option(),
        notes: draft.notes.into_option(),
        contents: draft.contents.into_option(),
        links: draft.links.into_option().unwrap_or_default(),
    }
}

/// A cover of Open Library.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = OpenLibraryCoverForm)]
pub(crate) struct CoverOfSourceForm {
    /// The number that a lookup gave.
    #[schema(required, nullable = false, value_type = Option<i64>)]
    pub cover: Option<Whole>,
}
