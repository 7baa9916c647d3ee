//! Webhooks and their deliveries.

use carrel_domain::webhooks::{Delivery, DeliveryId, Webhook, WebhookId};
use const_format::concatcp;

use crate::engine::{Columns, List, Order, Remembered, columns, record, values};
use crate::jobs::{self, JobId, NewJob, kind};
use crate::{Connection, Result, Transaction};

columns!(Webhook of "w" {
    id,
    address,
    events,
    secret,
    is_active = "w.active",
    created_at,
    updated_at,
});

const WEBHOOK: &str = concatcp!("SELECT ", Webhook::COLUMNS, " FROM webhooks w");

columns!(Delivery of "d" {
    id,
    webhook_id,
    event,
    created_at,
    state = "CASE WHEN j.finished_at IS NULL THEN 'waiting' WHEN j.outcome = 'done' THEN 'delivered' ELSE 'given_up' END",
    attempts = "j.attempts",
    next_at = "CASE WHEN j.finished_at IS NULL THEN j.run_at END",
    last_at,
    last_status,
    last_error,
});

const DELIVERY: &str = concatcp!(
    "SELECT ",
    Delivery::COLUMNS,
    " FROM webhook_deliveries d JOIN jobs j ON j.id = d.id"
);

record! {
    /// A delivery that is due, with all data that sending it needs.
    #[derive(Debug, Clone)]
    pub struct DueDelivery {
        pub id: DeliveryId,
        pub webhook_id: WebhookId,
        pub address: String,
        pub secret: String,
        pub event: String,
        pub body: String,
        /// Leases of its job so far.
        pub attempts: i64,
        /// When it became due.
        pub run_at: i64,
        /// The job is not tried again after this instant.
        pub give_up_at: i64,
    }
}

/// Every webhook, the newest first. There are few.
pub async fn all(connection: &mut Connection) -> Result<Vec<Webhook>> {
    connection
        .rows(concatcp!(WEBHOOK, " ORDER BY created_at DESC, id DESC"), &[])
        .await
}

/// One webhook.
pub async fn find(connection: &mut Connection, id: WebhookId) -> Result<Option<Webhook>> {
    connection
        .optional(concatcp!(WEBHOOK, " WHERE id = $1"), values![id])
        .await
}

/// Adds a webhook.
pub async fn insert(transaction: &mut Transaction, webhook: &Webhook) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO webhooks (id, address, events, secret, active, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            values![
                &webhook.id,
                &webhook.address,
                &webhook.events.text(),
                &webhook.secret,
                i64::from(webhook.is_active),
                webhook.created_at.as_millisecond(),
                webhook.updated_at.as_millisecond()
            ],
        )
        .await?;
    Ok(())
}

/// Overwrites the address, the events and the active flag of a webhook.
pub async fn update(transaction: &mut Transaction, webhook: &Webhook) -> Result<()> {
    transaction
        .execute(
            "UPDATE webhooks SET address = $2, events = $3, active = $4, updated_at = $5 WHERE id = $1",
            values![
                &webhook.id,
                &webhook.address,
                &webhook.events.text(),
                i64::from(webhook.is_active),
                webhook.updated_at.as_millisecond()
            ],
        )
        .await?;
    Ok(())
}

/// Overwrites the secret of a webhook, after a change of the key by which it is encrypted.
pub async fn set_secret(transaction: &mut Transaction, id: WebhookId, secret: &str) -> Result<()> {
    transaction
        .execute(
            "UPDATE webhooks SET secret = $2 WHERE id = $1",
            values![id, secret],
        )
        .await?;
    Ok(())
}

/// Removes a webhook with its deliveries.
pub async fn remove(transaction: &mut Transaction, id: WebhookId) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM jobs WHERE id IN (SELECT id FROM webhook_deliveries WHERE webhook_id = $1)",
            values![id],
        )
        .await?;
    transaction
        .execute("DELETE FROM webhooks WHERE id = $1", values![id])
        .await?;
    Ok(())
}

/// A new delivery.
pub struct NewDelivery<'a> {
    pub id: DeliveryId,
    pub webhook_id: WebhookId,
    pub event: &'a str,
    pub body: &'a str,
    pub created_at: i64,
    pub give_up_at: i64,
}

/// The job that sends a delivery: it has the same number.
pub fn job_of(id: DeliveryId) -> JobId {
    JobId::new(id.number())
}

/// Adds a delivery and the job that sends it; it is due at once.
pub async fn enqueue(transaction: &mut Transaction, delivery: &NewDelivery<'_>) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO webhook_deliveries (id, webhook_id, event, body, created_at) VALUES ($1, $2, $3, $4, $5)",
            values![
                delivery.id,
                delivery.webhook_id,
                delivery.event,
                delivery.body,
                delivery.created_at
            ],
        )
        .await?;
    let job = NewJob {
        id: job_of(delivery.id),
        kind: kind::WEBHOOK,
        dedupe_key: None,
        payload: "{}",
        created_at: delivery.created_at,
        run_at: delivery.created_at,
        give_up_at: delivery.give_up_at,
    };
    jobs::insert(transaction, &job).await?;
    Ok(())
}

