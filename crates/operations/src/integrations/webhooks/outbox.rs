//! The outbox of webhooks: events are written in the transaction that causes them.

use carrel_domain::identity::Ids;
use carrel_domain::webhooks::{Delivery, TRIED_FOR_MS, WebhookEvent};
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
    ids: &mut Ids,
    event: WebhookEvent,
    data: &Value,
) -> Result<()> {
    let webhooks = webhooks::all(transaction).await?;
    let wanting = webhooks
        .iter()
        .filter(|webhook| webhook.is_active && webhook.events.contains(event));
    for webhook in wanting {
        enqueue(
            transaction,
            context,
            ids,
            &webhook.id,
            event.as_str(),
            data.clone(),
        )
        .await?;
    }
    Ok(())
}

/// Adds one delivery to the outbox.
pub(super) async fn enqueue(
    transaction: &mut Transaction,
    context: &Context,
    ids: &mut Ids,
    webhook_id: &str,
    event: &str,
    data: Value,
) -> Result<Delivery> {
    let (id, now) = (ids.next(), context.now_ms());
    let body =
        json!({ "id": id, "event": event, "time": time(context.stored_now()), "data": data }).to_string();
    let delivery = NewDelivery {
        id: &id,
        webhook_id,
        event,
        body: &body,
        created_at: now,
        give_up_at: now + TRIED_FOR_MS,
    };
    webhooks::enqueue(transaction, &delivery).await?;
    webhooks::find_delivery(transaction, &id)
        .await?
        .ok_or(Error::NotFound(Noun::Delivery))
}
