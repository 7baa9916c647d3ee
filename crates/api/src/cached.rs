//! Cached responses of the catalogue.
//!
//! The catalogue is read much more often than changed. A response is reused while its cache version is current: the
//! database has no commit since, and search index, settings and day are the same. The cache is not a permission check:
//! the caller's permission is checked before the lookup.

use axum::body::Bytes;
use axum::http::Uri;
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use carrel_operations::{CacheVersion, Context, Error};
use serde::Serialize;

use crate::respond::Answer;
use crate::response_cache::CachedResponse;
use crate::state::Api;

/// The maximum length of a cached path and query, in bytes: longer ones are rarely repeated.
const LONGEST_TARGET: usize = 512;

/// The readers of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    /// The response is the same for every permitted member, and for every visitor.
    Everybody,
    /// The response is about the caller.
    Oneself,
}

/// The response to `target` (path and query): the cached one if it is current, otherwise the result of `make`.
///
/// The caller's permission has been checked.
pub(crate) async fn cached<T: Serialize>(
    api: &Api,
    context: &Context,
    audience: Audience,
    target: &Uri,
    make: impl Future<Output = Answer<T>>,
) -> Answer<Response> {
    let target = target.path_and_query().map_or("", |target| target.as_str());
    let version = CacheVersion::of(&api.library, context).filter(|_| target.len() <= LONGEST_TARGET);
    let Some(version) = version else {
        return Ok(json(write(&make.await?)?));
    };
    // Visitors never share a response with members, not even an equal one.
    let key = match (context.actor_id(), audience) {
        (None, _) => format!("visitor {target}"),
        (Some(_), Audience::Everybody) => target.to_owned(),
        (Some(id), Audience::Oneself) => format!("{} {target}", id.number()),
    };
    if let Some(cached) = api.cache.get(&key)
        && version.is_still(&cached.version, cached.until)
    {
        metrics::counter!("carrel_cached_responses_total", "outcome" => "hit").increment(1);
        return Ok(json(cached.body));
    }
    metrics::counter!("carrel_cached_responses_total", "outcome" => "miss").increment(1);
    let body = write(&make.await?)?;
    let cached = CachedResponse {
        until: version.until(),
        version,
        body: body.clone(),
    };
    api.cache.insert(key, cached);
    Ok(json(body))
}

fn write<T: Serialize>(answer: &T) -> Answer<Bytes> {
    let written = serde_json::to_vec(answer);
    Ok(written
        .map_err(|error| Error::Defect(format!("a response cannot be serialized: {error}")))?
        .into())
}

fn json(body: Bytes) -> Response {
    const JSON: HeaderValue = HeaderValue::from_static("application/json");
    ([(CONTENT_TYPE, JSON)], body).into_response()
}
