//! The second step of a sign-in: a challenge and a proof of the second factor give the session.

use std::sync::Arc;

use carrel_domain::identity::token_hash;
use carrel_domain::users::second_factor::{Proof, SecondStepForm, TRUSTED_FOR, ValidSecondStep};
use carrel_domain::users::{SessionKind, UserId, email_key};
use carrel_storage::{Transaction, known_devices, throttles, users};

use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Result};
use crate::core::key_file::KeyFile;
use crate::core::library::Library;
use crate::identity::active_user::locked;
use crate::identity::challenges::{self, Purpose};
use crate::identity::guesses::{Guess, GuessOrigin};
use crate::identity::origin::Origin;
use crate::identity::session_start::{self, Lifetime, SessionSeconds};
use crate::identity::sessions::SignedIn;
use crate::identity::write_limits::leave_disk_reserve;
use crate::identity::{devices, proofs, security_events, throttling};

/// Finishes a sign-in by a second factor.
///
/// Wrong codes slow down further ones of the same account and origin, like wrong passwords. Wrong digits from new devices
/// are also limited for the account as a whole, because six digits can be guessed from many addresses. The owner of the
/// account signs in on a known device, with a recovery code or with a passkey all the same.
pub async fn finish(
    library: &Library,
    context: Context,
    form: SecondStepForm,
    origin: Origin,
) -> Result<SignedIn> {
    let form = form.validate().map_err(Error::Invalid)?;
    let input = (token_hash(&form.challenge), context.now_ms());
    let user = library
        .database
        .read(&input, |connection, (hash, now)| {
            Box::pin(async move {
                let purpose = Purpose::SignIn.as_str();
                match carrel_storage::challenges::find(connection, hash, purpose, *now).await? {
                    Some((user_id, _)) => users::find(connection, user_id).await,
                    None => Ok(None),
                }
            })
        })
        .await
        .map_err(Error::Storage)?
        .ok_or(Conflict::ChallengeExpired)?;
    leave_disk_reserve(library, user.role.is_staff())?;
    let device = devices::known(library, &user.email, form.device_token.as_deref()).await?;
    let guess_origin = match device {
        Some(token_hash) => GuessOrigin::KnownDevice(token_hash),
        None => GuessOrigin::Address(origin.address.clone()),
    };
    let first_step = Guess::of_first_step(&user.email, guess_origin.clone());
    let is_new_device = matches!(guess_origin, GuessOrigin::Address(_));
    let throttle = (matches!(form.proof, Proof::Digits(_)) && is_new_device)
        .then(|| format!("codes:account:{}", user.id));
    let (key, at) = (email_key(&user.email), origin.address.clone());
    let noted = context.clone();
    let factor = form.proof.name();
    let note =
        |action| security_events::note_failed_sign_in(library, &noted, action, &key, Some(factor), &at);
    // An account over its limit is refused before the guess counts for the device.
    if let Some(key) = &throttle {
        throttling::check(library, key, library.limits.codes_by_account, context.now).await?;
    }
    // A passkey cannot be guessed.
    let guess = match &form.proof {
        Proof::Digits(_) | Proof::RecoveryCode(_) => {
            let guess = Guess::take_of_code(library, user.id, guess_origin, context.now).await;
            Some(guess.inspect_err(|error| {
                if matches!(error, Error::Throttled { .. }) {
                    note("sign_in.throttled");
                }
            })?)
        }
        Proof::Passkey(_) => None,
    };
    if let Some(key) = &throttle {
        throttling::take(
            library,
            &[(key.clone(), library.limits.codes_by_account)],
            context.now,
        )
        .await?;
    }
    let address = origin.address.clone();
    let user_id = user.id;
    let input = Input {
        context,
        keys: Arc::clone(&library.keys),
        user_id,
        form,
        origin,
        seconds: SessionSeconds::of(library),
        first_step,
        guess,
        throttle,
    };
    let signed_in = library
        .database
        .write(input, |transaction, input| {
            Box::pin(finish_in(transaction, input))
        })
        .await;
    match &signed_in {
        Ok(_) => tracing::info!(user = %user_id, address, factor, "right second factor"),
        Err(Error::Invalid(_)) => {
            note("sign_in.failed");
            tracing::info!(user = %user_id, address, factor, "wrong second factor");
        }
        Err(_) => {}
    }
    library.mail_queued.notify_one();
    signed_in
}

struct Input {
    context: Context,
    keys: Arc<KeyFile>,
    user_id: UserId,
    form: ValidSecondStep,
    origin: Origin,
    seconds: SessionSeconds,
    /// The guess of the password in the first step, which is still counted.
    first_step: Guess,
    /// The counted guess of a code.
    guess: Option<Guess>,
    /// The throttle of the account, from which the counted attempt is subtracted when it was right.
    throttle: Option<String>,
}

async fn finish_in(transaction: &mut Transaction, input: &Input) -> Result<SignedIn> {
    let Input {
        context, form, keys, ..
    } = input;
    let user = locked(transaction, input.user_id).await?;
    if user.deactivated_at.is_some() {
        return Err(Error::AccountInactive);
    }
    // It may have been taken while this transaction waited for the lock.
    let kind = challenges::take(transaction, context, user.id, Purpose::SignIn, &form.challenge).await?;
    proofs::accept(transaction, context, keys, &user, &form.challenge, &form.proof).await?;
    let guesses: Vec<&Guess> = input.guess.iter().chain([&input.first_step]).collect();
    Guess::were_right(transaction, &guesses).await?;
    if let Some(key) = &input.throttle {
        throttles::forgive(transaction, key).await?;
    }
    let expires_at = context.now_ms() + input.seconds.of_kind(kind) * 1000;
    let lifetime = Lifetime { expires_at, kind };
    let factor = Some(form.proof.name());
    let token = session_start::begin(transaction, context, user.id, &input.origin, lifetime, factor).await?;
    let device_token = devices::remember(transaction, context, user.id, form.device_token.as_deref()).await?;
    // The next person at a shared computer is another one.
    if form.remember_device && kind != SessionKind::SharedComputer {
        let until = context.stored_now() + TRUSTED_FOR;
        known_devices::trust(
            transaction,
            user.id,
            &token_hash(&device_token),
            until.as_millisecond(),
        )
        .await?;
    }
    Ok(SignedIn {
        user,
        session_kind: kind,
        token,
        device_token: Some(device_token),
    })
}
