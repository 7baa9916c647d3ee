//! Live changes: streams that tell screens what has changed.
//!
//! While a stream is open, one task of the process looks for commits ([`carrel_storage::engine::Stamp`]) and reads the new
//! entries of the audit log, whichever process wrote them. Without an open stream, it does not run.

mod feed;
mod follow;
mod subscription;

pub use follow::Now;
pub use subscription::{End, Event, MOST_PAST_SECONDS, Subscription, subscribe};
