//! One's own authenticator app and recovery codes. For passkeys see [`crate::identity::passkeys`].

use std::sync::Arc;

use carrel_domain::users::passkey::Passkey;
use carrel_domain::users::second_factor::{TotpSecret, matching_step, parse_digits};
use carrel_domain::users::{Act, UserId};
use carrel_storage::second_factors::Factors;
use carrel_storage::{Connection, Transaction, passkeys, second_factors};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Result};
use crate::core::key_file::{KeyFile, Place};
use crate::core::library::Library;
pub use crate::identity::factor_changes::RecoveryCodes;
use crate::identity::factor_changes::{Change, changed, new_codes, owner, remove_codes_without_factor};
use crate::identity::proofs::{opened, wrong_code};

/// One's own second factors.
#[derive(Debug, Clone)]
pub struct OwnFactors {
    pub factors: Factors,
    /// The newest first.
    pub passkeys: Vec<Passkey>,
}

/// One's own second factors.
pub async fn show(library: &Library, context: &Context) -> Result<OwnFactors> {
    let user_id = context.require(Act::ReadOwnSecondFactors)?.user.id;
    library
        .database
        .read(&user_id, |connection, user_id| {
            Box::pin(of_user(connection, *user_id))
        })
        .await
        .map_err(Error::Storage)
}

/// The second factors of a person.
pub(crate) async fn of_user(
    connection: &mut Connection,
    user_id: UserId,
) -> carrel_storage::Result<OwnFactors> {
    Ok(OwnFactors {
        factors: second_factors::of_user(connection, user_id).await?,
        passkeys: passkeys::of_user(connection, user_id).await?,
    })
}

/// A new authenticator app, before a code has confirmed it.
#[derive(Clone, Serialize, Deserialize)]
pub struct NewAuthenticator {
    /// In base32, for apps into which it is typed.
    pub secret: String,
    /// For the QR code.
    pub address: String,
}

/// Begins to add an authenticator app. It is no second factor until [`confirm`].
pub async fn begin(library: &Library, context: Context) -> Result<NewAuthenticator> {
    let user_id = context.require(Act::ManageOwnSecondFactors)?.user.id;
    let name = library.shown_settings().name.clone();
    library
        .write_once(
            context.secret_call(),
            (context, name, user_id, Arc::clone(&library.keys)),
            |transaction, (context, name, user_id, keys)| {
                Box::pin(async move {
                    let secret = TotpSecret::new(context.secret("authenticator"));
                    let text = secret.text();
                    let place = Place::Authenticator(*user_id);
                    let sealed = keys.seal(transaction, context, place, &text).await?;
                    let user = owner(transaction, context).await?;
                    if !second_factors::begin_authenticator(transaction, user.id, &sealed, context.now_ms())
                        .await?
                    {
                        return Err(Conflict::AuthenticatorExists.into());
                    }
                    Ok(NewAuthenticator {
                        address: secret.address(name, &user.email),
                        secret: text,
                    })
                })
            },
        )
        .await
}

/// Confirms the new authenticator app by one of its codes. The first second factor comes with recovery codes.
pub async fn confirm(library: &Library, context: Context, code: Option<String>) -> Result<RecoveryCodes> {
    context.require(Act::ManageOwnSecondFactors)?;
    let digits = parse_digits(code.as_deref()).map_err(Error::Invalid)?;
    let codes = library
        .write_once(
            context.secret_call(),
            (context, digits, Arc::clone(&library.keys)),
            |transaction, (context, digits, keys)| Box::pin(confirm_in(transaction, context, digits, keys)),
        )
        .await?;
    library.mail_queued.notify_one();
    Ok(codes)
}

async fn confirm_in(
    transaction: &mut Transaction,
    context: &Context,
    digits: &str,
    keys: &KeyFile,
) -> Result<RecoveryCodes> {
    let user = owner(transaction, context).await?;
    let found = second_factors::authenticator(transaction, user.id)
        .await?
        .ok_or(Conflict::AuthenticatorMissing)?;
    if found.confirmed_at.is_some() {
        return Err(Conflict::AuthenticatorExists.into());
    }
    let secret = opened(keys, user.id, &found.secret)?;
    let step = matching_step(&secret, digits, context.now, found.last_step).ok_or_else(wrong_code)?;
    second_factors::confirm_authenticator(transaction, user.id, step, context.now_ms()).await?;
    let added = json!({ "secondFactor": "authenticator" });
    changed(transaction, context, &user, Change::Added, added).await?;
    if second_factors::of_user(transaction, user.id)
        .await?
        .recovery_codes
        > 0
    {
        return Ok(RecoveryCodes(Vec::new()));
    }
    new_codes(transaction, context, user.id).await
}

/// Whether a sign-in of the account needs a second step.
pub(crate) async fn has_second_factor(library: &Library, user_id: UserId) -> Result<bool> {
    library
        .database
        .read(&user_id, |connection, user_id| {
            Box::pin(async move { Ok(second_factors::of_user(connection, *user_id).await?.any()) })
        })
        .await
}

/// Removes one's own authenticator app, confirmed or not. With the last second factor, the recovery codes are removed.
pub async fn remove_authenticator(library: &Library, context: Context) -> Result<()> {
    context.require(Act::ManageOwnSecondFactors)?;
    library
        .write_once(context.call(), context, |transaction, context| {
            Box::pin(async move {
                let user = owner(transaction, context).await?;
                if !second_factors::remove_authenticator(transaction, user.id).await? {
                    return Ok(());
                }
                let removed = json!({ "secondFactor": "authenticator" });
                changed(transaction, context, &user, Change::Removed, removed).await?;
                remove_codes_without_factor(transaction, user.id).await
            })
        })
        .await?;
    library.mail_queued.notify_one();
    Ok(())
}

/// Replaces one's own recovery codes by new ones.
pub async fn make_recovery_codes(library: &Library, context: Context) -> Result<RecoveryCodes> {
    context.require(Act::ManageOwnSecondFactors)?;
    let codes = library
        .write_once(context.secret_call(), context, |transaction, context| {
            Box::pin(async move {
                let user = owner(transaction, context).await?;
                if !second_factors::of_user(transaction, user.id).await?.any() {
                    return Err(Conflict::NoSecondFactor.into());
                }
                changed(transaction, context, &user, Change::NewCodes, Value::Null).await?;
                new_codes(transaction, context, user.id).await
            })
        })
        .await?;
    library.mail_queued.notify_one();
    Ok(codes)
}
