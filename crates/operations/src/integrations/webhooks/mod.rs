//! Webhooks: calls to other programs about events.
//!
//! What is to be told is written by the transaction in which it happens ([`outbox`]), so that neither is there without
//! the other. A background job sends it ([`deliver_due`]), at least once: whoever receives something twice knows it by
//! its id.

mod deliver;
mod manage;
pub(crate) mod outbox;
mod sender;

pub use deliver::{deliver_due, tidy};
pub use manage::{Webhooks, change, deliveries, list, make, remove, send_again, send_test};
pub use sender::Sender;
