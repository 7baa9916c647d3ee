//! What every use case builds on: the library handle, the context of a call, errors, pages, idempotency.

pub mod cache_version;
pub mod cached;
pub mod context;
pub mod error;
pub mod event_queue;
pub(crate) mod exports;
pub mod idempotency;
pub mod idempotent_call;
pub(crate) mod job_lease;
pub mod key_error;
pub mod key_file;
pub mod keys;
pub mod library;
pub mod limits;
pub(crate) mod live_streams;
pub(crate) mod lookups;
pub(crate) mod outgoing;
pub(crate) mod pace;
pub mod page;
pub mod passwords;
pub(crate) mod permission;
pub(crate) mod row_import;
pub mod settings;
pub mod turns;
pub mod visitors;
pub mod write_shares;
