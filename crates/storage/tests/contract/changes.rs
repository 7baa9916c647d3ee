//! A reader of the change log gets every change once, and no change appears before one that was already read.

use std::collections::BTreeSet;

use carrel_domain::catalogue::book::BookId;
use carrel_storage::changes::{self, ChangeRow};
use carrel_storage::{Database, Error, Result};
use carrel_testkit::{Engine, TestDatabase, eventually, gate, on_both_engines, on_postgres};

/// Numbers the committed changes, and reads those after a sequence.
async fn after(database: &Database, sequence: i64, limit: i64) -> Vec<ChangeRow> {
    changes::number(database).await.unwrap();
    let state = (sequence + 1, limit);
    let tail = database.read(&state, |connection, (sequence, limit)| {
        Box::pin(changes::since(connection, *sequence, *limit))
    });
    tail.await.unwrap()
}

async fn newest(database: &Database) -> Option<ChangeRow> {
    let newest = database.read(&(), |connection, ()| Box::pin(changes::newest(connection)));
    newest.await.unwrap()
}

/// Appends a change of each book, made at an instant.
async fn change(database: &Database, books: Vec<BookId>, at: i64) -> Result<()> {
    let change = database.write((books, at), |transaction, (books, at)| {
        Box::pin(async move {
            for book in books {
                changes::append(transaction, *book, *at).await?;
            }
            Ok(())
        })
    });
    change.await
}

async fn trim(database: &Database, oldest: i64) -> u64 {
    let trimmed: Result<u64> = database
        .write(oldest, |transaction, oldest| {
            Box::pin(changes::trim(transaction, *oldest))
        })
        .await;
    trimmed.unwrap()
}

fn ids(numbers: std::ops::Range<i64>) -> Vec<BookId> {
    numbers.map(BookId::new).collect()
}

fn books(log: Vec<ChangeRow>) -> Vec<BookId> {
    log.into_iter().map(|change| change.book_id).collect()
}

on_both_engines!(changes_are_read_in_order_a_page_at_a_time);
async fn changes_are_read_in_order_a_page_at_a_time(database: TestDatabase) {
    assert_eq!(
        (newest(&database).await, after(&database, 0, 10).await),
        (None, vec![])
    );
    for first in [0, 10, 20] {
        change(&database, ids(first..first + 10), 5).await.unwrap();
    }
    let mut read = Vec::new();
    loop {
        let last = i64::try_from(read.len()).unwrap();
        let page = after(&database, last, 7).await;
        let Some(first) = page.first() else { break };
        assert_eq!((first.sequence, first.at), (last + 1, 5), "numbers without gaps");
        read.extend(books(page));
    }
    assert_eq!(read, ids(0..30));
    assert_eq!(newest(&database).await.unwrap().sequence, 30);
}

on_both_engines!(a_rolled_back_change_is_not_read);
async fn a_rolled_back_change_is_not_read(database: TestDatabase) {
    let failed: Result<()> = database
        .write((), |transaction, ()| {
            Box::pin(async move {
                changes::append(transaction, BookId::new(9), 1).await?;
                Err(Error::NoRow)
            })
        })
        .await;
    assert!(failed.is_err());
    change(&database, ids(0..1), 1).await.unwrap();
    let log = after(&database, 0, 10).await;
    assert_eq!((log[0].sequence, books(log)), (1, ids(0..1)));
}

on_postgres!(a_change_that_is_written_first_and_committed_last_is_read_last);
async fn a_change_that_is_written_first_and_committed_last_is_read_last(database: TestDatabase) {
    let (open, keeper) = gate();
    let late = database.write(open, |transaction, gate| {
        Box::pin(async move {
            changes::append(transaction, BookId::new(1), 1).await?;
            gate.pass();
            Ok::<_, Error>(())
        })
    });
    let meanwhile = async {
        eventually("the first transaction waits at its gate", async || {
            keeper.is_reached()
        })
        .await;
        change(&database, ids(2..3), 2).await.unwrap();
        let log = after(&database, 0, 10).await;
        keeper.open();
        (log[0].sequence, books(log))
    };
    let (late, seen) = tokio::join!(late, meanwhile);
    late.unwrap();
    assert_eq!(seen, (1, ids(2..3)));
    let rest = after(&database, 1, 10).await;
    assert_eq!((rest[0].sequence, books(rest)), (2, ids(1..2)));
}

