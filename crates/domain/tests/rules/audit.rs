//! Entries of the audit log.

use carrel_domain::audit::{AuditEntry, AuditEntryId};
use jiff::Timestamp;

#[test]
fn the_subject_of_an_entry_is_an_id_or_a_name() {
    let entry = |entity: &str, entity_id| AuditEntry {
        id: AuditEntryId::new(1),
        at: Timestamp::UNIX_EPOCH,
        actor_id: None,
        actor_name: None,
        action: "book.changed".to_owned(),
        entity: entity.to_owned(),
        entity_id,
        user_id: None,
        user_name: None,
        book_id: None,
        book_title: None,
        before_state: None,
        after_state: None,
        request_id: None,
    };
    assert_eq!(entry("borrowing", Some(12)).subject(), "borrowing_12");
    assert_eq!(entry("settings.mail", None).subject(), "settings.mail");
}
