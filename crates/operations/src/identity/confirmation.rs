//! Confirming one's identity again in a session, for the acts of [`carrel_domain::users::confirmation`].

use std::sync::Arc;

use carrel_domain::users::confirmation::{CONFIRMED_FOR, Confirmation, ConfirmationForm};
use carrel_domain::users::second_factor::Proof;
use carrel_domain::users::validation::{FieldError, message};
use carrel_domain::users::{Act, SessionKind, User};
use carrel_storage::{Transaction, passkeys, second_factors, sessions};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::key_file::KeyFile;
use crate::core::library::Library;
use crate::core::passwords::Asker;
use crate::identity::active_user::locked;
use crate::identity::challenges::{self, Purpose};
use crate::identity::guesses::{Guess, GuessOrigin};
use crate::identity::origin::Origin;
use crate::identity::second_factors::has_second_factor;
use crate::identity::{proofs, security_events};

/// Confirms the session of the call: by a second factor, or by the password of an account without one. Returns until when
/// the confirmation is valid. A password alone must not remove the second factor that guards against stolen passwords.
///
/// Wrong passwords and codes slow down further ones, like wrong passwords when the password is changed: a stranger must
/// not guess them in an open session.
pub async fn confirm(
    library: &Library,
    context: Context,
    form: ConfirmationForm,
    origin: Origin,
) -> Result<Timestamp> {
    // A repeated call is no further guess.
    if let Some(valid_until) = library.answered(&context).await? {
        return Ok(valid_until);
    }
    let actor = context.require(Act::ConfirmIdentity)?;
    let (user, token_hash) = (Arc::clone(&actor.user), actor.token_hash.clone());
    let (noted, user_id) = (context.clone(), user.id);
    let confirmation = form.validate().map_err(Error::Invalid)?;
    let factor = match &confirmation {
        Confirmation::Password(_) => None,
        Confirmation::SecondFactor(proof, _) => Some(proof.name()),
    };
    confirm_once(library, context, confirmation, user, token_hash)
        .await
        .inspect_err(|error| {
            security_events::note_failed_confirmation(
                library,
                &noted,
                user_id,
                error,
                factor,
                &origin.address,
            );
        })
}

async fn confirm_once(
    library: &Library,
    context: Context,
    confirmation: Confirmation,
    user: Arc<User>,
    token_hash: String,
) -> Result<Timestamp> {
    let origin = GuessOrigin::Session(token_hash.clone());
    let (guess, proof) = match confirmation {
        Confirmation::Password(password) => {
            if has_second_factor(library, user.id).await? {
                return Err(refused_password(message::SECOND_FACTOR_NEEDED));
            }
            let guess = Guess::take(library, &user.email, origin, context.now).await?;
            let stored = Some(user.password_hash.as_str());
            if !library.passwords.verify(Asker::Known, &password, stored).await? {
                return Err(refused_password(message::PASSWORD_INCORRECT));
            }
            (Some(guess), None)
        }
        // A passkey cannot be guessed.
        Confirmation::SecondFactor(proof @ Proof::Passkey(_), challenge) => (None, Some((proof, challenge))),
        Confirmation::SecondFactor(proof, challenge) => {
            let guess = Guess::take_of_code(library, user.id, origin, context.now).await?;
            (Some(guess), Some((proof, challenge)))
        }
    };
    let call = context.secret_call();
    let input = Confirmed {
        context,
        keys: Arc::clone(&library.keys),
        user,
        token_hash,
        proof,
        guess,
    };
    let valid_until = library
        .write_once(call, input, |transaction, input| {
            Box::pin(confirm_in(transaction, input))
        })
        .await?;
    library.mail_queued.notify_one();
    Ok(valid_until)
}

/// What a browser needs to present a passkey.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PasskeyChallenge {
    pub challenge: String,
    /// The identifier of each passkey of the person, and the host name of the site where it can be used.
    pub passkeys: Vec<(String, String)>,
}

/// Begins a confirmation by a passkey.
pub async fn begin(library: &Library, context: Context) -> Result<PasskeyChallenge> {
    let user_id = context.require(Act::ConfirmIdentity)?.user.id;
    library
        .write_once(
            context.secret_call(),
            (context, user_id),
            |transaction, (context, user_id)| {
                Box::pin(async move {
                    locked(transaction, *user_id).await?;
                    let purpose = Purpose::Confirmation;
                    let (challenge, _) =
                        challenges::make(transaction, context, *user_id, purpose, SessionKind::Ordinary)
                            .await?;
                    Ok(PasskeyChallenge {
                        challenge,
                        passkeys: passkeys::credentials_of(transaction, *user_id).await?,
                    })
                })
            },
        )
        .await
}

fn refused_password(message: &'static str) -> Error {
    Error::Invalid(vec![FieldError::new("password", message)])
}

struct Confirmed {
    context: Context,
    keys: Arc<KeyFile>,
    /// The account, as it was when the call began.
    user: Arc<User>,
    token_hash: String,
    /// The proof of the second factor, and the challenge that a passkey has signed; `None` when the password was right.
    proof: Option<(Proof, String)>,
    /// The counted guess.
    guess: Option<Guess>,
}

async fn confirm_in(transaction: &mut Transaction, input: &Confirmed) -> Result<Timestamp> {
    let user = locked(transaction, input.user.id).await?;
    // The password was checked before the transaction began.
    if user.password_hash != input.user.password_hash {
        return Err(refused_password(message::PASSWORD_INCORRECT));
    }
    // One may have been added in the meantime.
    if input.proof.is_none() && second_factors::of_user(transaction, user.id).await?.any() {
        return Err(refused_password(message::SECOND_FACTOR_NEEDED));
    }
    if let Some((proof, challenge)) = &input.proof {
        if matches!(proof, Proof::Passkey(_)) {
            let purpose = Purpose::Confirmation;
            challenges::take(transaction, &input.context, user.id, purpose, challenge).await?;
        }
        proofs::accept(transaction, &input.context, &input.keys, &user, challenge, proof).await?;
    }
    if let Some(guess) = &input.guess {
        guess.was_right(transaction).await?;
    }
    if !sessions::confirm(transaction, &input.token_hash, input.context.now_ms()).await? {
        return Err(Error::NotSignedIn);
    }
    Ok(input.context.stored_now() + CONFIRMED_FOR)
}
