//! Devices on which a person has signed in. Only the hash of a device's token is stored. No cached answer depends on them:
//! they leave the stamp of the data.

use carrel_domain::users::UserId;

use crate::engine::values;
use crate::{Connection, Result, Transaction};

/// Whether the owner of the account with this key of an e-mail address has signed in on this device.
pub async fn is_known_to(connection: &mut Connection, email_key: &str, token_hash: &str) -> Result<bool> {
    let found: Option<(i64,)> = connection
        .optional(
            "SELECT k.last_used_at FROM known_devices k JOIN users u ON u.id = k.user_id \
             WHERE k.token_hash = $2 AND u.email_key = $1",
            values![email_key, token_hash],
        )
        .await?;
    Ok(found.is_some())
}

/// Whether anybody has signed in on this device.
pub async fn exists(connection: &mut Connection, token_hash: &str) -> Result<bool> {
    let found: Option<(i64,)> = connection
        .optional(
            "SELECT last_used_at FROM known_devices WHERE token_hash = $1 LIMIT 1",
            values![token_hash],
        )
        .await?;
    Ok(found.is_some())
}

/// Adds a device of a person, or records its use.
pub async fn remember(
    transaction: &mut Transaction,
    user_id: UserId,
    token_hash: &str,
    now: i64,
) -> Result<()> {
    transaction
        .execute_unseen(
            "INSERT INTO known_devices (user_id, token_hash, last_used_at) VALUES ($1, $2, $3) \
             ON CONFLICT (token_hash, user_id) DO UPDATE SET last_used_at = excluded.last_used_at",
            values![user_id, token_hash, now],
        )
        .await?;
    Ok(())
}

/// Whether a person's sign-in on a device needs no second step.
pub async fn is_trusted(
    connection: &mut Connection,
    user_id: UserId,
    token_hash: &str,
    now: i64,
) -> Result<bool> {
    let found: Option<(i64,)> = connection
        .optional(
            "SELECT trusted_until FROM known_devices \
             WHERE token_hash = $2 AND user_id = $1 AND trusted_until > $3",
            values![user_id, token_hash, now],
        )
        .await?;
    Ok(found.is_some())
}

/// Lets a person sign in on a known device without a second step.
pub async fn trust(
    transaction: &mut Transaction,
    user_id: UserId,
    token_hash: &str,
    until: i64,
) -> Result<()> {
    transaction
        .execute_unseen(
            "UPDATE known_devices SET trusted_until = $3 WHERE token_hash = $2 AND user_id = $1",
            values![user_id, token_hash, until],
        )
        .await?;
    Ok(())
}

/// Ends the trust in all devices of a person.
pub async fn distrust_all_of(transaction: &mut Transaction, user_id: UserId) -> Result<()> {
    transaction
        .execute_unseen(
            "UPDATE known_devices SET trusted_until = NULL WHERE user_id = $1 AND trusted_until IS NOT NULL",
            values![user_id],
        )
        .await?;
    Ok(())
}

/// Ends the trust in all devices of the people who have a role.
pub async fn distrust_all_of_role(transaction: &mut Transaction, role: &str) -> Result<()> {
    transaction
        .execute_unseen(
            "UPDATE known_devices SET trusted_until = NULL WHERE user_id IN (SELECT id FROM users WHERE role = $1) \
             AND trusted_until IS NOT NULL",
            values![role],
        )
        .await?;
    Ok(())
}

/// Removes all devices of a person but the `most` that were used last.
pub async fn forget_oldest_of(transaction: &mut Transaction, user_id: UserId, most: i64) -> Result<()> {
    transaction
        .execute_unseen(
            "DELETE FROM known_devices WHERE user_id = $1 AND token_hash NOT IN \
             (SELECT k.token_hash FROM known_devices k WHERE k.user_id = $1 \
              ORDER BY k.last_used_at DESC LIMIT $2)",
            values![user_id, most],
        )
        .await?;
    Ok(())
}

/// Removes devices that were last used before `oldest`; returns how many.
pub async fn remove_old(transaction: &mut Transaction, oldest: i64) -> Result<u64> {
    transaction
        .execute_unseen(
            "DELETE FROM known_devices WHERE last_used_at < $1",
            values![oldest],
        )
        .await
}
