//! The outbox of webhooks: events are written in the transaction that causes them.

use carrel_domain::webhooks::{Delivery, TRIED_FOR_MS, WebhookEvent, WebhookId};
use carrel_storage::Transaction;
use carrel_storage::webhooks::{self, NewDelivery};
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};

/// An instant as the API writes it.
pub(crate) fn time(instant: Timestamp) -> String {
    format!("{instant:.3}")
}

/// Adds an event to the outbox of every active webhook that is subscribed to it.
pub(crate) async fn publish(
    transaction: &mut Transaction,
    context: &Context,
    event: WebhookEvent,
    data: &Value,
) -> Result<()> {
    let webhooks = webhooks::all(transaction).await?;
    let wanting = webhooks
        .iter()
        .filter(|webhook| webhook.is_active && webhook.events.contains(event));
    for webhook in wanting {
        enqueue(transaction, context, webhook.id, event.as_str(), data.clone()).await?;
    }
    Ok(())
}

/// Adds one delivery to the outbox.
pub(super) async fn enqueue(
    transaction: &mut Transaction,
    context: &Context,
    webhook_id: WebhookId,
    event: &str,
    data: Value,
) -> Result<Delivery> {
    let (id, now) = (transaction.fresh_id().await?, context.now_ms());
    let body =
        json!({ "id": id, "event": event, "time": time(context.stored_now()), "data": data }).to_string();
    let delivery = NewDelivery {
        id,
        webhook_id,
        event,
        body: &body,
        created_at: now,
        give_up_at: now + TRIED_FOR_MS,
    };
    webhooks::enqueue(transaction, &delivery).await?;
    webhooks::find_delivery(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::Delivery))
}
