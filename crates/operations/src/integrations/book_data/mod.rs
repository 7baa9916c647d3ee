//! Asks other systems for book data: what one source knows of an ISBN, and the covers of Open Library.
//!
//! All that comes back is hostile until it is read: it is limited in bytes and time, and its content decides nothing but the draft
//! that staff see.

mod ask;
mod fetch;

pub(crate) use ask::{SourceRecord, ask, cover};
