//! The limits of every request.

use std::time::Duration;

use axum::extract::{MatchedPath, Request};
use axum::http::Method;

/// The maximum size of a request body, in bytes.
pub const LARGEST_BODY: usize = 1024 * 1024;
/// The maximum size of the body of a call that needs no session, in bytes: strangers with many slow connections must not
/// hold much memory. The largest form, with a passkey, has 33 KiB.
pub const LARGEST_PUBLIC_BODY: usize = 64 * 1024;
/// The maximum time until a response. The specification's clients time out after ten seconds.
pub const REQUEST_DEADLINE: Duration = Duration::from_secs(9);
/// The maximum time until the response to a file of up to 2 GiB. A sender who pauses is refused sooner.
pub const FILE_DEADLINE: Duration = Duration::from_hours(2);
/// The maximum time until the response to a picture of up to 10 MiB, which a phone may send slowly.
pub const COVER_DEADLINE: Duration = Duration::from_mins(3);
/// The maximum time between two parts of a file that is sent.
pub const LONGEST_SILENCE: Duration = Duration::from_secs(30);

/// The maximum time until the response to a call whose body is a file; `None` for all other calls. The handler of a file
/// reads it in parts and limits its size; [`LARGEST_BODY`] does not apply.
pub(crate) fn file_deadline(request: &Request) -> Option<Duration> {
    let route = request.extensions().get::<MatchedPath>()?;
    match (request.method(), route.as_str()) {
        (&Method::POST, "/api/imports") => Some(FILE_DEADLINE),
        (&Method::PUT, "/api/books/{id}/cover") => Some(COVER_DEADLINE),
        _ => None,
    }
}
