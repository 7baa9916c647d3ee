//! Live changes: which screens a change concerns, and who may know of it.
//!
//! The server reads new entries of the audit log, derives [`Announcement`]s from them, and collects those that a person
//! may know in the [`Digest`] of each of the person's streams.

mod announcement;
mod digest;
mod topic;

pub use announcement::{Announcement, AuditedChange, Recheck};
pub use digest::{Digest, Ids, MOST_IDS};
pub use topic::Topic;
