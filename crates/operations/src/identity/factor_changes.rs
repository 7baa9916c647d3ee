//! What every change of a person's second factors does.

use std::sync::Arc;

use carrel_domain::identity::token_hash;
use carrel_domain::users::second_factor::{RECOVERY_CODES, recovery_code};
use carrel_domain::users::staff_factor::must_add_factor;
use carrel_domain::users::{Act, User, UserId};
use carrel_storage::{Transaction, audit as audit_log, challenges, known_devices, passkeys, second_factors};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Result};
use crate::core::settings::Settings;
use crate::identity::active_user::locked;
use crate::integrations::mail::queue::{self, Kind};

/// The action of new recovery codes in the audit log.
const CODES_MADE: &str = "user.recovery_codes_made";

/// Recovery codes, shown once: the database has only their hashes. Empty when the person keeps the ones they have.
#[derive(Clone, Serialize, Deserialize)]
pub struct RecoveryCodes(pub Vec<String>);

/// The person of the call, locked. The password or the account may have changed since the call began.
pub(crate) async fn owner(transaction: &mut Transaction, context: &Context) -> Result<User> {
    let actor = Arc::clone(&context.require(Act::ManageOwnSecondFactors)?.user);
    let user = locked(transaction, actor.id).await?;
    if user.deactivated_at.is_some() || user.password_hash != actor.password_hash {
        return Err(Error::NotSignedIn);
    }
    Ok(user)
}

/// Replaces the recovery codes of a person by new ones.
pub(crate) async fn new_codes(
    transaction: &mut Transaction,
    context: &Context,
    user_id: UserId,
) -> Result<RecoveryCodes> {
    let code = |number| recovery_code(context.secret(&format!("recovery code {number}")));
    let codes: Vec<String> = (0..RECOVERY_CODES).map(code).collect();
    let hashes: Vec<String> = codes.iter().map(|code| token_hash(code)).collect();
    second_factors::set_recovery_codes(transaction, user_id, &hashes).await?;
    Ok(RecoveryCodes(codes))
}

/// Finishes the removal of one's own second factor: without another one, the recovery codes are removed, too. A person on
/// the staff keeps the last one while the library asks for it; `shown` are the settings as the server knows them.
pub(crate) async fn removed(
    transaction: &mut Transaction,
    context: &Context,
    shown: &Arc<Settings>,
    user: &User,
    factor: Value,
) -> Result<()> {
    let settings = Settings::current(shown, transaction).await?;
    let has_factor = second_factors::of_user(transaction, user.id).await?.any();
    if must_add_factor(settings.security.staff_need_second_factor, &user.role, has_factor) {
        return Err(Conflict::LastSecondFactor.into());
    }
    changed(transaction, context, user, Change::Removed, factor).await?;
    remove_codes_without_factor(transaction, user.id).await
}

/// Removes the second factors that were added at `since` or later, and recovery codes that were made since then, and ends
/// the trust in all devices: a thief of the account must not keep its owner out. Earlier factors stay.
pub(crate) async fn remove_added_since(
    transaction: &mut Transaction,
    context: &Context,
    user: &User,
    since: i64,
) -> Result<()> {
    let app = second_factors::authenticator(transaction, user.id).await?;
    if app.is_some_and(|app| app.confirmed_at.unwrap_or(app.created_at) >= since)
        && second_factors::remove_authenticator(transaction, user.id).await?
    {
        let factor = json!({ "secondFactor": "authenticator" });
        changed(transaction, context, user, Change::Removed, factor).await?;
    }
    for passkey in passkeys::of_user(transaction, user.id).await? {
        if passkey.created_at.as_millisecond() >= since {
            passkeys::remove(transaction, passkey.id).await?;
            let factor = json!({ "secondFactor": "passkey", "id": passkey.id, "name": passkey.name });
            changed(transaction, context, user, Change::Removed, factor).await?;
        }
    }
    if audit_log::has_since(transaction, user.id, CODES_MADE, since).await? {
        second_factors::set_recovery_codes(transaction, user.id, &[]).await?;
    }
    end_trust(transaction, user.id).await?;
    remove_codes_without_factor(transaction, user.id).await
}

/// Removes the recovery codes of a person without a second factor.
pub(crate) async fn remove_codes_without_factor(
    transaction: &mut Transaction,
    user_id: UserId,
) -> Result<()> {
    if !second_factors::of_user(transaction, user_id).await?.any() {
        second_factors::set_recovery_codes(transaction, user_id, &[]).await?;
    }
    Ok(())
}

/// A change of second factors.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Change {
    Added,
    Removed,
    NewCodes,
}

/// Records a change of second factors, notifies the person by mail, and ends the trust in all devices.
pub(crate) async fn changed(
    transaction: &mut Transaction,
    context: &Context,
    user: &User,
    change: Change,
    factor: Value,
) -> Result<()> {
    let (action, mail, before, after) = match change {
        Change::Added => (
            "user.second_factor_added",
            Kind::SecondFactorAdded,
            None,
            Some(factor),
        ),
        Change::Removed => (
            "user.second_factor_removed",
            Kind::SecondFactorRemoved,
            Some(factor),
            None,
        ),
        Change::NewCodes => (CODES_MADE, Kind::RecoveryCodesMade, None, None),
    };
    let event = audit::Event {
        action,
        subject: Subject::of(user.id),
        before,
        after,
    };
    audit::record(transaction, context, event).await?;
    queue::enqueue(transaction, context, mail, &user.email).await?;
    end_trust(transaction, user.id).await
}

/// Ends the trust in all devices of a person, and their challenges.
pub(crate) async fn end_trust(transaction: &mut Transaction, user_id: UserId) -> Result<()> {
    known_devices::distrust_all_of(transaction, user_id).await?;
    challenges::remove_all_of(transaction, user_id).await?;
    Ok(())
}
