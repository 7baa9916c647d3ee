//! Failed sign-ins in a row, by account and origin. No cached answer depends on them: they leave the stamp of the data.

use crate::engine::values;
use crate::{Result, Transaction};

/// Locks the failures of an account and an origin, and returns their number and the instant of the latest attempt in
/// milliseconds. An empty account or origin stands for all of them.
pub async fn lock(transaction: &mut Transaction, account: &str, origin: &str) -> Result<(i64, i64)> {
    // An update without an effect takes the lock of the row.
    transaction
        .execute_unseen(
            "INSERT INTO sign_in_failures (account, origin, failures, latest_at) VALUES ($1, $2, 0, 0) \
             ON CONFLICT (account, origin) DO UPDATE SET failures = sign_in_failures.failures",
            values![account, origin],
        )
        .await?;
    transaction
        .one(
            "SELECT failures, latest_at FROM sign_in_failures WHERE account = $1 AND origin = $2",
            values![account, origin],
        )
        .await
}

/// Writes the failures of an account and an origin that [`lock`] has locked.
pub async fn set(
    transaction: &mut Transaction,
    account: &str,
    origin: &str,
    failures: i64,
    latest_at: i64,
) -> Result<()> {
    transaction
        .execute_unseen(
            "UPDATE sign_in_failures SET failures = $3, latest_at = $4 WHERE account = $1 AND origin = $2",
            values![account, origin, failures, latest_at],
        )
        .await?;
    Ok(())
}

/// Subtracts one failure of an account and an origin.
pub async fn forgive(transaction: &mut Transaction, account: &str, origin: &str) -> Result<()> {
    transaction
        .execute_unseen(
            "UPDATE sign_in_failures SET failures = failures - 1 WHERE account = $1 AND origin = $2 AND failures > 0",
            values![account, origin],
        )
        .await?;
    Ok(())
}

/// Removes the failures of an account from one origin.
pub async fn clear(transaction: &mut Transaction, account: &str, origin: &str) -> Result<()> {
    transaction
        .execute_unseen(
            "DELETE FROM sign_in_failures WHERE account = $1 AND origin = $2",
            values![account, origin],
        )
        .await?;
    Ok(())
}

/// Removes all failures of an account.
pub async fn clear_account(transaction: &mut Transaction, account: &str) -> Result<()> {
    // A guess locks the failures from all origins first, and those from its own origin next.
    lock(transaction, account, "").await?;
    transaction
        .execute_unseen(
            "DELETE FROM sign_in_failures WHERE account = $1",
            values![account],
        )
        .await?;
    Ok(())
}

/// Removes failures whose latest attempt was before `oldest`; returns how many.
pub async fn remove_old(transaction: &mut Transaction, oldest: i64) -> Result<u64> {
    transaction
        .execute_unseen(
            "DELETE FROM sign_in_failures WHERE latest_at < $1",
            values![oldest],
        )
        .await
}
