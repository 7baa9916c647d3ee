//! Live changes: what each audited action announces, and to whom.

use carrel_domain::audit::ACTIONS;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::live::{Announcement, AuditedChange, Digest, Ids, MOST_IDS, Recheck, Topic};
use carrel_domain::users::{Act, Acts, UserId};

const ADA: UserId = UserId::new(7);
const BOB: UserId = UserId::new(8);

fn change(action: &str) -> AuditedChange {
    AuditedChange {
        action: action.to_owned(),
        entity_id: Some(5),
        user_id: Some(ADA),
        book_id: Some(BookId::new(3)),
    }
}

/// The topics of an action in the digest of a person.
fn topics(action: &str, person: UserId, acts: Acts) -> Vec<Topic> {
    let mut digest = Digest::default();
    for announcement in change(action).announcements() {
        digest.add(announcement, person, acts);
    }
    digest.topics().map(|(topic, _)| topic).collect()
}

/// An action, and what the person it is about, another member, and another person with all permissions learn of it.
type Known = (&'static str, &'static [Topic], &'static [Topic], &'static [Topic]);

#[test]
fn every_action_announces_exactly_what_screens_show() {
    use Topic::*;
    let known: [Known; 9] = [
        ("book.changed", &[Books], &[Books], &[Books, Copies]),
        ("book.rated", &[Books], &[Books], &[Books]),
        ("copy.withdrawn", &[Books], &[Books], &[Books, Copies]),
        (
            "borrowing.renewed",
            &[Books, OwnBorrowings],
            &[Books],
            &[Books, Borrowings, Copies],
        ),
        (
            "borrowing.returned",
            &[Books, OwnBorrowings, OwnFines],
            &[Books],
            &[Books, Borrowings, Copies, Fines],
        ),
        ("fine.paid", &[OwnBorrowings, OwnFines], &[], &[Borrowings, Fines]),
        ("user.blocked", &[OwnAccount], &[], &[People]),
        ("session.begun", &[OwnAccount], &[], &[]),
        (
            "settings.changed",
            &[OwnAccount, OwnBorrowings, Settings],
            &[OwnAccount, OwnBorrowings, Settings],
            &[OwnAccount, OwnBorrowings, Settings],
        ),
    ];
    for (action, of_person, of_other, of_staff) in known {
        assert_eq!(topics(action, ADA, Acts::OF_MEMBERS), of_person, "{action}");
        assert_eq!(topics(action, BOB, Acts::OF_MEMBERS), of_other, "{action}");
        assert_eq!(topics(action, BOB, Acts::all()), of_staff, "{action}");
    }
}

#[test]
fn a_new_action_must_say_what_it_announces() {
    for action in ACTIONS {
        let announced = change(action).announcements();
        // The data of these are another library's.
        let is_new = matches!(action, "demo.filled" | "library.generated" | "library.restored");
        let has_everything = announced.contains(&Announcement::Everything);
        assert_eq!(has_everything, is_new, "{action}: {announced:?}");
    }
    let announced = change("shelf.moved").announcements();
    assert_eq!(announced, [Announcement::Everything], "of a newer server");
}

#[test]
fn what_ends_sessions_or_changes_permissions_is_rechecked() {
    for (action, recheck) in [
        ("session.ended", Recheck::User(ADA)),
        ("user.password_changed", Recheck::User(ADA)),
        ("access_token.revoked", Recheck::User(ADA)),
        ("role.changed", Recheck::Everybody),
        ("settings.changed", Recheck::Everybody),
        ("library.restored", Recheck::Everybody),
        ("borrowing.opened", Recheck::Nobody),
        ("book.changed", Recheck::Nobody),
    ] {
        assert_eq!(change(action).recheck(), recheck, "{action}");
    }
}

#[test]
fn ids_are_those_of_the_topic() {
    let mut digest = Digest::default();
    for announcement in change("borrowing.returned").announcements() {
        digest.add(announcement, ADA, Acts::all());
    }
    let ids: Vec<(Topic, Option<i64>)> = digest
        .topics()
        .map(|(topic, ids)| match ids {
            Ids::Some(ids) => (topic, ids.first().copied()),
            Ids::All => (topic, None),
        })
        .collect();
    assert_eq!(
        ids,
        [
            (Topic::Books, Some(3)),
            (Topic::OwnBorrowings, Some(5)),
            (Topic::OwnFines, None),
            (Topic::Borrowings, Some(5)),
            (Topic::Copies, Some(3)),
            (Topic::Fines, Some(7)),
        ]
    );
}

#[test]
fn a_topic_has_the_ids_of_one_type() {
    for (topic, entity) in [
        (Topic::Books, Some("book")),
        (Topic::Copies, Some("book")),
        (Topic::OwnFavorites, Some("book")),
        (Topic::OwnBorrowings, Some("borrowing")),
        (Topic::Borrowings, Some("borrowing")),
        (Topic::Fines, Some("user")),
        (Topic::People, Some("user")),
        (Topic::OwnAccount, None),
        (Topic::OwnFines, None),
        (Topic::Roles, None),
        (Topic::Settings, None),
    ] {
        assert_eq!(topic.entity(), entity, "{topic:?}");
    }
}

#[test]
fn a_digest_is_bounded() {
    let mut digest = Digest::default();
    let book = |id| Announcement::Shared {
        topic: Topic::Books,
        id: Some(id),
    };
    for id in 1..=2 {
        for id in id..id + i64::try_from(MOST_IDS).unwrap() - 1 {
            digest.add(book(id), ADA, Acts::OF_MEMBERS);
        }
    }
    let full = |digest: &Digest| {
        let mut topics = digest.topics();
        topics.next().map(|(_, ids)| ids.clone())
    };
    assert!(matches!(full(&digest), Some(Ids::Some(ids)) if ids.len() == MOST_IDS));
    digest.add(book(1000), ADA, Acts::OF_MEMBERS);
    assert_eq!(full(&digest), Some(Ids::All));
    digest.add(book(1001), ADA, Acts::OF_MEMBERS);
    assert_eq!(full(&digest), Some(Ids::All));
    digest.add(Announcement::Everything, ADA, Acts::OF_MEMBERS);
    digest.add(book(1002), ADA, Acts::OF_MEMBERS);
    assert!(digest.has_everything() && digest.topics().next().is_none());
}

#[test]
fn a_digest_loses_what_its_person_may_not_read_any_more() {
    let mut digest = Digest::default();
    for announcement in change("borrowing.opened").announcements() {
        digest.add(announcement, BOB, Acts::all());
    }
    digest.keep_only(Acts::NONE.and(Act::ReadCatalogue));
    let topics: Vec<Topic> = digest.topics().map(|(topic, _)| topic).collect();
    assert_eq!(topics, [Topic::Books]);
}
