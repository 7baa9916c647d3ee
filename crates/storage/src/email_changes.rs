//! Changes of e-mail addresses: pending ones, and those that can be undone or have a notice. Only the hashes of the tokens
//! of their links are stored.

use std::collections::HashSet;

use carrel_domain::users::{EmailChange, EmailChangeId, UserId};
use const_format::concatcp;

use crate::engine::{Columns, columns, new_row, values};
use crate::{Connection, Result, Transaction};

new_row! {
    /// A new change.
    pub struct NewEmailChange<'a> into "email_changes" {
        pub id: EmailChangeId,
        pub user_id: UserId,
        pub old_email: &'a str,
        pub old_email_key: &'a str,
        pub new_email: &'a str,
        pub requested_at: i64,
        /// `None` for a pending change.
        pub changed_at: Option<i64>,
        pub expires_at: i64,
        /// 1 for a change by staff.
        pub by_staff: i64,
        /// 1 for a change that the account shows until it is dismissed.
        pub has_notice: i64,
        /// The hash of the token of the session in which it was made.
        pub session_hash: Option<&'a str>,
    }
}

columns!(EmailChange of "c" {
    id,
    user_id,
    old_email,
    new_email,
    requested_at,
    changed_at,
    expires_at,
    by_staff,
});

/// Adds a change, and removes a pending one of the same person.
pub async fn insert(transaction: &mut Transaction, change: &NewEmailChange<'_>) -> Result<()> {
    remove_pending_of(transaction, change.user_id).await?;
    transaction
        .execute(NewEmailChange::INSERT, &change.values())
        .await?;
    Ok(())
}

/// When the pending change of a person to this address was requested, in milliseconds.
pub async fn requested_at(
    connection: &mut Connection,
    user_id: UserId,
    new_email: &str,
) -> Result<Option<i64>> {
    let found: Option<(i64,)> = connection
        .optional(
            "SELECT requested_at FROM email_changes WHERE user_id = $1 AND changed_at IS NULL AND new_email = $2",
            values![user_id, new_email],
        )
        .await?;
    Ok(found.map(|(requested_at,)| requested_at))
}

/// A change by its id.
pub async fn find(connection: &mut Connection, id: EmailChangeId) -> Result<Option<EmailChange>> {
    connection
        .optional(
            concatcp!(
                "SELECT ",
                EmailChange::COLUMNS,
                " FROM email_changes c WHERE c.id = $1"
            ),
            values![id],
        )
        .await
}

/// The changes that a session of their owner shows, the latest first: the pending one, and those with a notice, which the
/// session that made them does not show.
pub async fn shown_to(
    connection: &mut Connection,
    user_id: UserId,
    session_hash: &str,
    now: i64,
    limit: i64,
) -> Result<Vec<EmailChange>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                EmailChange::COLUMNS,
                " FROM email_changes c WHERE c.user_id = $1 AND ((c.changed_at IS NULL AND c.expires_at > $3) \
                 OR (c.has_notice = 1 AND COALESCE(c.session_hash, '') <> $2)) \
                 ORDER BY c.requested_at DESC, c.id DESC LIMIT $4"
            ),
            values![user_id, session_hash, now, limit],
        )
        .await
}

/// Stores the hash of the token of the link that confirms a pending change, which ends at `expires_at`. False when the
/// change is no longer pending.
pub async fn set_confirm_hash(
    transaction: &mut Transaction,
    id: EmailChangeId,
    token_hash: &str,
    expires_at: i64,
) -> Result<bool> {
    let set = transaction
        .execute(
            "UPDATE email_changes SET confirm_hash = $2, expires_at = $3 WHERE id = $1 AND changed_at IS NULL",
            values![id, token_hash, expires_at],
        )
        .await?;
    Ok(set > 0)
}

/// Stores the hash of the token of the link that undoes a change.
pub async fn set_undo_hash(transaction: &mut Transaction, id: EmailChangeId, token_hash: &str) -> Result<()> {
    transaction
        .execute(
            "UPDATE email_changes SET undo_hash = $2 WHERE id = $1",
            values![id, token_hash],
        )
        .await?;
    Ok(())
}

/// The pending change of a link that can be used now.
pub async fn to_confirm(
    connection: &mut Connection,
    token_hash: &str,
    now: i64,
) -> Result<Option<EmailChange>> {
    connection
        .optional(
            concatcp!(
                "SELECT ",
                EmailChange::COLUMNS,
                " FROM email_changes c WHERE c.confirm_hash = $1 AND c.changed_at IS NULL AND c.expires_at > $2"
            ),
            values![token_hash, now],
        )
        .await
}

/// The change that a link can undo now.
pub async fn to_undo(connection: &mut Connection, token_hash: &str, now: i64) -> Result<Option<EmailChange>> {
    connection
        .optional(
            concatcp!(
                "SELECT ",
                EmailChange::COLUMNS,
                " FROM email_changes c WHERE c.undo_hash = $1 AND c.expires_at > $2"
            ),
            values![token_hash, now],
        )
        .await
}

