//! Mails on their way: a queue in the database, written by the transaction that is the cause. The text of a mail is
//! written when it is sent, and never stored.

use crate::engine::{record, values};
use crate::{Connection, Result, Transaction};

/// A new mail.
pub struct NewMail<'a> {
    pub id: &'a str,
    /// What it is about, such as `password_link`.
    pub kind: &'a str,
    pub to_address: &'a str,
    pub created_at: i64,
    /// Later than this nobody would want it any more.
    pub expires_at: i64,
}

record! {
    /// A mail that is waiting.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct MailRow {
        pub id: String,
        pub kind: String,
        pub to_address: String,
        pub expires_at: i64,
        /// How often it was tried.
        pub tries: i64,
        pub next_try_at: i64,
    }
}

record! {
    /// How the queue is.
    #[derive(Debug, Clone, Default, PartialEq, Eq)]
    pub struct Queue {
        pub waiting: i64,
        /// Given up within the time that mails are remembered.
        pub given_up: i64,
        /// Why the mail that was given up last was.
        pub problem: Option<String>,
    }
}

/// Queues a mail, to be sent at once.
pub async fn insert(transaction: &mut Transaction, mail: &NewMail<'_>) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO mails (id, kind, to_address, created_at, expires_at, next_try_at) \
             VALUES ($1, $2, $3, $4, $5, $4)",
            values![
                mail.id,
                mail.kind,
                mail.to_address,
                mail.created_at,
                mail.expires_at
            ],
        )
        .await?;
    Ok(())
}

/// The mail that has waited longest for its next try, if that time has come.
pub async fn next_due(connection: &mut Connection, now: i64) -> Result<Option<MailRow>> {
    connection
        .optional(
            "SELECT id, kind, to_address, expires_at, tries, next_try_at FROM mails \
             WHERE next_try_at IS NOT NULL AND next_try_at <= $1 ORDER BY next_try_at, id LIMIT 1",
            values![now],
        )
        .await
}

/// Takes a mail for a try, until `lease_ends_at`. Of several processes that saw it waiting, one is told yes.
pub async fn take(transaction: &mut Transaction, mail: &MailRow, lease_ends_at: i64) -> Result<bool> {
    let taken = transaction
        .execute(
            "UPDATE mails SET next_try_at = $3, tries = tries + 1 WHERE id = $1 AND tries = $2 AND next_try_at = $4",
            values![&mail.id, mail.tries, lease_ends_at, mail.next_try_at],
        )
        .await?;
    Ok(taken > 0)
}

/// Notes that a mail was sent.
pub async fn sent(transaction: &mut Transaction, id: &str, now: i64) -> Result<()> {
    transaction
        .execute(
            "UPDATE mails SET sent_at = $2, next_try_at = NULL, problem = NULL WHERE id = $1",
            values![id, now],
        )
        .await?;
    Ok(())
}

/// Notes why a try failed, and when to try again; nothing means that the mail is given up.
pub async fn failed(
    transaction: &mut Transaction,
    id: &str,
    problem: &str,
    next_try_at: Option<i64>,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE mails SET problem = $2, next_try_at = $3 WHERE id = $1 AND sent_at IS NULL",
            values![id, problem, next_try_at],
        )
        .await?;
    Ok(())
}

/// Removes a mail that there is nobody to send to.
pub async fn remove(transaction: &mut Transaction, id: &str) -> Result<()> {
    transaction
        .execute("DELETE FROM mails WHERE id = $1", values![id])
        .await?;
    Ok(())
}

/// How many wait and how many were given up.
pub async fn queue(connection: &mut Connection) -> Result<Queue> {
    connection
        .one(
            "SELECT (SELECT count(*) FROM mails WHERE next_try_at IS NOT NULL), \
             (SELECT count(*) FROM mails WHERE next_try_at IS NULL AND sent_at IS NULL), \
             (SELECT problem FROM mails WHERE next_try_at IS NULL AND sent_at IS NULL \
             ORDER BY created_at DESC, id DESC LIMIT 1)",
            &[],
        )
        .await
}

/// Removes mails whose time was over before `oldest_expiry`, sent or not; returns how many.
pub async fn remove_old(transaction: &mut Transaction, oldest_expiry: i64) -> Result<u64> {
    transaction
        .execute("DELETE FROM mails WHERE expires_at < $1", values![oldest_expiry])
        .await
}
