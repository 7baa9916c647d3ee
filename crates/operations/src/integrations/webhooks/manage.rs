//! Managing webhooks, for administrators.

use std::sync::Arc;

use carrel_domain::identity::hexadecimal;
use carrel_domain::users::Act;
use carrel_domain::webhooks::{
    Delivery, DeliveryId, TRIED_FOR_MS, ValidWebhook, Webhook, WebhookDraft, WebhookEvent, WebhookId,
};
use carrel_storage::{Transaction, webhooks};
use serde_json::{Value, json};

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::key_file::{KeyFile, Place};
use crate::core::library::Library;
use crate::core::page::{Page, Paged};
use crate::core::permission::require_still;
use crate::integrations::webhooks::deliver::LEASE_MS;
use crate::integrations::webhooks::outbox::enqueue;

/// The maximum number of webhooks of a library.
const MOST: usize = 20;

/// Every webhook, and the hosts that the operator allows.
#[derive(Debug, Clone)]
pub struct Webhooks {
    pub webhooks: Vec<Webhook>,
    pub allowed_hosts: Vec<String>,
}

/// Every webhook, the newest first.
pub async fn list(library: &Library, context: &Context) -> Result<Webhooks> {
    context.require(Act::ManageSettings)?;
    let webhooks = library
        .database
        .read(&(), |connection, ()| Box::pin(webhooks::all(connection)))
        .await
        .map_err(Error::Storage)?;
    let allowed = &library.limits.webhook_hosts;
    Ok(Webhooks {
        webhooks,
        allowed_hosts: allowed.iter().map(ToString::to_string).collect(),
    })
}

/// Creates a webhook. Only this response shows its secret.
pub async fn make(library: &Library, context: Context, draft: WebhookDraft) -> Result<Webhook> {
    context.require(Act::ManageWebhooks)?;
    let draft = draft
        .validate_new(&library.limits.webhook_hosts)
        .map_err(Error::Invalid)?;
    library
        .write_once(
            context.secret_call(),
            (context, draft, Arc::clone(&library.keys)),
            |transaction, (context, draft, keys)| Box::pin(make_in(transaction, context, draft, keys)),
        )
        .await
}

async fn make_in(
    transaction: &mut Transaction,
    context: &Context,
    draft: &ValidWebhook,
    keys: &KeyFile,
) -> Result<Webhook> {
    if webhooks::all(transaction).await?.len() >= MOST {
        return Err(Conflict::TooManyWebhooks.into());
    }
    let secret = format!("whsec_{}", hexadecimal(&context.secret::<32>("webhook")));
    let webhook = Webhook {
        id: transaction.fresh_id().await?,
        address: draft.address.clone().unwrap_or_default(),
        events: draft.events.clone().unwrap_or_default(),
        secret,
        is_active: draft.is_active.unwrap_or(true),
        created_at: context.stored_now(),
        updated_at: context.stored_now(),
    };
    let sealed = keys.seal(transaction, context, Place::Webhook(webhook.id), &webhook.secret);
    let stored = Webhook {
        secret: sealed.await?,
        ..webhook.clone()
    };
    require_still(transaction, context, Act::ManageWebhooks).await?;
    webhooks::insert(transaction, &stored).await?;
    let after = Some(audit_state(&webhook));
    record(transaction, context, "webhook.made", webhook.id, None, after).await?;
    Ok(webhook)
}

/// The state of a webhook in the audit log, without its secret.
fn audit_state(webhook: &Webhook) -> Value {
    json!({ "address": webhook.address, "events": webhook.events, "isActive": webhook.is_active })
}

async fn record(
    transaction: &mut Transaction,
    context: &Context,
    action: &str,
    id: WebhookId,
    before: Option<Value>,
    after: Option<Value>,
) -> Result<()> {
    let event = audit::Event {
        action,
        subject: Subject::of(id),
        before,
        after,
    };
    audit::record(transaction, context, event).await
}

async fn found(transaction: &mut Transaction, id: WebhookId) -> Result<Webhook> {
    webhooks::find(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::Webhook))
}

/// Changes a webhook; absent fields stay. The waiting deliveries of a webhook that is switched off are given up.
pub async fn change(
    library: &Library,
    context: Context,
    id: WebhookId,
    draft: WebhookDraft,
) -> Result<Webhook> {
    context.require(Act::ManageWebhooks)?;
    let draft = draft
        .validate(&library.limits.webhook_hosts)
        .map_err(Error::Invalid)?;
    library
        .write_once(
            context.secret_call(),
            (context, id, draft),
            |transaction, (context, id, draft)| Box::pin(change_in(transaction, context, *id, draft)),
        )
        .await
}

