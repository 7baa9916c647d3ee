//! Devices on which a person has signed in before.
//!
//! A device has a token of its own, which it keeps when its user signs out and sends with the next sign-in. The token opens
//! nothing. It tells the owner of an account from strangers who guess the password, even behind the same address.

use carrel_domain::identity::{token_from, token_hash};
use carrel_domain::users::{UserId, email_key};
use carrel_storage::{Transaction, known_devices};

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// The maximum number of devices that are remembered of one person.
const MOST: i64 = 20;
/// How long an unused device is remembered, in milliseconds: half a year.
pub(crate) const REMEMBERED_MS: i64 = 180 * 24 * 60 * 60 * 1000;

/// The hash of a device's token, if the owner of the account with this e-mail address has signed in on it.
pub(crate) async fn known(library: &Library, email: &str, token: Option<&str>) -> Result<Option<String>> {
    let Some(token) = token else { return Ok(None) };
    let input = (email_key(email), token_hash(token));
    let is_known = library
        .database
        .read(&input, |connection, (email_key, token_hash)| {
            Box::pin(known_devices::is_known_to(connection, email_key, token_hash))
        })
        .await
        .map_err(Error::Storage)?;
    Ok(is_known.then_some(input.1))
}

/// Remembers the device of a sign-in, and returns its token: the one that it sent, or a new one. Only tokens that were
/// made here are remembered.
pub(crate) async fn remember(
    transaction: &mut Transaction,
    context: &Context,
    user_id: UserId,
    sent: Option<&str>,
) -> Result<String> {
    let token = match sent {
        Some(sent) if known_devices::exists(transaction, &token_hash(sent)).await? => sent.to_owned(),
        _ => token_from(context.secret("device")),
    };
    known_devices::remember(transaction, user_id, &token_hash(&token), context.now_ms()).await?;
    known_devices::forget_oldest_of(transaction, user_id, MOST).await?;
    Ok(token)
}
