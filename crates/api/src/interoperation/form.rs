//! The arguments of a request, in a query or in a form.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderMap};

use crate::codes::Code;
use crate::failure::Failure;
use crate::input::unreadable;
use crate::respond::Answer;

/// The body of a form.
pub(super) fn form(headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Answer<Bytes> {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind
        .unwrap_or_default()
        .split(';')
        .next()
        .unwrap_or_default()
        .trim();
    let body = body.map_err(|rejection| unreadable(&rejection))?;
    // Without a body there is no kind of it.
    if !body.is_empty() && !kind.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        return Err(Failure::new(
            StatusCode::BAD_REQUEST,
            Code::NotForm,
            "The body must be a form (Content-Type: application/x-www-form-urlencoded)",
        ));
    }
    Ok(body)
}

/// The arguments in their order. Bytes that are no UTF-8 become replacement characters.
pub(super) fn pairs(arguments: &[u8]) -> Vec<(String, String)> {
    serde_html_form::from_bytes(arguments).unwrap_or_default()
}
