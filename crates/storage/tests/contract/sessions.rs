//! Sessions: who is signed in, until when.

use carrel_storage::sessions::{self, NewSession};
use carrel_storage::users::UserRow;
use carrel_storage::{Error, Result};
use carrel_testkit::{HOUR, Library, TestDatabase, on_both_engines};

async fn sign_in(library: &Library, user: &UserRow, token_hash: &str, hours: i64) -> Result<()> {
    let (user_id, token_hash, now) = (user.id.clone(), token_hash.to_owned(), library.clock.now_ms());
    change!(library, [user_id, token_hash, now, hours], |transaction| {
        sessions::insert(
            transaction,
            &NewSession {
                token_hash,
                user_id,
                created_at: *now,
                expires_at: *now + *hours * HOUR,
                user_agent: Some("a test"),
            },
        )
        .await
    })
}

async fn user_of(library: &Library, token_hash: &str) -> Option<String> {
    let now = library.clock.now_ms();
    let user = read!(library, [token_hash, now], |c| sessions::user_of(
        c, token_hash, **now
    )
    .await);
    user.map(|(user, _)| user.id)
}

on_both_engines!(a_session_lasts_until_it_expires_or_ends);
async fn a_session_lasts_until_it_expires_or_ends(database: TestDatabase) {
    let library = Library::new(database);
    let (ada, bob) = (library.user().insert().await, library.user().insert().await);
    for (user, token, hours) in [(&ada, "a1", 1), (&ada, "a2", 2), (&ada, "a3", 3), (&bob, "b1", 3)] {
        sign_in(&library, user, token, hours).await.unwrap();
    }
    assert_eq!(user_of(&library, "a1").await.as_ref(), Some(&ada.id));
    assert_eq!(user_of(&library, "b1").await.as_ref(), Some(&bob.id));
    assert_eq!(user_of(&library, "A1").await, None);
    assert_eq!(user_of(&library, "").await, None);
    library.clock.advance(HOUR - 1);
    assert!(user_of(&library, "a1").await.is_some());
    library.clock.advance(1);
    assert!(
        user_of(&library, "a1").await.is_none(),
        "at the instant itself it is over"
    );

    let token = "a2";
    change!(library, [token], |t| sessions::end(t, token).await).unwrap();
    change!(library, [token], |t| sessions::end(t, token).await).unwrap();
    assert!(user_of(&library, "a2").await.is_none());
    assert!(user_of(&library, "a3").await.is_some());
    let id = &ada.id;
    change!(library, [id], |t| sessions::end_all_of(t, id).await).unwrap();
    assert!(user_of(&library, "a3").await.is_none());
    assert!(user_of(&library, "b1").await.is_some());
}

on_both_engines!(a_deactivated_person_is_not_signed_in);
async fn a_deactivated_person_is_not_signed_in(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    sign_in(&library, &user, "token", 5).await.unwrap();
    let id = &user.id;
    library
        .sql(&format!("UPDATE users SET deactivated_at = 1 WHERE id = '{id}'"))
        .await
        .unwrap();
    assert_eq!(user_of(&library, "token").await, None);
    library
        .sql(&format!(
            "UPDATE users SET deactivated_at = NULL WHERE id = '{id}'"
        ))
        .await
        .unwrap();
    assert!(user_of(&library, "token").await.is_some());
}

on_both_engines!(expired_sessions_are_swept_up);
async fn expired_sessions_are_swept_up(database: TestDatabase) {
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

on_both_engines!(a_session_is_somebodys_and_a_token_is_used_once);
async fn a_session_is_somebodys_and_a_token_is_used_once(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    sign_in(&library, &user, "token", 5).await.unwrap();
    let twice = sign_in(&library, &user, "token", 5).await;
    assert!(matches!(twice, Err(Error::Unique { .. })), "{twice:?}");
    let nobody = UserRow {
        id: "nobody".to_owned(),
        ..user.clone()
    };
    let nobodys = sign_in(&library, &nobody, "other", 5).await;
    assert!(matches!(nobodys, Err(Error::Constraint { .. })), "{nobodys:?}");
    let over = sign_in(&library, &user, "other", 0).await;
    assert!(matches!(over, Err(Error::Constraint { .. })), "{over:?}");
}
