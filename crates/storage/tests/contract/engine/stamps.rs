//! A stamp identifies one version of the data.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use carrel_domain::identity::Id;
use carrel_storage::engine::{Stamp, Statement};
use carrel_storage::{
    Database, Error, Result, Transaction, access_tokens, jobs, sessions, settings, throttles,
};
use carrel_testkit::{Engine, Library, TestDatabase, on_both_engines, on_postgres};

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

on_postgres!(transactions_of_other_databases_leave_the_stamp);
async fn transactions_of_other_databases_leave_the_stamp(database: TestDatabase) {
    let foreign = TestDatabase::create(Engine::Postgres).await;
    let before = stamp(&database).await;
    write(&foreign, "foreign").await.unwrap();
    assert_eq!(stamp(&database).await, before);
}

on_postgres!(transactions_that_change_nothing_leave_the_stamp);
async fn transactions_that_change_nothing_leave_the_stamp(database: TestDatabase) {
    let before = stamp(&database).await;
    let written: Result<u64> = database
        .write((), |transaction, ()| {
            Box::pin(transaction.execute("DELETE FROM users WHERE id = 0", &[]))
        })
        .await;
    assert_eq!((written.unwrap(), stamp(&database).await), (0, before));
}

on_both_engines!(every_way_to_write_changes_the_stamp);
async fn every_way_to_write_changes_the_stamp(database: TestDatabase) {
    const INSERT: &str = "INSERT INTO counters (name, value) VALUES ('one', 1) \
        ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value";
    let mut last = stamp(&database).await;
    for way in 0..4 {
        let written: Result<()> = database
            .write(way, |transaction, way| {
                Box::pin(async move {
                    match way {
                        0 => transaction.one::<(i64,)>(INSERT, &[]).await.map(drop),
                        1 => transaction.rows::<(i64,)>(INSERT, &[]).await.map(drop),
                        2 => transaction.batch("DELETE FROM counters").await,
                        _ => {
                            let sql = "INSERT INTO counters (name, value) VALUES ('two', 2)";
                            let statement = Statement {
                                sql,
                                values: Vec::new(),
                            };
                            transaction.execute_all(&[statement]).await.map(drop)
                        }
                    }
                })
            })
            .await;
        written.unwrap();
        let stamp = stamp(&database).await;
        assert_ne!(stamp, last, "way {way}");
        last = stamp;
    }
}

on_both_engines!(concurrent_writers_are_all_counted);
async fn concurrent_writers_are_all_counted(database: TestDatabase) {
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..40 {
        let database = (*database).clone();
        writers.spawn(async move {
            let before = stamp(&database).await;
            let key = format!("writer {writer}");
            let written: Result<()> = database
                .write(key, |transaction, key| Box::pin(set(transaction, key, "1")))
                .await;
            written.unwrap();
            assert_ne!(stamp(&database).await, before);
        });
    }
    writers.join_all().await;
}

on_both_engines!(a_stamp_changes_with_a_write_of_another_process);
async fn a_stamp_changes_with_a_write_of_another_process(database: TestDatabase) {
    let other = database.open_again().await.unwrap();
    let before = stamp(&database).await;
    write(&other, "from elsewhere").await.unwrap();
    assert_ne!(stamp(&database).await, before);
}

on_both_engines!(data_read_under_a_stamp_is_never_older_than_the_stamp);
async fn data_read_under_a_stamp_is_never_older_than_the_stamp(database: TestDatabase) {
    const LAST: u32 = 200;
    let database: Arc<Database> = Arc::new((*database).clone());
    let done = Arc::new(AtomicBool::new(false));
    let reader = tokio::spawn({
        let (database, done) = (Arc::clone(&database), Arc::clone(&done));
        async move {
            // A value that was read under a stamp, and the stamp. A later read under the same stamp must not find a
            // newer value that was acknowledged before the first read.
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

/// Writes that no cached answer depends on.
async fn unseen(transaction: &mut Transaction, way: u8) -> Result<()> {
    match way {
        0 => throttles::count(transaction, "login ada", 2, 0).await,
        1 => throttles::forgive(transaction, "login ada").await,
        2 => throttles::clear(transaction, "login ada").await,
        3 => sessions::touch(transaction, "hash", 2, 2).await,
        4 => access_tokens::note_use(transaction, Id::new(2), "192.0.2.7", 2, 1).await,
        _ => {
            let job = jobs::waiting(transaction, jobs::kind::HOURLY, "work").await?;
            let job = job.expect("it waits");
            let leased = jobs::lease(transaction, job.id, (job.attempts, job.run_at), 9).await?;
            assert!(leased);
            jobs::repeat(transaction, job.id, job.attempts + 1, 20)
                .await
                .map(drop)
        }
    }
}

const UNSEEN: std::ops::Range<u8> = 0..6;

on_both_engines!(a_failed_sign_in_and_the_use_of_a_session_leave_the_stamp);
async fn a_failed_sign_in_and_the_use_of_a_session_leave_the_stamp(database: TestDatabase) {
    let engine = database.engine();
    let library = Library::new(database);
    let user = library.user().insert().await.id.number();
    let rows = format!(
        "INSERT INTO sessions (id, token_hash, user_id, created_at, expires_at, last_used_at, confirmed_at) VALUES (1, 'hash', {user}, 0, 9, 0, 0); \
         INSERT INTO access_tokens (id, user_id, name, token_hash, scopes, created_at, expires_at) \
         VALUES (2, {user}, 'A script', 'hash', '', 0, 9); \
         INSERT INTO jobs (id, kind, dedupe_key, payload, created_at, run_at, give_up_at) VALUES (3, 'hourly', 'work', '{{}}', 0, 0, 9)"
    );
    library.sql(&rows).await.unwrap();
    for way in UNSEEN {
        let before = stamp(&library).await;
        change!(library, [way], |t| unseen(t, *way).await).unwrap();
        // SQLite counts every commit itself.
        if engine == Engine::Postgres {
            assert_eq!(stamp(&library).await, before, "way {way}");
        }
    }
    // Other writes of the same transaction are seen, whether they come before or after.
    for first in [true, false] {
        for way in UNSEEN {
            let before = stamp(&library).await;
            let written = change!(library, [way, first], |t| {
                if *first {
                    set(t, "key", "before").await?;
                }
                unseen(t, *way).await?;
                if !*first {
                    set(t, "key", "after").await?;
                }
                Ok::<_, Error>(())
            });
            written.unwrap();
            assert_ne!(stamp(&library).await, before, "way {way}");
        }
    }
    let kept: Vec<(i64, i64)> = library
        .rows("SELECT (SELECT last_used_at FROM sessions), (SELECT last_used_at FROM access_tokens)")
        .await;
    assert_eq!(kept, [(2, 2)]);
}

async fn value(database: &Database) -> u32 {
    let all: Result<Vec<(String, String)>> = database
        .read(&(), |connection, ()| Box::pin(settings::all(connection)))
        .await;
    let found = all.unwrap().into_iter().find(|(key, _)| key == "key");
    found.map_or(0, |(_, value)| value.parse().unwrap())
}
