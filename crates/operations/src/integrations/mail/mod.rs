//! Mail: the library's mail server, the queue of mails, and their texts.
//!
//! What causes a mail queues it in the same transaction. A job of every server process leases a mail that is due, writes
//! its text, and sends it ([`crate::upkeep::mail_delivery`]). Texts are not stored: a link for a new password is nowhere
//! but in the mail itself.

pub(crate) mod queue;
pub(crate) mod settings;
pub(crate) mod texts;

pub use settings::{MailStatus, change, forget, send_test, status};
