//! Identifiers: each number is assigned once, whatever happens to the transactions that take them.

use std::collections::BTreeSet;

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::users::User;
use carrel_storage::engine::Options;
use carrel_storage::{Database, Error, Result, Transaction, tombstones};
use carrel_testkit::{TestDatabase, gate, on_both_engines, on_sqlite};
use tokio::task::JoinSet;

use crate::writer::{leave_room_for, stand};

/// More than a connection takes at once.
const MANY: usize = 70;

/// Takes ids, one at a time.
async fn take(transaction: &mut Transaction, count: usize) -> Result<Vec<i64>> {
    let mut numbers = Vec::new();
    for _ in 0..count {
        let id: BookId = transaction.fresh_id().await?;
        numbers.push(id.number());
    }
    Ok(numbers)
}

/// Takes ids and writes a row with each: the table accepts no id twice.
async fn store(transaction: &mut Transaction, count: usize) -> Result<Vec<i64>> {
    let numbers = take(transaction, count).await?;
    for number in &numbers {
        tombstones::insert(transaction, BookId::new(*number), None, 1).await?;
    }
    Ok(numbers)
}

async fn stored(database: &Database, count: usize) -> Vec<i64> {
    change!(database, [count], |t| store(t, *count).await).unwrap()
}

/// All ids of committed rows.
async fn committed(database: &TestDatabase) -> BTreeSet<i64> {
    let rows: Vec<(i64,)> = database.rows("SELECT entity_id FROM tombstones").await;
    rows.into_iter().map(|(number,)| number).collect()
}

/// The same database over a single connection that writes.
async fn over_one_connection(database: &TestDatabase) -> Database {
    let options = match database.options() {
        Options::Postgres { url, .. } => Options::Postgres { url, connections: 1 },
        sqlite @ Options::Sqlite { .. } => sqlite,
    };
    Database::open(&options).await.unwrap()
}

on_both_engines!(the_ids_of_a_connection_ascend);
async fn the_ids_of_a_connection_ascend(database: TestDatabase) {
    let database = over_one_connection(&database).await;
    let mut numbers = Vec::new();
    for count in [1, 0, 2, MANY, 1, 1, 3 * MANY, 5] {
        numbers.extend(change!(database, [count], |t| take(t, *count).await).unwrap());
    }
    assert_eq!(numbers.len(), 4 * MANY + 10);
    assert!(
        numbers[0] > 0 && numbers.is_sorted_by(|one, next| one < next),
        "{numbers:?}"
    );
}

on_both_engines!(a_number_is_assigned_to_one_type);
async fn a_number_is_assigned_to_one_type(database: TestDatabase) {
    let (book, user) = change!(database, [], |t| {
        Ok::<_, Error>((t.fresh_id::<Book>().await?, t.fresh_id::<User>().await?))
    })
    .unwrap();
    assert_ne!(book.number(), user.number());
}

on_both_engines!(many_ids_are_taken_at_once);
async fn many_ids_are_taken_at_once(database: TestDatabase) {
    let elsewhere = database.open_again().await.unwrap();
    let mut all = BTreeSet::new();
    let mut keep = |numbers: Vec<i64>| {
        for number in numbers {
            assert!(all.insert(number), "{number} was assigned before");
        }
    };
    keep(stored(&database, 3).await);
    for count in [200, 0, 1, 63, 64, 65, 200] {
        for database in [&database, &elsewhere] {
            let (many, next) = change!(database, [count], |t| {
                let many: Vec<BookId> = t.fresh_ids(*count).await?;
                Ok::<_, Error>((many, take(t, 2).await?))
            })
            .unwrap();
            assert_eq!(many.len(), count);
            assert!(many.is_sorted(), "{many:?}");
            keep(many.into_iter().map(BookId::number).collect());
            keep(next);
        }
    }
    keep(stored(&database, MANY).await);
    keep(stored(&elsewhere, MANY).await);
}

on_both_engines!(concurrent_writers_take_distinct_ids);
async fn concurrent_writers_take_distinct_ids(database: TestDatabase) {
    const WRITERS: usize = 40;
    const EACH: usize = 10;
    let elsewhere = database.open_again().await.unwrap();
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS {
        let database = if writer % 2 == 0 { &*database } else { &elsewhere }.clone();
        writers.spawn(async move {
            let mut numbers = Vec::new();
            for turn in 0..EACH {
                numbers.extend(stored(&database, 1 + (writer + turn) % 7).await);
            }
            numbers
        });
    }
    let numbers: Vec<i64> = writers.join_all().await.into_iter().flatten().collect();
    let distinct: BTreeSet<i64> = numbers.iter().copied().collect();
    assert_eq!(distinct.len(), numbers.len());
    assert_eq!(distinct, committed(&database).await);
}

