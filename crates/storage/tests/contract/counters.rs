//! Counters: each number is given out once.

use carrel_storage::Error;
use carrel_storage::counters::{self, Counter};
use carrel_testkit::{TestDatabase, on_both_engines};

on_both_engines!(counting_starts_at_one_and_leaves_no_gap);
async fn counting_starts_at_one_and_leaves_no_gap(database: TestDatabase) {
    let take = async |counter: Counter, count: i64| {
        change!(database, [counter, count], |t| counters::take(
            t, *counter, *count
        )
        .await)
        .unwrap()
    };
    assert_eq!(take(Counter::Barcode, 1).await, 1);
    assert_eq!(take(Counter::Barcode, 5).await, 2);
    assert_eq!(
        take(Counter::StudentId, 3).await,
        1,
        "each counter counts by itself"
    );
    assert_eq!(take(Counter::Barcode, 1).await, 7);
    let failed = database
        .write((), |transaction, ()| {
            Box::pin(async move {
                counters::take(transaction, Counter::Barcode, 100).await?;
                Err::<(), _>(Error::NoRow)
            })
        })
        .await;
    assert!(failed.is_err());
    assert_eq!(take(Counter::Barcode, 1).await, 8, "a failure takes no number");
}

on_both_engines!(no_number_is_given_out_twice);
async fn no_number_is_given_out_twice(database: TestDatabase) {
    let takes = (0..60_i64).map(|number| {
        let (database, count) = (&database, number % 3 + 1);
        async move {
            let first = change!(database, [count], |t| counters::take(t, Counter::Barcode, *count)
                .await)
            .unwrap();
            first..first + count
        }
    });
    let mut numbers: Vec<i64> = futures_util::future::join_all(takes)
        .await
        .into_iter()
        .flatten()
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=120).collect::<Vec<_>>());
}
