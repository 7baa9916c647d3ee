//! One-time links: for one person and one purpose, usable once, until they expire.

use carrel_domain::users::{User, UserId};
use carrel_storage::one_time_links::{self, NewLink};
use carrel_storage::{Error, Result};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

async fn give(library: &Library, user: &User, token_hash: &str, expires_at: i64) -> Result<()> {
    let (user_id, token_hash) = (user.id, token_hash.to_owned());
    change!(library, [user_id, token_hash, expires_at], |transaction| {
        let link = NewLink {
            token_hash,
            purpose: "password",
            user_id: *user_id,
            created_at: 100,
            expires_at: *expires_at,
        };
        one_time_links::insert(transaction, &link).await
    })
}

async fn user_of(library: &Library, token_hash: &str, purpose: &str, now: i64) -> Option<UserId> {
    read!(library, [token_hash, purpose, now], |c| one_time_links::user_of(
        c, token_hash, purpose, *now
    )
    .await)
}

async fn use_up(library: &Library, token_hash: &'static str, now: i64) -> bool {
    change!(library, [token_hash, now], |t| one_time_links::use_up(
        t, token_hash, "password", *now
    )
    .await)
    .unwrap()
}

on_both_engines!(a_link_can_be_used_once_until_it_expires);
async fn a_link_can_be_used_once_until_it_expires(database: TestDatabase) {
    let library = Library::new(database);
    let (ada, bob) = (library.user().insert().await, library.user().insert().await);
    give(&library, &ada, "a", 200).await.unwrap();
    give(&library, &bob, "b", 200).await.unwrap();
    assert_eq!(user_of(&library, "a", "password", 199).await, Some(ada.id));
    assert_eq!(user_of(&library, "a", "email", 199).await, None);
    assert_eq!(user_of(&library, "a", "password", 200).await, None);
    assert_eq!(user_of(&library, "", "password", 199).await, None);

    assert!(!use_up(&library, "a", 200).await, "it has expired");
    let tries = (0..8).map(|_| use_up(&library, "a", 150));
    let used = futures_util::future::join_all(tries).await;
    assert_eq!(used.iter().filter(|used| **used).count(), 1);
    assert_eq!(user_of(&library, "a", "password", 150).await, None);
    assert!(user_of(&library, "b", "password", 150).await.is_some());
}

on_both_engines!(a_newer_link_replaces_an_older_one);
async fn a_newer_link_replaces_an_older_one(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    give(&library, &user, "first", 200).await.unwrap();
    give(&library, &user, "second", 200).await.unwrap();
    assert_eq!(user_of(&library, "first", "password", 150).await, None);
    assert!(use_up(&library, "second", 150).await);
    // A used link stays stored, so that it can never be used again.
    give(&library, &user, "third", 200).await.unwrap();
    let twice = give(&library, &user, "second", 300).await;
    assert!(matches!(twice, Err(Error::Unique { .. })), "{twice:?}");
    let id = user.id;
    change!(library, [id], |t| one_time_links::revoke_of(t, *id).await).unwrap();
    assert_eq!(user_of(&library, "third", "password", 150).await, None);
    let swept = change!(library, [], |t| one_time_links::remove_expired(t, 200).await);
    assert_eq!(swept.unwrap(), 1, "the used one");
}