/// That change `c` took effect, and its old address has or gets a link that undoes it.
const HAS_LINK: &str =
    "c.changed_at IS NOT NULL AND c.by_staff = 0 AND (c.has_notice = 0 OR c.undo_hash IS NOT NULL)";

/// Whether the old address of a change that can still be undone has this key, and belongs to another person than `except`.
pub async fn reserves(
    connection: &mut Connection,
    email_key: &str,
    except: UserId,
    now: i64,
) -> Result<bool> {
    let found: Option<(EmailChangeId,)> = connection
        .optional(
            concatcp!(
                "SELECT c.id FROM email_changes c WHERE c.old_email_key = $1 AND c.user_id <> $2 AND c.expires_at > $3 AND ",
                HAS_LINK,
                " LIMIT 1"
            ),
            values![email_key, except, now],
        )
        .await?;
    Ok(found.is_some())
}

/// Ends the time in which changes can be undone, of the people of the condition that follows.
const END_UNDOING: &str = "UPDATE email_changes SET expires_at = CASE WHEN requested_at < $2 THEN $2 ELSE requested_at + 1 END \
     WHERE changed_at IS NOT NULL AND expires_at > $2 AND ";

/// Ends the time in which changes of a person can be undone.
pub async fn end_undoing_of(transaction: &mut Transaction, user_id: UserId, now: i64) -> Result<()> {
    transaction
        .execute(concatcp!(END_UNDOING, "user_id = $1"), values![user_id, now])
        .await?;
    Ok(())
}

/// The same for the people who have a role.
pub async fn end_undoing_of_role(transaction: &mut Transaction, role: &str, now: i64) -> Result<()> {
    transaction
        .execute(
            concatcp!(END_UNDOING, "user_id IN (SELECT id FROM users WHERE role = $1)"),
            values![role, now],
        )
        .await?;
    Ok(())
}

/// Shows a change that took effect as a notice in the account, because the mail to the old address could not be sent. A link
/// that arrived all the same stays valid.
pub async fn show_notice(transaction: &mut Transaction, id: EmailChangeId) -> Result<()> {
    transaction
        .execute(
            "UPDATE email_changes SET has_notice = 1 WHERE id = $1 AND changed_at IS NOT NULL",
            values![id],
        )
        .await?;
    Ok(())
}

/// The keys of the addresses that a person had before changes that are still stored.
pub async fn keys_of(connection: &mut Connection, user_id: UserId) -> Result<Vec<String>> {
    let found: Vec<(String,)> = connection
        .rows(
            "SELECT old_email_key FROM email_changes WHERE user_id = $1",
            values![user_id],
        )
        .await?;
    Ok(found.into_iter().map(|(key,)| key).collect())
}

/// Which of these e-mail addresses, given by their keys, are the old addresses of changes that can still be undone.
pub async fn kept_emails(
    connection: &mut Connection,
    email_keys: &[&str],
    now: i64,
) -> Result<HashSet<String>> {
    let found: Vec<(String, i64)> = connection
        .rows_of_keys(
            concatcp!(
                "SELECT c.old_email_key, c.expires_at FROM email_changes c WHERE ",
                HAS_LINK,
                " AND c.old_email_key"
            ),
            email_keys,
        )
        .await?;
    let kept = found.into_iter().filter(|(_, expires_at)| *expires_at > now);
    Ok(kept.map(|(key, _)| key).collect())
}

/// Removes a change that its owner cancels or has read: a pending one, or one with a notice that this session shows. False
/// when there is none.
pub async fn dismiss(
    transaction: &mut Transaction,
    user_id: UserId,
    id: EmailChangeId,
    session_hash: &str,
) -> Result<bool> {
    let removed = transaction
        .execute(
            "DELETE FROM email_changes WHERE id = $1 AND user_id = $2 AND (changed_at IS NULL OR (has_notice = 1 \
             AND COALESCE(session_hash, '') <> $3))",
            values![id, user_id, session_hash],
        )
        .await?;
    Ok(removed > 0)
}

/// Removes the pending change of a person.
pub async fn remove_pending_of(transaction: &mut Transaction, user_id: UserId) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM email_changes WHERE user_id = $1 AND changed_at IS NULL",
            values![user_id],
        )
        .await?;
    Ok(())
}

/// Removes the pending change of a person and those that took effect at `changed_at` or later: their links expire.
pub async fn remove_since(transaction: &mut Transaction, user_id: UserId, changed_at: i64) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM email_changes WHERE user_id = $1 AND (changed_at IS NULL OR changed_at >= $2)",
            values![user_id, changed_at],
        )
        .await?;
    Ok(())
}

/// Removes changes that have expired and show no notice; returns how many.
pub async fn remove_expired(transaction: &mut Transaction, now: i64) -> Result<u64> {
    transaction
        .execute(
            "DELETE FROM email_changes WHERE expires_at <= $1 AND has_notice = 0",
            values![now],
        )
        .await
}
