//! One HTTP request to a webhook's address: no redirects, no proxy, no forbidden addresses, a timeout of five seconds.

use std::collections::BTreeSet;
use std::error::Error as StdError;
use std::io;
use std::net::SocketAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use carrel_domain::webhooks::{DeliveryId, WebhookId, is_forbidden};
use http_body_util::Full;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::Name;
use hyper_util::rt::TokioExecutor;
use tower::util::BoxCloneSyncService;

/// The timeout of the whole request.
const TIMEOUT: Duration = Duration::from_secs(5);

type Addresses = std::vec::IntoIter<SocketAddr>;
type Resolver = BoxCloneSyncService<Name, Addresses, io::Error>;

/// The content of a delivery.
pub(super) struct Call<'a> {
    pub address: &'a str,
    pub id: DeliveryId,
    pub event: &'a str,
    pub unix_seconds: i64,
    pub signature: &'a str,
    pub body: &'a str,
}

/// Sends deliveries. Creating one reads the system's certificates, so it is created once.
pub struct Sender {
    client: Client<HttpsConnector<HttpConnector<Resolver>>, Full<Bytes>>,
    /// Held while a pass reads what is due.
    reading: tokio::sync::Mutex<()>,
    /// The webhooks whose deliveries are being sent.
    turns: Mutex<BTreeSet<WebhookId>>,
}

/// The turn of a webhook, whose deliveries this sender sends one after the other. It ends when it is dropped.
pub(super) struct Turn<'a> {
    sender: &'a Sender,
    webhook: WebhookId,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.sender.turns().remove(&self.webhook);
    }
}

impl Sender {
    /// A sender that trusts the certificate authorities of the system.
    pub fn new() -> io::Result<Self> {
        let resolver = BoxCloneSyncService::new(tower::service_fn(resolve));
        let mut http = HttpConnector::new_with_resolver(resolver);
        http.enforce_http(false);
        http.set_connect_timeout(Some(TIMEOUT));
        let https = HttpsConnectorBuilder::new()
            .with_provider_and_native_roots(rustls::crypto::ring::default_provider())?
            .https_or_http()
            .enable_http1()
            .wrap_connector(http);
        // Each delivery resolves its host again: no connection is reused.
        let client = Client::builder(TokioExecutor::new())
            .pool_max_idle_per_host(0)
            .build(https);
        Ok(Sender {
            client,
            reading: tokio::sync::Mutex::default(),
            turns: Mutex::default(),
        })
    }

    /// The right to read what is due; `None` while another pass of this sender reads it.
    pub(super) fn read_alone(&self) -> Option<tokio::sync::MutexGuard<'_, ()>> {
        self.reading.try_lock().ok()
    }

    /// Begins the turn of a webhook; `None` while its last one continues.
    pub(super) fn begin_turn(&self, webhook: WebhookId) -> Option<Turn<'_>> {
        let is_new = self.turns().insert(webhook);
        is_new.then(|| Turn {
            sender: self,
            webhook,
        })
    }

    fn turns(&self) -> MutexGuard<'_, BTreeSet<WebhookId>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The status of the response, or the reason in plain words when there was none.
    pub(super) async fn send(&self, call: Call<'_>) -> Result<u16, String> {
        let request = http::Request::post(call.address)
            .header("content-type", "application/json")
            .header("user-agent", concat!("Carrel/", env!("CARGO_PKG_VERSION")))
            .header("carrel-delivery", call.id.to_string())
            .header("carrel-event", call.event)
            .header("carrel-timestamp", call.unix_seconds)
            .header("carrel-signature", call.signature)
            .body(Full::new(Bytes::copy_from_slice(call.body.as_bytes())))
            .map_err(|_| "The address cannot be called".to_owned())?;
        match tokio::time::timeout(TIMEOUT, self.client.request(request)).await {
            Ok(Ok(answer)) => Ok(answer.status().as_u16()),
            Ok(Err(error)) => Err(words(&error)),
            Err(_) => Err(TOO_SLOW.to_owned()),
        }
    }
}

const TOO_SLOW: &str = "No answer within 5 seconds";
const FORBIDDEN: &str = "The name leads to an address that must not be called";

/// The allowed addresses of a host name.
async fn resolve(name: Name) -> io::Result<Addresses> {
    let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
    // A forbidden address among allowed ones indicates a manipulated name.
    if found
        .iter()
        .any(|address| is_forbidden(name.as_str(), address.ip()))
    {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, FORBIDDEN));
    }
    Ok(found.into_iter())
}

/// The message of a failure for people: its innermost cause.
fn words(error: &(dyn StdError + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |error| (*error).source());
    let mut deepest = String::new();
    for cause in causes {
        deepest = cause.to_string();
        let Some(io) = cause.downcast_ref::<io::Error>() else {
            continue;
        };
        match io.kind() {
            io::ErrorKind::ConnectionRefused => return "The connection was refused".to_owned(),
            io::ErrorKind::TimedOut => return TOO_SLOW.to_owned(),
            io::ErrorKind::PermissionDenied if io.to_string() == FORBIDDEN => return FORBIDDEN.to_owned(),
            _ => {}
        }
    }
    if deepest.contains("lookup address") || deepest.contains("not known") {
        return "The host was not found".to_owned();
    }
    format!("The connection failed: {deepest}")
        .chars()
        .take(300)
        .collect()
}
