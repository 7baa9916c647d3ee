//! Answered calls: one outcome a person and key, for a while.

use carrel_storage::Result;
use carrel_storage::answered_calls::{self, AnsweredCall};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

async fn keep(library: &Library, user: &str, key: &str, outcome: &str, at: i64) -> Result<()> {
    let (user, key, outcome) = (user.to_owned(), key.to_owned(), outcome.to_owned());
    change!(library, [user, key, outcome, at], |transaction| {
        answered_calls::keep(
            transaction,
            &AnsweredCall {
                user_id: user,
                key,
                fingerprint: "print",
                token_hash: (key == "secret").then_some("hash"),
                outcome,
                answered_at: *at,
            },
        )
        .await
    })
}

async fn find(library: &Library, user: &str, key: &str, oldest: i64) -> Option<String> {
    let kept = read!(library, [user, key, oldest], |c| answered_calls::find(
        c, user, key, **oldest
    )
    .await);
    kept.map(|(fingerprint, outcome)| {
        assert_eq!(fingerprint, "print");
        outcome
    })
}

on_both_engines!(an_outcome_is_found_until_it_is_too_old);
async fn an_outcome_is_found_until_it_is_too_old(database: TestDatabase) {
    let library = Library::new(database);
    let (ada, bob) = (library.user().insert().await.id, library.user().insert().await.id);
    keep(&library, &ada, "one", "first", 10).await.unwrap();
    keep(&library, &bob, "one", "other", 10).await.unwrap();
    keep(&library, &ada, "secret", "sealed", 20).await.unwrap();
    assert_eq!(find(&library, &ada, "one", 9).await.as_deref(), Some("first"));
    assert_eq!(find(&library, &bob, "one", 9).await.as_deref(), Some("other"));
    assert_eq!(find(&library, &ada, "One", 9).await, None);
    assert_eq!(find(&library, &ada, "one", 10).await, None);
    // One that is too old gives way to the next under its key.
    keep(&library, &ada, "one", "second", 30).await.unwrap();
    assert_eq!(find(&library, &ada, "one", 10).await.as_deref(), Some("second"));

    let of_token = async |hash: &str, key: &str| {
        read!(library, [hash, key], |c| answered_calls::find_of_token(
            c, hash, key, 0
        )
        .await)
        .map(|kept| kept.1)
    };
    assert_eq!(of_token("hash", "secret").await.as_deref(), Some("sealed"));
    assert_eq!(of_token("hash", "one").await, None);
    assert_eq!(of_token("other", "secret").await, None);

    let oldest = 20;
    let removed = change!(library, [oldest], |t| answered_calls::remove_old(t, *oldest)
        .await);
    assert_eq!(removed.unwrap(), 2);
    assert_eq!(find(&library, &ada, "one", 0).await.as_deref(), Some("second"));
    assert_eq!(find(&library, &bob, "one", 0).await, None);
    assert!(keep(&library, "nobody", "one", "", 1).await.is_err());
}