on_postgres!(an_open_transaction_of_another_database_delays_no_change);
async fn an_open_transaction_of_another_database_delays_no_change(database: TestDatabase) {
    let foreign = TestDatabase::create(Engine::Postgres).await;
    let (open, keeper) = gate();
    let held = foreign.write(open, |transaction, gate| {
        Box::pin(async move {
            changes::append(transaction, BookId::new(9), 1).await?;
            gate.pass();
            Ok::<_, Error>(())
        })
    });
    let meanwhile = async {
        eventually("the other transaction has written", async || keeper.is_reached()).await;
        change(&database, ids(0..1), 1).await.unwrap();
        let log = after(&database, 0, 10).await;
        keeper.open();
        log
    };
    let (held, log) = tokio::join!(held, meanwhile);
    held.unwrap();
    assert_eq!(books(log), ids(0..1));
}

on_both_engines!(numbering_leaves_the_stamp_of_the_data);
async fn numbering_leaves_the_stamp_of_the_data(database: TestDatabase) {
    change(&database, ids(0..3), 1).await.unwrap();
    let before = database.stamp().await.unwrap();
    assert_eq!(after(&database, 0, 10).await.len(), 3);
    assert_eq!(database.stamp().await.unwrap(), before);
}

on_both_engines!(old_changes_are_trimmed_but_the_last_one_stays);
async fn old_changes_are_trimmed_but_the_last_one_stays(database: TestDatabase) {
    change(&database, ids(0..3), 10).await.unwrap();
    change(&database, ids(3..5), 20).await.unwrap();
    assert_eq!(after(&database, 0, 10).await.len(), 5);
    assert_eq!(trim(&database, 20).await, 3);
    assert_eq!(books(after(&database, 0, 10).await), ids(3..5));
    assert_eq!(trim(&database, 1_000).await, 1);
    let last = newest(&database).await.unwrap();
    assert_eq!((last.sequence, last.book_id), (5, BookId::new(4)));
    // Numbering continues from it.
    change(&database, ids(5..6), 30).await.unwrap();
    let log = after(&database, 5, 10).await;
    assert_eq!((log[0].sequence, books(log)), (6, ids(5..6)));
}

on_postgres!(a_change_that_has_no_number_yet_is_not_trimmed);
async fn a_change_that_has_no_number_yet_is_not_trimmed(database: TestDatabase) {
    change(&database, ids(0..2), 10).await.unwrap();
    assert_eq!(trim(&database, 1_000).await, 0);
    assert_eq!(books(after(&database, 0, 10).await), ids(0..2));
}

on_both_engines!(a_reader_misses_nothing_while_many_write_and_several_number);
async fn a_reader_misses_nothing_while_many_write_and_several_number(database: TestDatabase) {
    const WRITERS: i64 = 12;
    const EACH: i64 = 20;
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let database = Database::clone(&database);
        writers.spawn(async move {
            for number in 0..EACH {
                let first = (writer * EACH + number) * 3;
                change(&database, ids(first..first + 3), 1).await.unwrap();
            }
        });
    }
    let elsewhere = database.open_again().await.unwrap();
    writers.spawn(async move {
        let all = WRITERS * EACH * 3;
        while newest(&elsewhere).await.is_none_or(|last| last.sequence < all) {
            changes::number(&elsewhere).await.unwrap();
        }
    });
    let mut read = BTreeSet::new();
    let mut sequence = 0;
    eventually("every change is read", async || {
        for change in after(&database, sequence, 50).await {
            assert_eq!(change.sequence, sequence + 1);
            sequence = change.sequence;
            assert!(read.insert(change.book_id), "a change is read once");
        }
        i64::try_from(read.len()).unwrap() == WRITERS * EACH * 3
    })
    .await;
    writers.join_all().await;
    assert_eq!(after(&database, sequence, 50).await, []);
    assert_eq!(read, ids(0..WRITERS * EACH * 3).into_iter().collect());
}
