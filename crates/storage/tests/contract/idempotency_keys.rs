//! Idempotency keys: one stored response per person and key, until it expires.

use carrel_domain::users::UserId;
use carrel_storage::Result;
use carrel_storage::idempotency_keys::{self, NewResponse};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

async fn keep(library: &Library, user: UserId, key: &str, response: &str, at: i64) -> Result<()> {
    let (key, response) = (key.to_owned(), response.to_owned());
    change!(library, [user, key, response, at], |transaction| {
        idempotency_keys::insert(
            transaction,
            &NewResponse {
                user_id: *user,
                key,
                fingerprint: "print",
                token_hash: (key == "secret").then_some("hash"),
                response,
                created_at: *at,
            },
        )
        .await
    })
}

async fn find(library: &Library, user: UserId, key: &str, oldest: i64) -> Option<String> {
    let kept = read!(library, [user, key, oldest], |c| idempotency_keys::find(
        c, *user, key, *oldest
    )
    .await);
    kept.map(|(fingerprint, response)| {
        assert_eq!(fingerprint, "print");
        response
    })
}

on_both_engines!(a_response_is_found_until_it_expires);
async fn a_response_is_found_until_it_expires(database: TestDatabase) {
    let library = Library::new(database);
    let (ada, bob) = (library.user().insert().await.id, library.user().insert().await.id);
    keep(&library, ada, "one", "first", 10).await.unwrap();
    keep(&library, bob, "one", "other", 10).await.unwrap();
    keep(&library, ada, "secret", "sealed", 20).await.unwrap();
    assert_eq!(find(&library, ada, "one", 9).await.as_deref(), Some("first"));
    assert_eq!(find(&library, bob, "one", 9).await.as_deref(), Some("other"));
    assert_eq!(find(&library, ada, "One", 9).await, None);
    assert_eq!(find(&library, ada, "one", 10).await, None);
    // An expired response is replaced by the next one with its key.
    keep(&library, ada, "one", "second", 30).await.unwrap();
    assert_eq!(find(&library, ada, "one", 10).await.as_deref(), Some("second"));

    let of_token = async |hash: &str, key: &str| {
        read!(library, [hash, key], |c| idempotency_keys::find_of_token(
            c, hash, key, 0
        )
        .await)
        .map(|kept| kept.1)
    };
    assert_eq!(of_token("hash", "secret").await.as_deref(), Some("sealed"));
    assert_eq!(of_token("hash", "one").await, None);
    assert_eq!(of_token("other", "secret").await, None);

    let oldest = 20;
    let removed = change!(library, [oldest], |t| idempotency_keys::remove_old(t, *oldest)
        .await);
    assert_eq!(removed.unwrap(), 2);
    assert_eq!(find(&library, ada, "one", 0).await.as_deref(), Some("second"));
    assert_eq!(find(&library, bob, "one", 0).await, None);
    assert!(keep(&library, UserId::UNASSIGNED, "one", "", 1).await.is_err());
}

on_both_engines!(the_oldest_responses_of_a_person_are_removed);
async fn the_oldest_responses_of_a_person_are_removed(database: TestDatabase) {
    let library = Library::new(database);
    let (ada, bob) = (library.user().insert().await.id, library.user().insert().await.id);
    for (key, at) in [("one", 10), ("two", 20), ("three", 30)] {
        keep(&library, ada, key, "ada's", at).await.unwrap();
        keep(&library, bob, key, "bob's", at).await.unwrap();
    }
    change!(library, [ada], |t| idempotency_keys::remove_oldest_of(t, *ada, 2)
        .await)
    .unwrap();
    assert_eq!(find(&library, ada, "one", 0).await, None);
    assert!(find(&library, ada, "two", 0).await.is_some());
    assert!(find(&library, ada, "three", 0).await.is_some());
    assert!(find(&library, bob, "one", 0).await.is_some());
    change!(library, [ada], |t| idempotency_keys::remove_oldest_of(t, *ada, 2)
        .await)
    .unwrap();
    assert!(find(&library, ada, "two", 0).await.is_some());
}
