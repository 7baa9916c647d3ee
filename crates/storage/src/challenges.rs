//! Challenges: what a person does next must begin with one, such as the second step of a sign-in. Only the hash of a
//! challenge is stored. No cached answer depends on them: they leave the stamp of the data.

use carrel_domain::users::{SessionKind, UserId};

use crate::engine::{new_row, values};
use crate::{Connection, Result, Transaction};

new_row! {
    /// A new challenge.
    pub struct NewChallenge<'a> into "challenges" {
        pub token_hash: &'a str,
        /// What it is for, such as `sign_in`.
        pub purpose: &'a str,
        pub user_id: UserId,
        /// Of a sign-in: the kind of its session.
        pub session_kind: SessionKind,
        pub created_at: i64,
        pub expires_at: i64,
    }
}

/// Adds a challenge, and removes all of the same person but the `kept` newest.
pub async fn insert(transaction: &mut Transaction, challenge: &NewChallenge<'_>, kept: i64) -> Result<()> {
    transaction
        .execute_unseen(
            "DELETE FROM challenges WHERE user_id = $1 AND purpose = $3 AND token_hash NOT IN \
             (SELECT c.token_hash FROM challenges c WHERE c.user_id = $1 AND c.purpose = $3 \
              ORDER BY c.created_at DESC LIMIT $2)",
            values![challenge.user_id, kept, challenge.purpose],
        )
        .await?;
    transaction
        .execute_unseen(NewChallenge::INSERT, &challenge.values())
        .await?;
    Ok(())
}

/// The person of a challenge that has not expired, and the kind of the session.
pub async fn find(
    connection: &mut Connection,
    token_hash: &str,
    purpose: &str,
    now: i64,
) -> Result<Option<(UserId, SessionKind)>> {
    connection
        .optional(
            "SELECT user_id, session_kind FROM challenges WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3",
            values![token_hash, purpose, now],
        )
        .await
}

/// Removes a challenge. Of several simultaneous calls, one returns true.
pub async fn take(transaction: &mut Transaction, token_hash: &str) -> Result<bool> {
    let taken = transaction
        .execute_unseen(
            "DELETE FROM challenges WHERE token_hash = $1",
            values![token_hash],
        )
        .await?;
    Ok(taken > 0)
}

/// Removes all challenges of a person.
pub async fn remove_all_of(transaction: &mut Transaction, user_id: UserId) -> Result<()> {
    transaction
        .execute_unseen("DELETE FROM challenges WHERE user_id = $1", values![user_id])
        .await?;
    Ok(())
}

/// Removes all challenges of the people who have a role.
pub async fn remove_all_of_role(transaction: &mut Transaction, role: &str) -> Result<()> {
    transaction
        .execute_unseen(
            "DELETE FROM challenges WHERE user_id IN (SELECT id FROM users WHERE role = $1)",
            values![role],
        )
        .await?;
    Ok(())
}

/// Removes challenges that expired before `now`; returns how many.
pub async fn remove_expired(transaction: &mut Transaction, now: i64) -> Result<u64> {
    transaction
        .execute_unseen("DELETE FROM challenges WHERE expires_at <= $1", values![now])
        .await
}
