//! Webhooks and their deliveries.

use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::Events;
use crate::identity::{Entity, Id};

/// An address that receives events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Webhook {
    pub id: WebhookId,
    pub address: String,
    pub events: Events,
    /// The key that signs deliveries; encrypted where it is read from the database.
    pub secret: String,
    /// Whether deliveries are made.
    pub is_active: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The identifier of a webhook.
pub type WebhookId = Id<Webhook>;

impl Entity for Webhook {
    const NAME: &'static str = "webhook";
}

/// A delivery to a webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    pub id: DeliveryId,
    pub webhook_id: WebhookId,
    /// The name of an event, or [`TEST`](super::WebhookEvent::TEST).
    pub event: String,
    pub created_at: Timestamp,
    pub state: DeliveryState,
    pub attempts: i64,
    pub next_at: Option<Timestamp>,
    pub last_at: Option<Timestamp>,
    /// The HTTP status of the last response.
    pub last_status: Option<i64>,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
}

/// The identifier of a delivery.
pub type DeliveryId = Id<Delivery>;

impl Entity for Delivery {
    const NAME: &'static str = "delivery";
}

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryState {
    Waiting,
    Delivered,
    GivenUp,
}

/// The text is not a state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown_delivery_state")]
pub struct UnknownDeliveryState;

impl FromStr for DeliveryState {
    type Err = UnknownDeliveryState;

    fn from_str(text: &str) -> Result<DeliveryState, UnknownDeliveryState> {
        match text {
            "waiting" => Ok(DeliveryState::Waiting),
            "delivered" => Ok(DeliveryState::Delivered),
            "given_up" => Ok(DeliveryState::GivenUp),
            _ => Err(UnknownDeliveryState),
        }
    }
}
