//! HTTP requests to other systems: no proxy, no forbidden addresses, timeouts.

use std::error::Error as StdError;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::Name;
use hyper_util::rt::TokioExecutor;
use tower::util::BoxCloneSyncService;

type Addresses = std::vec::IntoIter<SocketAddr>;
type Resolver = BoxCloneSyncService<Name, Addresses, io::Error>;

/// A client for requests to other systems. It follows no redirects.
pub(crate) type OutgoingClient = Client<HttpsConnector<HttpConnector<Resolver>>, Full<Bytes>>;

/// The name and the version of this program for other systems.
pub(crate) const USER_AGENT: &str = concat!("Carrel/", env!("CARGO_PKG_VERSION"));

const FORBIDDEN: &str = "The name leads to an address that must not be called";

/// A client that trusts the certificate authorities of the system. Creating one reads their certificates.
///
/// `forbids` says whether a name must not lead to an address. Addresses without a name are for the caller to check.
pub(crate) fn client(
    connect_timeout: Duration,
    forbids: impl Fn(&str, IpAddr) -> bool + Clone + Send + Sync + 'static,
) -> io::Result<OutgoingClient> {
    let resolver = BoxCloneSyncService::new(tower::service_fn(move |name: Name| {
        let forbids = forbids.clone();
        async move { resolve(&name, forbids).await }
    }));
    let mut http = HttpConnector::new_with_resolver(resolver);
    http.enforce_http(false);
    http.set_connect_timeout(Some(connect_timeout));
    let https = HttpsConnectorBuilder::new()
        .with_provider_and_native_roots(rustls::crypto::ring::default_provider())?
        .https_or_http()
        .enable_http1()
        .wrap_connector(http);
    // Each request resolves its host again: no connection is reused.
    Ok(Client::builder(TokioExecutor::new())
        .pool_max_idle_per_host(0)
        .build(https))
}

/// The allowed addresses of a host name.
async fn resolve(name: &Name, forbids: impl Fn(&str, IpAddr) -> bool) -> io::Result<Addresses> {
    let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
    // A forbidden address among allowed ones indicates a manipulated name.
    if found.iter().any(|address| forbids(name.as_str(), address.ip())) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, FORBIDDEN));
    }
    Ok(found.into_iter())
}

/// Why a request got no response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoResponse {
    ConnectionRefused,
    TimedOut,
    /// The name leads to an address that must not be called.
    Forbidden,
    HostNotFound,
    /// Another failure, in the words of the innermost cause.
    Other(String),
}

impl NoResponse {
    /// The reason in an error of the client.
    pub(crate) fn of(error: &(dyn StdError + 'static)) -> Self {
        let causes = std::iter::successors(Some(error), |error| (*error).source());
        let mut deepest = String::new();
        for cause in causes {
            deepest = cause.to_string();
            let Some(io) = cause.downcast_ref::<io::Error>() else {
                continue;
            };
            match io.kind() {
                io::ErrorKind::ConnectionRefused => return NoResponse::ConnectionRefused,
                io::ErrorKind::TimedOut => return NoResponse::TimedOut,
                io::ErrorKind::PermissionDenied if io.to_string() == FORBIDDEN => {
                    return NoResponse::Forbidden;
                }
                _ => {}
            }
        }
        if deepest.contains("lookup address") || deepest.contains("not known") {
            return NoResponse::HostNotFound;
        }
        NoResponse::Other(deepest)
    }

    /// The reason in English.
    pub(crate) fn words(&self) -> String {
        match self {
            NoResponse::ConnectionRefused => "The connection was refused".to_owned(),
            NoResponse::TimedOut => "No answer within 5 seconds".to_owned(),
            NoResponse::Forbidden => FORBIDDEN.to_owned(),
            NoResponse::HostNotFound => "The host was not found".to_owned(),
            NoResponse::Other(cause) => format!("The connection failed: {cause}")
                .chars()
                .take(300)
                .collect(),
        }
    }
}
