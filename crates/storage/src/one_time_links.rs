//! One-time links: each allows a person one action, once and without a session. Only the hash of a link's token is
//! stored.

use carrel_domain::users::UserId;

use crate::engine::{new_row, values};
use crate::{Connection, Result, Transaction};

new_row! {
    /// A new link.
    pub struct NewLink<'a> into "one_time_links" {
        pub token_hash: &'a str,
        /// The action that it allows, such as `password`.
        pub purpose: &'a str,
        pub user_id: UserId,
        pub created_at: i64,
        pub expires_at: i64,
    }
}

/// Adds a link, and removes an unused link of the same person and purpose.
pub async fn insert(transaction: &mut Transaction, link: &NewLink<'_>) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM one_time_links WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL",
            values![link.user_id, link.purpose],
        )
        .await?;
    transaction.execute(NewLink::INSERT, &link.values()).await?;
    Ok(())
}

/// Adds links in bulk, for people without a link.
pub async fn insert_many(transaction: &mut Transaction, links: &[NewLink<'_>]) -> Result<()> {
    let rows: Vec<_> = links.iter().map(|link| link.values().to_vec()).collect();
    transaction
        .insert_rows("one_time_links", NewLink::NAMES, &rows)
        .await
}

/// The person of a link that can be used now.
pub async fn user_of(
    connection: &mut Connection,
    token_hash: &str,
    purpose: &str,
    now: i64,
) -> Result<Option<UserId>> {
    let found: Option<(UserId,)> = connection
        .optional(
            "SELECT user_id FROM one_time_links \
             WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3",
            values![token_hash, purpose, now],
        )
        .await?;
    Ok(found.map(|(user_id,)| user_id))
}

/// Marks a link as used. Of several simultaneous calls, one returns true.
pub async fn use_up(
    transaction: &mut Transaction,
    token_hash: &str,
    purpose: &str,
    now: i64,
) -> Result<bool> {
    let used = transaction
        .execute(
            "UPDATE one_time_links SET used_at = $3 \
             WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3",
            values![token_hash, purpose, now],
        )
        .await?;
    Ok(used > 0)
}

/// Removes a person's unused links.
pub async fn revoke_of(transaction: &mut Transaction, user_id: UserId) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM one_time_links WHERE user_id = $1 AND used_at IS NULL",
            values![user_id],
        )
        .await?;
    Ok(())
}

/// Removes the unused links of the people who have a role.
pub async fn revoke_of_role(transaction: &mut Transaction, role: &str) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM one_time_links WHERE user_id IN (SELECT id FROM users WHERE role = $1) AND used_at IS NULL",
            values![role],
        )
        .await?;
    Ok(())
}

/// Removes links that expired before `now`, used or not; returns how many.
pub async fn remove_expired(transaction: &mut Transaction, now: i64) -> Result<u64> {
    transaction
        .execute("DELETE FROM one_time_links WHERE expires_at <= $1", values![now])
        .await
}
