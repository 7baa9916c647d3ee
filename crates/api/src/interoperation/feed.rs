//! The feed of a saved search, in Atom (RFC 4287).

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, ETAG, HeaderMap, IF_NONE_MATCH};
use axum::response::{IntoResponse as _, Response};
use carrel_domain::catalogue::author_names::author_names;
use carrel_domain::catalogue::book::Book;
use carrel_domain::identity::fingerprint;
use carrel_domain::markup::escaped;
use carrel_operations::catalogue::saved_searches::{self, Feed};
use serde::Deserialize;
use utoipa::IntoParams;

use super::stranger::{Stranger, busy};
use crate::failure::{FailureBody, nothing_here};
use crate::input::QueryParams;
use crate::respond::Answer;
use crate::shapes::time;
use crate::state::Api;

const ATOM: &str = "application/atom+xml; charset=utf-8";

/// The feed that is read.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct FeedQuery {
    /// The token of the feed, from the address that `POST /api/saved-searches/{id}/feed` returns.
    token: Option<String>,
}

/// The address of the feed with a token. The token is in the query, because logs contain paths.
pub(crate) fn address(token: &str) -> String {
    format!("/feed?token={token}")
}

/// The latest 50 books that a saved search finds, in Atom
///
/// Feed readers cannot sign in, so the address is enough to read it.
#[utoipa::path(get, path = "/feed", operation_id = "feed", tag = "saved searches", params(FeedQuery),
    responses((status = 200, content_type = "application/atom+xml; charset=utf-8", body = String),
        (status = 304, description = "The feed is the one that the caller has"),
        (status = "default", body = FailureBody)))]
pub(crate) async fn show(
    State(api): State<Api>,
    stranger: Stranger,
    headers: HeaderMap,
    QueryParams(query): QueryParams<FeedQuery>,
) -> Answer<Response> {
    let token = query.token.ok_or_else(nothing_here)?;
    let context = stranger.admit(&api).await?;
    let feed = saved_searches::feed(&api.library, &context, &token)
        .await
        .map_err(busy)?;
    let text = atom(&feed, &address(&token));
    let etag = format!("\"{}\"", fingerprint(&text));
    let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    // A proxy that compresses makes the tag a weak one, which is as good here (RFC 9110, section 13.1.2).
    let is_known = |one: &str| one.trim() == "*" || one.trim().trim_start_matches("W/") == etag;
    let tag = [(ETAG, etag.as_str())];
    if known.is_some_and(|known| known.split(',').any(is_known)) {
        return Ok((StatusCode::NOT_MODIFIED, tag).into_response());
    }
    Ok((tag, [(CONTENT_TYPE, ATOM)], text).into_response())
}

/// `own` is the address of the feed on this server.
fn atom(feed: &Feed, own: &str) -> String {
    let site = feed.site.as_deref().unwrap_or_default();
    let latest = feed
        .books
        .first()
        .map_or(feed.search.created_at, |book| book.created_at);
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n",
    );
    push(&mut text, "id", &feed.search.entry_urn(""));
    push(
        &mut text,
        "title",
        &format!("{} – {}", feed.search.name, feed.library),
    );
    push(&mut text, "updated", &time(latest));
    text.push_str("<author>");
    push(&mut text, "name", &feed.library);
    text.push_str("</author>\n");
    let own = escaped(&format!("{site}{own}"));
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "<link rel=\"self\" type=\"application/atom+xml\" href=\"{own}\"/>"
    );
    for book in &feed.books {
        entry(&mut text, feed, site, book);
    }
    text.push_str("</feed>\n");
    text
}

fn entry(text: &mut String, feed: &Feed, site: &str, book: &Book) {
    let record = &book.record;
    let page = escaped(&format!("{site}/books/{}", book.id));
    let added = time(book.created_at);
    text.push_str("<entry>\n");
    push(text, "id", &feed.search.entry_urn(&book.id.to_string()));
    push(text, "title", &record.title);
    push(text, "published", &added);
    push(text, "updated", &added);
    let _ = writeln!(
        text,
        "<link rel=\"alternate\" type=\"text/html\" href=\"{page}\"/>"
    );
    for name in author_names(&record.author) {
        text.push_str("<author>");
        push(text, "name", &name);
        text.push_str("</author>\n");
    }
    let _ = writeln!(text, "<category term=\"{}\"/>", escaped(&record.category));
    if !record.description.is_empty() {
        push(text, "summary", &record.description);
    }
    text.push_str("</entry>\n");
}

/// Writes an element on its line.
fn push(text: &mut String, name: &str, value: &str) {
    let _ = writeln!(text, "<{name}>{}</{name}>", escaped(value));
}
