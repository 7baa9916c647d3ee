//! The one writer of SQLite: many requests per commit, each isolated, none answered before it is durable. Tests of
//! behaviour that both engines share run on both.

use std::collections::BTreeSet;
use std::future::Future;
use std::sync::Arc;
use std::task::Poll;

use carrel_storage::{Database, Error, Result, Transaction, settings};
use carrel_testkit::{Gate, TestDatabase, eventually, gate, on_both_engines, on_sqlite};
use futures_util::future::BoxFuture;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

async fn set(transaction: &mut Transaction, key: &str, value: &str) -> Result<()> {
    settings::set(transaction, key, value, 1).await
}

async fn value_of(database: &Database, key: &str) -> Result<Option<(String,)>> {
    let key = key.to_owned();
    database
        .read(&key, |connection, key| {
            Box::pin(async move {
                let sql = "SELECT value FROM settings WHERE key = $1";
                connection.optional(sql, &[key.into()]).await
            })
        })
        .await
}

/// A use case that only waits.
pub fn stand<'a>(_: &'a mut Transaction, gate: &'a Gate) -> BoxFuture<'a, Result<()>> {
    Box::pin(async {
        gate.pass();
        Ok(())
    })
}

on_both_engines!(two_thousand_concurrent_writes_are_answered_after_their_commit);
async fn two_thousand_concurrent_writes_are_answered_after_their_commit(database: TestDatabase) {
    const WRITES: usize = 2000;
    // A second handle has its own connections: it sees only committed data.
    let witness = database.open_again().await.unwrap();
    let database = Database::clone(&database);
    // As many as the server admits at once; the bound of the queue has its own test.
    let clients = Arc::new(Semaphore::new(600));
    let mut writes = JoinSet::new();
    for number in 0..WRITES {
        let (database, witness, clients) = (database.clone(), witness.clone(), Arc::clone(&clients));
        writes.spawn(async move {
            let _turn = clients.acquire().await.unwrap();
            let key = format!("key {number}");
            let write = database.write(key.clone(), |transaction, key| {
                Box::pin(set(transaction, key, "kept"))
            });
            write.await.unwrap();
            assert_eq!(
                value_of(&witness, &key).await.unwrap(),
                Some(("kept".to_owned(),)),
                "{key}"
            );
        });
    }
    writes.join_all().await;
    let all = witness
        .read(&(), |connection, ()| Box::pin(settings::all(connection)))
        .await
        .unwrap();
    assert_eq!(all.len(), WRITES);
}

on_both_engines!(a_failing_write_does_not_affect_others);
async fn a_failing_write_does_not_affect_others(database: TestDatabase) {
    let (gate, keeper) = gate();
    let database = Arc::new(database);
    let first = tokio::spawn({
        let database = Database::clone(&database);
        async move { database.write(gate, stand).await }
    });
    keeper.wait();
    // On SQLite these wait behind the first request and are committed together with it.
    let mut writes = JoinSet::new();
    for number in 0..60_u32 {
        let database = Database::clone(&database);
        writes.spawn(async move {
            let outcome = database
                .write(number, |transaction, number| {
                    Box::pin(async move {
                        set(transaction, &format!("key {number}"), "").await?;
                        match number % 4 {
                            0 => Ok(()),
                            1 => Err(Error::NoRow),
                            2 => {
                                transaction
                                    .batch("INSERT INTO settings (key) VALUES ('broken')")
                                    .await
                            }
                            _ => panic!("on purpose"),
                        }
                    })
                })
                .await;
            (number, outcome)
        });
    }
    // Stays open: when a request fails, the others of its batch run again.
    drop(keeper);
    first.await.unwrap().unwrap();
    let mut kept = BTreeSet::new();
    for (number, outcome) in writes.join_all().await {
        match (number % 4, outcome) {
            (0, Ok(())) => assert!(kept.insert(format!("key {number}"))),
            (1, Err(Error::NoRow)) | (2, Err(Error::Constraint { .. })) | (3, Err(Error::Other(_))) => {}
            (_, outcome) => panic!("{number}: {outcome:?}"),
        }
    }
    assert_eq!(kept.len(), 15);
    let all = database
        .read(&(), |connection, ()| Box::pin(settings::all(connection)))
        .await
        .unwrap();
    assert_eq!(all.into_iter().map(|(key, _)| key).collect::<BTreeSet<_>>(), kept);
}

on_sqlite!(waiting_writes_are_committed_together_and_answered_afterwards);
async fn waiting_writes_are_committed_together_and_answered_afterwards(database: TestDatabase) {
    let (first_gate, first_keeper) = gate();
    let (last_gate, last_keeper) = gate();
    let mut first = Box::pin(database.write(first_gate, |transaction, gate| {
        Box::pin(async move {
            set(transaction, "first", "").await?;
            gate.pass();
            Ok::<_, Error>(())
        })
    }));
    begin(&mut first).await;
    first_keeper.wait();
    let mut last = Box::pin(database.write(last_gate, |transaction, gate| {
        Box::pin(async move {
            set(transaction, "last", "").await?;
            gate.pass();
            Ok::<_, Error>(())
        })
    }));
    begin(&mut last).await;
    first_keeper.open();
    last_keeper.wait();
    // The first request has run, and waits for the commit that it shares with the last.
    begin(&mut first).await;
    assert_eq!(value_of(&database, "first").await.unwrap(), None);
    last_keeper.open();
    first.await.unwrap();
    assert_eq!(value_of(&database, "last").await.unwrap(), Some((String::new(),)));
    last.await.unwrap();
}

