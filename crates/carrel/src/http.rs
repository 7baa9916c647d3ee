//! How the listener reads HTTP: the limits of a request's head, and the check of its `Host` header.

use std::time::Duration;

use axum::http::header::HOST;
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Request, Version};
use axum::response::Response;
use carrel_api::malformed_request;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::TokioTimer;

/// The timeout for the headers of a request, and for an idle connection.
pub const HEADER_TIMEOUT: Duration = Duration::from_secs(30);
/// The maximum size of a request's head, in bytes. hyper itself reports an address of 64 KiB or more as too long; the
/// limit is larger, so that such a request is reported as a too long address and not as too large headers.
const LONGEST_HEAD: usize = 80 * 1024;

/// HTTP/1 with the limits of this server. `header_timeout` is [`HEADER_TIMEOUT`] except in tests.
pub fn connections(header_timeout: Duration) -> Builder {
    let mut http = Builder::new();
    // Without `pipeline_flush`: with it, hyper's response to a malformed head would stay unsent behind the rest of the
    // request.
    http.timer(TokioTimer::new())
        .header_read_timeout(header_timeout)
        .max_buf_size(LONGEST_HEAD);
    http
}

/// The response to a request that hyper accepts and this server does not; `None` for a valid request.
pub fn refusal<B>(request: &Request<B>) -> Option<Response> {
    (!has_valid_host(request)).then(malformed_request)
}

/// Whether a request has the `Host` header that HTTP demands (RFC 9112, section 3.2): one in HTTP/1.1, at most one in
/// HTTP/1.0, a name or an address with or without a port. With two of them, a proxy and this server could read different
/// names.
fn has_valid_host<B>(request: &Request<B>) -> bool {
    let mut hosts = request.headers().get_all(HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) => request.version() < Version::HTTP_11,
        (Some(host), None) => is_host(host),
        (Some(_), Some(_)) => false,
    }
}

/// Whether a header names a host. It may be empty, for a target without one.
fn is_host(value: &HeaderValue) -> bool {
    let names_host = |text: &str| {
        text.parse::<Authority>().is_ok_and(|authority| {
            // What precedes the host is a user, and what follows it a port, which may be empty.
            text.strip_prefix(authority.host())
                .is_some_and(|port| matches!(port, "" | ":") || authority.port_u16().is_some())
        })
    };
    value.is_empty() || value.to_str().is_ok_and(names_host)
}
