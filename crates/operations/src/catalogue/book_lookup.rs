//! Looks a book up by its ISBN: in this library, and at the sources of book data that the settings turn on.

use std::time::Duration;

use carrel_domain::book_data::{BookSource, COVER_NUMBER, COVER_NUMBER_REQUIRED, SourceProblem};
use carrel_domain::catalogue::book::{Book, BookDraft, BookId, limit, message};
use carrel_domain::catalogue::isbn::Isbn;
use carrel_domain::patch::Patch;
use carrel_domain::users::Act;
use carrel_domain::validation::FieldError;
use carrel_storage::{Connection, books};
use futures_util::future::join_all;

use crate::catalogue::covers::{expect_cover, set_cover};
use crate::catalogue::imports::facts::Facts;
use crate::catalogue::imports::marc_record::read_description;
use crate::catalogue::maintain::SavedBook;
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Result};
use crate::core::library::Library;
use crate::core::lookups::LookupPlace;
use crate::integrations::book_data::{SourceRecord, ask, cover};

/// The maximum time of all sources together. They are asked at once.
const ALL_SOURCES: Duration = Duration::from_secs(8);
/// The maximum number of books of the library that are named. Editions may share an ISBN.
const MOST_BOOKS: usize = 20;

/// What is known of an ISBN.
#[derive(Debug)]
pub struct BookLookup {
    pub isbn: Isbn,
    /// The books of this library with the number, also the archived ones, the oldest first.
    pub books: Vec<Book>,
    /// The answers of the sources, in the order of the settings.
    pub sources: Vec<SourceAnswer>,
}

/// The answer of a source.
#[derive(Debug)]
pub struct SourceAnswer {
    /// `open_library` or `sru`.
    pub kind: &'static str,
    pub name: String,
    pub state: SourceState,
}

/// What came of a source.
#[derive(Debug)]
pub enum SourceState {
    /// The settings turn it off.
    Off,
    /// It has no book with the number.
    Nothing,
    Failed(SourceProblem),
    Found(Box<FoundBook>),
}

/// A book as a source describes it.
#[derive(Debug)]
pub struct FoundBook {
    /// The fields that the source has; the others are absent.
    pub draft: BookDraft,
    /// The record as it came, in MARCXML.
    pub marc: Option<String>,
    /// The number of its cover at Open Library, if covers are turned on.
    pub cover: Option<i64>,
}

/// Looks an ISBN up in this library and at the sources. A source that fails is no failure of the lookup.
///
/// # Errors
/// The text is no ISBN; too many lookups at once.
pub async fn look_up(library: &Library, mut context: Context, text: &str) -> Result<BookLookup> {
    context.require(Act::ManageCatalogue)?;
    let isbn = valid_isbn(text)?;
    let books = library
        .database
        .read(&isbn, |connection, isbn| Box::pin(own_books(connection, isbn)))
        .await
        .map_err(Error::Storage)?;
    let settings = library.shown_settings().book_data.clone();
    if !settings.sources.iter().any(BookSource::is_on) {
        let off = settings.sources.iter().map(|source| SourceAnswer {
            kind: source.kind(),
            name: source.name().to_owned(),
            state: SourceState::Off,
        });
        return Ok(BookLookup {
            isbn,
            books,
            sources: off.collect(),
        });
    }
    let facts = Facts::of(library, &context).await?;
    let _place = place(library, &mut context)?;
    let covers = settings.offers_covers();
    let asked = settings
        .sources
        .iter()
        .map(|source| answer(library, source, &isbn, &facts, covers));
    let sources: Result<Vec<SourceAnswer>> = join_all(asked).await.into_iter().collect();
    Ok(BookLookup {
        isbn,
        books,
        sources: sources?,
    })
}

/// Asks one source, on or off, for an ISBN. It need not be among the settings.
///
/// # Errors
/// The text is no ISBN; too many lookups at once.
pub async fn try_source(
    library: &Library,
    mut context: Context,
    source: BookSource,
    text: &str,
) -> Result<SourceAnswer> {
    context.require(Act::ManageSettings)?;
    let isbn = valid_isbn(text)?;
    let facts = Facts::of(library, &context).await?;
    let _place = place(library, &mut context)?;
    let source = match source {
        BookSource::OpenLibrary { .. } => BookSource::OpenLibrary { is_on: true },
        BookSource::Sru(mut sru) => {
            sru.is_on = true;
            BookSource::Sru(sru)
        }
    };
    answer(library, &source, &isbn, &facts, true).await
}

