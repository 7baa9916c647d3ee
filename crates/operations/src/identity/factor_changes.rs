//! What every change of a person's second factors does.

use std::sync::Arc;

use carrel_domain::identity::token_hash;
use carrel_domain::users::second_factor::{RECOVERY_CODES, recovery_code};
use carrel_domain::users::{Act, User, UserId};
use carrel_storage::second_factors::Factors;
use carrel_storage::{Transaction, challenges, known_devices, second_factors, sessions};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::identity::active_user::locked;
use crate::integrations::mail::queue::{self, Kind};

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

/// Records a change of second factors, notifies the person by mail, and ends the trust in all devices. When a factor was
/// added, whose possession this session has proved, the confirmations of other sessions end: passwords gave them.
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
        Change::NewCodes => ("user.recovery_codes_made", Kind::RecoveryCodesMade, None, None),
    };
    let event = audit::Event {
        action,
        subject: Subject::of(user.id),
        before,
        after,
    };
    audit::record(transaction, context, event).await?;
    queue::enqueue(transaction, context, mail, &user.email).await?;
    if let (Change::Added, Some(actor)) = (change, &context.actor) {
        sessions::unconfirm_all_of(transaction, user.id).await?;
        sessions::confirm(transaction, &actor.token_hash, context.now_ms()).await?;
    }
    end_trust(transaction, user.id).await
}

/// Removes the second factors that were added to an account since it was not its owner's alone. Recovery codes are removed
/// whatever their age: another person may have seen or replaced them.
pub(crate) async fn remove_added_since(
    transaction: &mut Transaction,
    context: &Context,
    user: &User,
    since_ms: i64,
) -> Result<()> {
    let before = second_factors::of_user(transaction, user.id).await?;
    let removed = second_factors::remove_added_since(transaction, user.id, since_ms).await?;
    second_factors::set_recovery_codes(transaction, user.id, &[]).await?;
    end_trust(transaction, user.id).await?;
    if removed == 0 && before.recovery_codes == 0 {
        return Ok(());
    }
    let state = |factors: Factors| {
        json!({
            "authenticator": factors.authenticator_at.is_some(), "passkeys": factors.passkeys,
            "recoveryCodes": factors.recovery_codes,
        })
    };
    let after = second_factors::of_user(transaction, user.id).await?;
    let event = audit::Event {
        action: "user.second_factors_reset",
        subject: Subject::of(user.id),
        before: Some(state(before)),
        after: Some(state(after)),
    };
    audit::record(transaction, context, event).await
}

/// Ends the trust in all devices of a person, and their challenges.
pub(crate) async fn end_trust(transaction: &mut Transaction, user_id: UserId) -> Result<()> {
    known_devices::distrust_all_of(transaction, user_id).await?;
    challenges::remove_all_of(transaction, user_id).await?;
    Ok(())
}
