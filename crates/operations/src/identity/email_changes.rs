//! Changes of one's own e-mail address that are pending or were reported: listing, confirming, dismissing and undoing them.

use carrel_domain::identity::token_hash;
use carrel_domain::users::{Act, EmailChange, EmailChangeId, User};
use carrel_storage::{Transaction, access_tokens, email_changes, one_time_links, sessions, throttles, users};
use serde_json::json;

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::identity::account::write_back;
use crate::identity::active_user::locked;
use crate::identity::email_moves::refuse_taken;
use crate::identity::factor_changes::remove_added_since;
use crate::identity::origin::Origin;
use crate::identity::password_links::{self, PasswordLink};
use crate::identity::user_fields::{fields_of, write_fields};
use crate::identity::{throttling, withheld};

/// The maximum number of changes that the account shows. More notices than that are older ones.
const MOST_SHOWN: i64 = 20;

/// The changes that the caller's session shows: the pending one, and those whose notice is not dismissed.
pub async fn list(library: &Library, context: &Context) -> Result<Vec<EmailChange>> {
    let actor = context.require(Act::ManageOwnAccount)?;
    let input = (actor.user.id, actor.token_hash.clone(), context.now_ms());
    library
        .database
        .read(&input, |connection, (user_id, session_hash, now)| {
            Box::pin(email_changes::shown_to(
                connection,
                *user_id,
                session_hash,
                *now,
                MOST_SHOWN,
            ))
        })
        .await
        .map_err(Error::Storage)
}

/// Cancels a pending change, or dismisses the notice of a change that took effect. The session that made a change cannot
/// dismiss its notice: it may be a thief's.
pub async fn dismiss(library: &Library, context: Context, id: EmailChangeId) -> Result<()> {
    context.require(Act::ManageOwnAccount)?;
    library
        .write_once(context.call(), (context, id), |transaction, (context, id)| {
            Box::pin(async move {
                let actor = context.require(Act::ManageOwnAccount)?;
                let (user_id, session_hash) = (actor.user.id, &actor.token_hash);
                if !email_changes::dismiss(transaction, user_id, *id, session_hash).await? {
                    return Err(Error::NotFound(Noun::EmailChange));
                }
                let event = audit::Event {
                    action: "user.email_change_dismissed",
                    subject: Subject::of(user_id),
                    before: Some(json!({ "emailChange": id })),
                    after: None,
                };
                audit::record(transaction, context, event).await
            })
        })
        .await
}

/// Gives the caller's account the address of a pending change, by the link that was mailed to it. A link of another account
/// is invalid.
pub async fn confirm(library: &Library, context: Context, token: &str) -> Result<User> {
    context.require(Act::ManageOwnAccount)?;
    let user = library
        .write_once(
            context.secret_call(),
            (context, token_hash(token)),
            |transaction, (context, token_hash)| Box::pin(confirm_in(transaction, context, token_hash)),
        )
        .await?;
    library.mail_queued.notify_one();
    withheld::present(library, user).await
}

async fn confirm_in(transaction: &mut Transaction, context: &Context, token_hash: &str) -> Result<User> {
    let before = locked(transaction, context.require(Act::ManageOwnAccount)?.user.id).await?;
    let change = email_changes::to_confirm(transaction, token_hash, context.now_ms()).await?;
    let change = change
        .filter(|change| change.user_id == before.id && before.deactivated_at.is_none())
        .ok_or(Conflict::LinkInvalid)?;
    let mut fields = fields_of(&before);
    fields.email = change.new_email;
    // Removes the pending change, so that its link works once.
    write_back(transaction, context, &before, fields).await
}

/// Undoes a change by the link that was mailed to the old address. The account gets its old address; its password, its
/// sessions, its access tokens and all links made since become invalid. Returns a link for a new password.
pub async fn undo(library: &Library, context: Context, token: &str, origin: Origin) -> Result<PasswordLink> {
    let address_throttle = format!("password-link:address:{}", origin.address);
    let throttle = (address_throttle.clone(), library.limits.password_links_by_address);
    throttling::take(library, &[throttle], context.now).await?;
    let input = Undoing {
        context,
        token_hash: token_hash(token),
        password_hash: library.passwords.unusable_hash()?,
        address_throttle,
    };
    library
        .database
        .write(input, |transaction, input| Box::pin(undo_in(transaction, input)))
        .await
}

struct Undoing {
    context: Context,
    token_hash: String,
    /// A hash that no password matches.
    password_hash: String,
    /// The throttle of the address, from which the counted attempt is subtracted.
    address_throttle: String,
}

async fn undo_in(transaction: &mut Transaction, input: &Undoing) -> Result<PasswordLink> {
    let Undoing {
        context, token_hash, ..
    } = input;
    let now = context.now_ms();
    let found = email_changes::to_undo(transaction, token_hash, now).await?;
    let user_id = found.ok_or(Conflict::LinkInvalid)?.user_id;
    let before = locked(transaction, user_id).await?;
    // The link may have been used while this transaction waited for the lock.
    let change = email_changes::to_undo(transaction, token_hash, now).await?;
    let change = change
        .filter(|_| before.deactivated_at.is_none())
        .ok_or(Conflict::LinkInvalid)?;
    let changed_at = change.changed_at.ok_or(Conflict::LinkInvalid)?;
    refuse_taken(transaction, context, &change.old_email, user_id).await?;
    // Also the links of later changes: they went to addresses of the thief.
    email_changes::remove_since(transaction, user_id, changed_at.as_millisecond()).await?;
    let mut fields = fields_of(&before);
    fields.email = change.old_email;
    let user = write_fields(transaction, context, &before, fields, "user.email_change_undone").await?;
    users::set_password(transaction, user_id, &input.password_hash, now).await?;
    sessions::end_all_of(transaction, user_id).await?;
    access_tokens::remove_all_of(transaction, user_id).await?;
    one_time_links::revoke_of(transaction, user_id).await?;
    // The old mailbox alone must not open an account of staff: another administrator removes factors of a thief.
    if !user.role.is_staff() {
        remove_added_since(transaction, context, &user, change.requested_at.as_millisecond()).await?;
    }
    throttles::forgive(transaction, &input.address_throttle).await?;
    password_links::after_undoing(transaction, context, &user).await
}
