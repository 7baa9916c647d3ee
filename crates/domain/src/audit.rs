//! The audit log: who changed what, when, and what it was before and after.

use jiff::Timestamp;

use crate::identity::{Entity, Id};
use crate::users::UserId;

/// An entry of the audit log as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    pub id: AuditEntryId,
    pub at: Timestamp,
    pub actor_id: Option<UserId>,
    pub action: String,
    /// The state before, as JSON.
    pub before_state: Option<String>,
    /// The state after, as JSON.
    pub after_state: Option<String>,
}

/// The identifier of an entry of the audit log.
pub type AuditEntryId = Id<AuditEntry>;

impl Entity for AuditEntry {
    const NAME: &'static str = "audit_entry";
}
