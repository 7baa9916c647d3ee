//! Sessions: their user, and when they expire.

use carrel_domain::users::{SessionId, SessionKind, User, UserId};
use carrel_storage::sessions::{self, NewSession};
use carrel_storage::{Error, Result};
use carrel_testkit::{HOUR, Library, TestDatabase, on_both_engines};

use crate::length;

/// Begins a session, and returns the id that its owner sees.
async fn sign_in(library: &Library, user: &User, token_hash: &str, hours: i64) -> Result<SessionId> {
    let (user_id, token_hash, now) = (user.id, token_hash.to_owned(), library.clock.now_ms());
    change!(library, [user_id, token_hash, now, hours], |transaction| {
        let session = NewSession {
            id: transaction.fresh_id().await?,
            token_hash,
            user_id: *user_id,
            created_at: *now,
            last_used_at: *now,
            confirmed_at: *now,
            expires_at: *now + *hours * HOUR,
            kind: SessionKind::Ordinary,
            user_agent: Some("a test"),
        };
        sessions::insert(transaction, &session).await?;
        Ok(session.id)
    })
}

async fn user_of(library: &Library, token_hash: &str) -> Option<UserId> {
    let now = library.clock.now_ms();
    let user = read!(library, [token_hash, now], |c| sessions::user_of(
        c, token_hash, *now
    )
    .await);
    user.map(|found| found.user.id)
}

/// Tokens of a person's sessions, as they are listed.
async fn tokens_of(library: &Library, user: &User) -> Vec<String> {
    let (id, now) = (user.id, library.clock.now_ms());
    let listed = read!(library, [id, now], |c| sessions::of_user(c, *id, *now, 10, 0)
        .await);
    let count = read!(library, [id, now], |c| sessions::count_of_user(c, *id, *now)
        .await);
    assert_eq!(count, length(&listed));
    listed.into_iter().map(|session| session.token_hash).collect()
}

on_both_engines!(a_person_ends_one_session_or_all_others);
async fn a_person_ends_one_session_or_all_others(database: TestDatabase) {
    let library = Library::new(database);
    let (ada, bob) = (library.user().insert().await, library.user().insert().await);
    let mut ids = Vec::new();
    for (user, token, hours) in [(&ada, "a1", 1), (&ada, "a2", 9), (&ada, "a3", 9), (&bob, "b1", 9)] {
        library.clock.advance(1);
        ids.push(sign_in(&library, user, token, hours).await.unwrap());
    }
    let second = ids[1];
    assert_eq!(tokens_of(&library, &ada).await, ["a3", "a2", "a1"]);
    library.clock.advance(HOUR);
    assert_eq!(tokens_of(&library, &ada).await, ["a3", "a2"], "one has expired");

    let (ada_id, bob_id) = (ada.id, bob.id);
    for (owner, id, ended) in [
        (bob_id, second, false),
        (ada_id, SessionId::UNASSIGNED, false),
        (ada_id, second, true),
        (ada_id, second, false),
    ] {
        let outcome = change!(library, [owner, id], |t| sessions::end_of(t, *owner, *id).await);
        assert_eq!(outcome.unwrap(), ended, "{id}");
    }
    assert_eq!(tokens_of(&library, &ada).await, ["a3"]);
    sign_in(&library, &ada, "a4", 9).await.unwrap();
    let kept = "a4";
    let ended = change!(library, [ada_id, kept], |t| sessions::end_others_of(
        t, *ada_id, kept
    )
    .await);
    assert_eq!(ended.unwrap(), 2, "the expired one is among them");
    assert_eq!(tokens_of(&library, &ada).await, ["a4"]);
    assert_eq!(tokens_of(&library, &bob).await, ["b1"]);
}

on_both_engines!(the_sessions_used_the_longest_time_ago_end);
async fn the_sessions_used_the_longest_time_ago_end(database: TestDatabase) {
    let library = Library::new(database);
    let (ada, bob) = (library.user().insert().await, library.user().insert().await);
    for (user, token, hours) in [
        (&ada, "a1", 9),
        (&ada, "a2", 9),
        (&ada, "a3", 1),
        (&ada, "a4", 9),
        (&bob, "b1", 9),
    ] {
        sign_in(&library, user, token, hours).await.unwrap();
    }
    library.clock.advance(HOUR);
    let now = library.clock.now_ms();
    let used = "a1";
    change!(library, [used, now], |t| sessions::touch(t, used, *now, *now)
        .await)
    .unwrap();
    let id = ada.id;
    let end = async |kept: i64| {
        let outcome = change!(library, [id, now, kept], |t| sessions::end_least_used_of(
            t, *id, *now, *kept
        )
        .await);
        outcome.unwrap()
    };
    assert_eq!(end(3).await, 1, "the expired one");
    assert_eq!(tokens_of(&library, &ada).await, ["a4", "a2", "a1"]);
    assert_eq!(end(3).await, 0);
    assert_eq!(
        end(2).await,
        1,
        "of two that were used at the same time, the older one"
    );
    assert_eq!(tokens_of(&library, &ada).await, ["a4", "a1"]);
    assert_eq!(end(1).await, 1);
    assert_eq!(tokens_of(&library, &ada).await, ["a1"]);
    assert_eq!(tokens_of(&library, &bob).await, ["b1"]);
}

