//! Sessions: who is signed in. Only the hash of a token is stored.

use carrel_domain::users::{Session, SessionId, SessionKind, User, UserId};
use const_format::concatcp;

use crate::engine::{Columns, List, Order, Remembered, columns, new_row, record, values};
use crate::{Connection, Result, Transaction};

new_row! {
    /// A new session.
    pub struct NewSession<'a> into "sessions" {
        /// The id that its owner sees.
        pub id: SessionId,
        pub token_hash: &'a str,
        pub user_id: UserId,
        pub created_at: i64,
        /// The time of creation.
        pub last_used_at: i64,
        /// When its owner last proved their identity: the time of creation.
        pub confirmed_at: i64,
        pub expires_at: i64,
        pub kind: SessionKind,
        pub user_agent: Option<&'a str>,
    }
}

columns!(Session of "s" {
    id,
    token_hash,
    created_at,
    last_used_at,
    expires_at,
    user_agent,
});

record! {
    /// The active user behind a token, when the session expires, was last used and was last confirmed.
    #[derive(Debug, Clone)]
    pub struct SignedInRow of "s" {
        pub user: User as record,
        pub expires_at: i64,
        pub last_used_at: i64,
        pub confirmed_at: i64,
        pub kind: SessionKind,
    }
}

/// The active user behind a token that has not expired.
pub async fn user_of(connection: &mut Connection, token_hash: &str, now: i64) -> Result<Option<SignedInRow>> {
    connection
        .optional(
            concatcp!(
                "SELECT ",
                SignedInRow::COLUMNS,
                " FROM sessions s JOIN users u ON u.id = s.user_id \
                 WHERE s.token_hash = $1 AND s.expires_at > $2 AND u.deactivated_at IS NULL"
            ),
            values![token_hash, now],
        )
        .await
}

/// Records that a session is in use, unless a use was recorded at `not_before` or later. No cached answer has the instant,
/// so the stamp of the data stays; who caches the session itself has to update it.
pub async fn touch(transaction: &mut Transaction, token_hash: &str, now: i64, not_before: i64) -> Result<()> {
    transaction
        .execute_unseen(
            "UPDATE sessions SET last_used_at = $2 WHERE token_hash = $1 AND last_used_at < $3",
            values![token_hash, now, not_before],
        )
        .await?;
    Ok(())
}

/// Records that the owner of a session has proved their identity. Returns whether the session exists.
pub async fn confirm(transaction: &mut Transaction, token_hash: &str, now: i64) -> Result<bool> {
    let confirmed = transaction
        .execute(
            "UPDATE sessions SET confirmed_at = $2 WHERE token_hash = $1",
            values![token_hash, now],
        )
        .await?;
    Ok(confirmed > 0)
}

/// Ends the confirmations of all sessions of a person.
pub async fn unconfirm_all_of(transaction: &mut Transaction, user_id: UserId) -> Result<()> {
    transaction
        .execute(
            "UPDATE sessions SET confirmed_at = 0 WHERE user_id = $1",
            values![user_id],
        )
        .await?;
    Ok(())
}

/// Ends the confirmations of all sessions of the people who have a role.
pub async fn unconfirm_all_of_role(transaction: &mut Transaction, role: &str) -> Result<()> {
    transaction
        .execute(
            "UPDATE sessions SET confirmed_at = 0 WHERE user_id IN (SELECT id FROM users WHERE role = $1)",
            values![role],
        )
        .await?;
    Ok(())
}

/// When a session expires, and its kind, if it has not ended.
pub async fn lifetime_of(
    connection: &mut Connection,
    token_hash: &str,
) -> Result<Option<(i64, SessionKind)>> {
    connection
        .optional(
            "SELECT expires_at, kind FROM sessions WHERE token_hash = $1",
            values![token_hash],
        )
        .await
}

