//! The audit log: its lists, and that it only grows.

use carrel_domain::audit::AuditEntry;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::users::UserId;
use carrel_storage::audit::{self, Filter, NewEntry};
use carrel_storage::{Database, Error, Result};
use carrel_testkit::{TestDatabase, instant, on_both_engines};

async fn record(database: &Database, book: BookId) -> Result<Vec<u64>> {
    change!(database, [book], |transaction| {
        let entry = NewEntry {
            at: 5,
            actor_id: None,
            action: "book.archived",
            entity: "book",
            entity_id: Some(book.number()),
            user_id: None,
            book_id: Some(*book),
            before_state: Some("{\"archived\":false}"),
            after_state: Some("{\"archived\":true}"),
            request_id: Some("r1"),
        };
        transaction.execute_all(&[audit::inserting(&entry)]).await
    })
}

/// The ids of a list of the audit log.
fn ids(entries: &[AuditEntry]) -> Vec<i64> {
    entries.iter().map(|entry| entry.id.number()).collect()
}

on_both_engines!(entries_are_read_as_they_were_written);
async fn entries_are_read_as_they_were_written(database: TestDatabase) {
    let (book, other) = (BookId::new(7), BookId::new(8));
    for id in [book, other, book] {
        record(&database, id).await.unwrap();
    }
    let filter = Filter {
        book_id: Some(book),
        ..Filter::default()
    };
    let entries = read!(database, [filter], |c| audit::list(c, filter, 10, 0).await);
    for entry in &entries {
        assert_eq!((entry.at, entry.actor_id), (instant(5), None));
        assert_eq!(entry.action, "book.archived");
        assert_eq!(entry.subject(), "book_7");
        assert_eq!((entry.book_id, entry.user_id), (Some(book), None));
        assert_eq!(entry.before_state.as_deref(), Some("{\"archived\":false}"));
        assert_eq!(entry.after_state.as_deref(), Some("{\"archived\":true}"));
        assert_eq!(entry.request_id.as_deref(), Some("r1"));
    }
    assert_eq!(ids(&entries), [3, 1], "the table numbers its entries");
    // A person with the number of the book is another entity.
    let user = UserId::new(book.number());
    assert_eq!(
        read!(database, [user], |c| audit::of_account(c, *user, (0, 0), 10)
            .await),
        []
    );
}

on_both_engines!(a_filter_matches_all_of_its_parts);
async fn a_filter_matches_all_of_its_parts(database: TestDatabase) {
    database
        .sql(
            "INSERT INTO audit (id, at, actor_id, action, entity, entity_id, user_id, book_id) VALUES \
             (1, 10, 5, 'borrowing.opened', 'borrowing', 90, 6, 7), (2, 20, 5, 'book.changed', 'book', 7, NULL, 7), \
             (3, 20, 6, 'user.changed', 'user', 6, 6, NULL), (4, 30, NULL, 'borrowing.returned', 'borrowing', 90, 6, 7)",
        )
        .await
        .unwrap();
    let (actor, user, book) = (UserId::new(5), UserId::new(6), BookId::new(7));
    let all = Filter::default();
    let table = [
        (all, vec![4, 3, 2, 1]),
        (
            Filter {
                actor_id: Some(actor),
                ..all
            },
            vec![2, 1],
        ),
        (
            Filter {
                user_id: Some(user),
                ..all
            },
            vec![4, 3, 1],
        ),
        (
            Filter {
                book_id: Some(book),
                ..all
            },
            vec![4, 2, 1],
        ),
        (
            Filter {
                action: Some("user.changed"),
                ..all
            },
            vec![3],
        ),
        (
            Filter {
                from: Some(20),
                ..all
            },
            vec![4, 3, 2],
        ),
        (
            Filter {
                from: Some(20),
                until: Some(30),
                ..all
            },
            vec![3, 2],
        ),
        (
            Filter {
                until: Some(20),
                user_id: Some(user),
                book_id: Some(book),
                ..all
            },
            vec![1],
        ),
        (
            Filter {
                actor_id: Some(actor),
                user_id: Some(actor),
                ..all
            },
            vec![],
        ),
    ];
    for (filter, expected) in table {
        let (entries, two, count, few, rest) = read!(database, [filter], |c| {
            let entries = audit::list(c, filter, 10, 0).await?;
            let two = audit::list(c, filter, 1, 1).await?;
            let count = audit::count(c, filter, 10).await?;
            let few = audit::count(c, filter, 1).await?;
            // The entries after the second one, whose instant the third one has.
            let rest = audit::list_before(c, filter, (20, 3), 10).await?;
            Ok::<_, Error>((entries, two, count, few, rest))
        });
        assert_eq!(ids(&entries), expected, "{filter:?}");
        assert_eq!(
            ids(&two),
            expected.iter().copied().skip(1).take(1).collect::<Vec<_>>()
        );
        assert_eq!(count, i64::try_from(expected.len()).unwrap());
        assert_eq!(
            few,
            i64::from(!expected.is_empty()),
            "counting ends at the maximum"
        );
        let later: Vec<i64> = expected.into_iter().filter(|id| *id < 3).collect();
        assert_eq!(ids(&rest), later, "{filter:?}");
    }
}

