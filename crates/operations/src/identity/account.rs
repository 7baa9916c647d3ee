//! One's own account: details and password.

use std::sync::Arc;

use carrel_domain::users::validation::{
    DetailsChange, FieldError, PasswordChange, ValidDetailsChange, message, refuse_own_words,
    validate_current_password,
};
use carrel_domain::users::{Act, OwnWords, Role, SessionKind, User, UserId, email_key};
use carrel_storage::users::UserFields;
use carrel_storage::{
    Transaction, access_tokens, email_changes, one_time_links, sessions, sign_in_failures, users,
};

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::core::passwords::Asker;
use crate::core::settings::Settings;
use crate::identity::active_user::locked;
use crate::identity::factor_changes::end_trust;
use crate::identity::guesses::{Guess, GuessOrigin};
use crate::identity::origin::Origin;
use crate::identity::second_factors::has_second_factor;
use crate::identity::security_events::note_failed_confirmation;
use crate::identity::session_start::{Lifetime, begin};
use crate::identity::sessions::SignedIn;
use crate::identity::user_fields::{apply, fields_of, write_fields};
use crate::identity::{email_moves, throttling, withheld};
use crate::integrations::mail::queue::{self, Kind};

/// Writes changed fields of a user back, with their keys, and records what changed. A new e-mail address is reported.
pub(crate) async fn write_back(
    transaction: &mut Transaction,
    context: &Context,
    before: &User,
    fields: UserFields,
) -> Result<User> {
    let moves = fields.email != before.email;
    if moves {
        email_moves::refuse_taken(transaction, context, &fields.email, before.id).await?;
        // A link that was mailed to the old address must no longer open the account.
        one_time_links::revoke_of(transaction, before.id).await?;
    }
    let after = write_fields(transaction, context, before, fields, "user.changed").await?;
    if moves {
        email_moves::took_effect(transaction, context, before, &after.email).await?;
    }
    Ok(after)
}

/// Changes one's own details. A new e-mail address needs the current password: an open session on a shared computer must not
/// be enough to take the account. Wrong guesses slow down further ones, as those of a new password do.
pub async fn change_details(
    library: &Library,
    context: Context,
    change: DetailsChange,
    current_password: Option<String>,
    origin: Origin,
) -> Result<User> {
    let actor = context.require(Act::ManageOwnAccount)?.user.clone();
    let change = change.validate().map_err(Error::Invalid)?;
    let id = actor.id;
    let throttle = (
        format!("details:account:{id}"),
        library.limits.writes.details_changes,
    );
    throttling::take(library, &[throttle], context.now).await?;
    let new_email = change.email.clone().filter(|email| *email != actor.email);
    // A body with the password is a secret, also when the call is repeated and the address is no longer a new one.
    let call = if current_password.is_some() {
        context.secret_call()
    } else {
        context.call()
    };
    let given = match current_password {
        None if new_email.is_none() => String::new(),
        given => validate_current_password(given).map_err(Error::Invalid)?,
    };
    let new_address = match new_email {
        None => None,
        Some(new_email) => {
            let proof = Proof::of(library, &context, &given, &origin.address).await?;
            limit_mails(library, &context, id, &new_email).await?;
            let probe = if library.shown_settings().security.confirm_addresses_first {
                None
            } else {
                // The response says whether the address has an account.
                let origin = GuessOrigin::Address(origin.address);
                Some(Guess::take(library, &new_email, origin, context.now).await?)
            };
            Some(NewAddress { proof, probe })
        }
    };
    let input = NewDetails {
        context,
        id,
        change,
        new_address,
    };
    let changed = library
        .write_once(call, input, |transaction, input| {
            Box::pin(change_details_in(transaction, input))
        })
        .await?;
    library.mail_queued.notify_one();
    withheld::present(library, changed).await
}

struct NewDetails {
    context: Context,
    id: UserId,
    change: ValidDetailsChange,
    new_address: Option<NewAddress>,
}

/// What a new e-mail address needs.
struct NewAddress {
    proof: Proof,
    /// The counted guess at an account with this address, if the response says whether there is one.
    probe: Option<Guess>,
}

