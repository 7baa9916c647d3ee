//! Answers that are kept for as long as making them anew would change nothing.
//!
//! A catalogue is read a thousand times for each time it changes. What was written for one reader is given to the next
//! as it is, if the database itself says that nothing was committed since, and neither the search index, nor the
//! settings, nor the day are others. Nothing is decided here: who may see an answer is asked before it is looked up.

use std::sync::Arc;

use axum::body::Bytes;
use axum::http::Uri;
use axum::http::header::{CONTENT_TYPE, HeaderValue};
use axum::response::{IntoResponse, Response};
use carrel_operations::{CacheVersion, Context, Error};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde::Serialize;

use crate::respond::Answer;
use crate::state::Api;

/// What all kept answers may take together, in bytes.
const ROOM: u64 = 16 * 1024 * 1024;
/// Answers of about this size are expected.
const TYPICAL_ANSWER: u64 = 4 * 1024;
/// The longest question whose answer is kept, in bytes: longer ones are not asked twice.
const LONGEST_QUESTION: usize = 512;

/// Whom an answer was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    /// Everybody who may ask is answered the same.
    Everybody,
    /// It is about the person who asks.
    Oneself,
}

#[derive(Clone)]
struct Kept {
    edition: CacheVersion,
    /// The instant after which the edition has another meaning, in milliseconds.
    until: i64,
    body: Bytes,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<String, Kept> for ByBytes {
    fn weight(&self, question: &String, kept: &Kept) -> u64 {
        (question.len() + kept.body.len() + size_of::<Kept>()) as u64
    }
}

/// The answers of one server process.
#[derive(Clone)]
pub struct KeptAnswers(Arc<Cache<String, Kept, ByBytes>>);

impl Default for KeptAnswers {
    fn default() -> Self {
        let expected = usize::try_from(ROOM / TYPICAL_ANSWER).unwrap_or(usize::MAX);
        KeptAnswers(Arc::new(Cache::with_weighter(expected, ROOM, ByBytes)))
    }
}

/// The answer to `question` (path and query) as it was given before, or as `make` makes it now.
///
/// The caller has been asked whether they may have it.
pub(crate) async fn kept<T: Serialize>(
    api: &Api,
    context: &Context,
    audience: Audience,
    question: &Uri,
    make: impl Future<Output = Answer<T>>,
) -> Answer<Response> {
    let question = question.path_and_query().map_or("", |question| question.as_str());
    let edition = CacheVersion::of(&api.library, context).filter(|_| question.len() <= LONGEST_QUESTION);
    let Some(edition) = edition else {
        return Ok(json(write(&make.await?)?));
    };
    let key = match audience {
        Audience::Everybody => question.to_owned(),
        Audience::Oneself => format!("{} {question}", context.actor_id().unwrap_or_default()),
    };
    if let Some(kept) = api.kept.0.get(&key)
        && edition.is_still(&kept.edition, kept.until)
    {
        metrics::counter!("carrel_kept_answers_total", "outcome" => "hit").increment(1);
        return Ok(json(kept.body));
    }
    metrics::counter!("carrel_kept_answers_total", "outcome" => "miss").increment(1);
    let body = write(&make.await?)?;
    let kept = Kept {
        until: edition.until(),
        edition,
        body: body.clone(),
    };
    api.kept.0.insert(key, kept);
    Ok(json(body))
}

fn write<T: Serialize>(answer: &T) -> Answer<Bytes> {
    let written = serde_json::to_vec(answer);
    Ok(written
        .map_err(|error| Error::Defect(format!("an answer cannot be written: {error}")))?
        .into())
}

fn json(body: Bytes) -> Response {
    const JSON: HeaderValue = HeaderValue::from_static("application/json");
    ([(CONTENT_TYPE, JSON)], body).into_response()
}
