use carrel_domain::users::{self, EmailChangeId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::time::time;

/// A change of the caller's email address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EmailChange {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: EmailChangeId,
    pub from: String,
    pub to: String,
    #[schema(format = DateTime)]
    pub requested_at: String,
    /// When it took effect; null while it is pending.
    #[schema(format = DateTime)]
    pub changed_at: Option<String>,
    /// The end of the link that confirms a pending change.
    #[schema(format = DateTime)]
    pub expires_at: String,
    /// Whether staff of the library made the change.
    pub by_staff: bool,
}

impl From<users::EmailChange> for EmailChange {
    fn from(change: users::EmailChange) -> Self {
        EmailChange {
            id: change.id,
            from: change.old_email,
            to: change.new_email,
            requested_at: time(change.requested_at),
            changed_at: change.changed_at.map(time),
            expires_at: time(change.expires_at),
            by_staff: change.by_staff,
        }
    }
}

/// The token of a one-time link.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LinkForm {
    /// The part of the link after `#token=`.
    pub token: String,
}
