//! Accepts proofs of a second factor: codes of an authenticator app, recovery codes, passkeys.

use carrel_domain::identity::token_hash;
use carrel_domain::users::passkey::{Presented, PublicKey, Site, ValidPresentation, presented};
use carrel_domain::users::second_factor::{Proof, TotpSecret, matching_step, message};
use carrel_domain::users::validation::FieldError;
use carrel_domain::users::{User, UserId};
use carrel_storage::{Transaction, passkeys, second_factors};
use serde_json::json;

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::key_file::{KeyFile, Place};
use crate::integrations::mail::queue::{self, Kind};

/// Accepts a proof of a person, who is locked, and uses it up: each code is accepted once. A passkey has signed the
/// challenge.
pub(crate) async fn accept(
    transaction: &mut Transaction,
    context: &Context,
    keys: &KeyFile,
    user: &User,
    challenge: &str,
    proof: &Proof,
) -> Result<()> {
    let is_right = match proof {
        Proof::Digits(digits) => accept_digits(transaction, context, keys, user, digits).await?,
        Proof::RecoveryCode(code) => accept_recovery_code(transaction, context, user, code).await?,
        Proof::Passkey(presentation) => {
            return accept_passkey(transaction, context, user, challenge, presentation).await;
        }
    };
    if is_right { Ok(()) } else { Err(wrong_code()) }
}

async fn accept_passkey(
    transaction: &mut Transaction,
    context: &Context,
    user: &User,
    challenge: &str,
    presentation: &ValidPresentation,
) -> Result<()> {
    let key = passkeys::key(transaction, user.id, &presentation.credential_id)
        .await?
        .ok_or_else(wrong_passkey)?;
    let defect = || Error::Defect(format!("the passkey {} is damaged", key.id));
    let stored = Presented {
        public_key: &PublicKey::from_text(&key.public_key).ok_or_else(defect)?,
        site: &Site::of_host(&key.site).ok_or_else(defect)?,
        sign_count: key.sign_count,
    };
    let sign_count = presented(presentation, challenge, &stored).map_err(|rejection| {
        tracing::info!(user = %user.id, ?rejection, "a passkey was rejected");
        wrong_passkey()
    })?;
    passkeys::note_use(transaction, key.id, sign_count, context.now_ms()).await?;
    Ok(())
}

pub(crate) fn wrong_passkey() -> Error {
    Error::Invalid(vec![FieldError::new("passkey", "This passkey was not accepted")])
}

pub(crate) fn wrong_code() -> Error {
    Error::Invalid(vec![FieldError::new("code", message::CODE_WRONG)])
}

async fn accept_digits(
    transaction: &mut Transaction,
    context: &Context,
    keys: &KeyFile,
    user: &User,
    digits: &str,
) -> Result<bool> {
    let found = second_factors::authenticator(transaction, user.id).await?;
    let Some(found) = found.filter(|found| found.confirmed_at.is_some()) else {
        return Ok(false);
    };
    let secret = opened(keys, user.id, &found.secret)?;
    match matching_step(&secret, digits, context.now, found.last_step) {
        Some(step) => Ok(second_factors::use_step(transaction, user.id, step).await?),
        None => Ok(false),
    }
}

/// Decrypts a stored secret.
pub(crate) fn opened(keys: &KeyFile, user_id: UserId, stored: &str) -> Result<TotpSecret> {
    let secret = keys.open(Place::Authenticator(user_id), stored)?;
    TotpSecret::parse(&secret)
        .ok_or_else(|| Error::Defect("the secret of an authenticator app is damaged".to_owned()))
}

async fn accept_recovery_code(
    transaction: &mut Transaction,
    context: &Context,
    user: &User,
    code: &str,
) -> Result<bool> {
    if !second_factors::use_recovery_code(transaction, user.id, &token_hash(code)).await? {
        return Ok(false);
    }
    let left = second_factors::of_user(transaction, user.id)
        .await?
        .recovery_codes;
    let event = audit::Event {
        action: "user.recovery_code_used",
        subject: Subject::of(user.id),
        before: None,
        after: Some(json!({ "recoveryCodesLeft": left })),
    };
    audit::record(transaction, context, event).await?;
    queue::enqueue(transaction, context, Kind::RecoveryCodeUsed, &user.email).await?;
    Ok(true)
}