/// Replaces the cover of a book by one of Open Library, given by its number there. It is stored like an uploaded one.
///
/// # Errors
/// The book is not found; covers are turned off; Open Library does not give a picture within the limits.
pub async fn set_cover_of_source(
    library: &Library,
    mut context: Context,
    id: BookId,
    number: Option<i64>,
) -> Result<SavedBook> {
    expect_cover(library, &context, id).await?;
    let numbers = COVER_NUMBER.min..=COVER_NUMBER.max;
    let number = number.filter(|number| numbers.contains(number));
    let number =
        number.ok_or_else(|| Error::Invalid(vec![FieldError::new("cover", COVER_NUMBER_REQUIRED)]))?;
    if !library.shown_settings().book_data.offers_covers() {
        return Err(Conflict::CoversOff.into());
    }
    let file = {
        let _place = place(library, &mut context)?;
        cover(library, number).await?
    };
    let file = file.map_err(|problem| {
        note("open_library", problem.code());
        Error::Conflict(Conflict::CoverNotLoaded)
    })?;
    match set_cover(library, context, id, file, None).await {
        Err(Error::Invalid(_)) => Err(Conflict::CoverNotLoaded.into()),
        set => set,
    }
}

fn valid_isbn(text: &str) -> Result<Isbn> {
    let is_long = text.chars().count() > limit::ISBN.max;
    let isbn = (!is_long).then(|| text.parse().ok()).flatten();
    isbn.ok_or_else(|| Error::Invalid(vec![FieldError::new("isbn", message::ISBN_INVALID)]))
}

async fn own_books(connection: &mut Connection, isbn: &Isbn) -> carrel_storage::Result<Vec<Book>> {
    let found = books::with_isbns(connection, &[isbn.as_str()]).await?;
    let mut ids: Vec<BookId> = found.into_iter().map(|(_, id)| id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.truncate(MOST_BOOKS);
    let mut found = books::find_kept(connection, &ids).await?;
    found.sort_unstable_by_key(|book| book.id);
    Ok(found)
}

/// A place among the lookups. The caller's turn ends: the other calls of the person must not wait for a slow source.
fn place(library: &Library, context: &mut Context) -> Result<LookupPlace> {
    let actor = context.actor.as_mut().ok_or(Error::NotSignedIn)?;
    actor.turn = None;
    let user_id = actor.user.id;
    library.lookups.begin(user_id).ok_or_else(|| {
        let reason = "too many lookups of book data at once".to_owned();
        Error::Storage(carrel_storage::Error::Unavailable(reason))
    })
}

async fn answer(
    library: &Library,
    source: &BookSource,
    isbn: &Isbn,
    facts: &Facts,
    covers: bool,
) -> Result<SourceAnswer> {
    let state = if source.is_on() {
        let asked = tokio::time::timeout(ALL_SOURCES, ask(library, source, isbn)).await;
        match asked.unwrap_or(Ok(Err(SourceProblem::TimedOut)))? {
            Ok(Some(record)) => {
                note(source.kind(), "found");
                SourceState::Found(Box::new(found(record, isbn, facts, covers)))
            }
            Ok(None) => {
                note(source.kind(), "nothing");
                SourceState::Nothing
            }
            Err(problem) => {
                note(source.kind(), problem.code());
                tracing::warn!(
                    source = source.name(),
                    problem = problem.code(),
                    "a source of book data failed"
                );
                SourceState::Failed(problem)
            }
        }
    } else {
        SourceState::Off
    };
    Ok(SourceAnswer {
        kind: source.kind(),
        name: source.name().to_owned(),
        state,
    })
}

fn note(kind: &'static str, outcome: &'static str) {
    metrics::counter!("carrel_book_lookups_total", "source" => kind, "outcome" => outcome).increment(1);
}

/// A record in the terms of the book form: as an import reads it, but with the number that was asked for first, and without what
/// only its own library can decide.
fn found(mut record: SourceRecord, isbn: &Isbn, facts: &Facts, covers: bool) -> FoundBook {
    let mut isbns = vec![isbn.clone()];
    for one in record
        .description
        .isbns
        .iter()
        .filter_map(|text| text.parse::<Isbn>().ok())
    {
        if !isbns.contains(&one) {
            isbns.push(one);
        }
    }
    record.description.isbns = isbns.iter().map(ToString::to_string).collect();
    let read = read_description(&record.description, facts);
    let category = read
        .class_category
        .map_or(Patch::Keep, |name| Patch::Set(name.to_owned()));
    let marc = record.marc.and_then(|bytes| String::from_utf8(bytes).ok());
    FoundBook {
        draft: BookDraft {
            category,
            cover_image: Patch::Keep,
            borrowing_period: Patch::Keep,
            item_type: Patch::Keep,
            semester_categories: Patch::Keep,
            ..read.draft
        },
        marc: marc.filter(|text| text.chars().count() <= limit::MARC_RECORD.max),
        cover: record.cover.filter(|_| covers),
    }
}