async fn change_in(
    transaction: &mut Transaction,
    context: &Context,
    id: WebhookId,
    draft: &ValidWebhook,
) -> Result<Webhook> {
    require_still(transaction, context, Act::ManageWebhooks).await?;
    let before = found(transaction, id).await?;
    let mut after = before.clone();
    if let Some(address) = &draft.address {
        after.address.clone_from(address);
    }
    if let Some(events) = &draft.events {
        after.events.clone_from(events);
    }
    if let Some(is_active) = draft.is_active {
        after.is_active = is_active;
    }
    after.updated_at = context.stored_now();
    webhooks::update(transaction, &after).await?;
    if !after.is_active {
        webhooks::give_up_all_of(transaction, id, "The webhook was switched off", context.now_ms()).await?;
    }
    let (was, is) = (Some(audit_state(&before)), Some(audit_state(&after)));
    record(transaction, context, "webhook.changed", id, was, is).await?;
    Ok(after)
}

/// Removes a webhook with its deliveries.
pub async fn remove(library: &Library, context: Context, id: WebhookId) -> Result<()> {
    context.require(Act::ManageWebhooks)?;
    library
        .write_once(context.call(), (context, id), |transaction, (context, id)| {
            Box::pin(async move {
                require_still(transaction, context, Act::ManageWebhooks).await?;
                let webhook = found(transaction, *id).await?;
                webhooks::remove(transaction, *id).await?;
                record(
                    transaction,
                    context,
                    "webhook.removed",
                    *id,
                    Some(audit_state(&webhook)),
                    None,
                )
                .await
            })
        })
        .await
}

/// Queues a test delivery to a webhook, whatever its events.
pub async fn send_test(library: &Library, context: Context, id: WebhookId) -> Result<Delivery> {
    context.require(Act::ManageSettings)?;
    library
        .write_once(context.call(), (context, id), |transaction, (context, id)| {
            Box::pin(async move {
                let webhook = found(transaction, *id).await?;
                let data = json!({ "message": "This is a test from your library." });
                let test = WebhookEvent::TEST;
                let delivery = enqueue(transaction, context, webhook.id, test, data).await?;
                record(transaction, context, "webhook.tested", *id, None, None).await?;
                Ok(delivery)
            })
        })
        .await
}

/// A page of a webhook's deliveries, the newest first.
pub async fn deliveries(
    library: &Library,
    context: &Context,
    id: WebhookId,
    page: Page,
) -> Result<Paged<Delivery>> {
    context.require(Act::ManageSettings)?;
    let (entries, total) = library
        .database
        .read_long((id, page), |connection, (id, page)| {
            Box::pin(async move {
                webhooks::find(connection, *id)
                    .await?
                    .ok_or(Error::NotFound(Noun::Webhook))?;
                let (limit, offset) = (page.sql_limit(), page.sql_offset());
                let entries = webhooks::deliveries_of(connection, *id, limit, offset).await?;
                Ok::<_, Error>((entries, webhooks::count_deliveries_of(connection, *id).await?))
            })
        })
        .await?;
    Ok(Paged::new(entries, page, total))
}

/// Makes a delivery due once more, whatever its state; it is retried for another day. A delivery that is being sent, or is
/// due within the time of a lease, keeps its instant.
pub async fn send_again(library: &Library, context: Context, id: DeliveryId) -> Result<Delivery> {
    context.require(Act::ManageSettings)?;
    library
        .write_once(context.call(), (context, id), |transaction, (context, id)| {
            Box::pin(async move {
                let delivery = webhooks::find_delivery(transaction, *id)
                    .await?
                    .ok_or(Error::NotFound(Noun::Delivery))?;
                let now = context.now_ms();
                webhooks::send_again(transaction, *id, now, now + LEASE_MS, now + TRIED_FOR_MS).await?;
                let after = Some(json!({ "delivery": id, "event": delivery.event }));
                record(
                    transaction,
                    context,
                    "webhook.sent_again",
                    delivery.webhook_id,
                    None,
                    after,
                )
                .await?;
                webhooks::find_delivery(transaction, *id)
                    .await?
                    .ok_or(Error::NotFound(Noun::Delivery))
            })
        })
        .await
}
