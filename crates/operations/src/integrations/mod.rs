//! What the library sends to other systems: mail and webhooks.

pub mod mail;
pub mod webhooks;
