//! The site of a call: the host name to which passkeys are bound.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::HOST;
use axum::http::request::Parts;
use carrel_domain::users::passkey::Site;

use crate::state::Api;

/// The host name that the browser opened; `None` for an IP address. Behind a trusted proxy, it is the one that the proxy
/// was asked for.
pub(crate) struct SiteOfCall(pub Option<Site>);

impl FromRequestParts<Api> for SiteOfCall {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Infallible> {
        let header = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok());
        let forwarded = header("x-forwarded-host").filter(|_| api.trust_forwarded);
        // The last proxy adds its value at the end.
        let forwarded = forwarded
            .and_then(|hosts| hosts.rsplit(',').next())
            .map(str::trim);
        let host = forwarded.or_else(|| header(HOST.as_str()));
        Ok(SiteOfCall(host.and_then(Site::of_host)))
    }
}
