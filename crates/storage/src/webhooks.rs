//! Webhooks, and what is to be delivered to them.

use const_format::concatcp;
use serde::{Deserialize, Serialize};

use crate::engine::{List, Order, record, values};
use crate::{Connection, Result, Transaction};

record! {
    /// A webhook as stored.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub struct WebhookRow {
        pub id: String,
        pub address: String,
        /// Names with a space between them.
        pub events: String,
        pub secret: String,
        /// 1 when deliveries are made, else 0.
        pub active: i64,
        pub created_at: i64,
        pub updated_at: i64,
    }
}

const WEBHOOK: &str = "SELECT id, address, events, secret, active, created_at, updated_at FROM webhooks";

record! {
    /// A delivery as stored.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
    pub struct DeliveryRow {
        pub id: String,
        pub webhook_id: String,
        pub event: String,
        pub created_at: i64,
        /// `waiting`, `delivered` or `given_up`.
        pub state: String,
        pub attempts: i64,
        pub next_at: Option<i64>,
        pub last_at: Option<i64>,
        pub last_status: Option<i64>,
        pub last_error: Option<String>,
    }
}

const DELIVERY: &str = "SELECT id, webhook_id, event, created_at, state, attempts, next_at, last_at, last_status, \
    last_error FROM webhook_deliveries";

record! {
    /// A delivery that is due, with all that sending it takes.
    #[derive(Debug, Clone)]
    pub struct DueDelivery {
        pub id: String,
        pub webhook_id: String,
        pub address: String,
        pub secret: String,
        pub event: String,
        pub body: String,
        pub attempts: i64,
        pub next_at: i64,
        pub until_at: i64,
    }
}

/// Every webhook, the newest first. There are few.
pub async fn all(connection: &mut Connection) -> Result<Vec<WebhookRow>> {
    connection
        .rows(concatcp!(WEBHOOK, " ORDER BY created_at DESC, id DESC"), &[])
        .await
}

/// One webhook.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<WebhookRow>> {
    connection
        .optional(concatcp!(WEBHOOK, " WHERE id = $1"), values![id])
        .await
}

/// Adds a webhook.
pub async fn insert(transaction: &mut Transaction, webhook: &WebhookRow) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO webhooks (id, address, events, secret, active, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            values![
                &webhook.id,
                &webhook.address,
                &webhook.events,
                &webhook.secret,
                webhook.active,
                webhook.created_at,
                webhook.updated_at
            ],
        )
        .await?;
    Ok(())
}

/// Writes address, events and activity of a webhook.
pub async fn update(transaction: &mut Transaction, webhook: &WebhookRow) -> Result<()> {
    transaction
        .execute(
            "UPDATE webhooks SET address = $2, events = $3, active = $4, updated_at = $5 WHERE id = $1",
            values![
                &webhook.id,
                &webhook.address,
                &webhook.events,
                webhook.active,
                webhook.updated_at
            ],
        )
        .await?;
    Ok(())
}

/// Removes a webhook with its deliveries.
pub async fn remove(transaction: &mut Transaction, id: &str) -> Result<()> {
    transaction
        .execute("DELETE FROM webhooks WHERE id = $1", values![id])
        .await?;
    Ok(())
}

/// Something to be delivered.
pub struct NewDelivery<'a> {
    pub id: &'a str,
    pub webhook_id: &'a str,
    pub event: &'a str,
    pub body: &'a str,
    pub created_at: i64,
    pub until_at: i64,
}

/// Puts something into the outbox; it is due at once.
pub async fn enqueue(transaction: &mut Transaction, delivery: &NewDelivery<'_>) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO webhook_deliveries (id, webhook_id, event, body, created_at, state, next_at, until_at) \
             VALUES ($1, $2, $3, $4, $5, 'waiting', $5, $6)",
            values![
                delivery.id,
                delivery.webhook_id,
                delivery.event,
                delivery.body,
                delivery.created_at,
                delivery.until_at
            ],
        )
        .await?;
    Ok(())
}

/// What is due at `now`, the longest due first.
pub async fn due(connection: &mut Connection, now: i64, limit: i64) -> Result<Vec<DueDelivery>> {
    connection
        .rows(
            "SELECT d.id, d.webhook_id, w.address, w.secret, d.event, d.body, d.attempts, d.next_at, d.until_at \
             FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id \
             WHERE d.state = 'waiting' AND d.next_at <= $1 ORDER BY d.next_at, d.id LIMIT $2",
            values![now, limit],
        )
        .await
}

