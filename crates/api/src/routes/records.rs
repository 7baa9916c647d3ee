//! The records of books: their MARC records, citations, and files of the catalogue.

use std::io;
use std::time::{Duration, Instant};

use axum::body::Body as RawBody;
use axum::extract::State;
use axum::http::Uri;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::citation::Citation;
use carrel_domain::imports::ImportFormat;
use carrel_operations::catalogue;
use carrel_operations::catalogue::export::{self, Export, ExportedBooks};
use futures_util::{Stream, stream};
use serde::Deserialize;
use utoipa::IntoParams;

use super::books_query::BooksQuery;
use crate::cached::{Audience, cached};
use crate::caller::Caller;
use crate::failure::{Failure, FailureBody};
use crate::input::{Body, InPath, PageQuery, QueryParams, choice};
use crate::respond::{Answer, Envelope};
use crate::shapes::choices::{EXPORT_FORMATS, STATUSES};
use crate::shapes::words::{BookStatusName, ExportFormatName};
use crate::shapes::{MarcForm, MarcSaved, MarcShape};
use crate::state::Api;

/// The citations of a book, for lists of references and for reference managers.
#[utoipa::path(get, path = "/api/books/{id}/citations", operation_id = "cite_book",
    tag = "books", params(("id" = inline(BookId), Path)),
    responses((status = 200, body = Envelope<Vec<Citation>>), (status = "default", body = FailureBody)))]
pub(crate) async fn cite(
    State(api): State<Api>,
    caller: Caller,
    uri: Uri,
    InPath(id): InPath<BookId>,
) -> Answer<Response> {
    let citations = async {
        Ok(Envelope::of(
            catalogue::citations(&api.library, &caller.0, id).await?,
        ))
    };
    cached(&api, &caller.0, Audience::Everybody, &uri, citations).await
}

/// The MARC record of a book as text, a line a field.
#[utoipa::path(get, path = "/api/books/{id}/marc", operation_id = "show_marc_record",
    tag = "books", params(("id" = inline(BookId), Path)),
    responses((status = 200, body = Envelope<MarcShape>), (status = "default", body = FailureBody)))]
pub(crate) async fn marc(
    State(api): State<Api>,
    caller: Caller,
    InPath(id): InPath<BookId>,
) -> Answer<Envelope<MarcShape>> {
    let marc = catalogue::marc_text(&api.library, &caller.0, id).await?;
    Ok(Envelope::of(MarcShape::from(marc)))
}

/// Replaces the MARC record of a book, and the fields of the book with what the record says.
///
/// Copies stay as they are.
#[utoipa::path(put, path = "/api/books/{id}/marc", operation_id = "change_marc_record",
    tag = "books", params(("id" = inline(BookId), Path)), request_body = MarcForm,
    responses((status = 200, body = MarcSaved), (status = "default", body = FailureBody)))]
pub(crate) async fn change_marc(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BookId>,
    Body(form): Body<MarcForm>,
) -> Answer<MarcSaved> {
    let based_on = form.based_on()?;
    let (saved, findings) = catalogue::change_marc(&api.library, context, id, &form.text, based_on).await?;
    let days = api.library.shown_settings().default_loan_days();
    Ok(MarcSaved::new(saved, &findings, days))
}

/// What a file of books has.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// The format of the file; `marc` when absent.
    #[param(inline, value_type = Option<ExportFormatName>)]
    format: Option<String>,
    /// One book; the other filters do not count then.
    #[param(inline, value_type = Option<BookId>)]
    book: Option<BookId>,
    /// `archived` for the books in the archive, which can be exported only all together.
    #[param(inline, value_type = Option<BookStatusName>)]
    status: Option<String>,
}

/// The maximum time of a whole file. A client that reads more slowly gets an incomplete body.
const LONGEST: Duration = Duration::from_hours(2);

/// The books of the catalogue as a file: MARC 21, MARCXML, or a table with a row a copy.
///
/// Without filters, it has all current books. The body is sent in parts. If it ends early, the file is not complete. An import of
/// the file changes nothing.
#[utoipa::path(get, path = "/api/export", operation_id = "export_books",
    tag = "books", params(ExportQuery, BooksQuery),
    responses((status = 200, content((Vec<u8> = "application/marc"), (String = "application/marcxml+xml"),
        (String = "text/csv; charset=utf-8"))), (status = "default", body = FailureBody)))]
pub(crate) async fn export(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(query): QueryParams<ExportQuery>,
    QueryParams(books): QueryParams<BooksQuery>,
) -> Answer<Response> {
    let format = choice("format", query.format.as_deref(), EXPORT_FORMATS)?.unwrap_or(ImportFormat::Marc);
    let archived = choice("status", query.status.as_deref(), STATUSES)?.unwrap_or(false);
    let found = books.into_query(&PageQuery::default(), archived)?;
    let wanted = match query.book {
        Some(id) => ExportedBooks::One(id),
        None if found.is_everything() => ExportedBooks::All { archived },
        None if archived => {
            return Err(Failure::parameter(
                "status",
                "Archived books can be exported only all together",
            ));
        }
        None => ExportedBooks::Found(found),
    };
    let name = match query.book {
        Some(id) => format!("book-{id}"),
        None if archived => "archived-books".to_owned(),
        None => "books".to_owned(),
    };
    let file = export::begin(&api.library, &caller.0, format, wanted).await?;
    let (content_type, ending) = match format {
        ImportFormat::Marc => ("application/marc", "mrc"),
        ImportFormat::MarcXml => ("application/marcxml+xml", "xml"),
        ImportFormat::Csv => ("text/csv; charset=utf-8", "csv"),
    };
    let headers = [
        (CONTENT_TYPE, content_type.to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}.{ending}\""),
        ),
    ];
    Ok((headers, RawBody::from_stream(parts(file))).into_response())
}

/// The parts of a file, each read when the client has received the one before.
fn parts(file: Export) -> impl Stream<Item = io::Result<Bytes>> {
    let deadline = Instant::now() + LONGEST;
    stream::try_unfold(file, move |mut file| async move {
        let interrupted = || io::Error::other("the file ended early");
        if Instant::now() > deadline {
            tracing::warn!("a file of books took too long");
            return Err(interrupted());
        }
        let part = file.next().await.map_err(|error| {
            tracing::warn!(%error, "a file of books ended early");
            interrupted()
        })?;
        Ok(part.map(|part| (Bytes::from(part), file)))
    })
}
