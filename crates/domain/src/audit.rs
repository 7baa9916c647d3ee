//! The audit log: who changed what, when, and what it was before and after.

use jiff::Timestamp;

use crate::catalogue::book::BookId;
use crate::identity::{Entity, Id};
use crate::users::UserId;

/// Every action that is recorded. The web app has a sentence for each.
pub const ACTIONS: [&str; 101] = [
    "access.refused",
    "access_token.made",
    "access_token.revoked",
    "access_token.used",
    "audit.exported",
    "audit.read",
    "book.added",
    "book.archived",
    "book.changed",
    "book.cover_removed",
    "book.cover_set",
    "book.deleted",
    "book.deletion_undone",
    "book.merge_undone",
    "book.merged",
    "book.merged_away",
    "book.rated",
    "book.restored",
    "book.separated",
    "book.unrated",
    "borrowing.opened",
    "borrowing.renewed",
    "borrowing.return_undone",
    "borrowing.returned",
    "borrowing.undone",
    "borrowings.exported",
    "borrowings.read",
    "borrowings.searched",
    "bulk_edit.cancelled",
    "bulk_edit.done",
    "bulk_edit.started",
    "bulk_edit.undo_started",
    "bulk_edit.undone",
    "cards.printed",
    "charge.added",
    "charge.cancelled",
    "charge.paid",
    "charge.waived",
    "confirmation.failed",
    "confirmation.throttled",
    "copies.added",
    "copies.exported",
    "copy.changed",
    "copy.checked_in",
    "copy.withdrawn",
    "demo.filled",
    "duplicates.dismissed",
    "duplicates.reopened",
    "duplicates.searched",
    "fine.paid",
    "fine.waived",
    "import.cancelled",
    "import.done",
    "import.paused",
    "import.received",
    "import.resumed",
    "import.started",
    "import.undo_started",
    "import.undone",
    "library.generated",
    "library.restored",
    "library.set_up",
    "review.hidden",
    "review.shown",
    "role.added",
    "role.changed",
    "role.removed",
    "session.begun",
    "session.ended",
    "session.others_ended",
    "session.signed_out",
    "settings.changed",
    "sign_in.failed",
    "sign_in.second_step_asked",
    "sign_in.throttled",
    "user.blocked",
    "user.changed",
    "user.created",
    "user.email_change_dismissed",
    "user.email_change_requested",
    "user.email_change_undone",
    "user.erased",
    "user.exported",
    "user.history_read",
    "user.password_changed",
    "user.password_link_made",
    "user.password_link_mailed",
    "user.password_link_used",
    "user.recovery_code_used",
    "user.recovery_codes_made",
    "user.registered",
    "user.second_factor_added",
    "user.second_factor_removed",
    "user.second_factor_renamed",
    "user.second_factors_reset",
    "user.unblocked",
    "webhook.changed",
    "webhook.made",
    "webhook.removed",
    "webhook.sent_again",
    "webhook.tested",
];

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    pub id: AuditEntryId,
    pub at: Timestamp,
    /// `None` when the server itself, the shell or a visitor acted.
    pub actor_id: Option<UserId>,
    /// The actor's name as it is now; `None` after the erasure of the account.
    pub actor_name: Option<String>,
    /// One of [`ACTIONS`].
    pub action: String,
    /// What was acted on: the name of a type of entities, or of something that exists once.
    pub entity: String,
    pub entity_id: Option<i64>,
    /// The person that it is about, and the name as it is now.
    pub user_id: Option<UserId>,
    pub user_name: Option<String>,
    /// The book that it is about, and the title as it is now.
    pub book_id: Option<BookId>,
    pub book_title: Option<String>,
    /// The state before, as JSON.
    pub before_state: Option<String>,
    /// The state after, as JSON.
    pub after_state: Option<String>,
    /// Connects it to log lines and to the response of the call.
    pub request_id: Option<String>,
}

impl AuditEntry {
    /// What was acted on: the text of an id, such as `borrowing_12`, or a name, such as `settings.mail`.
    pub fn subject(&self) -> String {
        match self.entity_id {
            Some(number) => format!("{}_{number}", self.entity),
            None => self.entity.clone(),
        }
    }
}

/// The identifier of an entry of the audit log.
pub type AuditEntryId = Id<AuditEntry>;

impl Entity for AuditEntry {
    const NAME: &'static str = "audit_entry";
}
