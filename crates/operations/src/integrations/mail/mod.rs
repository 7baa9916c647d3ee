//! Mail: the library's mail server, the queue of mails, and their texts.
//!
//! A mail is queued by the transaction that causes it. A job of every server process leases a mail that is due, writes
//! its text, and sends it ([`crate::upkeep::mail_delivery`]). Texts are not stored: a password link exists only in the
//! mail itself.

pub(crate) mod queue;
pub(crate) mod settings;
pub(crate) mod texts;

pub use settings::{MailStatus, change, forget, send_test, status};