/// The outcome of a use case that takes ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Commit,
    /// It has only taken ids when it fails.
    FailWithoutRows,
    FailWithRows,
    Statement,
    Panic,
}

impl End {
    const ALL: [End; 5] = [
        End::Commit,
        End::FailWithoutRows,
        End::FailWithRows,
        End::Statement,
        End::Panic,
    ];
}

async fn run(transaction: &mut Transaction, end: End, count: usize) -> Result<Vec<i64>> {
    match end {
        End::Commit => store(transaction, count).await,
        End::FailWithoutRows => {
            take(transaction, count).await?;
            Err(Error::NoRow)
        }
        End::FailWithRows => {
            store(transaction, count).await?;
            Err(Error::NoRow)
        }
        End::Statement => {
            store(transaction, count).await?;
            transaction
                .batch("INSERT INTO settings (key) VALUES ('broken')")
                .await?;
            Ok(Vec::new())
        }
        End::Panic => {
            store(transaction, count).await?;
            panic!("on purpose")
        }
    }
}

on_both_engines!(an_id_of_a_committed_row_is_not_assigned_again_after_failures);
async fn an_id_of_a_committed_row_is_not_assigned_again_after_failures(database: TestDatabase) {
    let database_over_one = over_one_connection(&database).await;
    let mut all = BTreeSet::new();
    // The numbers of ids are such that use cases of each kind begin a new block, and use up one, at some time.
    for round in 0..60 {
        for end in End::ALL {
            let count = [1, 3, 30, MANY][round % 4];
            let outcome = change!(database_over_one, [end, count], |t| run(t, *end, *count).await);
            assert_eq!(outcome.is_ok(), end == End::Commit, "{end:?}: {outcome:?}");
            for number in outcome.unwrap_or_default() {
                assert!(all.insert(number), "{number} was assigned before");
            }
        }
    }
    assert_eq!(all, committed(&database).await);
}

on_both_engines!(failing_requests_in_one_batch_repeat_no_id);
async fn failing_requests_in_one_batch_repeat_no_id(database: TestDatabase) {
    let mut all = BTreeSet::new();
    for round in 0..4 {
        let (gate, keeper) = gate();
        let first = tokio::spawn({
            let database = Database::clone(&database);
            async move { database.write(gate, stand).await }
        });
        keeper.wait();
        // On SQLite these wait behind the first request and are committed together with it.
        let mut writes = JoinSet::new();
        for number in 0..60_usize {
            let database = Database::clone(&database);
            // Rounds differ in which request is the first one that fails.
            let end = End::ALL[(number / 3 + round) % End::ALL.len()];
            let count = [1, 2, MANY, 5][number % 4];
            writes.spawn(async move {
                (
                    end,
                    change!(database, [end, count], |t| run(t, *end, *count).await),
                )
            });
        }
        drop(keeper);
        first.await.unwrap().unwrap();
        for (end, outcome) in writes.join_all().await {
            assert_eq!(outcome.is_ok(), end == End::Commit, "{end:?}: {outcome:?}");
            for number in outcome.unwrap_or_default() {
                assert!(all.insert(number), "{number} was assigned before");
            }
        }
        all.extend(stored(&database, MANY).await);
        assert_eq!(all, committed(&database).await);
    }
}

on_sqlite!(a_full_disk_repeats_no_id);
async fn a_full_disk_repeats_no_id(database: TestDatabase) {
    let mut all: BTreeSet<i64> = stored(&database, 60).await.into_iter().collect();
    leave_room_for(&database, 0).await;
    for _ in 0..3 {
        let full = change!(database, [], |t| {
            let numbers = store(t, MANY).await?;
            carrel_storage::settings::set(t, "large", &"x".repeat(100_000), 1).await?;
            Ok::<_, Error>(numbers)
        });
        assert!(matches!(full, Err(Error::DiskFull)), "{full:?}");
    }
    leave_room_for(&database, 1000).await;
    for count in [1, MANY, MANY] {
        for number in stored(&database, count).await {
            assert!(all.insert(number), "{number} was assigned before");
        }
    }
    assert_eq!(all, committed(&database).await);
}
