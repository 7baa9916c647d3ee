//! The outbox, delivered: what is due is sent, and tried again when it fails.

use std::collections::BTreeMap;

use carrel_domain::identity::Ids;
use carrel_domain::webhooks::{destination, next_try_ms, signature};
use carrel_storage::webhooks::{self, Attempt, DueDelivery};
use futures_util::future::join_all;
use jiff::Timestamp;

use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::integrations::webhooks::sender::{Letter, Sender};

/// Deliveries of one pass.
const PASS: i64 = 50;
/// How long a process keeps a delivery to itself, in milliseconds; longer than sending one takes.
const CLAIM_MS: i64 = 30_000;
/// How long finished deliveries stay in the log, in milliseconds: 30 days.
const KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// Sends what is due, and returns how many attempts were made. Several processes may do so at once: each delivery is
/// claimed first. One webhook's deliveries go one after the other, those of several at the same time.
pub async fn deliver_due(
    library: &Library,
    sender: &Sender,
    now: &(dyn Fn() -> Timestamp + Sync),
    seed: [u8; 32],
) -> Result<usize> {
    let due = library
        .database
        .read(&now().as_millisecond(), |connection, now| {
            Box::pin(webhooks::due(connection, *now, PASS))
        })
        .await
        .map_err(Error::Storage)?;
    let mut ids = Ids::new(now(), seed);
    let mut by_webhook: BTreeMap<String, Vec<(DueDelivery, u64)>> = BTreeMap::new();
    for delivery in due {
        let random = ids.random();
        let list = by_webhook.entry(delivery.webhook_id.clone()).or_default();
        list.push((delivery, random));
    }
    let sending = by_webhook.into_values().map(|deliveries| async move {
        let mut attempts = 0;
        for (delivery, random) in deliveries {
            attempts += usize::from(attempt(library, sender, now, delivery, random).await?);
        }
        Ok::<_, Error>(attempts)
    });
    let attempts: Result<Vec<usize>> = join_all(sending).await.into_iter().collect();
    Ok(attempts?.into_iter().sum())
}

/// Claims one delivery, sends it, and writes how that ended. False when another process has it.
async fn attempt(
    library: &Library,
    sender: &Sender,
    now: &(dyn Fn() -> Timestamp + Sync),
    delivery: DueDelivery,
    random: u64,
) -> Result<bool> {
    let claimed_until = now().as_millisecond() + CLAIM_MS;
    let claim = (delivery.id.clone(), delivery.next_at, claimed_until);
    let is_ours = library
        .database
        .write(claim, |transaction, (id, next_at, until)| {
            Box::pin(webhooks::claim(transaction, id, *next_at, *until))
        })
        .await
        .map_err(Error::Storage)?;
    if !is_ours {
        return Ok(false);
    }
    let outcome = send(library, sender, &delivery, now()).await;
    let at = now().as_millisecond();
    let (status, error) = match outcome {
        Ok(status) if (200..300).contains(&status) => (Some(i64::from(status)), None),
        Ok(status) => (
            Some(i64::from(status)),
            Some("The answer was no success".to_owned()),
        ),
        Err(error) => (None, Some(error)),
    };
    let attempts = u32::try_from(delivery.attempts)
        .unwrap_or(u32::MAX)
        .saturating_add(1);
    let next_at = error
        .as_ref()
        .and_then(|_| next_try_ms(at, delivery.until_at, attempts, random));
    let state = match (&error, next_at) {
        (None, _) => "delivered",
        (Some(_), Some(_)) => "waiting",
        (Some(_), None) => "given_up",
    };
    metrics::counter!("carrel_webhook_attempts_total", "outcome" => state).increment(1);
    let ended = Ended {
        id: delivery.id,
        claimed_until,
        at,
        status,
        error,
        state,
        next_at,
    };
    library
        .database
        .write(ended, |transaction, ended| {
            let attempt = Attempt {
                at: ended.at,
                status: ended.status,
                error: ended.error.as_deref(),
                state: ended.state,
                next_at: ended.next_at,
            };
            Box::pin(
                async move { webhooks::settle(transaction, &ended.id, ended.claimed_until, &attempt).await },
            )
        })
        .await
        .map_err(Error::Storage)?;
    Ok(true)
}

struct Ended {
    id: String,
    claimed_until: i64,
    at: i64,
    status: Option<i64>,
    error: Option<String>,
    state: &'static str,
    next_at: Option<i64>,
}

/// The status of the answer, or in plain words why there was none.
async fn send(
    library: &Library,
    sender: &Sender,
    delivery: &DueDelivery,
    now: Timestamp,
) -> std::result::Result<u16, String> {
    // The list of hosts may have become shorter since the webhook was made.
    let address = destination(&delivery.address, &library.limits.webhook_hosts)
        .map_err(|misplaced| misplaced.words().to_owned())?;
    let seconds = now.as_second();
    let letter = Letter {
        address: address.as_str(),
        id: &delivery.id,
        event: &delivery.event,
        unix_seconds: seconds,
        signature: &signature(&delivery.secret, seconds, &delivery.body),
        body: &delivery.body,
    };
    sender.send(letter).await
}

/// Forgets what was delivered or given up a month ago. Returns how many.
pub async fn tidy(library: &Library, now: Timestamp) -> Result<u64> {
    library
        .database
        .write(now.as_millisecond(), |transaction, now| {
            Box::pin(webhooks::remove_old(transaction, now - KEPT_MS))
        })
        .await
        .map_err(Error::Storage)
}