/// A page of a person's sessions that have not expired, the newest first.
pub async fn of_user(
    connection: &mut Connection,
    user_id: UserId,
    now: i64,
    limit: i64,
    offset: i64,
) -> Result<Vec<Session>> {
    let list = List {
        select: concatcp!("SELECT ", Session::COLUMNS, " FROM sessions s"),
        bound: &[],
        table: "sessions s",
        condition: &|bound| {
            bound.extend(values![user_id, now]);
            "s.user_id = $1 AND s.expires_at > $2".to_owned()
        },
        order: Order::descending(&["s.created_at", "s.id"]),
        is_indexed: true,
        remembered: Remembered::UntilCommit,
    };
    connection.page(&list, limit, offset).await
}

/// How many sessions of a person have not expired.
pub async fn count_of_user(connection: &mut Connection, user_id: UserId, now: i64) -> Result<i64> {
    let (count,) = connection
        .one(
            "SELECT count(*) FROM sessions WHERE user_id = $1 AND expires_at > $2",
            values![user_id, now],
        )
        .await?;
    Ok(count)
}

/// Adds a session.
pub async fn insert(transaction: &mut Transaction, session: &NewSession<'_>) -> Result<()> {
    transaction.execute(NewSession::INSERT, &session.values()).await?;
    Ok(())
}

/// Ends one session. Returns its user, if it existed.
pub async fn end(transaction: &mut Transaction, token_hash: &str) -> Result<Option<UserId>> {
    let found: Option<(UserId,)> = transaction
        .optional(
            "SELECT user_id FROM sessions WHERE token_hash = $1",
            values![token_hash],
        )
        .await?;
    let ended = transaction
        .execute("DELETE FROM sessions WHERE token_hash = $1", values![token_hash])
        .await?;
    Ok(found.map(|(user_id,)| user_id).filter(|_| ended > 0))
}

/// Ends a session that was not used since `oldest_use`.
pub async fn end_idle(transaction: &mut Transaction, token_hash: &str, oldest_use: i64) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM sessions WHERE token_hash = $1 AND kind <> 'remembered' AND last_used_at <= $2",
            values![token_hash, oldest_use],
        )
        .await?;
    Ok(())
}

/// Ends one session of a person, by the id that its owner sees. Returns whether it existed.
pub async fn end_of(transaction: &mut Transaction, user_id: UserId, id: SessionId) -> Result<bool> {
    let ended = transaction
        .execute(
            "DELETE FROM sessions WHERE id = $1 AND user_id = $2",
            values![id, user_id],
        )
        .await?;
    Ok(ended > 0)
}

/// Ends all sessions of a person.
pub async fn end_all_of(transaction: &mut Transaction, user_id: UserId) -> Result<()> {
    transaction
        .execute("DELETE FROM sessions WHERE user_id = $1", values![user_id])
        .await?;
    Ok(())
}

/// Ends all sessions of a person except the one with this token. Returns how many.
pub async fn end_others_of(transaction: &mut Transaction, user_id: UserId, token_hash: &str) -> Result<u64> {
    transaction
        .execute(
            "DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2",
            values![user_id, token_hash],
        )
        .await
}

/// Ends the sessions of a person except the `kept` ones that were used last. Returns how many; expired ones are among
/// them.
pub async fn end_least_used_of(
    transaction: &mut Transaction,
    user_id: UserId,
    now: i64,
    kept: i64,
) -> Result<u64> {
    transaction
        .execute(
            "DELETE FROM sessions WHERE user_id = $1 AND id NOT IN (SELECT s.id FROM sessions s \
             WHERE s.user_id = $1 AND s.expires_at > $2 ORDER BY s.last_used_at DESC, s.id DESC LIMIT $3)",
            values![user_id, now, kept],
        )
        .await
}

/// Removes sessions that expired before `now`; returns how many.
pub async fn remove_expired(transaction: &mut Transaction, now: i64) -> Result<u64> {
    transaction
        .execute("DELETE FROM sessions WHERE expires_at <= $1", values![now])
        .await
}
