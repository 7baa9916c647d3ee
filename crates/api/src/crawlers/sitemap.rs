//! The sitemap: one file, or an index of several files. A file is sent while it is read, so its size needs no memory.

use std::fmt::Write as _;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use carrel_domain::catalogue::book::BookId;
use carrel_domain::markup::escaped;
use carrel_operations::{Error, catalogue};
use futures_util::stream::try_unfold;

use super::files::{missing, text};
use super::head::admit;
use crate::shapes::time;
use crate::state::Api;

const XML: &str = "application/xml; charset=utf-8";
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// The screens that the first file lists besides the books.
const SCREENS: [&str; 7] = ["/", "/books", "/about", "/contact", "/help", "/privacy", "/terms"];

/// `/sitemap.xml`: the only file, or the index of all.
pub(super) async fn show(State(api): State<Api>, parts: Parts) -> Response {
    let Ok(site) = catalogue::indexed_site(&api.library) else {
        return missing();
    };
    let begins = match admit(&api, &parts).await {
        Ok(context) => {
            let files = catalogue::sitemap_files(&api.library, &context, catalogue::BOOKS_OF_FILE);
            match files.await {
                Ok(begins) => begins,
                Err(error) => return refused(&error),
            }
        }
        Err(error) => return refused(&error),
    };
    if begins.len() == 1 {
        return file(api, &site, BookId::UNASSIGNED);
    }
    let mut index = format!("{DECLARATION}<sitemapindex xmlns=\"{NAMESPACE}\">\n");
    for begin in begins {
        // Writing to a String cannot fail.
        let _ = writeln!(
            index,
            "<sitemap><loc>{}/sitemaps/books-after-{}.xml</loc></sitemap>",
            escaped(&site),
            begin.number()
        );
    }
    index.push_str("</sitemapindex>\n");
    text(XML, index)
}

/// `/sitemaps/books-after-{number}.xml`: the books after one, and in the first file the other screens.
pub(super) async fn show_file(State(api): State<Api>, Path(name): Path<String>, parts: Parts) -> Response {
    let number = name
        .strip_prefix("books-after-")
        .and_then(|rest| rest.strip_suffix(".xml"))
        .and_then(|number| number.parse::<u32>().ok());
    let (Ok(site), Some(number)) = (catalogue::indexed_site(&api.library), number) else {
        return missing();
    };
    match admit(&api, &parts).await {
        Ok(_) => file(api, &site, BookId::new(number.into())),
        Err(error) => refused(&error),
    }
}

fn refused(error: &Error) -> Response {
    let seconds = match error {
        Error::Throttled { retry_after_seconds } => *retry_after_seconds,
        _ => return (StatusCode::SERVICE_UNAVAILABLE, "Please try again later").into_response(),
    };
    let headers = [(RETRY_AFTER, seconds.to_string())];
    (StatusCode::TOO_MANY_REQUESTS, headers, "Please try again later").into_response()
}

/// What a file still has to send.
struct Rest {
    api: Api,
    /// Escaped.
    site: String,
    after: BookId,
    left: u32,
    begun: bool,
    ended: bool,
}

fn file(api: Api, site: &str, after: BookId) -> Response {
    let rest = Rest {
        api,
        site: escaped(site),
        after,
        left: catalogue::BOOKS_OF_FILE,
        begun: false,
        ended: false,
    };
    let chunks = try_unfold(rest, async |mut rest| {
        if rest.ended {
            return Ok::<_, Error>(None);
        }
        let chunk = next_chunk(&mut rest).await?;
        Ok(Some((Bytes::from(chunk), rest)))
    });
    let headers = [(CONTENT_TYPE, XML), (CACHE_CONTROL, "public, max-age=3600")];
    (headers, Body::from_stream(chunks)).into_response()
}

async fn next_chunk(rest: &mut Rest) -> Result<String, Error> {
    let mut chunk = String::new();
    if !rest.begun {
        rest.begun = true;
        chunk = format!("{DECLARATION}<urlset xmlns=\"{NAMESPACE}\">\n");
        if rest.after == BookId::UNASSIGNED {
            for path in SCREENS {
                let _ = writeln!(chunk, "<url><loc>{}{path}</loc></url>", rest.site);
            }
        }
    }
    let books = catalogue::sitemap_books(&rest.api.library, rest.after, rest.left).await?;
    for (id, changed_at) in &books {
        let _ = writeln!(
            chunk,
            "<url><loc>{}/books/{id}</loc><lastmod>{}</lastmod></url>",
            rest.site,
            time(*changed_at)
        );
    }
    rest.left -= u32::try_from(books.len()).unwrap_or(rest.left).min(rest.left);
    match books.last() {
        Some((last, _)) if rest.left > 0 => rest.after = *last,
        _ => {
            rest.ended = true;
            chunk.push_str("</urlset>\n");
        }
    }
    Ok(chunk)
}
