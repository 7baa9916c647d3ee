//! How changes of e-mail addresses are recorded and reported.
//!
//! With a mail server, a change by the owner is pending until a link to the new address is opened in a session of the
//! account: the link proves the mailbox, the session the account. A link to the old address undoes the change and everything
//! that a thief of the account may have done with it. Without a mail server, the account shows a notice instead.

use carrel_domain::identity::{token_from, token_hash};
use carrel_domain::users::{EmailChange, User, UserId, email_key};
use carrel_storage::email_changes::{self, NewEmailChange};
use carrel_storage::{Transaction, settings, users};
use serde_json::json;

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Result};
use crate::core::settings::key;
use crate::integrations::mail::queue::{self, Kind};

/// How long a new address can be confirmed, in milliseconds: a day.
const CONFIRMED_FOR_MS: i64 = 24 * 60 * 60 * 1000;
/// How long a change can be undone, in milliseconds: a week, because the owner may not read the mail at once.
pub(crate) const UNDONE_FOR_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// Whether the library can send mail, as this transaction sees it.
pub(crate) async fn has_mail(transaction: &mut Transaction) -> Result<bool> {
    Ok(settings::find(transaction, key::MAIL).await?.is_some())
}

/// Refuses an address that another account has, or had before a change that can still be undone: a thief who changed the
/// address of an account could otherwise take the old one, so that the change could not be undone.
pub(crate) async fn refuse_taken(
    transaction: &mut Transaction,
    context: &Context,
    email: &str,
    except: UserId,
) -> Result<()> {
    let key = email_key(email);
    let holder = users::find_by_email(transaction, &key).await?;
    let is_taken = holder.is_some_and(|holder| holder.id != except)
        || email_changes::reserves(transaction, &key, except, context.now_ms()).await?;
    if is_taken {
        return Err(Conflict::EmailTaken.into());
    }
    Ok(())
}

/// Refuses new accounts with addresses, given by their keys, that other accounts had before a change that can still be undone.
pub(crate) async fn refuse_kept(transaction: &mut Transaction, email_keys: &[&str], now: i64) -> Result<()> {
    let kept = email_changes::kept_emails(transaction, email_keys, now).await?;
    if kept.is_empty() {
        Ok(())
    } else {
        Err(Conflict::EmailTaken.into())
    }
}

/// Records that the owner of an account wants a new address, and queues the mail with the link that confirms it.
pub(crate) async fn request(
    transaction: &mut Transaction,
    context: &Context,
    user: &User,
    new_email: &str,
) -> Result<()> {
    let now = context.now_ms();
    let id = transaction.fresh_id().await?;
    let change = NewEmailChange {
        id,
        user_id: user.id,
        old_email: &user.email,
        old_email_key: &email_key(&user.email),
        new_email,
        requested_at: now,
        changed_at: None,
        expires_at: now + CONFIRMED_FOR_MS,
        by_staff: 0,
        has_notice: 0,
        session_hash: session_hash(context),
    };
    email_changes::insert(transaction, &change).await?;
    let event = audit::Event {
        action: "user.email_change_requested",
        subject: Subject::of(user.id),
        before: None,
        after: Some(json!({ "email": new_email })),
    };
    audit::record(transaction, context, event).await?;
    queue::enqueue_about(transaction, context, Kind::ConfirmEmail, new_email, id.number()).await
}

/// Records that an account has a new address, and reports it: by mail to the old address, or by a notice.
pub(crate) async fn took_effect(
    transaction: &mut Transaction,
    context: &Context,
    before: &User,
    new_email: &str,
) -> Result<()> {
    let now = context.now_ms();
    let has_mail = has_mail(transaction).await?;
    let by_staff = context.actor_id() != Some(before.id);
    let requested_at = email_changes::requested_at(transaction, before.id, new_email).await?;
    let id = transaction.fresh_id().await?;
    let change = NewEmailChange {
        id,
        user_id: before.id,
        old_email: &before.email,
        old_email_key: &email_key(&before.email),
        new_email,
        requested_at: requested_at.unwrap_or(now),
        changed_at: Some(now),
        expires_at: now + UNDONE_FOR_MS,
        by_staff: i64::from(by_staff),
        has_notice: i64::from(!has_mail),
        session_hash: session_hash(context).filter(|_| !by_staff),
    };
    email_changes::insert(transaction, &change).await?;
    queue::enqueue_about(
        transaction,
        context,
        Kind::EmailChanged,
        &before.email,
        id.number(),
    )
    .await
}

fn session_hash(context: &Context) -> Option<&str> {
    let actor = context.actor.as_ref()?;
    Some(actor.token_hash.as_str())
}

/// The link of a mail to the new address, which is about to be sent; `None` when the change is no longer pending.
pub(crate) async fn confirming_path(
    transaction: &mut Transaction,
    context: &Context,
    change: &EmailChange,
) -> Result<Option<String>> {
    let token = token_from(context.secret("confirming link"));
    let expires_at = context.now_ms() + CONFIRMED_FOR_MS;
    let is_pending =
        email_changes::set_confirm_hash(transaction, change.id, &token_hash(&token), expires_at).await?;
    Ok(is_pending.then(|| format!("/confirm-email#token={token}")))
}

/// The link of a mail to the old address, which is about to be sent. `None` for a change by staff, which staff undo.
pub(crate) async fn undoing_path(
    transaction: &mut Transaction,
    context: &Context,
    change: &EmailChange,
) -> Result<Option<String>> {
    let is_over = change.expires_at.as_millisecond() <= context.now_ms();
    if change.by_staff || change.changed_at.is_none() || is_over {
        return Ok(None);
    }
    let token = token_from(context.secret("undoing link"));
    email_changes::set_undo_hash(transaction, change.id, &token_hash(&token)).await?;
    Ok(Some(format!("/undo-email-change#token={token}")))
}