/// Limits the mails that one account sends to new addresses, and those that all of them send to one address.
async fn limit_mails(library: &Library, context: &Context, id: UserId, new_email: &str) -> Result<()> {
    if !library.shown_settings().sends_mail {
        return Ok(());
    }
    let limit = library.limits.password_mails_by_account;
    let by_account = (format!("email-change:account:{id}"), limit);
    let by_address = (format!("email-change:email:{}", email_key(new_email)), limit);
    throttling::take(library, &[by_account, by_address], context.now).await
}

async fn change_details_in(transaction: &mut Transaction, input: &NewDetails) -> Result<User> {
    let NewDetails { context, .. } = input;
    let before = locked(transaction, input.id).await?;
    let mut fields = fields_of(&before);
    apply(&mut fields, input.change.clone());
    if fields.email == before.email {
        return write_back(transaction, context, &before, fields).await;
    }
    let Some(NewAddress { proof, probe }) = &input.new_address else {
        // The address has changed since the call began.
        return Err(Error::Invalid(vec![FieldError::new(
            "currentPassword",
            message::CURRENT_PASSWORD_REQUIRED,
        )]));
    };
    proof.holds_for(&before)?;
    if probe.is_some() {
        email_moves::refuse_taken(transaction, context, &fields.email, before.id).await?;
    }
    let after = if email_moves::has_mail(transaction).await? {
        let new_email = std::mem::replace(&mut fields.email, before.email.clone());
        let after = write_back(transaction, context, &before, fields).await?;
        email_moves::request(transaction, context, &after, &new_email).await?;
        after
    } else {
        write_back(transaction, context, &before, fields).await?
    };
    // After the account, as a registration with the same address locks them.
    if let Some(probe) = probe {
        probe.was_right(transaction).await?;
    }
    Ok(after)
}

/// The proof that the caller knows the password of the account.
struct Proof {
    actor: Arc<User>,
}

impl Proof {
    /// Checks the password, and, for an account with a second factor, that the session was confirmed with it: the password
    /// alone must not take over such an account from an open session. Wrong guesses slow down further ones, so that a
    /// stranger cannot use an open session to guess it.
    async fn of(library: &Library, context: &Context, password: &str, address: &str) -> Result<Proof> {
        let actor = context.require(Act::ManageOwnAccount)?;
        let (actor, origin) = (
            Arc::clone(&actor.user),
            GuessOrigin::Session(actor.token_hash.clone()),
        );
        if !context.is_confirmed() && has_second_factor(library, actor.id).await? {
            return Err(Error::ConfirmationNeeded);
        }
        let outcome = async {
            let guess = Guess::take(library, &actor.email, origin, context.now).await?;
            let stored = Some(actor.password_hash.as_str());
            if library.passwords.verify(Asker::Known, password, stored).await? {
                Ok(guess)
            } else {
                Err(wrong_current_password())
            }
        };
        let guess = outcome.await.inspect_err(|error| {
            note_failed_confirmation(library, context, actor.id, error, None, address);
        })?;
        // Whatever else refuses the call, the password was right.
        library
            .database
            .write(guess, |transaction, guess| Box::pin(guess.was_right(transaction)))
            .await?;
        Ok(Proof { actor })
    }

    /// Checks that the password is still that of the account, which is locked.
    fn holds_for(&self, user: &User) -> Result<()> {
        // The password was checked before the transaction began.
        if user.password_hash != self.actor.password_hash {
            return Err(wrong_current_password());
        }
        if user.deactivated_at.is_some() {
            return Err(Error::NotSignedIn);
        }
        Ok(())
    }
}

/// Changes one's own password. Every access token and every session ends, including the current one: the response has
/// the token of a new session. Wrong guesses of the current password slow down further ones, so that a stranger cannot use
/// an open session to guess the password; failed sign-ins elsewhere do not.
pub async fn change_password(
    library: &Library,
    context: Context,
    change: PasswordChange,
    origin: Origin,
) -> Result<SignedIn> {
    // The first call has ended the caller's own session.
    if let Some(signed_in) = library.answered(&context).await? {
        return Ok(signed_in);
    }
    let actor = context.require(Act::ManageOwnAccount)?.user.clone();
    let settings = library.shown_settings();
    let change = change
        .validate(settings.security.password_rules())
        .map_err(Error::Invalid)?;
    let words = own_words(&settings, &actor);
    refuse_own_words("newPassword", &change.new_password, &words).map_err(Error::Invalid)?;
    let proof = Proof::of(library, &context, &change.current_password, &origin.address).await?;
    let password_hash = library
        .passwords
        .hash(
            Asker::Known,
            &change.new_password,
            context.secret("password salt"),
        )
        .await?;
    let call = context.secret_call();
    let input = NewPassword {
        context,
        proof,
        password_hash,
        origin,
        seconds: library.limits.session_seconds,
    };
    let mut signed_in = library
        .write_once(call, input, |transaction, input| {
            Box::pin(change_password_in(transaction, input))
        })
        .await?;
    library.mail_queued.notify_one();
    signed_in.user = withheld::present(library, signed_in.user).await?;
    Ok(signed_in)
}

