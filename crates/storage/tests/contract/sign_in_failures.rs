//! Failed sign-ins, by account and origin.

use carrel_storage::{Database, sign_in_failures};
use carrel_testkit::{TestDatabase, on_both_engines};

async fn locked(database: &Database, account: &'static str, origin: &'static str) -> (i64, i64) {
    change!(database, [account, origin], |t| sign_in_failures::lock(
        t, account, origin
    )
    .await)
    .unwrap()
}

async fn set(database: &Database, account: &'static str, origin: &'static str, failures: i64, latest: i64) {
    change!(database, [account, origin, failures, latest], |t| {
        sign_in_failures::lock(t, account, origin).await?;
        sign_in_failures::set(t, account, origin, *failures, *latest).await
    })
    .unwrap();
}

on_both_engines!(failures_are_counted_by_account_and_origin);
async fn failures_are_counted_by_account_and_origin(database: TestDatabase) {
    assert_eq!(locked(&database, "ada", "home").await, (0, 0));
    set(&database, "ada", "home", 3, 5000).await;
    set(&database, "ada", "", 7, 6000).await;
    set(&database, "bob", "home", 1, 7000).await;
    assert_eq!(locked(&database, "ada", "home").await, (3, 5000));

    change!(database, [], |t| sign_in_failures::forgive(t, "ada", "").await).unwrap();
    assert_eq!(locked(&database, "ada", "").await, (6, 6000));
    change!(database, [], |t| sign_in_failures::clear(t, "ada", "home").await).unwrap();
    assert_eq!(locked(&database, "ada", "home").await, (0, 0));
    assert_eq!(locked(&database, "ada", "").await, (6, 6000));

    change!(database, [], |t| sign_in_failures::clear_account(t, "ada").await).unwrap();
    assert_eq!(locked(&database, "ada", "").await, (0, 0));
    assert_eq!(locked(&database, "bob", "home").await, (1, 7000));

    // Those of Ada were locked again, which left them with an attempt at 0.
    let removed = change!(database, [], |t| sign_in_failures::remove_old(t, 7000).await);
    assert_eq!(removed.unwrap(), 1);
    assert_eq!(locked(&database, "bob", "home").await, (1, 7000));
}
