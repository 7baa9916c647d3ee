//! Responses with a file.

use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

/// A file of this kind.
pub(super) fn text(kind: &'static str, body: String) -> Response {
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, "public, max-age=3600")];
    (headers, body).into_response()
}

/// The response for a file that does not exist.
pub(super) fn missing() -> Response {
    (StatusCode::NOT_FOUND, "There is no such file").into_response()
}
