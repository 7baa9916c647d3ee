//! The audit: it only grows.

use carrel_storage::audit::{self, NewEntry};
use carrel_storage::{Database, Error, Result};
use carrel_testkit::{TestDatabase, on_both_engines};

async fn record(database: &Database, id: &'static str) -> Result<Vec<u64>> {
    change!(database, [id], |transaction| {
        let entry = NewEntry {
            id,
            at: 5,
            actor_id: None,
            action: "book.archived",
            entity: "book",
            entity_id: "b1",
            before_state: Some("{\"archived\":false}"),
            after_state: Some("{\"archived\":true}"),
            request_id: Some("r1"),
        };
        transaction.execute_all(&[audit::inserting(&entry)]).await
    })
}

on_both_engines!(entries_are_read_as_they_were_written);
async fn entries_are_read_as_they_were_written(database: TestDatabase) {
    record(&database, "a1").await.unwrap();
    let twice = record(&database, "a1").await;
    assert!(matches!(twice, Err(Error::Unique { .. })), "{twice:?}");
    let states: Vec<(Option<String>, String, String)> = database
        .rows("SELECT actor_id, before_state, after_state FROM audit")
        .await;
    assert_eq!(
        states,
        [(
            None,
            "{\"archived\":false}".to_owned(),
            "{\"archived\":true}".to_owned()
        )]
    );
}

on_both_engines!(entries_of_the_audit_cannot_be_changed);
async fn entries_of_the_audit_cannot_be_changed(database: TestDatabase) {
    record(&database, "a1").await.unwrap();
    for sql in [
        "UPDATE audit SET actor_id = 'somebody else'",
        "DELETE FROM audit WHERE id = 'a1'",
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
