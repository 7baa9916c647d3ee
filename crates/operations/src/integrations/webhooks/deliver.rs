//! Sends due deliveries, and retries failed ones.

use std::collections::BTreeMap;

use carrel_domain::identity::derived;
use carrel_domain::webhooks::{DeliveryId, WebhookId, destination, next_try_ms, signature};
use carrel_storage::Transaction;
use carrel_storage::jobs::{self, Outcome};
use carrel_storage::webhooks::{self, Attempt, DueDelivery, job_of};
use futures_util::future::join_all;
use jiff::Timestamp;

use crate::core::error::{Error, Result};
use crate::core::key_file::Place;
use crate::core::library::Library;
use crate::integrations::webhooks::sender::{Call, Sender};

/// The maximum number of deliveries of one webhook in one pass.
const PASS: i64 = 50;
/// How long a delivery is leased to the server that sends it, in milliseconds; sending takes less.
pub(super) const LEASE_MS: i64 = 30_000;
/// How long finished deliveries are stored, in milliseconds: 30 days.
pub(crate) const KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// One pass: sends due deliveries, and returns the number of attempts. Several servers may do so at once: each delivery is
/// leased first. The deliveries of one webhook are sent one after the other, those of several webhooks concurrently.
///
/// Passes of one sender may overlap: a later pass leaves out the webhooks whose deliveries an earlier one still sends, so
/// that a slow receiver delays only its own webhook.
pub async fn deliver_due(
    library: &Library,
    sender: &Sender,
    now: &(dyn Fn() -> Timestamp + Sync),
    seed: [u8; 32],
) -> Result<usize> {
    // Without this, passes would pile up behind a database that does not answer.
    let Some(reading) = sender.read_alone() else {
        return Ok(0);
    };
    let due = read_due(library, now()).await?;
    let mut by_webhook: BTreeMap<WebhookId, Vec<(DueDelivery, u64)>> = BTreeMap::new();
    for delivery in due {
        let random = u64::from_be_bytes(derived(&seed, &delivery.id.to_string()));
        let list = by_webhook.entry(delivery.webhook_id).or_default();
        list.push((delivery, random));
    }
    let turns: Vec<_> = by_webhook
        .into_iter()
        .filter_map(|(id, deliveries)| Some((sender.begin_turn(id)?, deliveries)))
        .collect();
    drop(reading);
    let sending = turns.into_iter().map(|(turn, deliveries)| async move {
        let _turn = turn;
        let mut attempts = 0;
        for (delivery, random) in deliveries {
            let attempted = attempt(library, sender, now, delivery, random).await?;
            attempts += usize::from(attempted != Attempted::Elsewhere);
            // The rest would wait for the same timeout; it stays due.
            if attempted == Attempted::WithoutResponse {
                break;
            }
        }
        Ok::<_, Error>(attempts)
    });
    let attempts: Result<Vec<usize>> = join_all(sending).await.into_iter().collect();
    Ok(attempts?.into_iter().sum())
}

/// The due deliveries, on a separate thread: while a receiver is silent, many are due.
async fn read_due(library: &Library, now: Timestamp) -> Result<Vec<DueDelivery>> {
    library
        .database
        .read_long(now.as_millisecond(), |connection, now| {
            Box::pin(webhooks::due(connection, *now, PASS))
        })
        .await
        .map_err(Error::Storage)
}

/// The outcome of an attempt to send a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attempted {
    /// The receiver responded, with whatever status.
    Answered,
    WithoutResponse,
    /// Another server has leased it.
    Elsewhere,
}

