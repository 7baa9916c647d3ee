//! The web app inside the binary: files are precompressed; those with hashed names are cached forever, the page itself
//! is revalidated. Pages of an open catalogue get a head of their own, for programs that run no script.

use std::borrow::Cow;
use std::fmt::Write as _;

use axum::extract::{Request, State};
use axum::http::header::{
    ALLOW, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH,
    RETRY_AFTER, VARY,
};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use carrel_api::{Api, PageHead, accepts, head_of};
use rust_embed::{EmbeddedFile, RustEmbed};

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Files;

/// Serves a file of the web app, or its page.
pub async fn serve(State(api): State<Api>, request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        let allowed = [(ALLOW, "GET, HEAD")];
        return (
            StatusCode::METHOD_NOT_ALLOWED,
            allowed,
            "This address can only be read",
        )
            .into_response();
    }
    let (parts, _body) = request.into_parts();
    let path = parts.uri.path().trim_start_matches('/');
    let headers = &parts.headers;
    if let Some(response) = file(path, headers) {
        return response;
    }
    // A missing asset must be 404: an old page that requests a file of an older version must not get HTML for it.
    if path.starts_with("assets/") {
        return (StatusCode::NOT_FOUND, "There is no such file").into_response();
    }
    if let Some(response) = head_of(&api, &parts).await.and_then(|head| page(&head)) {
        return response;
    }
    // Every other address is a screen of the web app, which shows its own "not found" screen.
    file("index.html", headers).unwrap_or_else(|| {
        (
            StatusCode::SERVICE_UNAVAILABLE,
            "This binary was built without the web app; see the README",
        )
            .into_response()
    })
}

fn file(path: &str, request: &HeaderMap) -> Option<Response> {
    // The compressed variants are chosen by the request's header, never requested by name. Hidden files are of the build: its
    // manifest names the files of the source.
    if path.is_empty() || matches!(suffix(path), "br" | "gz") || is_hidden(path) {
        return None;
    }
    let plain = Files::get(path)?;
    let tag = tag(&plain);
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    let cached = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cached));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    let known = request.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    if known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag)) {
        return Some((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let (body, encoding) = encoded(path, request).unwrap_or((plain, None));
    if let Some(encoding) = encoding {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    let body = match body.data {
        Cow::Borrowed(bytes) => axum::body::Body::from(bytes),
        Cow::Owned(bytes) => axum::body::Body::from(bytes),
    };
    Some((headers, body).into_response())
}

/// The page of the web app with a head and a status of its own.
fn page(head: &PageHead) -> Option<Response> {
    let plain = Files::get("index.html")?;
    let text = std::str::from_utf8(&plain.data).ok()?;
    let html = with_head(text, head)?;
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    let mut response = (head.status, headers, html).into_response();
    if let Some(seconds) = head.retry_after_seconds {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    Some(response)
}

/// The page with these elements in place of its title and description, in this language.
fn with_head(page: &str, head: &PageHead) -> Option<String> {
    if head.elements.is_empty() {
        return Some(page.to_owned());
    }
    let from = page.find("<title>")?;
    let description = from + page[from..].find("<meta name=\"description\"")?;
    let to = description + page[description..].find('>')? + 1;
    let end = to + page[to..].rfind("</body>")?;
    let before = page[..from].replacen(
        "<html lang=\"en\"",
        &format!("<html lang=\"{}\"", head.language),
        1,
    );
    Some(format!(
        "{before}{}{}<noscript>{}</noscript>{}",
        head.elements,
        &page[to..end],
        head.without_script,
        &page[end..]
    ))
}

fn is_hidden(path: &str) -> bool {
    path.split('/').any(|part| part.starts_with('.'))
}

/// A weak entity tag: the same for every encoding of the same file.
fn tag(file: &EmbeddedFile) -> String {
    let mut tag = String::from("W/\"");
    for byte in &file.metadata.sha256_hash()[..8] {
        // Writing to a String cannot fail.
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    tag
}

fn encoded(path: &str, request: &HeaderMap) -> Option<(EmbeddedFile, Option<&'static str>)> {
    [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(name, _)| accepts(request, name))
        .find_map(|(name, suffix)| Some((Files::get(&format!("{path}.{suffix}"))?, Some(name))))
}

/// The text after the last dot of a name.
fn suffix(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}

fn content_type(path: &str) -> &'static str {
    match suffix(path) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use axum::http::StatusCode;
    use carrel_api::PageHead;

    use super::{Files, content_type, file, suffix, with_head};

    #[test]
    fn a_head_replaces_title_and_description_of_the_built_page() {
        let plain = Files::get("index.html").unwrap();
        let plain = std::str::from_utf8(&plain.data).unwrap();
        let head = PageHead {
            status: StatusCode::OK,
            retry_after_seconds: None,
            elements: "<title>Dune</title><meta name=\"description\" content=\"Sand\">".to_owned(),
            without_script: "<h1>Dune</h1>".to_owned(),
            language: "de",
        };
        let page = with_head(plain, &head).unwrap();
        for (part, count) in [
            ("<title>", 1),
            ("<title>Dune</title>", 1),
            ("name=\"description\"", 1),
            ("<html lang=\"de\"", 1),
            ("<noscript><h1>Dune</h1></noscript>", 1),
            ("<script type=\"module\"", 1),
            ("id=\"root\"", 1),
            ("</html>", 1),
        ] {
            assert_eq!(page.matches(part).count(), count, "{part} in {page}");
        }
        let unchanged = PageHead {
            elements: String::new(),
            ..head
        };
        assert_eq!(with_head(plain, &unchanged).unwrap(), plain);
    }

    /// Every file that is served has a type that browsers know, and none is of the source, of its history or of the build.
    #[test]
    fn only_files_of_the_web_app_are_served() {
        let served: Vec<_> = Files::iter()
            .filter(|name| file(name, &HeaderMap::new()).is_some())
            .collect();
        assert!(served.iter().any(|name| name == "index.html"), "{served:?}");
        for name in served {
            assert!(!name.contains("/.") && !name.starts_with('.'), "{name}");
            assert_ne!(content_type(&name), "application/octet-stream", "{name}");
            assert!(!matches!(suffix(&name), "map" | "ts" | "tsx"), "{name}");
        }
    }
}
