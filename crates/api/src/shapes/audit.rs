use carrel_domain::audit::{self, AuditEntryId};
use carrel_domain::catalogue::book::BookId;
use carrel_domain::users::UserId;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::time::time;
use super::words::AuditAction;

/// An entry of the audit log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditLogEntry {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: AuditEntryId,
    #[schema(format = DateTime)]
    pub at: String,
    /// The person who acted. Null when the server itself, the shell or a visitor acted.
    pub actor: Option<AuditedPerson>,
    #[schema(value_type = AuditAction)]
    pub action: String,
    /// What was acted on: an id such as `borrowing_12`, or a name such as `settings.mail`.
    pub subject: String,
    /// The person that the entry is about.
    pub user: Option<AuditedPerson>,
    /// The book that the entry is about.
    pub book: Option<AuditedBook>,
    /// The state before, as far as it changed.
    pub before: Option<Value>,
    /// The state after, as far as it changed, and details of the action.
    pub after: Option<Value>,
    /// The id of the call, as in log lines.
    pub request_id: Option<String>,
}

/// A person in the audit log.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AuditedPerson {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: UserId,
    /// The present name. Null when the account was erased.
    pub name: Option<String>,
}

/// A book in the audit log.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AuditedBook {
    #[serde(rename = "_id")]
    #[schema(inline)]
    pub id: BookId,
    /// The present title. Null when the book was erased.
    pub title: Option<String>,
}

impl From<audit::AuditEntry> for AuditLogEntry {
    fn from(entry: audit::AuditEntry) -> Self {
        let state = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
        let person = |id: Option<UserId>, name| id.map(|id| AuditedPerson { id, name });
        AuditLogEntry {
            id: entry.id,
            at: time(entry.at),
            subject: entry.subject(),
            actor: person(entry.actor_id, entry.actor_name),
            action: entry.action,
            user: person(entry.user_id, entry.user_name),
            book: entry.book_id.map(|id| AuditedBook {
                id,
                title: entry.book_title,
            }),
            before: state(entry.before_state),
            after: state(entry.after_state),
            request_id: entry.request_id,
        }
    }
}
