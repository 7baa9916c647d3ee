//! Access tokens: how a program acts for a person. Only the hash of a token is stored.

use carrel_domain::users::{AccessToken, AccessTokenId, Scopes, User, UserId};
use const_format::concatcp;

use crate::engine::{Columns, columns, new_row, record, values};
use crate::users::SECOND_FACTORS;
use crate::{Connection, Result, Transaction};

columns!(AccessToken of "t" {
    id,
    name,
    scopes,
    created_at,
    expires_at,
    last_used_at,
});

const SELECT: &str = concatcp!("SELECT ", AccessToken::COLUMNS, " FROM access_tokens t");

new_row! {
    /// A new access token.
    pub struct NewAccessToken<'a> into "access_tokens" {
        pub id: AccessTokenId,
        pub user_id: UserId,
        pub name: &'a str,
        pub token_hash: &'a str,
        pub scopes: &'a str,
        pub created_at: i64,
        pub expires_at: i64,
    }
}

record! {
    /// The owner of a token, and the scopes that it grants.
    pub struct Holder of "t" {
        pub user: User as record,
        pub token_id: AccessTokenId = "t.id",
        pub scopes: Scopes,
        pub last_used_at: Option<i64>,
        /// The network address of that use.
        pub last_address: Option<String>,
        /// How many second factors the owner has.
        pub second_factors: i64 = SECOND_FACTORS,
    }
}

/// The active user behind a token that has not expired.
pub async fn holder(connection: &mut Connection, token_hash: &str, now: i64) -> Result<Option<Holder>> {
    connection
        .optional(
            concatcp!(
                "SELECT ",
                Holder::COLUMNS,
                " FROM access_tokens t JOIN users u ON u.id = t.user_id \
                 WHERE t.token_hash = $1 AND t.expires_at > $2 AND u.deactivated_at IS NULL"
            ),
            values![token_hash, now],
        )
        .await
}

/// Records a use, unless one was recorded after `before`. No cached answer has the instant.
pub async fn note_use(
    transaction: &mut Transaction,
    id: AccessTokenId,
    address: &str,
    now: i64,
    before: i64,
) -> Result<()> {
    transaction
        .execute_unseen(
            "UPDATE access_tokens SET last_used_at = $2, last_address = $3 \
             WHERE id = $1 AND COALESCE(last_used_at, 0) <= $4",
            values![id, now, address, before],
        )
        .await?;
    Ok(())
}

/// A person's tokens, the newest first.
pub async fn of_user(connection: &mut Connection, user_id: UserId) -> Result<Vec<AccessToken>> {
    connection
        .rows(
            concatcp!(SELECT, " WHERE user_id = $1 ORDER BY created_at DESC, id DESC"),
            values![user_id],
        )
        .await
}

/// One of a person's tokens.
pub async fn find(
    connection: &mut Connection,
    user_id: UserId,
    id: AccessTokenId,
) -> Result<Option<AccessToken>> {
    connection
        .optional(
            concatcp!(SELECT, " WHERE id = $1 AND user_id = $2"),
            values![id, user_id],
        )
        .await
}

/// Adds a token.
pub async fn insert(transaction: &mut Transaction, token: &NewAccessToken<'_>) -> Result<()> {
    transaction
        .execute(NewAccessToken::INSERT, &token.values())
        .await?;
    Ok(())
}

/// Removes a token, which ends its validity.
pub async fn remove(transaction: &mut Transaction, id: AccessTokenId) -> Result<()> {
    transaction
        .execute("DELETE FROM access_tokens WHERE id = $1", values![id])
        .await?;
    Ok(())
}

/// Removes all tokens of a person; returns how many.
pub async fn remove_all_of(transaction: &mut Transaction, user_id: UserId) -> Result<u64> {
    transaction
        .execute("DELETE FROM access_tokens WHERE user_id = $1", values![user_id])
        .await
}

/// Removes all tokens of the people who have a role; returns how many.
pub async fn remove_all_of_role(transaction: &mut Transaction, role: &str) -> Result<u64> {
    transaction
        .execute(
            "DELETE FROM access_tokens WHERE user_id IN (SELECT id FROM users WHERE role = $1)",
            values![role],
        )
        .await
}

/// Removes tokens that expired at `oldest` or before; returns how many.
pub async fn remove_expired(transaction: &mut Transaction, oldest: i64) -> Result<u64> {
    transaction
        .execute(
            "DELETE FROM access_tokens WHERE expires_at <= $1",
            values![oldest],
        )
        .await
}
