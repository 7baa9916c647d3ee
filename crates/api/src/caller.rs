//! The caller of a request: its context, its id, its log line.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{FromRequestParts, MatchedPath, Request, State};
use axum::http::Method;
use axum::http::header::{AUTHORIZATION, HeaderName, HeaderValue, USER_AGENT};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use carrel_domain::identity::hexadecimal;
use carrel_domain::users::access_token::is_access_token;
use carrel_operations::identity::sessions::{self, Origin};
use carrel_operations::{Context, Error, IdempotentCall};
use tracing::Instrument as _;

use crate::access::act_of;
use crate::failure::{Cause, Failure};
use crate::state::Api;

/// The maximum length of a stored user agent, in characters.
const LONGEST_USER_AGENT: usize = 200;

/// The network address of the connection's peer; the listener adds it to each request.
#[derive(Debug, Clone, Copy)]
pub struct PeerAddress(pub IpAddr);

/// The id of a request, which its log lines, its audit entries and its response have in common.
#[derive(Debug, Clone)]
pub(crate) struct RequestId(pub String);

/// A caller who has access to the call. An unknown token is refused, not ignored.
pub(crate) struct Caller(pub Context);

/// A caller whose token is not checked: for calls that everybody may make.
pub(crate) struct Visitor {
    pub context: Context,
    pub origin: Origin,
    /// The token of the call, valid or not.
    pub token: Option<String>,
}

impl FromRequestParts<Api> for Visitor {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Failure> {
        let user_agent = parts
            .headers
            .get(USER_AGENT)
            .and_then(|value| value.to_str().ok());
        let origin = Origin {
            address: address(parts, api.trust_forwarded),
            user_agent: user_agent.map(|text| text.chars().take(LONGEST_USER_AGENT).collect()),
        };
        Ok(Visitor {
            context: context(parts, api),
            origin,
            token: bearer(parts),
        })
    }
}

impl Visitor {
    /// Refuses a call that came with an access token: it neither begins nor ends sessions.
    pub(crate) fn without_access_token(self) -> Result<Self, Failure> {
        match &self.token {
            Some(token) if is_access_token(token) => Err(Error::SessionNeeded.into()),
            _ => Ok(self),
        }
    }
}

impl FromRequestParts<Api> for Caller {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Failure> {
        let mut context = context(parts, api);
        if let Some(token) = bearer(parts) {
            let actor = sessions::identify(&api.library, &token, context.now).await?;
            context.actor = Some(actor.ok_or(Error::NotSignedIn)?);
        }
        if let Some(route) = parts.extensions.get::<MatchedPath>()
            && let Some(act) = act_of(&parts.method, route.as_str())
        {
            context.require(act)?;
        }
        Ok(Caller(context))
    }
}

/// The context of a call before its token is checked.
fn context(parts: &Parts, api: &Api) -> Context {
    Context {
        now: api.clock.now(),
        seed: api.entropy.seed(),
        actor: None,
        request_id: parts.extensions.get::<RequestId>().map(|id| id.0.clone()),
        idempotent_call: parts.extensions.get::<Arc<IdempotentCall>>().cloned(),
    }
}

/// The bearer token of a call.
pub(crate) fn bearer(parts: &Parts) -> Option<String> {
    let value = parts.headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then(|| token.trim().to_owned())
}

/// The caller's address: the last one that a trusted proxy added, otherwise the peer of the connection.
fn address(parts: &Parts, trust_forwarded: bool) -> String {
    let forwarded = || {
        let last = parts
            .headers
            .get_all("x-forwarded-for")
            .iter()
            .next_back()?
            .to_str()
            .ok()?;
        last.rsplit(',').next()?.trim().parse::<IpAddr>().ok()
    };
    let peer = || parts.extensions.get::<PeerAddress>().map(|peer| peer.0);
    let address = if trust_forwarded {
        forwarded().or_else(peer)
    } else {
        peer()
    };
    address.map_or_else(|| "unknown".to_owned(), network)
}

/// The unit that counts as one caller: an IPv4 address, or the /64 network of an IPv6 subscriber.
fn network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.to_string(),
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

/// Gives each request an id and a log line.
pub(crate) async fn trace(State(api): State<Api>, mut request: Request, next: Next) -> Response {
    const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
    let id = hexadecimal(&api.entropy.seed()[..16]);
    request.extensions_mut().insert(RequestId(id.clone()));
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    // The template of the route, not its path: paths contain ids, so they would be unbounded labels.
    let route = request.extensions().get::<MatchedPath>().cloned();
    let began = Instant::now();
    let span = tracing::info_span!("request", id = %id);
    let mut response = next.run(request).instrument(span.clone()).await;
    let micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
    let status = response.status().as_u16();
    if api.counts {
        count(&method, route.as_ref(), status, began);
    }
    span.in_scope(|| {
        if status >= 500 {
            let cause = response.extensions().get::<Cause>().map(|cause| cause.0.as_str());
            tracing::warn!(%method, path, status, micros, cause, "answered");
        } else {
            tracing::debug!(%method, path, status, micros, "answered");
        }
    });
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(X_REQUEST_ID, value);
    }
    response
}

/// Counts a request by route, method and class of status, which have few values.
fn count(method: &Method, route: Option<&MatchedPath>, status: u16, began: Instant) {
    let method = match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    };
    let status = match status / 100 {
        1 => "1xx",
        2 => "2xx",
        3 => "3xx",
        4 => "4xx",
        _ => "5xx",
    };
    let route = route.map_or_else(String::new, |route| route.as_str().to_owned());
    metrics::counter!("carrel_http_requests_total", "method" => method, "route" => route.clone(), "status" => status)
        .increment(1);
    metrics::histogram!("carrel_http_request_seconds", "method" => method, "route" => route)
        .record(began.elapsed());
}

#[cfg(test)]
mod tests {
    use super::network;

    #[test]
    fn an_ipv6_network_is_one_caller() {
        for (address, caller) in [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ] {
            assert_eq!(network(address.parse().unwrap()), caller);
        }
    }
}
