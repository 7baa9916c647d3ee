//! Challenges: what a person proves next must answer one. The first step of a sign-in answers a right password with one
//! instead of a session, if the account has a second factor.

use carrel_domain::identity::{token_from, token_hash};
use carrel_domain::users::second_factor::SECOND_STEP_WITHIN;
use carrel_domain::users::{SessionKind, UserId};
use carrel_storage::challenges::{self, NewChallenge};
use carrel_storage::{Transaction, known_devices, passkeys, second_factors};
use jiff::Timestamp;

use crate::core::context::Context;
use crate::core::error::{Conflict, Result, SecondStep};

/// The maximum number of challenges of one person for one purpose.
const MOST: i64 = 500;

/// What a challenge is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The second step of a sign-in.
    SignIn,
    /// A new passkey.
    Passkey,
    /// A passkey that confirms the identity of the owner of a session.
    Confirmation,
}

impl Purpose {
    /// The stored text.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Purpose::SignIn => "sign_in",
            Purpose::Passkey => "passkey",
            Purpose::Confirmation => "confirmation",
        }
    }
}

/// Stores a new challenge, and returns it with the instant at which it expires.
pub(crate) async fn make(
    transaction: &mut Transaction,
    context: &Context,
    user_id: UserId,
    purpose: Purpose,
    session_kind: SessionKind,
) -> Result<(String, Timestamp)> {
    let challenge = token_from(context.secret("challenge"));
    let expires_at = context.stored_now() + SECOND_STEP_WITHIN;
    let new = NewChallenge {
        token_hash: &token_hash(&challenge),
        purpose: purpose.as_str(),
        user_id,
        session_kind,
        created_at: context.now_ms(),
        expires_at: expires_at.as_millisecond(),
    };
    challenges::insert(transaction, &new, MOST - 1).await?;
    Ok((challenge, expires_at))
}

/// Uses a challenge of a person up. The person is locked, so of several simultaneous calls one succeeds. Returns the
/// kind of the session.
pub(crate) async fn take(
    transaction: &mut Transaction,
    context: &Context,
    user_id: UserId,
    purpose: Purpose,
    challenge: &str,
) -> Result<SessionKind> {
    let hash = token_hash(challenge);
    match challenges::find(transaction, &hash, purpose.as_str(), context.now_ms()).await? {
        Some((found, session_kind)) if found == user_id => {
            challenges::take(transaction, &hash).await?;
            Ok(session_kind)
        }
        _ => Err(Conflict::ChallengeExpired.into()),
    }
}

/// Makes a challenge, if a person whose password was right needs a second step on this device. The person is locked.
pub(crate) async fn begin(
    transaction: &mut Transaction,
    context: &Context,
    user_id: UserId,
    device_token: Option<&str>,
    session_kind: SessionKind,
) -> Result<Option<SecondStep>> {
    let factors = second_factors::of_user(transaction, user_id).await?;
    if !factors.any() {
        return Ok(None);
    }
    if session_kind != SessionKind::SharedComputer
        && let Some(token) = device_token
        && known_devices::is_trusted(transaction, user_id, &token_hash(token), context.now_ms()).await?
    {
        return Ok(None);
    }
    let (challenge, expires_at) = make(transaction, context, user_id, Purpose::SignIn, session_kind).await?;
    Ok(Some(SecondStep {
        challenge,
        expires_at,
        authenticator: factors.authenticator_at.is_some(),
        recovery_codes: factors.recovery_codes > 0,
        passkeys: passkeys::credentials_of(transaction, user_id).await?,
    }))
}
