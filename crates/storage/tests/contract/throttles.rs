//! Throttles: failures counted in a time window, also by concurrent calls.

use carrel_storage::{Database, throttles};
use carrel_testkit::{TestDatabase, on_both_engines};

async fn count(database: &Database, key: &'static str, now: i64, oldest_start: i64) {
    change!(database, [key, now, oldest_start], |t| throttles::count(
        t,
        key,
        *now,
        *oldest_start
    )
    .await)
    .unwrap();
}

async fn find(database: &Database, key: &str) -> Option<(i64, i64)> {
    read!(database, [key], |c| throttles::find(c, key).await)
}

on_both_engines!(failures_are_counted_in_a_window_that_restarts);
async fn failures_are_counted_in_a_window_that_restarts(database: TestDatabase) {
    assert_eq!(find(&database, "ada").await, None);
    count(&database, "ada", 1000, 0).await;
    assert_eq!(find(&database, "ada").await, Some((1, 1000)));
    count(&database, "ada", 1500, 500).await;
    count(&database, "ada", 2000, 1000).await;
    assert_eq!(
        find(&database, "ada").await,
        Some((3, 1000)),
        "a window that starts at the oldest start still counts"
    );
    count(&database, "bob", 2000, 1000).await;
    count(&database, "ada", 2001, 1001).await;
    assert_eq!(
        find(&database, "ada").await,
        Some((1, 2001)),
        "the old window is over"
    );
    assert_eq!(find(&database, "bob").await, Some((1, 2000)));
}

on_both_engines!(failures_are_removed_by_key_or_by_age);
async fn failures_are_removed_by_key_or_by_age(database: TestDatabase) {
    for (key, now) in [("ada", 1000), ("bob", 2000), ("eve", 3000)] {
        count(&database, key, now, 0).await;
    }
    let key = "eve";
    for left in [0, 0] {
        change!(database, [key], |t| throttles::forgive(t, key).await).unwrap();
        assert_eq!(find(&database, "eve").await, Some((left, 3000)));
    }
    count(&database, "eve", 3000, 0).await;
    let key = "bob";
    change!(database, [key], |t| throttles::clear(t, key).await).unwrap();
    assert_eq!(find(&database, "bob").await, None);
    assert_eq!(
        change!(database, [], |t| throttles::remove_old(t, 3000).await).unwrap(),
        1
    );
    assert_eq!(
        (find(&database, "ada").await, find(&database, "eve").await),
        (None, Some((1, 3000)))
    );
}

on_both_engines!(no_concurrent_failure_is_lost);
async fn no_concurrent_failure_is_lost(database: TestDatabase) {
    let failures = (0..50).map(|_| count(&database, "ada", 1000, 0));
    futures_util::future::join_all(failures).await;
    assert_eq!(find(&database, "ada").await, Some((50, 1000)));
}
