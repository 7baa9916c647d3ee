//! Announcements: what an entry of the audit log means for the screens of other people.

use super::Topic;
use crate::catalogue::book::BookId;
use crate::users::UserId;

/// The part of an entry of the audit log from which announcements are derived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditedChange {
    /// One of [`crate::audit::ACTIONS`], or an action of a newer version.
    pub action: String,
    /// The number of the id of what was acted on.
    pub entity_id: Option<i64>,
    /// The person and the book that it is about.
    pub user_id: Option<UserId>,
    pub book_id: Option<BookId>,
}

/// A change of the data of one topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announcement {
    /// Concerns everybody who may read the topic.
    Shared {
        topic: Topic,
        /// The number of the id of what changed; `None` when any of it may have changed.
        id: Option<i64>,
    },
    /// Concerns one person.
    Personal {
        topic: Topic,
        user_id: UserId,
        id: Option<i64>,
    },
    /// Any data may have changed.
    Everything,
}

/// Whose streams must check at once that their session is still valid and what their person may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recheck {
    Nobody,
    User(UserId),
    Everybody,
}

impl AuditedChange {
    /// What the change means for screens. Reading, exporting and other acts that change nothing that a screen shows have
    /// no announcement. An unknown action has [`Announcement::Everything`]: a newer server wrote it.
    pub fn announcements(&self) -> Vec<Announcement> {
        match self.action.as_str() {
            "book.added"
            | "book.archived"
            | "book.changed"
            | "book.cover_removed"
            | "book.cover_set"
            | "book.deleted"
            | "book.deletion_undone"
            | "book.restored"
            | "copies.added"
            | "copy.changed"
            | "copy.checked_in"
            | "copy.withdrawn" => self.of_copies(),
            "bulk_edit.cancelled"
            | "bulk_edit.done"
            | "bulk_edit.undone"
            | "import.cancelled"
            | "import.done"
            | "import.paused"
            | "import.undone" => {
                vec![shared(Topic::Books, None)]
            }
            "book.rated" | "book.unrated" | "review.hidden" | "review.shown" => {
                vec![self.of_book(Topic::Books)]
            }
            "borrowing.opened" | "borrowing.renewed" => [self.of_copies(), self.of_borrowing()].concat(),
            "borrowing.returned" | "borrowing.return_undone" | "borrowing.undone" => {
                [self.of_copies(), self.of_borrowing(), self.of_fines()].concat()
            }
            // Only staff see them.
            "duplicates.dismissed" | "duplicates.reopened" | "duplicates.searched" => {
                vec![shared(Topic::Copies, None)]
            }
            // Borrowings and favorites have another book.
            "book.merged" | "book.merged_away" | "book.merge_undone" | "book.separated" => [
                self.of_copies(),
                vec![
                    shared(Topic::Borrowings, None),
                    shared(Topic::OwnBorrowings, None),
                    shared(Topic::OwnFavorites, None),
                ],
            ]
            .concat(),
            "charge.added" | "charge.cancelled" | "charge.paid" | "charge.waived" => self.of_fines(),
            "fine.paid" | "fine.waived" => [self.of_borrowing(), self.of_fines()].concat(),
            // The name of the person disappears from borrowings, reviews and fines.
            "user.erased" => vec![
                shared(Topic::People, self.user_id.map(UserId::number)),
                shared(Topic::Borrowings, None),
                shared(Topic::Fines, None),
                shared(Topic::Books, None),
            ],
            "user.created"
            | "user.registered"
            | "user.changed"
            | "user.blocked"
            | "user.unblocked"
            | "user.email_change_undone"
            | "user.password_changed"
            | "user.password_link_used"
            | "user.second_factor_added"
            | "user.second_factor_removed"
            | "user.second_factors_reset" => {
                let people = shared(Topic::People, self.user_id.map(UserId::number));
                [vec![people], self.personal(Topic::OwnAccount, None)].concat()
            }
            "access_token.made"
            | "access_token.revoked"
            | "session.begun"
            | "session.ended"
            | "session.others_ended"
            | "session.signed_out"
            | "user.email_change_dismissed"
            | "user.email_change_requested"
            | "user.recovery_code_used"
            | "user.recovery_codes_made"
            | "user.second_factor_renamed" => self.personal(Topic::OwnAccount, None),
            "role.added" | "role.changed" | "role.removed" => vec![
                shared(Topic::Roles, None),
                shared(Topic::People, None),
                shared(Topic::OwnAccount, None),
            ],
            // What people may do and what they owe can depend on a setting.
            "library.set_up" | "settings.changed" => vec![
                shared(Topic::Settings, None),
                shared(Topic::OwnAccount, None),
                shared(Topic::OwnBorrowings, None),
            ],
            "access.refused"
            | "access_token.used"
            | "audit.exported"
            | "audit.read"
            | "borrowings.exported"
            | "copies.exported"
            | "borrowings.read"
            | "borrowings.searched"
            | "bulk_edit.started"
            | "bulk_edit.undo_started"
            | "cards.printed"
            | "confirmation.failed"
            | "confirmation.throttled"
            | "import.received"
            | "import.resumed"
            | "import.started"
            | "import.undo_started"
            | "sign_in.failed"
            | "sign_in.second_step_asked"
            | "sign_in.throttled"
            | "user.exported"
            | "user.history_read"
            | "user.password_link_made"
            | "user.password_link_mailed"
            | "webhook.changed"
            | "webhook.made"
            | "webhook.removed"
            | "webhook.sent_again"
            | "webhook.tested" => Vec::new(),
            _ => vec![Announcement::Everything],
        }
    }

    /// Whose sessions or permissions the change may have ended.
    pub fn recheck(&self) -> Recheck {
        match self.action.split('.').next() {
            Some("access_token" | "session" | "user") => {
                self.user_id.map_or(Recheck::Everybody, Recheck::User)
            }
            Some("role" | "settings" | "library" | "demo") => Recheck::Everybody,
            _ => Recheck::Nobody,
        }
    }

    fn of_book(&self, topic: Topic) -> Announcement {
        shared(topic, self.book_id.map(BookId::number))
    }

    fn of_copies(&self) -> Vec<Announcement> {
        vec![self.of_book(Topic::Books), self.of_book(Topic::Copies)]
    }

    /// The entry is about a borrowing.
    fn of_borrowing(&self) -> Vec<Announcement> {
        let id = self.entity_id;
        [
            vec![shared(Topic::Borrowings, id)],
            self.personal(Topic::OwnBorrowings, id),
        ]
        .concat()
    }

    fn of_fines(&self) -> Vec<Announcement> {
        let fines = shared(Topic::Fines, self.user_id.map(UserId::number));
        [vec![fines], self.personal(Topic::OwnFines, None)].concat()
    }

    /// An announcement for the person whom the entry is about; none without a person.
    fn personal(&self, topic: Topic, id: Option<i64>) -> Vec<Announcement> {
        let personal = self
            .user_id
            .map(|user_id| Announcement::Personal { topic, user_id, id });
        Vec::from_iter(personal)
    }
}

fn shared(topic: Topic, id: Option<i64>) -> Announcement {
    Announcement::Shared { topic, id }
}
