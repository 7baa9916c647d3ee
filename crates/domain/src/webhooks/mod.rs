//! Webhooks: events, allowed addresses, signatures, and retries.

mod address;
mod draft;
mod event;
pub mod limit;
mod retry;
mod signature;
mod webhook;

pub(crate) use address::web_address;
pub use address::{AddressError, AllowedHost, destination, is_forbidden, is_private};
pub use draft::{ValidWebhook, WebhookDraft};
pub use event::{Events, WebhookEvent};
pub use retry::{TRIED_FOR_MS, next_try_ms};
pub use signature::signature;
pub use webhook::{Delivery, DeliveryId, DeliveryState, Webhook, WebhookId};