/// Takes a due delivery for oneself until `until`, and counts the attempt. False when another process was faster.
pub async fn claim(transaction: &mut Transaction, id: &str, next_at: i64, until: i64) -> Result<bool> {
    let claimed = transaction
        .execute(
            "UPDATE webhook_deliveries SET next_at = $3, attempts = attempts + 1 \
             WHERE id = $1 AND state = 'waiting' AND next_at = $2",
            values![id, next_at, until],
        )
        .await?;
    Ok(claimed == 1)
}

/// How an attempt ended.
pub struct Attempt<'a> {
    pub at: i64,
    pub status: Option<i64>,
    pub error: Option<&'a str>,
    /// `waiting`, `delivered` or `given_up`.
    pub state: &'a str,
    /// When it is tried again, of one that waits.
    pub next_at: Option<i64>,
}

/// Writes how an attempt ended, unless the claim (until `claimed_until`) has been lost meanwhile.
pub async fn settle(
    transaction: &mut Transaction,
    id: &str,
    claimed_until: i64,
    attempt: &Attempt<'_>,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE webhook_deliveries SET state = $3, next_at = $4, last_at = $5, last_status = $6, last_error = $7 \
             WHERE id = $1 AND state = 'waiting' AND next_at = $2",
            values![
                id,
                claimed_until,
                attempt.state,
                attempt.next_at,
                attempt.at,
                attempt.status,
                attempt.error
            ],
        )
        .await?;
    Ok(())
}

/// Gives up whatever waits for a webhook, and says why.
pub async fn give_up_all_of(transaction: &mut Transaction, webhook_id: &str, error: &str) -> Result<()> {
    transaction
        .execute(
            "UPDATE webhook_deliveries SET state = 'given_up', next_at = NULL, last_error = $2 \
             WHERE webhook_id = $1 AND state = 'waiting'",
            values![webhook_id, error],
        )
        .await?;
    Ok(())
}

/// Makes a delivery due at once, and tried until `until_at`.
pub async fn send_again(transaction: &mut Transaction, id: &str, now: i64, until_at: i64) -> Result<()> {
    transaction
        .execute(
            "UPDATE webhook_deliveries SET state = 'waiting', next_at = $2, until_at = $3 WHERE id = $1",
            values![id, now, until_at],
        )
        .await?;
    Ok(())
}

/// One delivery.
pub async fn find_delivery(connection: &mut Connection, id: &str) -> Result<Option<DeliveryRow>> {
    connection
        .optional(concatcp!(DELIVERY, " WHERE id = $1"), values![id])
        .await
}

/// A page of a webhook's deliveries, the newest first.
pub async fn deliveries_of(
    connection: &mut Connection,
    webhook_id: &str,
    limit: i64,
    offset: i64,
) -> Result<Vec<DeliveryRow>> {
    let list = List {
        select: DELIVERY,
        bound: &[],
        table: "webhook_deliveries",
        condition: &|bound| {
            bound.push(webhook_id.into());
            "webhook_id = $1".to_owned()
        },
        order: Order::descending(&["created_at", "id"]),
        is_indexed: true,
    };
    connection.page(&list, limit, offset).await
}

/// How many deliveries wait for their next time.
pub async fn count_waiting(connection: &mut Connection) -> Result<i64> {
    let (count,) = connection
        .one(
            "SELECT count(*) FROM webhook_deliveries WHERE state = 'waiting'",
            &[],
        )
        .await?;
    Ok(count)
}

/// How many deliveries of a webhook are kept.
pub async fn count_deliveries_of(connection: &mut Connection, webhook_id: &str) -> Result<i64> {
    let (count,) = connection
        .one(
            "SELECT count(*) FROM webhook_deliveries WHERE webhook_id = $1",
            values![webhook_id],
        )
        .await?;
    Ok(count)
}

/// Removes what was put into the outbox at `oldest` or before and no longer waits; returns how many.
pub async fn remove_old(transaction: &mut Transaction, oldest: i64) -> Result<u64> {
    transaction
        .execute(
            "DELETE FROM webhook_deliveries WHERE created_at <= $1 AND state <> 'waiting'",
            values![oldest],
        )
        .await
}
