//! The deadline of every request, and the cache headers of its response.

use axum::extract::Request;
use axum::http::Method;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::failure;
use crate::limits::{FILE_DEADLINE, REQUEST_DEADLINE};
use crate::security;

/// The path to which files are sent.
const FILES_PATH: &str = "/api/imports";

/// Responds with a failure at the deadline, before the client times out. A file that is sent has a longer one. API responses are personal, so shared caches
/// must not store them, unless the handler allows it.
pub(crate) async fn limit_time_and_caching(request: Request, next: Next) -> Response {
    let sends_file = request.method() == Method::POST && request.uri().path() == FILES_PATH;
    let deadline = if sends_file {
        FILE_DEADLINE
    } else {
        REQUEST_DEADLINE
    };
    let mut response = match tokio::time::timeout(deadline, next.run(request)).await {
        Ok(response) => response,
        Err(_) => failure::too_slow().into_response(),
    };
    response
        .headers_mut()
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static(security::PRIVATE));
    response
}
