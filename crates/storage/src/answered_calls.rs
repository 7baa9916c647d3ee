//! Answered calls: what a call with an idempotency key was answered, so that the same call gets the same answer again.

use crate::engine::values;
use crate::{Connection, Result, Transaction};

/// A call that has been answered.
pub struct AnsweredCall<'a> {
    pub user_id: &'a str,
    pub key: &'a str,
    pub fingerprint: &'a str,
    /// The hash of the caller's token, when only that token opens the outcome.
    pub token_hash: Option<&'a str>,
    pub outcome: &'a str,
    pub answered_at: i64,
}

/// Fingerprint and outcome of a person's call, unless it was answered at `oldest` or before.
pub async fn find(
    connection: &mut Connection,
    user_id: &str,
    key: &str,
    oldest: i64,
) -> Result<Option<(String, String)>> {
    connection
        .optional(
            "SELECT fingerprint, outcome FROM answered_calls WHERE user_id = $1 AND key = $2 AND answered_at > $3",
            values![user_id, key, oldest],
        )
        .await
}

/// Fingerprint and outcome of a call whose outcome only this token opens, unless it was answered at `oldest` or before.
pub async fn find_of_token(
    connection: &mut Connection,
    token_hash: &str,
    key: &str,
    oldest: i64,
) -> Result<Option<(String, String)>> {
    connection
        .optional(
            "SELECT fingerprint, outcome FROM answered_calls WHERE token_hash = $1 AND key = $2 AND answered_at > $3",
            values![token_hash, key, oldest],
        )
        .await
}

/// Keeps a call's outcome, in place of one under the same key that has become too old.
pub async fn keep(transaction: &mut Transaction, call: &AnsweredCall<'_>) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO answered_calls (user_id, key, fingerprint, token_hash, outcome, answered_at) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id, key) DO UPDATE SET \
             fingerprint = excluded.fingerprint, token_hash = excluded.token_hash, outcome = excluded.outcome, \
             answered_at = excluded.answered_at",
            values![
                call.user_id,
                call.key,
                call.fingerprint,
                call.token_hash,
                call.outcome,
                call.answered_at
            ],
        )
        .await?;
    Ok(())
}

/// Forgets one call: what it promised has not come true.
pub async fn remove(transaction: &mut Transaction, user_id: &str, key: &str) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM answered_calls WHERE user_id = $1 AND key = $2",
            values![user_id, key],
        )
        .await?;
    Ok(())
}

/// Removes what was answered at `oldest` or before; returns how many.
pub async fn remove_old(transaction: &mut Transaction, oldest: i64) -> Result<u64> {
    transaction
        .execute(
            "DELETE FROM answered_calls WHERE answered_at <= $1",
            values![oldest],
        )
        .await
}
