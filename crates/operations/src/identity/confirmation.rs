//! Confirming one's identity again in a session, for the acts of [`carrel_domain::users::confirmation`].

use std::sync::Arc;

use carrel_domain::users::confirmation::{CONFIRMED_FOR, ConfirmationForm};
use carrel_domain::users::validation::{FieldError, message};
use carrel_domain::users::{Act, User};
use carrel_storage::{Transaction, sessions};
use jiff::Timestamp;

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::identity::active_user::locked;
use crate::identity::guesses::{Guess, GuessOrigin};

/// Confirms the session of the call by the password. Returns until when the confirmation is valid.
///
/// Wrong passwords slow down further ones, like those of [`crate::identity::account::change_password`]: a stranger must
/// not guess the password in an open session.
pub async fn confirm(library: &Library, context: Context, form: ConfirmationForm) -> Result<Timestamp> {
    let actor = context.require(Act::ConfirmIdentity)?;
    let (user, token_hash) = (Arc::clone(&actor.user), actor.token_hash.clone());
    let password = form.validate().map_err(Error::Invalid)?;
    let guess = Guess::take(library, &user.email, GuessOrigin::Session(user.id), context.now).await?;
    let matches = library
        .passwords
        .verify(&password, Some(&user.password_hash))
        .await?;
    if !matches {
        tracing::info!(user = %user.id, "wrong password for a confirmation");
        return Err(wrong_password());
    }
    let call = context.secret_call();
    let input = Confirmed {
        context,
        user,
        token_hash,
        guess,
    };
    library
        .write_once(call, input, |transaction, input| {
            Box::pin(confirm_in(transaction, input))
        })
        .await
}

fn wrong_password() -> Error {
    Error::Invalid(vec![FieldError::new("password", message::PASSWORD_INCORRECT)])
}

struct Confirmed {
    context: Context,
    /// The account, with the password that was checked.
    user: Arc<User>,
    token_hash: String,
    /// The counted guess, which was right.
    guess: Guess,
}

async fn confirm_in(transaction: &mut Transaction, input: &Confirmed) -> Result<Timestamp> {
    let user = locked(transaction, input.user.id).await?;
    // The password was checked before the transaction began.
    if user.password_hash != input.user.password_hash {
        return Err(wrong_password());
    }
    input.guess.was_right(transaction).await?;
    if !sessions::confirm(transaction, &input.token_hash, input.context.now_ms()).await? {
        return Err(Error::NotSignedIn);
    }
    Ok(input.context.stored_now() + CONFIRMED_FOR)
}