/// The deliveries that are due at `now`, the earliest due first, at most `limit` of each webhook. It reads the keys of all
/// due deliveries.
pub async fn due(connection: &mut Connection, now: i64, limit: i64) -> Result<Vec<DueDelivery>> {
    connection
        .rows(
            "SELECT d.id, d.webhook_id, w.address, w.secret, d.event, d.body, r.attempts, r.run_at, r.give_up_at \
             FROM (SELECT j.id, j.attempts, j.run_at, j.give_up_at, \
             row_number() OVER (PARTITION BY o.webhook_id ORDER BY j.run_at, j.id) AS place \
             FROM jobs j JOIN webhook_deliveries o ON o.id = j.id \
             WHERE j.kind = 'webhook' AND j.finished_at IS NULL AND j.run_at <= $1) r \
             JOIN webhook_deliveries d ON d.id = r.id JOIN webhooks w ON w.id = d.webhook_id \
             WHERE r.place <= $2 ORDER BY r.run_at, r.id",
            values![now, limit],
        )
        .await
}

/// The outcome of an attempt. The job records whether and when there is another one.
pub struct Attempt<'a> {
    pub at: i64,
    pub status: Option<i64>,
    pub error: Option<&'a str>,
}

/// Records the outcome of a delivery's last attempt.
pub async fn note_attempt(
    transaction: &mut Transaction,
    id: DeliveryId,
    attempt: &Attempt<'_>,
) -> Result<()> {
    transaction
        .execute_unseen(
            "UPDATE webhook_deliveries SET last_at = $2, last_status = $3, last_error = $4 WHERE id = $1",
            values![id, attempt.at, attempt.status, attempt.error],
        )
        .await?;
    Ok(())
}

/// Gives up all waiting deliveries of a webhook at `now`, for one reason.
pub async fn give_up_all_of(
    transaction: &mut Transaction,
    webhook_id: WebhookId,
    error: &str,
    now: i64,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE webhook_deliveries SET last_error = $2 WHERE webhook_id = $1 AND EXISTS \
             (SELECT 1 FROM jobs WHERE jobs.id = webhook_deliveries.id AND jobs.finished_at IS NULL)",
            values![webhook_id, error],
        )
        .await?;
    transaction
        .execute(
            "UPDATE jobs SET finished_at = $3, outcome = 'failed', problem = $2 WHERE finished_at IS NULL \
             AND id IN (SELECT id FROM webhook_deliveries WHERE webhook_id = $1)",
            values![webhook_id, error, now],
        )
        .await?;
    Ok(())
}

/// Makes a delivery due at once; it is retried until `give_up_at`. A waiting delivery whose run is at `leased_until` or
/// earlier keeps its instant: a server may be sending it, and another one would send it a second time.
pub async fn send_again(
    transaction: &mut Transaction,
    id: DeliveryId,
    now: i64,
    leased_until: i64,
    give_up_at: i64,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE jobs SET run_at = CASE WHEN finished_at IS NULL AND run_at <= $3 THEN run_at ELSE $2 END, \
             finished_at = NULL, outcome = NULL, give_up_at = $4 WHERE id = $1",
            values![id, now, leased_until, give_up_at],
        )
        .await?;
    Ok(())
}

/// One delivery.
pub async fn find_delivery(connection: &mut Connection, id: DeliveryId) -> Result<Option<Delivery>> {
    connection
        .optional(concatcp!(DELIVERY, " WHERE d.id = $1"), values![id])
        .await
}

/// A page of a webhook's deliveries, the newest first.
pub async fn deliveries_of(
    connection: &mut Connection,
    webhook_id: WebhookId,
    limit: i64,
    offset: i64,
) -> Result<Vec<Delivery>> {
    let list = List {
        select: DELIVERY,
        bound: &[],
        table: "webhook_deliveries d",
        condition: &|bound| {
            bound.push(webhook_id.into());
            "d.webhook_id = $1".to_owned()
        },
        order: Order::descending(&["d.created_at", "d.id"]),
        is_indexed: true,
        remembered: Remembered::UntilCommit,
    };
    connection.page(&list, limit, offset).await
}

/// How many deliveries of a webhook are stored.
pub async fn count_deliveries_of(connection: &mut Connection, webhook_id: WebhookId) -> Result<i64> {
    let (count,) = connection
        .one(
            "SELECT count(*) FROM webhook_deliveries WHERE webhook_id = $1",
            values![webhook_id],
        )
        .await?;
    Ok(count)
}

/// Removes the deliveries created at `oldest` or before that are finished; returns how many.
pub async fn remove_old(transaction: &mut Transaction, oldest: i64) -> Result<u64> {
    transaction
        .execute(
            "DELETE FROM jobs WHERE kind = 'webhook' AND finished_at IS NOT NULL \
             AND id IN (SELECT id FROM webhook_deliveries WHERE created_at <= $1)",
            values![oldest],
        )
        .await?;
    transaction
        .execute(
            "DELETE FROM webhook_deliveries WHERE created_at <= $1 \
             AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.id = webhook_deliveries.id)",
            values![oldest],
        )
        .await
}