on_both_engines!(the_last_use_is_recorded_at_intervals);
async fn the_last_use_is_recorded_at_intervals(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    sign_in(&library, &user, "token", 5).await.unwrap();
    let begun = library.clock.now_ms();
    for (now, not_before, noted) in [
        (begun + 10, begun, begun),
        (begun + 10, begun + 1, begun + 10),
        (begun + 20, begun + 10, begun + 10),
        (begun + 30, begun + 11, begun + 30),
    ] {
        let token = "token";
        change!(library, [token, now, not_before], |t| sessions::touch(
            t,
            token,
            *now,
            *not_before
        )
        .await)
        .unwrap();
        let found = read!(library, [token, now], |c| sessions::user_of(c, token, *now).await);
        assert_eq!(found.map(|found| found.last_used_at), Some(noted));
    }
    let token = "token";
    let expiry = read!(library, [token], |c| sessions::lifetime_of(c, token).await);
    assert_eq!(expiry, Some((begun + 5 * HOUR, SessionKind::Ordinary)));
}

on_both_engines!(a_session_lasts_until_it_expires_or_ends);
async fn a_session_lasts_until_it_expires_or_ends(database: TestDatabase) {
    let library = Library::new(database);
    let (ada, bob) = (library.user().insert().await, library.user().insert().await);
    for (user, token, hours) in [(&ada, "a1", 1), (&ada, "a2", 2), (&ada, "a3", 3), (&bob, "b1", 3)] {
        sign_in(&library, user, token, hours).await.unwrap();
    }
    assert_eq!(user_of(&library, "a1").await, Some(ada.id));
    assert_eq!(user_of(&library, "b1").await, Some(bob.id));
    assert_eq!(user_of(&library, "A1").await, None);
    assert_eq!(user_of(&library, "").await, None);
    library.clock.advance(HOUR - 1);
    assert!(user_of(&library, "a1").await.is_some());
    library.clock.advance(1);
    assert!(
        user_of(&library, "a1").await.is_none(),
        "it has expired at the instant itself"
    );

    let token = "a2";
    change!(library, [token], |t| sessions::end(t, token).await).unwrap();
    change!(library, [token], |t| sessions::end(t, token).await).unwrap();
    assert!(user_of(&library, "a2").await.is_none());
    assert!(user_of(&library, "a3").await.is_some());
    let id = ada.id;
    change!(library, [id], |t| sessions::end_all_of(t, *id).await).unwrap();
    assert!(user_of(&library, "a3").await.is_none());
    assert!(user_of(&library, "b1").await.is_some());
}

on_both_engines!(a_deactivated_person_is_not_signed_in);
async fn a_deactivated_person_is_not_signed_in(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    sign_in(&library, &user, "token", 5).await.unwrap();
    let id = user.id.number();
    library
        .sql(&format!("UPDATE users SET deactivated_at = 1 WHERE id = {id}"))
        .await
        .unwrap();
    assert_eq!(user_of(&library, "token").await, None);
    library
        .sql(&format!("UPDATE users SET deactivated_at = NULL WHERE id = {id}"))
        .await
        .unwrap();
    assert!(user_of(&library, "token").await.is_some());
}

on_both_engines!(expired_sessions_are_removed);
async fn expired_sessions_are_removed(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    for hours in 1..=5 {
        sign_in(&library, &user, &format!("token {hours}"), hours)
            .await
            .unwrap();
    }
    let sweep = async || {
        let now = library.clock.now_ms();
        change!(library, [now], |t| sessions::remove_expired(t, *now).await).unwrap()
    };
    assert_eq!(sweep().await, 0);
    library.clock.advance(3 * HOUR);
    assert_eq!((sweep().await, sweep().await), (3, 0));
    assert!(user_of(&library, "token 4").await.is_some());
}

on_both_engines!(a_session_needs_a_user_and_a_unique_token);
async fn a_session_needs_a_user_and_a_unique_token(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    sign_in(&library, &user, "token", 5).await.unwrap();
    let twice = sign_in(&library, &user, "token", 5).await;
    assert!(matches!(twice, Err(Error::Unique { .. })), "{twice:?}");
    let nobody = User {
        id: UserId::UNASSIGNED,
        ..user.clone()
    };
    let nobodys = sign_in(&library, &nobody, "other", 5).await;
    assert!(matches!(nobodys, Err(Error::Constraint { .. })), "{nobodys:?}");
    let over = sign_in(&library, &user, "other", 0).await;
    assert!(matches!(over, Err(Error::Constraint { .. })), "{over:?}");
}
