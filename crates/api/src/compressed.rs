//! Compresses JSON responses with gzip: a list of 24 books has 9 kB instead of 21.
//!
//! Attacks on compressed secrets (BREACH) need a page of another site whose requests carry the session. Sessions here are
//! tokens in a header, which no other site can send.

use std::io::Write as _;

use axum::body::{Body, Bytes, HttpBody as _, to_bytes};
use axum::extract::Request;
use axum::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, VARY,
};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::task::spawn_blocking;

use crate::failure;

/// Bytes of a body from which compression pays: less fits into one packet of a network.
const LEAST_BYTES: u64 = 1_400;
/// Bytes of a body up to which it is compressed. Larger ones are files, which nobody waits for in front of a screen.
const MOST_BYTES: u64 = 4 * 1024 * 1024;
/// Bytes of a body above which it is compressed on another thread, so that other requests do not wait for it.
const MANY_BYTES: usize = 64 * 1024;

/// Compresses the body of a JSON response whose size is known, if the client accepts gzip. Streams stay as they are.
pub(crate) async fn compress(request: Request, next: Next) -> Response {
    let accepted = accepts(request.headers(), "gzip");
    let mut response = next.run(request).await;
    if !is_compressible(&response) {
        return response;
    }
    response
        .headers_mut()
        .append(VARY, HeaderValue::from_static("accept-encoding"));
    if !accepted {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(plain) = to_bytes(body, usize::MAX).await else {
        return failure::internal().into_response();
    };
    let compressed = if plain.len() > MANY_BYTES {
        let Ok(compressed) = spawn_blocking(move || gzip(&plain)).await else {
            return failure::internal().into_response();
        };
        compressed
    } else {
        gzip(&plain)
    };
    parts.headers.remove(CONTENT_LENGTH);
    parts
        .headers
        .insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    Response::from_parts(parts, Body::from(compressed))
}

/// Whether a request accepts a content coding by its name.
pub fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let lines = headers.get_all(ACCEPT_ENCODING).into_iter();
    lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .any(|one| {
            let mut parts = one.split(';').map(str::trim);
            let is_named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
            let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
            is_named && weight != Some(0.0)
        })
}

/// Whether the body is JSON of a known and fitting size. A response with an entity tag names these very bytes.
fn is_compressible(response: &Response) -> bool {
    let headers = response.headers();
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("application/json"))
        && !headers.contains_key(CONTENT_ENCODING)
        && !headers.contains_key(ETAG)
        && response
            .body()
            .size_hint()
            .exact()
            .is_some_and(|bytes| (LEAST_BYTES..=MOST_BYTES).contains(&bytes))
}

fn gzip(plain: &Bytes) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 4), Compression::fast());
    // Writing to a vector cannot fail.
    let _ = encoder.write_all(plain);
    encoder.finish().unwrap_or_default()
}