on_sqlite!(writes_beyond_the_queue_are_refused_as_unavailable);
async fn writes_beyond_the_queue_are_refused_as_unavailable(database: TestDatabase) {
    const QUEUE: i64 = 1024;
    let (gate, keeper) = gate();
    let mut first = Box::pin(database.write(gate, stand));
    begin(&mut first).await;
    keeper.wait();
    let mut waiting = Vec::new();
    for number in 0..QUEUE {
        let mut write = Box::pin(database.write(number.to_string(), |transaction, key| {
            Box::pin(set(transaction, key, ""))
        }));
        begin(&mut write).await;
        waiting.push(write);
    }
    let refused = database
        .write((), |transaction, ()| {
            Box::pin(set(transaction, "one too many", ""))
        })
        .await;
    assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
    keeper.open();
    first.await.unwrap();
    for write in waiting {
        write.await.unwrap();
    }
    assert_eq!(database.integer("SELECT count(*) FROM settings").await, QUEUE);
    database
        .write((), |transaction, ()| {
            Box::pin(set(transaction, "now there is room", ""))
        })
        .await
        .unwrap();
}

/// Polls a future once, so that it starts.
async fn begin<F: Future + Unpin>(future: &mut F) {
    std::future::poll_fn(|context| {
        assert!(std::pin::Pin::new(&mut *future).poll(context).is_pending());
        Poll::Ready(())
    })
    .await;
}

/// Lets the file grow by only this many pages, like a disk with little room left.
pub async fn leave_room_for(database: &Database, pages: i64) {
    database
        .write(pages, |transaction, pages| {
            Box::pin(async move {
                let (used,): (i64,) = transaction.one("PRAGMA page_count", &[]).await?;
                transaction
                    .batch(&format!("PRAGMA max_page_count = {}", used + pages))
                    .await
            })
        })
        .await
        .unwrap();
}

on_sqlite!(a_full_disk_refuses_writes_serves_reads_and_recovers);
async fn a_full_disk_refuses_writes_serves_reads_and_recovers(database: TestDatabase) {
    database
        .write((), |transaction, ()| Box::pin(set(transaction, "before", "1")))
        .await
        .unwrap();
    leave_room_for(&database, 0).await;
    let large = "x".repeat(100_000);
    for _ in 0..10 {
        let full = database
            .write(large.clone(), |transaction, large| {
                Box::pin(set(transaction, "large", large))
            })
            .await;
        assert!(matches!(full, Err(Error::DiskFull)), "{full:?}");
        assert_eq!(
            value_of(&database, "before").await.unwrap(),
            Some(("1".to_owned(),))
        );
        assert_eq!(value_of(&database, "large").await.unwrap(), None);
    }
    leave_room_for(&database, 1000).await;
    database
        .write(large.clone(), |transaction, large| {
            Box::pin(set(transaction, "large", large))
        })
        .await
        .unwrap();
    assert_eq!(value_of(&database, "large").await.unwrap(), Some((large,)));
}

on_sqlite!(a_disk_that_fills_up_loses_no_acknowledged_write);
async fn a_disk_that_fills_up_loses_no_acknowledged_write(database: TestDatabase) {
    leave_room_for(&database, 60).await;
    let mut writes = JoinSet::new();
    for number in 0..300_u32 {
        let database = Database::clone(&database);
        writes.spawn(async move {
            let key = format!("key {number}");
            let outcome = database
                .write(key.clone(), |transaction, key| {
                    Box::pin(async move {
                        // Two statements: a partially applied use case must not stay either.
                        set(transaction, key, "").await?;
                        set(transaction, key, &"x".repeat(3000)).await
                    })
                })
                .await;
            (key, outcome)
        });
    }
    let (mut kept, mut refused) = (BTreeSet::new(), 0);
    for (key, outcome) in writes.join_all().await {
        match outcome {
            Ok(()) => assert!(kept.insert(key)),
            Err(Error::DiskFull) => refused += 1,
            Err(other) => panic!("{key}: {other:?}"),
        }
    }
    assert!(refused > 100, "the disk was full for most: {refused}");
    let witness = database.open_again().await.unwrap();
    let all = witness
        .read(&(), |connection, ()| Box::pin(settings::all(connection)))
        .await
        .unwrap();
    assert!(all.iter().all(|(_, value)| value.len() == 3000));
    assert_eq!(all.into_iter().map(|(key, _)| key).collect::<BTreeSet<_>>(), kept);
    leave_room_for(&database, 1000).await;
    database
        .write((), |transaction, ()| Box::pin(set(transaction, "room again", "")))
        .await
        .unwrap();
}

on_sqlite!(the_writer_ends_with_its_last_handle_and_after_its_last_write);
async fn the_writer_ends_with_its_last_handle_and_after_its_last_write(database: TestDatabase) {
    let other = database.open_again().await.unwrap();
    for number in 0..100_u32 {
        let mut write = Box::pin(other.write(number.to_string(), |transaction, key| {
            Box::pin(set(transaction, key, ""))
        }));
        let under_way =
            std::future::poll_fn(|context| Poll::Ready(write.as_mut().poll(context).is_pending())).await;
        drop((under_way, write));
    }
    drop(other);
    eventually("the waiting write is committed", async || {
        database.integer("SELECT count(*) FROM settings").await == 100
    })
    .await;
}
