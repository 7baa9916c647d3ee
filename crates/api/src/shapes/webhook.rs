use carrel_domain::webhooks::{self, DeliveryId, WebhookDraft, WebhookEvent, WebhookId};
use carrel_operations::integrations::webhooks::Webhooks;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time::time;
use super::words::{DeliveredEvent, WebhookEventName};
use crate::input::given;

/// An address that receives events.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Webhook {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: WebhookId,
    pub address: String,
    #[schema(value_type = Vec<WebhookEventName>)]
    pub events: Vec<&'static str>,
    pub is_active: bool,
    #[schema(format = DateTime)]
    pub created_at: String,
    #[schema(format = DateTime)]
    pub updated_at: String,
}

impl From<webhooks::Webhook> for Webhook {
    fn from(webhook: webhooks::Webhook) -> Self {
        Webhook {
            id: webhook.id,
            address: webhook.address,
            events: webhook.events.iter().map(WebhookEvent::as_str).collect(),
            is_active: webhook.is_active,
            created_at: time(webhook.created_at),
            updated_at: time(webhook.updated_at),
        }
    }
}

/// A new webhook.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MadeWebhook {
    #[serde(flatten)]
    pub webhook: Webhook,
    /// The key that signs deliveries. Only this response contains it.
    pub secret: String,
}

impl From<webhooks::Webhook> for MadeWebhook {
    fn from(webhook: webhooks::Webhook) -> Self {
        MadeWebhook {
            secret: webhook.secret.clone(),
            webhook: webhook.into(),
        }
    }
}

/// All webhooks, and the allowed hosts.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WebhookList {
    pub webhooks: Vec<Webhook>,
    /// The hosts of the server's configuration (`webhook_hosts`). Without any, no webhook can be created.
    pub allowed_hosts: Vec<String>,
}

impl From<Webhooks> for WebhookList {
    fn from(list: Webhooks) -> Self {
        WebhookList {
            webhooks: list.webhooks.into_iter().map(Webhook::from).collect(),
            allowed_hosts: list.allowed_hosts,
        }
    }
}

/// A new webhook.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewWebhookForm {
    /// An https address on an allowed host.
    #[schema(required, nullable = false)]
    address: Option<String>,
    #[schema(required, nullable = false, value_type = Vec<WebhookEventName>)]
    events: Option<Vec<String>>,
    /// Whether deliveries are made; true when absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    is_active: Option<bool>,
}

impl From<NewWebhookForm> for WebhookDraft {
    fn from(form: NewWebhookForm) -> Self {
        WebhookDraft {
            address: form.address,
            events: form.events,
            is_active: form.is_active,
        }
    }
}

/// A change of a webhook. An absent property is unchanged.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WebhookForm {
    /// An https address on an allowed host.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    address: Option<String>,
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = Option<Vec<WebhookEventName>>)]
    events: Option<Vec<String>>,
    /// Whether deliveries are made.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    is_active: Option<bool>,
}

impl From<WebhookForm> for WebhookDraft {
    fn from(form: WebhookForm) -> Self {
        WebhookDraft {
            address: form.address,
            events: form.events,
            is_active: form.is_active,
        }
    }
}

/// The state of a delivery.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DeliveryState {
    Waiting,
    Delivered,
    GivenUp,
}

/// A delivery to a webhook.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WebhookDelivery {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: DeliveryId,
    /// An event, or `test`.
    #[schema(value_type = DeliveredEvent)]
    pub event: String,
    pub state: DeliveryState,
    /// The number of attempts.
    pub attempts: i64,
    #[schema(format = DateTime)]
    pub created_at: String,
    #[schema(format = DateTime)]
    pub last_at: Option<String>,
    /// The HTTP status of the last response.
    pub last_status: Option<i64>,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    #[schema(format = DateTime)]
    pub next_at: Option<String>,
}

impl From<webhooks::Delivery> for WebhookDelivery {
    fn from(delivery: webhooks::Delivery) -> Self {
        WebhookDelivery {
            id: delivery.id,
            event: delivery.event,
            state: match delivery.state {
                webhooks::DeliveryState::Waiting => DeliveryState::Waiting,
                webhooks::DeliveryState::Delivered => DeliveryState::Delivered,
                webhooks::DeliveryState::GivenUp => DeliveryState::GivenUp,
            },
            attempts: delivery.attempts,
            created_at: time(delivery.created_at),
            last_at: delivery.last_at.map(time),
            last_status: delivery.last_status,
            last_error: delivery.last_error,
            next_at: delivery.next_at.map(time),
        }
    }
}