on_both_engines!(entries_of_the_audit_cannot_be_changed);
async fn entries_of_the_audit_cannot_be_changed(database: TestDatabase) {
    record(&database, BookId::new(7)).await.unwrap();
    for sql in [
        "UPDATE audit SET actor_id = 1",
        "DELETE FROM audit WHERE id = 1",
        "DELETE FROM audit WHERE at < 10",
        "DELETE FROM audit",
    ] {
        let refused = database.sql(sql).await;
        assert!(
            matches!(refused, Err(Error::Constraint { .. })),
            "{sql}: {refused:?}"
        );
    }
    assert_eq!(
        database
            .integer("SELECT count(*) FROM audit WHERE actor_id IS NULL")
            .await,
        1
    );
}

on_both_engines!(old_entries_are_removed_in_batches);
async fn old_entries_are_removed_in_batches(database: TestDatabase) {
    database
        .sql(
            "INSERT INTO audit (id, at, action, entity) VALUES \
             (1, 10, 'a', 'user'), (2, 20, 'b', 'user'), (3, 30, 'c', 'user'), (4, 40, 'd', 'user')",
        )
        .await
        .unwrap();
    for (removed, left) in [(2, vec![4, 3]), (1, vec![4]), (0, vec![4])] {
        let count = change!(database, [], |transaction| audit::remove_before(
            transaction,
            40,
            2
        )
        .await);
        assert_eq!(count.unwrap(), removed);
        let entries = read!(database, [], |c| audit::list(c, &Filter::default(), 10, 0).await);
        assert_eq!(ids(&entries), left);
    }
    // The permission ended with the transaction.
    let refused = database.sql("DELETE FROM audit").await;
    assert!(matches!(refused, Err(Error::Constraint { .. })), "{refused:?}");
    assert_eq!(database.integer("SELECT count(*) FROM removals").await, 0);
}

on_both_engines!(the_permission_to_remove_spares_newer_entries_and_changes);
async fn the_permission_to_remove_spares_newer_entries_and_changes(database: TestDatabase) {
    database
        .sql("INSERT INTO audit (id, at, action, entity) VALUES (1, 10, 'a', 'user'), (2, 20, 'b', 'user')")
        .await
        .unwrap();
    for sql in [
        "DELETE FROM audit",
        "DELETE FROM audit WHERE id = 2",
        "UPDATE audit SET actor_id = 1 WHERE id = 1",
    ] {
        let refused = database
            .sql(&format!(
                "INSERT INTO removals (audit_before_at) VALUES (20); {sql}"
            ))
            .await;
        assert!(
            matches!(refused, Err(Error::Constraint { .. })),
            "{sql}: {refused:?}"
        );
        database.sql("DELETE FROM removals").await.unwrap();
    }
    assert_eq!(database.integer("SELECT count(*) FROM audit").await, 2);
}
