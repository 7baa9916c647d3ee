//! Calls that a page of another site makes in a browser.

use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, HeaderName};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::codes::Code;
use crate::failure::Failure;

/// Browsers send it with every request, and no page can set it.
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Refuses a call from another site if it changes something or has a token. Such a page could not add a token without
/// leave, which no response gives; this refuses the call even so. Programs do not send the header.
pub(crate) async fn refuse_other_sites(request: Request, next: Next) -> Response {
    let matters = !request.method().is_safe() || request.headers().contains_key(AUTHORIZATION);
    if matters && is_from_another_site(request.headers()) {
        let message = "A page of another site cannot make this call";
        return Failure::new(StatusCode::FORBIDDEN, Code::NotAllowed, message).into_response();
    }
    next.run(request).await
}

fn is_from_another_site(headers: &HeaderMap) -> bool {
    let mut sites = headers.get_all(SEC_FETCH_SITE).iter();
    // `none`: the person entered the address.
    sites.any(|site| site != "same-origin" && site != "none")
}
