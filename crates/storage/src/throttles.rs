//! Throttles: failures counted by key (an account, an address) in a time window. They are in the database, because
//! several processes may serve one library. No cached answer depends on them: failed sign-ins leave the stamp of the data.

use crate::engine::values;
use crate::{Connection, Result, Transaction};

/// Failures of a key and the start of their window.
pub async fn find(connection: &mut Connection, key: &str) -> Result<Option<(i64, i64)>> {
    connection
        .optional(
            "SELECT failures, window_started_at FROM throttles WHERE key = $1",
            values![key],
        )
        .await
}

/// Counts one failure; a window that started before `oldest_start` is replaced by one that starts at `now`.
pub async fn count(transaction: &mut Transaction, key: &str, now: i64, oldest_start: i64) -> Result<()> {
    add(transaction, key, 1, now, oldest_start).await
}

/// Counts so many failures, as [`count`] does.
pub async fn add(
    transaction: &mut Transaction,
    key: &str,
    times: i64,
    now: i64,
    oldest_start: i64,
) -> Result<()> {
    transaction
        .execute_unseen(
            "INSERT INTO throttles (key, failures, window_started_at) VALUES ($1, $4, $2) \
             ON CONFLICT (key) DO UPDATE SET \
             failures = CASE WHEN throttles.window_started_at < $3 THEN $4 ELSE throttles.failures + $4 END, \
             window_started_at = CASE WHEN throttles.window_started_at < $3 THEN $2 ELSE throttles.window_started_at END",
            values![key, now, oldest_start, times],
        )
        .await?;
    Ok(())
}

/// Subtracts one failure of a key.
pub async fn forgive(transaction: &mut Transaction, key: &str) -> Result<()> {
    transaction
        .execute_unseen(
            "UPDATE throttles SET failures = failures - 1 WHERE key = $1 AND failures > 0",
            values![key],
        )
        .await?;
    Ok(())
}

/// Removes a key's failures.
pub async fn clear(transaction: &mut Transaction, key: &str) -> Result<()> {
    transaction
        .execute_unseen("DELETE FROM throttles WHERE key = $1", values![key])
        .await?;
    Ok(())
}

/// Removes windows that started before `oldest_start`; returns how many.
pub async fn remove_old(transaction: &mut Transaction, oldest_start: i64) -> Result<u64> {
    transaction
        .execute_unseen(
            "DELETE FROM throttles WHERE window_started_at < $1",
            values![oldest_start],
        )
        .await
}
