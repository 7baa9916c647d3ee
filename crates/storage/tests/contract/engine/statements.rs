//! What a connection keeps of the statements that it ran.

use carrel_storage::engine::Options;
use carrel_storage::{Database, Result};
use carrel_testkit::{TestDatabase, on_postgres};

/// The same text with another number is another statement.
const TEXTS: usize = 10_000;

on_postgres!(statements_that_are_no_longer_used_leave_the_server);
async fn statements_that_are_no_longer_used_leave_the_server(database: TestDatabase) {
    let Options::Postgres { url, .. } = database.options() else {
        unreachable!("this test runs on PostgreSQL")
    };
    // One connection, so that all statements are its own.
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
                        // Used again and again, it stays.
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
    assert!((200..=257).contains(&kept), "{kept} statements are kept");
    assert!(used >= 100, "a statement in use was prepared again: {used}");
}
