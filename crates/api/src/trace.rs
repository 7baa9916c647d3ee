//! The id of a request, its log line, and its metrics.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use carrel_domain::identity::hexadecimal;
use carrel_domain::users::UserId;
use carrel_operations::Context;
use carrel_operations::identity::security_events;
use percent_encoding::{CONTROLS, utf8_percent_encode};
use tracing::Instrument as _;

use crate::address::address;
use crate::codes::Code;
use crate::failure::Cause;
use crate::log_limit;
use crate::logged_query::logged_query;
use crate::state::Api;

/// The id of a request, which its log lines, its audit entries and its response have in common.
#[derive(Debug, Clone)]
pub(crate) struct RequestId(pub String);

/// The account of the caller, for the log line; set when it is known.
#[derive(Debug, Clone, Default)]
pub(crate) struct Account(Arc<OnceLock<UserId>>);

impl Account {
    pub(crate) fn set(&self, user_id: UserId) {
        // A request has one caller, whose token may be looked up more than once.
        let _ = self.0.set(user_id);
    }

    fn id(&self) -> Option<UserId> {
        self.0.get().copied()
    }

    fn get(&self) -> Option<String> {
        self.id().map(|id| id.to_string())
    }
}

/// Whether a refusal is logged at the default level: for lack of a session or of rights, for too many attempts, or because
/// the web app never sends such a request. A form with a typing mistake is none of them, and a wrong password has a line
/// of its own.
fn is_logged(status: StatusCode, code: Option<Code>) -> bool {
    match status {
        StatusCode::UNAUTHORIZED => code == Some(Code::NotSignedIn),
        StatusCode::BAD_REQUEST
        | StatusCode::FORBIDDEN
        | StatusCode::PAYLOAD_TOO_LARGE
        | StatusCode::TOO_MANY_REQUESTS => true,
        _ => false,
    }
}

/// Gives each request an id and a log line. Failures, and refusals that may be attempts to pass a control, are logged at
/// the default level; the number of such lines in a second is limited.
pub(crate) async fn trace(State(api): State<Api>, mut request: Request, next: Next) -> Response {
    const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
    let id = hexadecimal(&api.entropy.seed()[..16]);
    request.extensions_mut().insert(RequestId(id.clone()));
    let method = request.method().clone();
    let uri = request.uri().clone();
    // As browsers send it. In a JSON string, a control character beyond ASCII would reach the terminal that shows the log.
    let path = utf8_percent_encode(uri.path(), CONTROLS).to_string();
    // The template of the route, not its path: paths contain ids, so they would be unbounded labels.
    let route = request.extensions().get::<MatchedPath>().cloned();
    let began = Instant::now();
    let address = address(request.headers(), request.extensions(), api.trust_forwarded);
    let account = Account::default();
    request.extensions_mut().insert(account.clone());
    let span = tracing::info_span!("request", id = %id);
    let mut response = next.run(request).instrument(span.clone()).await;
    let micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
    let status = response.status().as_u16();
    let code = response.extensions().get::<Code>().copied();
    if api.counts {
        count(&method, route.as_ref(), status, began);
    }
    span.in_scope(|| {
        if status >= 500 {
            let cause = response.extensions().get::<Cause>().map(|cause| cause.0.as_str());
            log_limit::limited(api.failures(), Instant::now(), || {
                let query = logged_query(uri.query());
                tracing::warn!(%method, path, query, status, micros, cause, "answered");
            });
        } else if is_logged(response.status(), code) {
            // These ask for something that an honest person then does.
            let is_asked = matches!(code, Some(Code::ConfirmationNeeded | Code::SecondFactorNeeded));
            if response.status() == StatusCode::FORBIDDEN
                && !is_asked
                && let Some(user_id) = account.id()
            {
                let code = code.map_or("", Code::as_str);
                let route = route.as_ref().map_or("", MatchedPath::as_str);
                let event = security_events::refused(user_id, method.as_str(), route, code);
                let context = Context {
                    request_id: Some(id.clone()),
                    ..Context::without_actor(api.clock.now(), api.entropy.seed())
                };
                security_events::note(&api.library, &context, event, &address.text());
            }
            log_limit::limited(api.refusals(account.id().is_some()), Instant::now(), || {
                let (user, address, code) = (account.get(), address.text(), code.map(Code::as_str));
                tracing::info!(%method, path, status, code, user, address, "refused");
            });
        } else {
            tracing::debug!(%method, path, query = logged_query(uri.query()), status, micros, "answered");
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
