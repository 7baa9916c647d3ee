//! The security headers of every response.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::middleware::Next;
use axum::response::Response;
use carrel_operations::Library;

/// The header that keeps search engines from listing a page.
const X_ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");
const NO_INDEX: HeaderValue = HeaderValue::from_static("noindex");

/// The policy for content, with more sources of images, and more directives.
macro_rules! policy {
    ($images:literal, $more:literal) => {
        concat!(
            "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:",
            $images,
            "; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; object-src 'none'; ",
            "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            $more
        )
    };
}

/// Everything must come from this site.
const POLICY: HeaderValue = HeaderValue::from_static(policy!("", ""));
/// Covers may come from other sites over https, if the library wants it.
const WITH_COVERS: HeaderValue = HeaderValue::from_static(policy!(" https:", ""));
/// The policies of the API, whose responses are data and images: a browser that opens one as a page runs no script in it,
/// and gives it another origin than the web app.
const SANDBOXED: HeaderValue = HeaderValue::from_static(policy!("", "; sandbox"));
const SANDBOXED_WITH_COVERS: HeaderValue = HeaderValue::from_static(policy!(" https:", "; sandbox"));

/// The only page of the web app below `/api`: the reference of the API.
const REFERENCE_PAGE: &str = "/api/docs";

/// `Cache-Control` of API responses: they are personal, so no shared cache may store them.
pub(crate) const PRIVATE: &str = "private, no-store";

/// A constant, so that the values are checked at compile time.
const HEADERS: [(HeaderName, HeaderValue); 8] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (REFERRER_POLICY, HeaderValue::from_static("same-origin")),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(self), geolocation=(), microphone=(), payment=(), usb=()"),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("x-permitted-cross-domain-policies"),
        HeaderValue::from_static("none"),
    ),
];

/// Adds the security headers to a response.
pub async fn headers(State(library): State<Arc<Library>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_api = path != REFERENCE_PAGE
        && (path == "/api"
            || path == "/oai"
            || path == "/sru"
            || path == "/feed"
            || path.starts_with("/api/"))
        || path.starts_with("/covers/");
    let mut response = next.run(request).await;
    add(response.headers_mut());
    let settings = library.shown_settings();
    // Responses of the API are no pages.
    if is_api || !(settings.catalogue.open_to_visitors && settings.catalogue.indexed) {
        response.headers_mut().insert(X_ROBOTS_TAG, NO_INDEX);
    }
    let shows_covers = settings.privacy.covers_from_other_sites;
    let policy = match (is_api, shows_covers) {
        (false, false) => POLICY,
        (false, true) => WITH_COVERS,
        (true, false) => SANDBOXED,
        (true, true) => SANDBOXED_WITH_COVERS,
    };
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    response
}

pub(crate) fn add(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(name, value);
    }
}
