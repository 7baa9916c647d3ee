//! One-time links for setting a new password without knowing the old one: mailed on request, or handed
//! over by an administrator.

use carrel_domain::identity::{token_from, token_hash};
use carrel_domain::users::role::may_open_account;
use carrel_domain::users::validation::{PasswordRequest, PasswordReset, refuse_own_words};
use carrel_domain::users::{Act, User, UserId, email_key};
use carrel_storage::{Transaction, one_time_links, throttles, users};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Result};
use crate::core::library::Library;
use crate::core::passwords::Asker;
use crate::core::permission::require_still;
use crate::identity::account::{own_words, replace_password};
use crate::identity::active_user::locked;
use crate::identity::origin::Origin;
use crate::identity::throttling;
use crate::identity::write_limits::leave_disk_reserve;
use crate::integrations::mail::queue::{self, Kind};

/// The purpose of these links.
const PURPOSE: &str = "password";
/// How long a mailed link is valid, in milliseconds: short, because mail stays in mailboxes.
const MAILED_FOR_MS: i64 = 60 * 60 * 1000;
/// How long a link from an administrator is valid, in milliseconds: it may have to be delivered by hand.
const HANDED_FOR_MS: i64 = 24 * 60 * 60 * 1000;
/// How long the link of a new account is valid, in milliseconds: a school hands out hundreds of them.
pub(crate) const INVITED_FOR_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// A link for a new password. Its token is shown once; the database has only the hash.
#[derive(Clone, Serialize, Deserialize)]
pub struct PasswordLink {
    pub token: String,
    /// In milliseconds since 1970.
    pub expires_at: i64,
}

impl PasswordLink {
    /// Its path on this site. The token follows the #, which browsers do not send to servers, so it reaches no log.
    pub fn path(&self) -> String {
        format!("/reset-password#token={}", self.token)
    }
}

/// Nothing of it is written to logs.
impl std::fmt::Debug for PasswordLink {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("PasswordLink").finish_non_exhaustive()
    }
}

/// Requests a link by mail. Known and unknown addresses are queued the same way, with the same work, so that the
/// response does not reveal whether an account exists.
pub async fn ask(library: &Library, context: Context, form: PasswordRequest, origin: Origin) -> Result<()> {
    let email = form.validate().map_err(Error::Invalid)?;
    if !library.shown_settings().sends_mail {
        return Err(Conflict::NoMail.into());
    }
    leave_disk_reserve(library, false)?;
    let by_account = (
        format!("password-mail:account:{}", email_key(&email)),
        library.limits.password_mails_by_account,
    );
    let by_address = (
        format!("password-mail:address:{}", origin.address),
        library.limits.password_mails_by_address,
    );
    throttling::take(library, &[by_account, by_address], context.now).await?;
    library
        .database
        .write((context, email), |transaction, (context, email)| {
            Box::pin(async move { queue::enqueue(transaction, context, Kind::PasswordLink, email).await })
        })
        .await?;
    library.mail_queued.notify_one();
    Ok(())
}

/// Creates the link of a mail that is about to be sent. The user is locked.
pub(crate) async fn mailed(
    transaction: &mut Transaction,
    context: &Context,
    user: &User,
) -> Result<PasswordLink> {
    make(
        transaction,
        context,
        user,
        MAILED_FOR_MS,
        "user.password_link_mailed",
    )
    .await
}

/// Creates the link for the owner of an account whose old address was restored.
pub(crate) async fn after_undoing(
    transaction: &mut Transaction,
    context: &Context,
    user: &User,
) -> Result<PasswordLink> {
    make(
        transaction,
        context,
        user,
        MAILED_FOR_MS,
        "user.password_link_made",
    )
    .await
}

async fn make(
    transaction: &mut Transaction,
    context: &Context,
    user: &User,
    lasts_ms: i64,
    action: &'static str,
) -> Result<PasswordLink> {
    let link = PasswordLink {
        token: token_from(context.secret("password link")),
        expires_at: context.now_ms() + lasts_ms,
    };
    let new = one_time_links::NewLink {
        token_hash: &token_hash(&link.token),
        purpose: PURPOSE,
        user_id: user.id,
        created_at: context.now_ms(),
        expires_at: link.expires_at,
    };
    one_time_links::insert(transaction, &new).await?;
    let event = audit::Event {
        action,
        subject: Subject::of(user.id),
        before: None,
        after: Some(json!({ "expiresAt": link.expires_at })),
    };
    audit::record(transaction, context, event).await?;
    Ok(link)
}

