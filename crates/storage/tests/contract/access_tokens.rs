//! Access tokens: their owner, and when they expire.

use carrel_domain::users::{AccessTokenId, Scope, Scopes, User, UserId};
use carrel_storage::access_tokens::{self, NewAccessToken};
use carrel_storage::{Error, Result};
use carrel_testkit::{Library, TestDatabase, on_both_engines};

const A: AccessTokenId = AccessTokenId::new(1);
const B: AccessTokenId = AccessTokenId::new(2);
const C: AccessTokenId = AccessTokenId::new(3);

/// The token of an id has its text as its hash.
async fn insert(library: &Library, user: &User, id: AccessTokenId, expires_at: i64) -> Result<()> {
    let user_id = user.id;
    change!(library, [user_id, id, expires_at], |transaction| {
        access_tokens::insert(
            transaction,
            &NewAccessToken {
                id: *id,
                user_id: *user_id,
                name: "A script",
                token_hash: &id.to_string(),
                scopes: "catalogue:read people:read",
                created_at: 10,
                expires_at: *expires_at,
            },
        )
        .await
    })
}

async fn holder(
    library: &Library,
    token: AccessTokenId,
    now: i64,
) -> Option<(UserId, AccessTokenId, Option<i64>)> {
    let hash = token.to_string();
    let holder = read!(library, [hash, now], |c| access_tokens::holder(c, hash, *now)
        .await);
    holder.map(|holder| {
        assert_eq!(holder.scopes.text(), "catalogue:read people:read");
        (holder.user.id, holder.token_id, holder.last_used_at)
    })
}

on_both_engines!(each_scope_is_read_as_it_was_stored);
async fn each_scope_is_read_as_it_was_stored(database: TestDatabase) {
    let library = Library::new(database);
    let user_id = library.user().insert().await.id;
    let all: Scopes = Scope::ALL.into_iter().collect();
    let each = Scope::ALL.map(|scope| [scope].into_iter().collect());
    for (number, scopes) in (1..).zip(each.into_iter().chain([all])) {
        let (id, hash, text) = (AccessTokenId::new(number), number.to_string(), scopes.text());
        change!(library, [id, user_id, hash, text], |transaction| {
            let token = NewAccessToken {
                id: *id,
                user_id: *user_id,
                name: "A script",
                token_hash: hash,
                scopes: text,
                created_at: 10,
                expires_at: 20,
            };
            access_tokens::insert(transaction, &token).await
        })
        .unwrap();
        let holder = read!(library, [hash], |c| access_tokens::holder(c, hash, 15).await);
        assert_eq!(holder.unwrap().scopes, scopes, "{text}");
    }
}

on_both_engines!(a_token_belongs_to_its_owner_until_it_expires);
async fn a_token_belongs_to_its_owner_until_it_expires(database: TestDatabase) {
    let library = Library::new(database);
    let (ada, bob) = (library.user().insert().await, library.user().insert().await);
    insert(&library, &ada, A, 100).await.unwrap();
    insert(&library, &ada, B, 200).await.unwrap();
    insert(&library, &bob, C, 300).await.unwrap();
    let found = Some((ada.id, A, None));
    assert_eq!(holder(&library, A, 99).await, found);
    assert_eq!(holder(&library, A, 100).await, None);
    assert_eq!(holder(&library, AccessTokenId::UNASSIGNED, 50).await, None);

    // A use is recorded only when the last one is old enough.
    for (now, before, noted) in [(20, 15, 20), (22, 19, 20), (26, 20, 26)] {
        change!(library, [now, before], |t| access_tokens::note_use(
            t,
            A,
            "192.0.2.7",
            *now,
            *before
        )
        .await)
        .unwrap();
        assert_eq!(holder(&library, A, 50).await.unwrap().2, Some(noted));
    }
    let of = async |user: &User| {
        let id = user.id;
        let rows = read!(library, [id], |c| access_tokens::of_user(c, *id).await);
        rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!(of(&ada).await, [B, A]);
    let found = async |user: &User, id: AccessTokenId| {
        let user = user.id;
        read!(library, [user, id], |c| access_tokens::find(c, *user, *id).await).is_some()
    };
    assert!(found(&ada, A).await && !found(&bob, A).await);

    library
        .sql(&format!(
            "UPDATE users SET deactivated_at = 1 WHERE id = {}",
            bob.id.number()
        ))
        .await
        .unwrap();
    assert_eq!(holder(&library, C, 50).await, None);
    change!(library, [], |t| access_tokens::remove(t, A).await).unwrap();
    assert_eq!(of(&ada).await, [B]);
    let id = ada.id;
    let removed = change!(library, [id], |t| access_tokens::remove_all_of(t, *id).await);
    assert_eq!(
        (removed.unwrap(), of(&ada).await.len(), of(&bob).await.len()),
        (1, 0, 1)
    );
    for (oldest, count) in [(299, 0), (300, 1)] {
        let removed = change!(library, [oldest], |t| access_tokens::remove_expired(t, *oldest)
            .await);
        assert_eq!(removed.unwrap(), count);
    }
}

on_both_engines!(a_token_is_unique_and_expires_later_than_it_begins);
async fn a_token_is_unique_and_expires_later_than_it_begins(database: TestDatabase) {
    let library = Library::new(database);
    let user = library.user().insert().await;
    insert(&library, &user, A, 100).await.unwrap();
    let twice = library.sql("INSERT INTO access_tokens (id, user_id, name, token_hash, scopes, created_at, expires_at) SELECT 2, user_id, name, token_hash, scopes, 1, 2 FROM access_tokens");
    let twice = twice.await;
    assert!(matches!(twice, Err(Error::Unique { .. })), "{twice:?}");
    let over = insert(&library, &user, C, 10).await;
    assert!(matches!(over, Err(Error::Constraint { .. })), "{over:?}");
}
