//! What the library sends to other systems, mail and webhooks, and what it asks them: book data.

pub(crate) mod book_data;
pub mod mail;
pub mod webhooks;
