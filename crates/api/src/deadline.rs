//! The deadline of every request, and the cache headers of its response.

use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::failure;
use crate::limits::{REQUEST_DEADLINE, file_deadline};
use crate::security;

/// Responds with a failure at the deadline, before the client times out. A file that is sent has a longer one. API responses are personal, so shared caches
/// must not store them, unless the handler allows it.
pub(crate) async fn limit_time_and_caching(request: Request, next: Next) -> Response {
    let deadline = file_deadline(&request).unwrap_or(REQUEST_DEADLINE);
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
