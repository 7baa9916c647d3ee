//! Asks one source for a book by its ISBN.

use carrel_domain::book_data::{BookSource, OpenLibraryAddress, SourceProblem, SruSource, WebAddress};
use carrel_domain::catalogue::isbn::Isbn;
use carrel_formats::marc::{self, Description};
use carrel_formats::{open_library, sru};

use super::fetch::{Expected, Fetcher};
use crate::core::error::Result;
use crate::core::library::Library;

/// What a source knows of a book.
pub(crate) struct SourceRecord {
    pub description: Description,
    /// The record as it came, in MARCXML.
    pub marc: Option<Vec<u8>>,
    /// The number of its cover at Open Library.
    pub cover: Option<i64>,
}

type Answer<T> = std::result::Result<T, SourceProblem>;

/// What a source knows of an ISBN; `None` when it has no book with it.
pub(crate) async fn ask(
    library: &Library,
    source: &BookSource,
    isbn: &Isbn,
) -> Result<Answer<Option<SourceRecord>>> {
    let fetcher = Fetcher::of(library).await?;
    Ok(match source {
        BookSource::OpenLibrary { .. } => {
            ask_open_library(&fetcher, &library.limits.open_library, isbn).await
        }
        BookSource::Sru(source) => match library.limits.book_hosts.destination(&source.address) {
            Ok(address) => ask_sru(&fetcher, source, address, isbn).await,
            // The allowed hosts may have changed since the source was entered.
            Err(_) => Err(SourceProblem::NotAllowed),
        },
    })
}

/// The file of a cover of Open Library.
pub(crate) async fn cover(library: &Library, number: i64) -> Result<Answer<Vec<u8>>> {
    let fetcher = Fetcher::of(library).await?;
    let open_library = &library.limits.open_library;
    // Without the parameter, a missing cover is an empty picture.
    let address = format!("{}/b/id/{number}-L.jpg?default=false", open_library.covers);
    let may_lead_to = |address: &WebAddress| open_library.may_lead_to(address);
    let file = fetcher.get(&address, Expected::Picture, may_lead_to).await;
    Ok(file.map(|file| file.to_vec()))
}

async fn ask_open_library(
    fetcher: &Fetcher<'_>,
    open_library: &OpenLibraryAddress,
    isbn: &Isbn,
) -> Answer<Option<SourceRecord>> {
    let get = async |form: &str| {
        let base = &open_library.data;
        let address = format!("{base}/api/books?bibkeys=ISBN:{isbn}&format=json&jscmd={form}");
        fetcher.get(&address, Expected::Json, |_| false).await
    };
    let (data, details) = tokio::join!(get("data"), get("details"));
    // The details only add to the data.
    let book = open_library::read(&data?, details.ok().as_deref());
    let book = book.map_err(|_| SourceProblem::Unreadable)?;
    Ok(book.map(|book| SourceRecord {
        description: book.description,
        marc: None,
        cover: book.cover,
    }))
}

async fn ask_sru(
    fetcher: &Fetcher<'_>,
    source: &SruSource,
    address: WebAddress,
    isbn: &Isbn,
) -> Answer<Option<SourceRecord>> {
    let address = source.search(address, isbn);
    let body = fetcher.get(address.as_str(), Expected::Xml, |_| false).await?;
    let response = sru::read(&body).ok_or(SourceProblem::Unreadable)?;
    let is_empty = response.records.is_empty();
    let mut is_readable = is_empty;
    for raw in response.records {
        let Some(record) = raw
            .problem
            .is_none()
            .then(|| marc::parse_xml(&raw.bytes).ok())
            .flatten()
        else {
            continue;
        };
        is_readable = true;
        let description = marc::describe(&record);
        let mut isbns = description
            .isbns
            .iter()
            .filter_map(|text| text.parse::<Isbn>().ok());
        // A server that does not know the index may answer with any record.
        if marc::is_bibliographic(&record) && isbns.any(|one| one == *isbn) {
            return Ok(Some(SourceRecord {
                description,
                marc: Some(raw.bytes),
                cover: None,
            }));
        }
    }
    match response.diagnostic {
        Some(message) if is_empty => Err(SourceProblem::Diagnostic(message)),
        _ if is_readable => Ok(None),
        _ => Err(SourceProblem::Unreadable),
    }
}
