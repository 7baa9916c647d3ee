//! Webhooks: calls to other programs about events.
//!
//! The transaction of an event also writes its deliveries ([`outbox`]), so that neither exists without the other. A
//! background job sends them ([`deliver_due`]), at least once: a receiver recognises a duplicate by its id.

mod deliver;
mod manage;
pub(crate) mod outbox;
mod sender;

pub(crate) use deliver::KEPT_MS;
pub use deliver::{deliver_due, tidy};
pub use manage::{Webhooks, change, deliveries, list, make, remove, send_again, send_test};
pub use sender::Sender;
