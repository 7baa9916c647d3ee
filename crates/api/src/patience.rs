//! The deadline of every request, and the cache headers of its response.

use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::failure;
use crate::limits::PATIENCE;
use crate::security;

/// Responds before the client times out, if only with a failure. API responses are personal: no shared cache stores
/// them, unless the handler allows it.
pub(crate) async fn private_and_patient(request: Request, next: Next) -> Response {
    let mut response = match tokio::time::timeout(PATIENCE, next.run(request)).await {
        Ok(response) => response,
        Err(_) => failure::too_slow().into_response(),
    };
    response
        .headers_mut()
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static(security::PRIVATE));
    response
}
