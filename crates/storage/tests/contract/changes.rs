//! The change log tells each change once, in an order in which nothing can turn up later behind a reader's back.

use std::collections::BTreeSet;

use carrel_storage::{Database, Error, Result, changes, settings};
use carrel_testkit::{TestDatabase, eventually, gate, on_both_engines, on_postgres};
use tokio::sync::Notify;

/// What follows a sequence: the place of the last change, and the books.
async fn after(database: &Database, sequence: i64, limit: i64) -> Vec<(i64, String)> {
    let state = (sequence, limit);
    let tail = database.read(&state, |connection, (sequence, limit)| {
        Box::pin(changes::after(connection, *sequence, *limit))
    });
    tail.await.unwrap()
}

async fn newest(database: &Database) -> i64 {
    let newest = database.read(&(), |connection, ()| Box::pin(changes::newest(connection)));
    newest.await.unwrap()
}

async fn change(database: &Database, books: Vec<String>) -> Result<()> {
    let change = database.write(books, |transaction, books| {
        Box::pin(async move {
            for book in books {
                changes::book(transaction, book).await?;
            }
            Ok(())
        })
    });
    change.await
}

fn names(numbers: std::ops::Range<u32>) -> Vec<String> {
    numbers.map(|number| format!("book {number}")).collect()
}

/// The server holds changes back while any older transaction is open, also one of another test.
async fn until_newest_is_above(database: &Database, sequence: i64) {
    eventually("older transactions end", async || {
        newest(database).await > sequence
    })
    .await;
}

on_both_engines!(changes_are_told_in_order_a_page_at_a_time);
async fn changes_are_told_in_order_a_page_at_a_time(database: TestDatabase) {
    assert_eq!(
        (newest(&database).await, after(&database, 0, 10).await),
        (0, vec![])
    );
    let mut place = 0;
    for first in [0, 10, 20] {
        change(&database, names(first..first + 10)).await.unwrap();
        until_newest_is_above(&database, place).await;
        place = newest(&database).await;
    }
    let mut told = Vec::new();
    let mut sequence = 0;
    loop {
        let page = after(&database, sequence, 7).await;
        assert!(page.len() <= 7);
        let Some((last, _)) = page.last() else { break };
        assert!(*last > sequence);
        sequence = *last;
        told.extend(page.into_iter().map(|(_, book)| book));
    }
    told.sort_unstable();
    let mut wanted = names(0..30);
    wanted.sort_unstable();
    assert_eq!(told, wanted);
    assert_eq!(sequence, newest(&database).await);
}

on_both_engines!(a_rolled_back_change_is_not_told);
async fn a_rolled_back_change_is_not_told(database: TestDatabase) {
    let failed: Result<()> = database
        .write((), |transaction, ()| {
            Box::pin(async move {
                changes::book(transaction, "never").await?;
                Err(Error::NoRow)
            })
        })
        .await;
    assert!(failed.is_err());
    change(&database, names(0..1)).await.unwrap();
    until_newest_is_above(&database, 0).await;
    let told: Vec<String> = after(&database, 0, 10)
        .await
        .into_iter()
        .map(|(_, book)| book)
        .collect();
    assert_eq!(told, names(0..1));
}

on_postgres!(a_change_that_is_committed_late_is_not_skipped);
async fn a_change_that_is_committed_late_is_not_skipped(database: TestDatabase) {
    let (early_gate, early) = gate();
    let (late_gate, late) = gate();
    let begin_late = Notify::new();
    // One begins to write before the other, but notes its change after it, and is committed before it.
    let first_to_begin = database.write(early_gate, |transaction, gate| {
        Box::pin(async move {
            settings::set(transaction, "early", "", 1).await?;
            gate.pass();
            changes::book(transaction, "early").await
        })
    });
    let last_to_end = database.write(late_gate, |transaction, gate| {
        Box::pin(async move {
            changes::book(transaction, "late").await?;
            gate.pass();
            Ok::<_, Error>(())
        })
    });
    let watching = async {
        let mut told = Vec::new();
        let mut sequence = 0;
        let mut read_on = async || {
            for (place, book) in after(&database, sequence, 10).await {
                sequence = place;
                told.push(book);
            }
            told.len()
        };
        early.wait();
        assert_eq!(read_on().await, 0);
        begin_late.notify_one();
        // Not by blocking: the other is driven by this very thread.
        eventually("the other stands at its gate", async || late.is_reached()).await;
        early.open();
        eventually("what began first is told", async || read_on().await == 1).await;
        late.open();
        eventually("what began last is told", async || read_on().await == 2).await;
        assert_eq!(read_on().await, 2);
        told
    };
    let last_to_end = async {
        begin_late.notified().await;
        last_to_end.await
    };
    let (begun_first, ended_last, told) = tokio::join!(first_to_begin, last_to_end, watching);
    begun_first.unwrap();
    ended_last.unwrap();
    assert_eq!(told, ["early", "late"]);
}

on_both_engines!(a_reader_misses_nothing_while_many_write);
async fn a_reader_misses_nothing_while_many_write(database: TestDatabase) {
    const WRITERS: u32 = 12;
    const EACH: u32 = 20;
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let database = Database::clone(&database);
        writers.spawn(async move {
            for number in 0..EACH {
                let first = (writer * EACH + number) * 3;
                change(&database, names(first..first + 3)).await.unwrap();
            }
        });
    }
    let mut told = BTreeSet::new();
    let mut sequence = 0;
    eventually("every change is told", async || {
        for (place, book) in after(&database, sequence, 50).await {
            assert!(place > sequence);
            sequence = place;
            assert!(told.insert(book), "a change is told once");
        }
        told.len() == (WRITERS * EACH * 3) as usize
    })
    .await;
    writers.join_all().await;
    assert_eq!(after(&database, sequence, 50).await, []);
    assert_eq!(told, names(0..WRITERS * EACH * 3).into_iter().collect());
}
