//! Uploaded covers of books.

use axum::body::Body as RawBody;
use axum::extract::{FromRequestParts, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::IntoResponse;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::uploaded_cover::message;
use carrel_operations::catalogue::{self, CoverSize};
use futures_util::StreamExt as _;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::caller::Caller;
use crate::failure::{self, Failure, FailureBody};
use crate::input::{InPath, QueryParams, choice, text_in_path};
use crate::limits::LONGEST_SILENCE;
use crate::respond::Answer;
use crate::shapes::BookSaved;
use crate::shapes::based_on;
use crate::shapes::choices::COVER_WIDTHS;
use crate::shapes::words::CoverWidth;
use crate::state::Api;

/// The largest file, in bytes.
const LARGEST: usize = 10 * 1024 * 1024;
/// The most bytes that are received.
const MOST_RECEIVED: usize = 4 * LARGEST;
const TOO_LARGE: &str = "The picture is larger than 10 MiB";
/// The address of a cover changes with its files.
const FOREVER: &str = "public, max-age=31536000, immutable";

/// What a change of a cover is based on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CoverQuery {
    /// The `updatedAt` of the book that the change is based on. A cover that others have changed since is not replaced: 409
    /// `book_changed`. Without it, the change is made in any case.
    #[param(format = DateTime)]
    updated_at: Option<String>,
}

/// Replaces the cover of a book by a picture.
///
/// The body is the file itself, up to 10 MiB: JPEG, PNG, WebP or GIF, with at most 50 megapixels and 12,000 pixels on each side. It
/// is stored as JPEG in three sizes, without its metadata, and `coverImage` becomes its address. A picture that is taller than
/// twice its width is cut at the top and at the bottom.
#[utoipa::path(put, path = "/api/books/{id}/cover", operation_id = "set_cover",
    tag = "books", params(("id" = inline(BookId), Path), CoverQuery),
    request_body(content = Vec<u8>, content_type = "image/*"),
    responses((status = 200, body = BookSaved), (status = "default", body = FailureBody)))]
pub(crate) async fn set(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BookId>,
    QueryParams(query): QueryParams<CoverQuery>,
    headers: HeaderMap,
    body: RawBody,
) -> Answer<BookSaved> {
    let based_on = based_on(query.updated_at.as_deref())?;
    catalogue::expect_cover(&api.library, &context, id).await?;
    if !is_image(&headers) {
        return Err(Failure::parameter("cover", message::NOT_AN_IMAGE));
    }
    let file = received(&headers, body).await?;
    let saved = catalogue::set_cover(&api.library, context, id, file, based_on).await?;
    let days = api.library.shown_settings().default_loan_days();
    Ok(BookSaved::new("Cover saved", saved, days))
}

/// Removes the cover of a book; its generated cover is shown again.
///
/// Also removes an address that was entered.
#[utoipa::path(delete, path = "/api/books/{id}/cover", operation_id = "remove_cover",
    tag = "books", params(("id" = inline(BookId), Path), CoverQuery),
    responses((status = 200, body = BookSaved), (status = "default", body = FailureBody)))]
pub(crate) async fn remove(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<BookId>,
    QueryParams(query): QueryParams<CoverQuery>,
) -> Answer<BookSaved> {
    let based_on = based_on(query.updated_at.as_deref())?;
    let saved = catalogue::remove_cover(&api.library, context, id, based_on).await?;
    let days = api.library.shown_settings().default_loan_days();
    Ok(BookSaved::new("Cover removed", saved, days))
}

/// The hash of a cover in a path.
pub(crate) struct CoverHash(String);

impl<S: Send + Sync> FromRequestParts<S> for CoverHash {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        Ok(CoverHash(text_in_path(parts, state).await?))
    }
}

/// The size of a cover.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SizeQuery {
    /// The width in pixels; 640 when absent. A narrower picture is not enlarged.
    #[param(inline, value_type = Option<CoverWidth>)]
    width: Option<String>,
}

/// An uploaded cover, as `coverImage` of a book has its address.
///
/// The file never changes: another cover has another address.
#[utoipa::path(get, path = "/covers/{file}", operation_id = "show_cover",
    tag = "books", params(("file" = String, Path), SizeQuery),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>), (status = "default", body = FailureBody)))]
pub(crate) async fn show(
    State(api): State<Api>,
    CoverHash(hash): CoverHash,
    QueryParams(query): QueryParams<SizeQuery>,
) -> Answer<impl IntoResponse> {
    let size = choice("width", query.width.as_deref(), COVER_WIDTHS)?.unwrap_or(CoverSize::Large);
    let file = catalogue::cover_file(&api.library, &hash, size).await?;
    let headers = [(CONTENT_TYPE, "image/jpeg"), (CACHE_CONTROL, FOREVER)];
    Ok((headers, file))
}

/// Whether a call says that its body is an image. The bytes decide which one.
fn is_image(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| {
        let prefix = kind.trim_start().get(..6);
        prefix.is_some_and(|prefix| prefix.eq_ignore_ascii_case("image/"))
    })
}

/// The whole file.
///
/// One that is a few times too large is received to its end, because a browser shows no response to a file that it is still
/// sending.
async fn received(headers: &HeaderMap, body: RawBody) -> Answer<Vec<u8>> {
    let length = headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok())
        .and_then(|length| length.parse::<usize>().ok());
    if length.is_some_and(|length| length > MOST_RECEIVED) {
        return Err(failure::too_large(TOO_LARGE));
    }
    let mut parts = body.into_data_stream();
    let mut file = Vec::new();
    let mut size = 0;
    loop {
        let part = tokio::time::timeout(LONGEST_SILENCE, parts.next()).await;
        let Some(part) = part.map_err(|_| failure::too_slow())? else {
            break;
        };
        let part = part.map_err(|_| failure::unreadable_body())?;
        size += part.len();
        if size > MOST_RECEIVED {
            return Err(failure::too_large(TOO_LARGE));
        }
        if size > LARGEST {
            file = Vec::new();
        } else {
            file.extend_from_slice(&part);
        }
    }
    if size > LARGEST {
        return Err(failure::too_large(TOO_LARGE));
    }
    Ok(file)
}