/// Creates the links of new accounts, whose creation is already in the audit log.
pub(crate) async fn invite(
    transaction: &mut Transaction,
    context: &Context,
    user_ids: &[UserId],
) -> Result<Vec<PasswordLink>> {
    let link = |user_id: &UserId| PasswordLink {
        token: token_from(context.secret(&format!("password link {user_id}"))),
        expires_at: context.now_ms() + INVITED_FOR_MS,
    };
    let links: Vec<PasswordLink> = user_ids.iter().map(link).collect();
    let hashes: Vec<String> = links.iter().map(|link| token_hash(&link.token)).collect();
    let rows: Vec<one_time_links::NewLink<'_>> = user_ids
        .iter()
        .zip(&links)
        .zip(&hashes)
        .map(|((user_id, link), token_hash)| one_time_links::NewLink {
            token_hash,
            purpose: PURPOSE,
            user_id: *user_id,
            created_at: context.now_ms(),
            expires_at: link.expires_at,
        })
        .collect();
    one_time_links::insert_many(transaction, &rows).await?;
    Ok(links)
}

/// Creates a link for a person, which the caller hands over: for staff, only a caller who may manage staff and holds every
/// permission of the person.
pub async fn hand_out(library: &Library, context: Context, user_id: UserId) -> Result<PasswordLink> {
    context.require(Act::MakePasswordLinks)?;
    library
        .write_once(
            context.secret_call(),
            (context, user_id),
            |transaction, (context, user_id)| {
                Box::pin(async move {
                    let actor = require_still(transaction, context, Act::MakePasswordLinks).await?;
                    let user = locked(transaction, *user_id).await?;
                    // The link opens the account, with everything that its role allows.
                    if !may_open_account(actor, &user.role) {
                        return Err(Error::NotAllowed);
                    }
                    if user.deactivated_at.is_some() {
                        return Err(Conflict::UserInactive.into());
                    }
                    let action = "user.password_link_made";
                    make(transaction, context, &user, HANDED_FOR_MS, action).await
                })
            },
        )
        .await
}

struct NewPassword {
    context: Context,
    token_hash: String,
    password_hash: String,
    /// The throttle of the address, from which the counted attempt is subtracted.
    address_throttle: String,
}

/// Sets a new password by a link, and uses the link. Every session of the person ends.
pub async fn reset(library: &Library, context: Context, form: PasswordReset, origin: Origin) -> Result<()> {
    let settings = library.shown_settings();
    let form = form
        .validate(settings.security.password_rules())
        .map_err(Error::Invalid)?;
    let address_throttle = format!("password-link:address:{}", origin.address);
    let throttle = (address_throttle.clone(), library.limits.password_links_by_address);
    throttling::take(library, &[throttle], context.now).await?;
    // A password is hashed only for a link that may be valid: a guess costs the guesser more than the library.
    let input = (token_hash(&form.token), context.now_ms());
    let found = library
        .database
        .read(&input, |connection, (hash, now)| {
            Box::pin(async move {
                match one_time_links::user_of(connection, hash, PURPOSE, *now).await? {
                    Some(user_id) => users::find(connection, user_id).await,
                    None => Ok(None),
                }
            })
        })
        .await
        .map_err(Error::Storage)?;
    let user = found.ok_or(Conflict::LinkInvalid)?;
    let words = own_words(&settings, &user);
    refuse_own_words("password", &form.password, &words).map_err(Error::Invalid)?;
    let password_hash = library
        .passwords
        .hash(Asker::Known, &form.password, context.secret("password salt"))
        .await?;
    let input = NewPassword {
        context,
        token_hash: input.0,
        password_hash,
        address_throttle,
    };
    library
        .database
        .write(input, |transaction, input| Box::pin(reset_in(transaction, input)))
        .await?;
    library.mail_queued.notify_one();
    Ok(())
}

async fn reset_in(transaction: &mut Transaction, input: &NewPassword) -> Result<()> {
    let NewPassword {
        context, token_hash, ..
    } = input;
    let now = context.now_ms();
    let user_id = one_time_links::user_of(transaction, token_hash, PURPOSE, now)
        .await?
        .ok_or(Conflict::LinkInvalid)?;
    let user = locked(transaction, user_id).await?;
    // The link may have been used while this transaction waited for the lock.
    let is_good = one_time_links::use_up(transaction, token_hash, PURPOSE, now).await?;
    if !is_good || user.deactivated_at.is_some() {
        return Err(Conflict::LinkInvalid.into());
    }
    let event = audit::Event {
        action: "user.password_link_used",
        subject: Subject::of(user.id),
        before: None,
        after: None,
    };
    audit::record(transaction, context, event).await?;
    replace_password(transaction, context, user.id, &input.password_hash).await?;
    throttles::forgive(transaction, &input.address_throttle).await?;
    Ok(())
}
