//! Sessions: who is signed in. Only the hash of a token is stored.

use const_format::concatcp;

use crate::engine::{FromRow, Row, values};
use crate::users::{COLUMNS, UserRow};
use crate::{Connection, Result, Transaction};

struct SessionUserRow {
    user: UserRow,
    expires_at: i64,
}

impl FromRow for SessionUserRow {
    fn from_row(row: &Row<'_>) -> Result<Self> {
        Ok(SessionUserRow {
            user: UserRow::from_row(row)?,
            expires_at: row.get(17)?,
        })
    }
}

/// A new session.
pub struct NewSession<'a> {
    pub token_hash: &'a str,
    pub user_id: &'a str,
    pub created_at: i64,
    pub expires_at: i64,
    pub user_agent: Option<&'a str>,
}

/// The active user behind a token that has not expired, and when it will.
pub async fn user_of(
    connection: &mut Connection,
    token_hash: &str,
    now: i64,
) -> Result<Option<(UserRow, i64)>> {
    let found: Option<SessionUserRow> = connection
        .optional(
            concatcp!(
                "SELECT ",
                COLUMNS,
                ", s.expires_at FROM sessions s JOIN users u ON u.id = s.user_id \
                 WHERE s.token_hash = $1 AND s.expires_at > $2 AND u.deactivated_at IS NULL"
            ),
            values![token_hash, now],
        )
        .await?;
    Ok(found.map(|SessionUserRow { user, expires_at }| (user, expires_at)))
}

/// Adds a session.
pub async fn insert(transaction: &mut Transaction, session: &NewSession<'_>) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO sessions (token_hash, user_id, created_at, expires_at, user_agent) \
             VALUES ($1, $2, $3, $4, $5)",
            values![
                session.token_hash,
                session.user_id,
                session.created_at,
                session.expires_at,
                session.user_agent
            ],
        )
        .await?;
    Ok(())
}

/// Ends one session.
pub async fn end(transaction: &mut Transaction, token_hash: &str) -> Result<()> {
    transaction
        .execute("DELETE FROM sessions WHERE token_hash = $1", values![token_hash])
        .await?;
    Ok(())
}

/// Ends all sessions of a person.
pub async fn end_all_of(transaction: &mut Transaction, user_id: &str) -> Result<()> {
    transaction
        .execute("DELETE FROM sessions WHERE user_id = $1", values![user_id])
        .await?;
    Ok(())
}

/// Removes sessions that expired before `now`; returns how many.
pub async fn remove_expired(transaction: &mut Transaction, now: i64) -> Result<u64> {
    transaction
        .execute("DELETE FROM sessions WHERE expires_at <= $1", values![now])
        .await
}
