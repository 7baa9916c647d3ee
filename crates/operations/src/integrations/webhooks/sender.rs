//! One HTTP request to a webhook's address: no redirects, no proxy, no forbidden addresses, a timeout of five seconds.

use std::collections::BTreeSet;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use carrel_domain::webhooks::{DeliveryId, WebhookId, is_forbidden};
use http_body_util::Full;

use crate::core::outgoing::{self, NoResponse, OutgoingClient, USER_AGENT};

/// The timeout of the whole request.
const TIMEOUT: Duration = Duration::from_secs(5);

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
    client: OutgoingClient,
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
        let client = outgoing::client(TIMEOUT, is_forbidden)?;
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
            .header("user-agent", USER_AGENT)
            .header("carrel-delivery", call.id.to_string())
            .header("carrel-event", call.event)
            .header("carrel-timestamp", call.unix_seconds)
            .header("carrel-signature", call.signature)
            .body(Full::new(Bytes::copy_from_slice(call.body.as_bytes())))
            .map_err(|_| "The address cannot be called".to_owned())?;
        match tokio::time::timeout(TIMEOUT, self.client.request(request)).await {
            Ok(Ok(answer)) => Ok(answer.status().as_u16()),
            Ok(Err(error)) => Err(NoResponse::of(&error).words()),
            Err(_) => Err(NoResponse::TimedOut.words()),
        }
    }
}
