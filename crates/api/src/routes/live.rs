use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use carrel_operations::Context;
use carrel_operations::live::{self, Event, Subscription};
use futures_util::{Stream, stream};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::caller::Caller;
use crate::codes::Code;
use crate::failure::{Failure, FailureBody};
use crate::input::{QueryParams, whole};
use crate::respond::Answer;
use crate::shapes::words::FromOne;
use crate::shapes::{LiveChanges, live as shapes};
use crate::state::Api;

/// The content type of server-sent events.
const EVENTS: &str = "text/event-stream";

/// Tells a proxy such as nginx to pass each event on at once.
const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

/// What is announced.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StreamQuery {
    /// Also announces what has changed in so many seconds before the stream is ready. More than 600 count as 600.
    #[param(inline, value_type = Option<FromOne>)]
    #[serde(rename = "pastSeconds")]
    past_seconds: Option<String>,
}

/// Live changes, as server-sent events.
///
/// The request must have `Accept: text/event-stream`; the response does not end by itself. A client opens one stream, reads
/// the events `ready` (every later change is announced, and those of `pastSeconds` before), `changes` (what to load again, as JSON), `resync` (any data may
/// have changed) and `end` (with the reason), and ignores other events and comments. A comment is sent every ten seconds. An
/// event has what the caller may read: an access token gets the topics of its scopes. Events say that data changed, and
/// never how.
#[utoipa::path(get, path = "/api/changes/stream", operation_id = "stream_changes",
    tag = "live",
    params(StreamQuery),
    responses((status = 200, content_type = "text/event-stream", body = LiveChanges),
        (status = "default", body = FailureBody)))]
pub(crate) async fn stream(
    State(api): State<Api>,
    Caller(context): Caller,
    QueryParams(query): QueryParams<StreamQuery>,
    headers: HeaderMap,
) -> Answer<Response> {
    if !accepts_events(&headers) {
        return Err(Failure::new(
            StatusCode::NOT_ACCEPTABLE,
            Code::NotAcceptable,
            "This address sends a stream of events. Ask for it with Accept: text/event-stream",
        ));
    }
    let past_seconds = whole("pastSeconds", query.past_seconds.as_deref())?.unwrap_or(0);
    let subscription = subscribe(&api, &context, past_seconds)?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(EVENTS)),
        // A proxy that compresses would wait for more events.
        (CACHE_CONTROL, HeaderValue::from_static("no-store, no-transform")),
        (X_ACCEL_BUFFERING, HeaderValue::from_static("no")),
    ];
    Ok((headers, Body::from_stream(texts(subscription))).into_response())
}

fn subscribe(api: &Api, context: &Context, past_seconds: u32) -> Answer<Subscription> {
    let clock = api.clock.clone();
    Ok(live::subscribe(
        &api.library,
        context,
        Arc::new(move || clock.now()),
        past_seconds,
    )?)
}

/// Whether a request names the content type of events. A client that accepts anything might wait for the end of the body.
fn accepts_events(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT).iter();
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|range| range.split(';').next())
        .any(|range| range.trim().eq_ignore_ascii_case(EVENTS))
}

/// The text of each event, when the client has received the one before.
fn texts(subscription: Subscription) -> impl Stream<Item = Result<Bytes, Infallible>> {
    // Headers alone may stay in a proxy; a first comment makes it send them.
    let first = stream::once(async { Ok(Bytes::from_static(b": live changes\n\n")) });
    let events = stream::unfold(subscription, |mut subscription| async move {
        let event = subscription.next().await?;
        let kind = kind(&event);
        metrics::counter!("carrel_live_events_total", "kind" => kind).increment(1);
        Some((Ok(Bytes::from(shapes::text(kind, &event))), subscription))
    });
    futures_util::StreamExt::chain(first, events)
}

/// The name of an event.
fn kind(event: &Event) -> &'static str {
    match event {
        Event::Ready { .. } => "ready",
        Event::Changes(digest) if digest.has_everything() => "resync",
        Event::Changes(_) => "changes",
        Event::Heartbeat => "heartbeat",
        Event::End(_) => "end",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::ACCEPT;

    use super::accepts_events;

    #[test]
    fn a_request_must_name_the_content_type() {
        for (accept, accepts) in [
            ("text/event-stream", true),
            ("text/event-stream;q=0.9", true),
            ("application/json, Text/Event-Stream", true),
            ("*/*", false),
            ("text/*", false),
            ("application/json", false),
            ("text/event-streams", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT, accept.parse().unwrap());
            assert_eq!(accepts_events(&headers), accepts, "{accept}");
        }
        assert!(!accepts_events(&HeaderMap::new()));
    }
}
