//! What the caller may do at this moment, as the transaction of a change sees it.

use carrel_domain::users::{Act, Acts};
use carrel_storage::engine::Lock;
use carrel_storage::{Transaction, users};

use crate::core::context::Context;
use crate::core::error::{Error, Result};

/// Refuses a caller who has lost the permission since the call began, and keeps the permission until the transaction ends.
/// Returns all that the caller may do.
pub(crate) async fn require_still(
    transaction: &mut Transaction,
    context: &Context,
    act: Act,
) -> Result<Acts> {
    transaction.lock(Lock::Roles).await?;
    let acts = acts_of_caller(transaction, context).await?;
    if acts.contains(act) {
        Ok(acts)
    } else {
        Err(Error::NotAllowed)
    }
}

/// What the caller may do at this moment. The caller's account was read before the transaction began; the role may have
/// changed since. The transaction holds [`Lock::Roles`], so that it does not change from here on.
async fn acts_of_caller(transaction: &mut Transaction, context: &Context) -> Result<Acts> {
    let actor = context.actor.as_ref().ok_or(Error::NotSignedIn)?;
    match users::find(transaction, actor.user.id).await? {
        Some(user) if user.deactivated_at.is_none() => Ok(user.role.acts),
        _ => Err(Error::NotSignedIn),
    }
}
