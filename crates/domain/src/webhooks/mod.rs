//! Webhooks: which events there are, where they may be sent, how they are signed and tried again.

mod address;
pub mod draft;
mod event;
mod retry;
mod signature;

pub use address::{AllowedHost, Misplaced, destination, is_forbidden};
pub use draft::{ValidWebhook, WebhookDraft};
pub use event::{Events, WebhookEvent};
pub use retry::{TRIED_FOR_MS, next_try_ms};
pub use signature::signature;
