//! A stamp stands for one state of the data.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use carrel_storage::engine::Stamp;
use carrel_storage::{Database, Error, Result, settings};
use carrel_testkit::{TestDatabase, on_both_engines};

use super::{set, settings_of};

async fn stamp(database: &Database) -> Stamp {
    database.stamp().await.expect("the database answers")
}

async fn write(database: &Database, value: &str) -> Result<()> {
    database
        .write(value.to_owned(), |transaction, value| {
            Box::pin(set(transaction, "key", value))
        })
        .await
}

on_both_engines!(a_stamp_changes_with_every_commit_and_only_then);
async fn a_stamp_changes_with_every_commit_and_only_then(database: TestDatabase) {
    let before = stamp(&database).await;
    settings_of(&database).await;
    assert_eq!(stamp(&database).await, before, "reading changes nothing");

    let refused: Result<()> = database
        .write((), |transaction, ()| {
            Box::pin(async move {
                set(transaction, "key", "lost").await?;
                Err(Error::NoRow)
            })
        })
        .await;
    assert!(refused.is_err());
    let mut seen = vec![stamp(&database).await];
    for value in ["one", "two", "three"] {
        write(&database, value).await.unwrap();
        let stamp = stamp(&database).await;
        assert!(!seen.contains(&stamp), "{stamp:?} came back");
        seen.push(stamp);
    }
}

on_both_engines!(a_stamp_tells_what_another_process_wrote);
async fn a_stamp_tells_what_another_process_wrote(database: TestDatabase) {
    let other = database.open_again().await.unwrap();
    let before = stamp(&database).await;
    write(&other, "from elsewhere").await.unwrap();
    assert_ne!(stamp(&database).await, before);
}

on_both_engines!(what_is_read_under_a_stamp_is_never_older_than_it);
async fn what_is_read_under_a_stamp_is_never_older_than_it(database: TestDatabase) {
    const LAST: u32 = 200;
    let database: Arc<Database> = Arc::new((*database).clone());
    let done = Arc::new(AtomicBool::new(false));
    let reader = tokio::spawn({
        let (database, done) = (Arc::clone(&database), Arc::clone(&done));
        async move {
            // What was read under a stamp, and the stamp; the same stamp later must not go with something newer that
            // the first reading would have missed once its writer was answered.
            let mut kept: Option<(Stamp, u32)> = None;
            while !done.load(Ordering::SeqCst) {
                let acknowledged_at_least = stamp(&database).await;
                let value = value(&database).await;
                if let Some((stamp, kept)) = &kept
                    && *stamp == acknowledged_at_least
                {
                    assert!(value >= *kept);
                }
                kept = Some((acknowledged_at_least, value));
                tokio::task::yield_now().await;
            }
        }
    });
    let mut last_stamp = stamp(&database).await;
    for number in 1..=LAST {
        write(&database, &number.to_string()).await.unwrap();
        let stamp = stamp(&database).await;
        assert_ne!(
            stamp, last_stamp,
            "an acknowledged write is seen by the next stamp"
        );
        last_stamp = stamp;
    }
    done.store(true, Ordering::SeqCst);
    reader.await.unwrap();
    assert_eq!(value(&database).await, LAST);
}

async fn value(database: &Database) -> u32 {
    let all: Result<Vec<(String, String)>> = database
        .read(&(), |connection, ()| Box::pin(settings::all(connection)))
        .await;
    let found = all.unwrap().into_iter().find(|(key, _)| key == "key");
    found.map_or(0, |(_, value)| value.parse().unwrap())
}
