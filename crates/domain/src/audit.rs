//! The audit log: who changed what, when, and what it was before and after.

use jiff::Timestamp;

/// An entry of the audit log as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    pub id: String,
    pub at: Timestamp,
    pub actor_id: Option<String>,
    pub action: String,
    /// The state before, as JSON.
    pub before_state: Option<String>,
    /// The state after, as JSON.
    pub after_state: Option<String>,
}
