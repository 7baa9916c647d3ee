//! Removing the second factors of a person who has lost them: by an administrator, or from the command line.

use carrel_domain::users::{Act, User, UserId, email_key};
use carrel_storage::{Transaction, second_factors, sessions, users};
use serde_json::json;

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::core::permission::require_still;
use crate::identity::active_user::locked;
use crate::identity::factor_changes::end_trust;
use crate::integrations::mail::queue::{self, Kind};

/// Removes the second factors of a person. All their sessions end: one of them may be on the lost device.
pub async fn reset(library: &Library, context: Context, user_id: UserId) -> Result<()> {
    context.require(Act::RemoveSecondFactors)?;
    library
        .write_once(
            context.call(),
            (context, user_id),
            |transaction, (context, user_id)| {
                Box::pin(async move {
                    require_still(transaction, context, Act::RemoveSecondFactors).await?;
                    let user = locked(transaction, *user_id).await?;
                    reset_in(transaction, context, &user).await
                })
            },
        )
        .await?;
    library.mail_queued.notify_one();
    Ok(())
}

/// The same for the account with this e-mail address, from the command line.
pub async fn reset_from_shell(library: &Library, context: Context, email: &str) -> Result<User> {
    library
        .database
        .write(
            (context, email_key(email)),
            |transaction, (context, email_key)| {
                Box::pin(async move {
                    let user = users::find_by_email(transaction, email_key)
                        .await?
                        .ok_or(Error::NotFound(Noun::User))?;
                    let user = locked(transaction, user.id).await?;
                    reset_in(transaction, context, &user).await?;
                    Ok(user)
                })
            },
        )
        .await
}

async fn reset_in(transaction: &mut Transaction, context: &Context, user: &User) -> Result<()> {
    let factors = second_factors::of_user(transaction, user.id).await?;
    if !factors.any() {
        return Err(Conflict::UserWithoutSecondFactor.into());
    }
    second_factors::remove_all_of(transaction, user.id).await?;
    end_trust(transaction, user.id).await?;
    sessions::end_all_of(transaction, user.id).await?;
    let event = audit::Event {
        action: "user.second_factors_reset",
        subject: Subject::of(user.id),
        before: Some(json!({
            "authenticator": factors.authenticator_at.is_some(), "passkeys": factors.passkeys,
        })),
        after: None,
    };
    audit::record(transaction, context, event).await?;
    queue::enqueue(transaction, context, Kind::SecondFactorsReset, &user.email).await
}
