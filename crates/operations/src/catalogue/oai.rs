//! OAI-PMH: programs of other libraries harvest the records of the catalogue, while the settings allow it.

use std::collections::BTreeMap;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::harvest::{Format, Place};
use carrel_storage::harvest::{self, Entry, Range};
use carrel_storage::{Connection, Error as StorageError};
use jiff::Timestamp;

use crate::catalogue::export::read;
use crate::catalogue::imports::facts::Facts;
use crate::catalogue::shared_record::{SharedFormat, SharedRecord, content};
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::library::Library;

/// The maximum number of records or sets of one response.
pub const PAGE: usize = 100;

/// The repository, as it identifies itself.
#[derive(Debug, Clone)]
pub struct Repository {
    /// The address of the site.
    pub site: String,
    pub name: String,
    pub email: Option<String>,
}

/// One part of a list.
#[derive(Debug, Clone)]
pub struct Part<T> {
    pub entries: Vec<T>,
    pub has_more: bool,
}

/// The repository. Not found while the library shares no records.
pub fn repository(library: &Library) -> Result<Repository> {
    let settings = library.shown_settings();
    let catalogue = &settings.catalogue;
    let is_shared = catalogue.oai_pmh && !settings.awaits_setup;
    let site = catalogue.site_address.clone().filter(|_| is_shared);
    Ok(Repository {
        site: site.ok_or(Error::NotFound(Noun::Page))?,
        name: settings.name.clone(),
        email: settings.contact.email.clone(),
    })
}

/// The earliest datestamp of all records; without any, the instant of the call.
pub async fn earliest(library: &Library, context: &Context) -> Result<Timestamp> {
    repository(library)?;
    let earliest = library
        .database
        .read(&(), |connection, ()| Box::pin(harvest::earliest(connection)))
        .await
        .map_err(Error::Storage)?;
    let earliest = earliest.and_then(|ms| Timestamp::from_millisecond(ms).ok());
    Ok(earliest.unwrap_or(context.now))
}

/// The categories behind one, in their order.
pub async fn sets(library: &Library, after: Option<&str>) -> Result<Part<String>> {
    repository(library)?;
    // A category has at least one character.
    let after = after.unwrap_or_default().to_owned();
    let found = library
        .database
        .read(&after, |connection, after| {
            Box::pin(harvest::categories_after(connection, after, ONE_MORE))
        })
        .await
        .map_err(Error::Storage)?;
    Ok(part(found))
}

/// Whether there is a record of a book.
pub async fn exists(library: &Library, id: BookId) -> Result<bool> {
    repository(library)?;
    let found = library
        .database
        .read(&id, |connection, id| Box::pin(harvest::find(connection, *id)))
        .await
        .map_err(Error::Storage)?;
    Ok(found.is_some())
}

/// The record of a book; `None` when there was never such a book.
pub async fn record(
    library: &Library,
    context: &Context,
    id: BookId,
    format: Format,
) -> Result<Option<SharedRecord>> {
    let site = repository(library)?.site;
    let facts = Facts::of(library, context).await?;
    let found = library
        .database
        .read_long(
            (id, facts, format, site),
            |connection, (id, facts, format, site)| {
                Box::pin(async move {
                    let entry = harvest::find(connection, *id).await?;
                    with_contents(connection, Vec::from_iter(entry), (facts, *format, site)).await
                })
            },
        )
        .await
        .map_err(Error::Storage)?;
    Ok(found.into_iter().next())
}

/// The records behind a place. `headers_only` leaves out their contents.
pub async fn records(
    library: &Library,
    context: &Context,
    place: &Place,
    headers_only: bool,
) -> Result<Part<SharedRecord>> {
    let site = repository(library)?.site;
    // It costs as much as a search.
    library.count_search(context)?;
    let facts = Facts::of(library, context).await?;
    let range = Range {
        after: place.after,
        until: place.until_ms.unwrap_or(i64::MAX),
        category: place.category.clone(),
    };
    let format = place.format;
    library
        .database
        .read_long(
            (range, headers_only, facts, format, site),
            |connection, (range, headers_only, facts, format, site)| {
                Box::pin(async move {
                    let found = part(harvest::page(connection, range, ONE_MORE).await?);
                    let entries = if *headers_only {
                        found.entries.into_iter().map(SharedRecord::header).collect()
                    } else {
                        with_contents(connection, found.entries, (facts, *format, site)).await?
                    };
                    Ok::<_, StorageError>(Part {
                        entries,
                        has_more: found.has_more,
                    })
                })
            },
        )
        .await
        .map_err(Error::Storage)
}

/// One more than a page: whether there is more.
const ONE_MORE: i64 = 101;

fn part<T>(mut found: Vec<T>) -> Part<T> {
    let has_more = found.len() > PAGE;
    found.truncate(PAGE);
    Part {
        entries: found,
        has_more,
    }
}

async fn with_contents(
    connection: &mut Connection,
    entries: Vec<Entry>,
    (facts, format, site): (&Facts, Format, &str),
) -> carrel_storage::Result<Vec<SharedRecord>> {
    let format = match format {
        Format::DublinCore => SharedFormat::DublinCore,
        Format::Marc => SharedFormat::Marc,
    };
    let current: Vec<BookId> = entries
        .iter()
        .filter(|entry| entry.is_deleted == 0)
        .map(|entry| entry.id)
        .collect();
    let books = read(connection, &current).await?;
    let mut books: BTreeMap<BookId, _> = books.into_iter().map(|book| (book.book.id, book)).collect();
    let records = entries.into_iter().map(|entry| {
        let mut record = SharedRecord::header(entry);
        let book = books.remove(&record.id).filter(|_| !record.is_deleted);
        record.content = book.map(|book| content(&book, record.at, format, site, facts));
        record
    });
    Ok(records.collect())
}