/// The words that a guesser who knows the person tries first.
pub(crate) fn own_words(settings: &Settings, user: &User) -> OwnWords {
    let student_id = user.student_id.as_deref().unwrap_or_default();
    OwnWords::of([settings.name.as_str(), &user.name, &user.email, student_id])
}

fn wrong_current_password() -> Error {
    Error::Invalid(vec![FieldError {
        field: "currentPassword",
        message: "Current password is incorrect",
    }])
}

struct NewPassword {
    context: Context,
    /// That the caller knows the current password.
    proof: Proof,
    password_hash: String,
    origin: Origin,
    /// How long the new session lasts when the old one has no expiry, in seconds.
    seconds: i64,
}

async fn change_password_in(transaction: &mut Transaction, input: &NewPassword) -> Result<SignedIn> {
    let NewPassword { context, proof, .. } = input;
    let user = locked(transaction, proof.actor.id).await?;
    proof.holds_for(&user)?;
    // The new session replaces the current one, and keeps its length.
    let now = context.now_ms();
    let current = match &context.actor {
        Some(actor) => sessions::lifetime_of(transaction, &actor.token_hash).await?,
        None => None,
    };
    let (expires_at, kind) = current
        .filter(|(expires_at, _)| *expires_at > now)
        .unwrap_or((now + input.seconds * 1000, SessionKind::Ordinary));
    let lifetime = Lifetime { expires_at, kind };
    replace_password(transaction, context, user.id, &input.password_hash).await?;
    let token = begin(transaction, context, user.id, &input.origin, lifetime, None).await?;
    let user = users::find(transaction, user.id)
        .await?
        .ok_or(Error::NotFound(Noun::User))?;
    Ok(SignedIn {
        user,
        session_kind: kind,
        token,
        device_token: None,
    })
}

/// Writes a new password hash, ends every session, access token and open link of the person and the trust in all devices,
/// forgets failed sign-ins, records the change in the audit log, and notifies the person by mail. Second factors stay.
pub(crate) async fn replace_password(
    transaction: &mut Transaction,
    context: &Context,
    user_id: UserId,
    password_hash: &str,
) -> Result<()> {
    users::set_password(transaction, user_id, password_hash, context.now_ms()).await?;
    sessions::end_all_of(transaction, user_id).await?;
    access_tokens::remove_all_of(transaction, user_id).await?;
    one_time_links::revoke_of(transaction, user_id).await?;
    // A pending address may be that of a person who knew the old password.
    email_changes::remove_pending_of(transaction, user_id).await?;
    end_trust(transaction, user_id).await?;
    let event = audit::Event {
        action: "user.password_changed",
        subject: Subject::of(user_id),
        before: None,
        after: None,
    };
    audit::record(transaction, context, event).await?;
    let user = users::find(transaction, user_id)
        .await?
        .ok_or(Error::NotFound(Noun::User))?;
    // Guesses at the old password must not slow down the first sign-in with the new one.
    sign_in_failures::clear_account(transaction, &email_key(&user.email)).await?;
    queue::enqueue(transaction, context, Kind::PasswordChanged, &user.email).await
}

/// Refuses a change after which no administrator could sign in. The caller holds [`Lock::Roles`].
pub(crate) async fn keep_an_administrator(
    transaction: &mut Transaction,
    before: &User,
    after: &UserFields,
) -> Result<()> {
    let was = before.role.is_administrator() && before.deactivated_at.is_none();
    let is = after.role == Role::ADMINISTRATOR && after.deactivated_at.is_none();
    if was && !is && users::count_active_administrators(transaction).await? <= 1 {
        return Err(Conflict::LastAdministrator.into());
    }
    Ok(())
}
