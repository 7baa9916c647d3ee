//! Idempotency keys: stores the response of each call with a key, so that a repeated call gets the same response.

use carrel_domain::users::UserId;

use crate::engine::values;
use crate::{Connection, Result, Transaction};

/// The response of a call, to be stored.
pub struct NewResponse<'a> {
    pub user_id: UserId,
    pub key: &'a str,
    pub fingerprint: &'a str,
    /// The hash of the caller's token, when only that token opens the response.
    pub token_hash: Option<&'a str>,
    pub response: &'a str,
    pub created_at: i64,
}

/// Fingerprint and stored response of a person's call, unless it was stored at `oldest` or before.
pub async fn find(
    connection: &mut Connection,
    user_id: UserId,
    key: &str,
    oldest: i64,
) -> Result<Option<(String, String)>> {
    connection
        .optional(
            "SELECT fingerprint, response FROM idempotency_keys WHERE user_id = $1 AND key = $2 AND created_at > $3",
            values![user_id, key, oldest],
        )
        .await
}

/// Fingerprint and stored response of a call whose response only this token opens, unless it was stored at `oldest` or
/// before.
pub async fn find_of_token(
    connection: &mut Connection,
    token_hash: &str,
    key: &str,
    oldest: i64,
) -> Result<Option<(String, String)>> {
    connection
        .optional(
            "SELECT fingerprint, response FROM idempotency_keys WHERE token_hash = $1 AND key = $2 AND created_at > $3",
            values![token_hash, key, oldest],
        )
        .await
}

/// Stores a call's response, in place of an expired one under the same key.
pub async fn insert(transaction: &mut Transaction, response: &NewResponse<'_>) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO idempotency_keys (user_id, key, fingerprint, token_hash, response, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id, key) DO UPDATE SET \
             fingerprint = excluded.fingerprint, token_hash = excluded.token_hash, response = excluded.response, \
             created_at = excluded.created_at",
            values![
                response.user_id,
                response.key,
                response.fingerprint,
                response.token_hash,
                response.response,
                response.created_at
            ],
        )
        .await?;
    Ok(())
}

/// Removes a stored response whose effect did not take place.
pub async fn remove(transaction: &mut Transaction, user_id: UserId, key: &str) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM idempotency_keys WHERE user_id = $1 AND key = $2",
            values![user_id, key],
        )
        .await?;
    Ok(())
}

/// Removes all responses of a person but about the `most` that were stored last.
pub async fn remove_oldest_of(transaction: &mut Transaction, user_id: UserId, most: i64) -> Result<()> {
    transaction
        .execute_unseen(
            "DELETE FROM idempotency_keys WHERE user_id = $1 AND created_at < \
             (SELECT k.created_at FROM idempotency_keys k WHERE k.user_id = $1 \
              ORDER BY k.created_at DESC LIMIT 1 OFFSET $2)",
            values![user_id, most - 1],
        )
        .await?;
    Ok(())
}

/// Removes responses that were stored at `oldest` or before; returns how many.
pub async fn remove_old(transaction: &mut Transaction, oldest: i64) -> Result<u64> {
    transaction
        .execute(
            "DELETE FROM idempotency_keys WHERE created_at <= $1",
            values![oldest],
        )
        .await
}