/// Leases one delivery, sends it, and records the outcome.
async fn attempt(
    library: &Library,
    sender: &Sender,
    now: &(dyn Fn() -> Timestamp + Sync),
    delivery: DueDelivery,
    random: u64,
) -> Result<Attempted> {
    let until = now().as_millisecond() + LEASE_MS;
    let lease = (job_of(delivery.id), (delivery.attempts, delivery.run_at), until);
    let is_ours = library
        .database
        .write(lease, |transaction, (id, seen, until)| {
            Box::pin(jobs::lease(transaction, *id, *seen, *until))
        })
        .await
        .map_err(Error::Storage)?;
    if !is_ours {
        return Ok(Attempted::Elsewhere);
    }
    let outcome = send(library, sender, &delivery, now()).await;
    let at = now().as_millisecond();
    let (status, error) = match outcome {
        Ok(status) if (200..300).contains(&status) => (Some(i64::from(status)), None),
        Ok(status) => (
            Some(i64::from(status)),
            Some("The response was not a success".to_owned()),
        ),
        Err(error) => (None, Some(error)),
    };
    let attempts = delivery.attempts + 1;
    let next_at = error.as_ref().and_then(|_| {
        let attempts = u32::try_from(attempts).unwrap_or(u32::MAX);
        next_try_ms(at, delivery.give_up_at, attempts, random)
    });
    let outcome = match (&error, next_at) {
        (None, _) => "delivered",
        (Some(_), Some(_)) => "waiting",
        (Some(_), None) => "given_up",
    };
    metrics::counter!("carrel_webhook_attempts_total", "outcome" => outcome).increment(1);
    let ended = Ended {
        id: delivery.id,
        attempts,
        at,
        status,
        error,
        next_at,
    };
    library
        .database
        .write(ended, |transaction, ended| Box::pin(end_in(transaction, ended)))
        .await
        .map_err(Error::Storage)?;
    Ok(match status {
        Some(_) => Attempted::Answered,
        None => Attempted::WithoutResponse,
    })
}

struct Ended {
    id: DeliveryId,
    attempts: i64,
    at: i64,
    status: Option<i64>,
    error: Option<String>,
    next_at: Option<i64>,
}

/// Records the outcome of an attempt, unless its lease was lost.
async fn end_in(transaction: &mut Transaction, ended: &Ended) -> carrel_storage::Result<()> {
    let (job, attempts, at) = (job_of(ended.id), ended.attempts, ended.at);
    let error = ended.error.as_deref();
    let is_ours = match (error, ended.next_at) {
        (None, _) => jobs::finish(transaction, job, attempts, Outcome::Done, None, at).await?,
        (Some(error), Some(next)) => jobs::retry(transaction, job, attempts, error, next).await?,
        (Some(_), None) => jobs::finish(transaction, job, attempts, Outcome::Failed, error, at).await?,
    };
    if is_ours {
        let attempt = Attempt {
            at,
            status: ended.status,
            error,
        };
        webhooks::note_attempt(transaction, ended.id, &attempt).await?;
    }
    Ok(())
}

/// The status of the response, or the reason in plain words when there was none.
async fn send(
    library: &Library,
    sender: &Sender,
    delivery: &DueDelivery,
    now: Timestamp,
) -> std::result::Result<u16, String> {
    // The allowed hosts may have changed since the webhook was created.
    let address = destination(&delivery.address, &library.limits.webhook_hosts)
        .map_err(|misplaced| misplaced.words().to_owned())?;
    let place = Place::Webhook(delivery.webhook_id);
    let secret = library.keys.open(place, &delivery.secret).map_err(|error| {
        tracing::error!(%error, webhook = %delivery.webhook_id, "the secret of a webhook cannot be decrypted");
        "The secret of the webhook cannot be decrypted; the log of the server says why".to_owned()
    })?;
    let seconds = now.as_second();
    let call = Call {
        address: address.as_str(),
        id: delivery.id,
        event: &delivery.event,
        unix_seconds: seconds,
        signature: &signature(&secret, seconds, &delivery.body),
        body: &delivery.body,
    };
    sender.send(call).await
}

/// Removes deliveries that were finished a month ago. Returns how many.
pub async fn tidy(library: &Library, now: Timestamp) -> Result<u64> {
    library
        .database
        .write(now.as_millisecond(), |transaction, now| {
            Box::pin(webhooks::remove_old(transaction, now - KEPT_MS))
        })
        .await
        .map_err(Error::Storage)
}
