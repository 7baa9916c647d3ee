//! The audit: it only grows.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::users::UserId;
use carrel_storage::audit::{self, NewEntry};
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
            before_state: Some("{\"archived\":false}"),
            after_state: Some("{\"archived\":true}"),
            request_id: Some("r1"),
        };
        transaction.execute_all(&[audit::inserting(&entry)]).await
    })
}

on_both_engines!(entries_are_read_as_they_were_written);
async fn entries_are_read_as_they_were_written(database: TestDatabase) {
    let (book, other) = (BookId::new(7), BookId::new(8));
    for id in [book, other, book] {
        record(&database, id).await.unwrap();
    }
    let entries = read!(database, [book], |c| audit::of_entity(c, *book, (0, 0), 10).await);
    for entry in &entries {
        assert_eq!((entry.at, entry.actor_id), (instant(5), None));
        assert_eq!(entry.action, "book.archived");
        assert_eq!(entry.before_state.as_deref(), Some("{\"archived\":false}"));
        assert_eq!(entry.after_state.as_deref(), Some("{\"archived\":true}"));
    }
    let ids: Vec<i64> = entries.iter().map(|entry| entry.id.number()).collect();
    assert_eq!(ids, [1, 3], "the table numbers its entries");
    // A person with the number of the book is another entity.
    let user = UserId::new(book.number());
    assert_eq!(
        read!(database, [user], |c| audit::of_entity(c, *user, (0, 0), 10).await),
        []
    );
}

on_both_engines!(entries_of_the_audit_cannot_be_changed);
async fn entries_of_the_audit_cannot_be_changed(database: TestDatabase) {
    record(&database, BookId::new(7)).await.unwrap();
    for sql in [
        "UPDATE audit SET actor_id = 1",
        "DELETE FROM audit WHERE id = 1",
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
