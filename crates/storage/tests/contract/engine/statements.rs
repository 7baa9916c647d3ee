//! The cache of prepared statements of a connection.

use carrel_storage::engine::Options;
use carrel_storage::{Database, Result};
use carrel_testkit::{TestDatabase, on_postgres};

/// The number of distinct statements: one text with different numbers.
const TEXTS: usize = 10_000;

on_postgres!(statements_that_are_no_longer_used_leave_the_server);
async fn statements_that_are_no_longer_used_leave_the_server(database: TestDatabase) {
    let Options::Postgres { url, .. } = database.options() else {
        unreachable!("this test runs on PostgreSQL")
    };
    // A single connection, so that it prepares all statements.
    let one = Options::Postgres { url, connections: 1 };
    let database = Database::open(&one).await.unwrap();
    let counts: Result<(i64, i64)> = database
        .read(&(), |connection, ()| {
            Box::pin(async move {
                let count = "SELECT count(*) FROM pg_prepared_statements";
                for number in 0..TEXTS {
                    let sql = format!("SELECT CAST({number} AS BIGINT)");
                    let (read,): (i64,) = connection.one(&sql, &[]).await?;
                    assert_eq!(usize::try_from(read), Ok(number));
                    if number % 100 == 0 {
                        // A statement in regular use stays prepared.
                        let _: (i64,) = connection.one(count, &[]).await?;
                    }
                }
                let (kept,) = connection.one(count, &[]).await?;
                let (used,) = connection
                    .one(
                        "SELECT CAST(min(generic_plans + custom_plans) AS BIGINT) FROM pg_prepared_statements \
                         WHERE statement = 'SELECT count(*) FROM pg_prepared_statements'",
                        &[],
                    )
                    .await?;
                Ok((kept, used))
            })
        })
        .await;
    let (kept, used) = counts.unwrap();
    assert!((200..=257).contains(&kept), "{kept} statements stay prepared");
    assert!(used >= 100, "a statement in use was prepared again: {used}");
}
