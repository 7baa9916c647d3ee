//! Access tokens: creating, listing and revoking them, and finding the owner of one.

use std::sync::Arc;

use carrel_domain::identity::{token_from, token_hash};
use carrel_domain::users::access_token::{ACCESS_TOKEN_PREFIX, AccessTokenDraft, ValidAccessToken};
use carrel_domain::users::{AccessToken, AccessTokenId, Act};
use carrel_storage::access_tokens::{self, NewAccessToken};
use carrel_storage::{Transaction, engine::Lock};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::core::audit::{self, Subject};
use crate::core::context::{Actor, Context};
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::core::permission::require_still;
use crate::identity::active_user::locked;
use crate::identity::{security_events, withheld};

/// The maximum number of tokens of one person.
const MOST: usize = 50;
/// A use is recorded when the last recorded one is this old, in milliseconds: a program that reads must not cause a
/// write with each read.
const USE_NOTED_EVERY_MS: i64 = 5 * 60 * 1000;
/// A use from another address is recorded when the last recorded use is this old, in milliseconds.
const ELSEWHERE_NOTED_EVERY_MS: i64 = 60 * 1000;
/// How long an expired token is still listed, in milliseconds: 30 days.
pub(crate) const EXPIRED_KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A new access token. The token itself is shown once; the database has only its hash.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MadeToken {
    pub access_token: AccessToken,
    pub token: String,
}

/// The owner of an access token: an active account, and a token that has not expired. The caller adds the turn.
/// `address` is the caller's.
pub(crate) async fn identify(
    library: &Library,
    context: &Context,
    token_hash: String,
    address: &str,
) -> Result<Option<Actor>> {
    let input = (token_hash, context.now_ms());
    let holder = library
        .database
        .read(&input, |connection, (hash, now)| {
            Box::pin(access_tokens::holder(connection, hash, *now))
        })
        .await
        .map_err(Error::Storage)?;
    let Some(holder) = holder else {
        return Ok(None);
    };
    let (token_hash, now) = input;
    let before = now - USE_NOTED_EVERY_MS;
    let was_before = |instant: i64| holder.last_used_at.is_none_or(|last| last <= instant);
    let is_elsewhere =
        holder.last_address.as_deref() != Some(address) && was_before(now - ELSEWHERE_NOTED_EVERY_MS);
    let before = if is_elsewhere { now } else { before };
    if was_before(before) {
        note_use(library, holder.token_id, address, now, before).await;
    }
    if is_elsewhere {
        let event = security_events::token_used(holder.user.id, holder.token_id);
        security_events::note(library, context, event, address);
    }
    Ok(Some(Actor {
        user: Arc::new(holder.user),
        token_hash,
        stamp: None,
        scopes: Some(holder.scopes),
        confirmed_at: None,
        session_kind: None,
        turn: None,
    }))
}

/// The owner of an access token now, without a use of the token. Takes no turn.
pub(crate) async fn current(library: &Library, token_hash: &str, now: Timestamp) -> Result<Option<Actor>> {
    let input = (token_hash.to_owned(), now.as_millisecond());
    let holder = library
        .database
        .read(&input, |connection, (hash, now)| {
            Box::pin(access_tokens::holder(connection, hash, *now))
        })
        .await
        .map_err(Error::Storage)?;
    let Some(holder) = holder else {
        return Ok(None);
    };
    Ok(Some(Actor {
        user: withheld::present_shared(library, Arc::new(holder.user)).await?,
        token_hash: input.0,
        stamp: None,
        scopes: Some(holder.scopes),
        confirmed_at: None,
        session_kind: None,
        turn: None,
    }))
}

/// Records a use. The call continues when the write fails.
async fn note_use(library: &Library, id: AccessTokenId, address: &str, now: i64, before: i64) {
    let noted: carrel_storage::Result<()> = library
        .database
        .write(
            (id, address.to_owned(), now, before),
            |transaction, (id, address, now, before)| {
                Box::pin(access_tokens::note_use(transaction, *id, address, *now, *before))
            },
        )
        .await;
    if let Err(error) = noted {
        tracing::warn!(%error, "the use of an access token could not be recorded");
    }
}

/// One's own tokens, the newest first.
pub async fn list(library: &Library, context: &Context) -> Result<Vec<AccessToken>> {
    let user_id = context.require(Act::ManageOwnAccount)?.user.id;
    library
        .database
        .read(&user_id, |connection, user_id| {
            Box::pin(access_tokens::of_user(connection, *user_id))
        })
        .await
        .map_err(Error::Storage)
}

/// Creates a token for oneself.
pub async fn make(library: &Library, context: Context, draft: AccessTokenDraft) -> Result<MadeToken> {
    context.require(Act::MakeAccessTokens)?;
    let draft = draft.validate().map_err(Error::Invalid)?;
    library
        .write_once(
            context.secret_call(),
            (context, draft),
            |transaction, (context, draft)| Box::pin(make_in(transaction, context, draft)),
        )
        .await
}

async fn make_in(
    transaction: &mut Transaction,
    context: &Context,
    draft: &ValidAccessToken,
) -> Result<MadeToken> {
    // A role that widens meanwhile must end this token, too.
    require_still(transaction, context, Act::MakeAccessTokens).await?;
    // The person's row is locked: a concurrent change of the password must end this token too.
    let actor = context.require(Act::MakeAccessTokens)?;
    let user = locked(transaction, actor.user.id).await?;
    if user.deactivated_at.is_some() || user.password_hash != actor.user.password_hash {
        return Err(Error::NotSignedIn);
    }
    if access_tokens::of_user(transaction, user.id).await?.len() >= MOST {
        return Err(Conflict::TooManyAccessTokens.into());
    }
    let token = format!(
        "{ACCESS_TOKEN_PREFIX}{}",
        token_from(context.secret("access token"))
    );
    let id = transaction.fresh_id().await?;
    let scopes = draft.scopes.text();
    let expires_at = context.now_ms() + draft.expires_in_days * DAY_MS;
    let new = NewAccessToken {
        id,
        user_id: user.id,
        name: &draft.name,
        token_hash: &token_hash(&token),
        scopes: &scopes,
        created_at: context.now_ms(),
        expires_at,
    };
    access_tokens::insert(transaction, &new).await?;
    let event = audit::Event {
        action: "access_token.made",
        subject: Subject::of(user.id),
        before: None,
        after: Some(json!({ "id": id, "name": draft.name, "scopes": scopes, "expiresAt": expires_at })),
    };
    audit::record(transaction, context, event).await?;
    let access_token = access_tokens::find(transaction, user.id, id)
        .await?
        .ok_or(Error::NotFound(Noun::AccessToken))?;
    Ok(MadeToken { access_token, token })
}

/// Revokes one of one's own tokens.
pub async fn revoke(library: &Library, context: Context, id: AccessTokenId) -> Result<()> {
    context.require(Act::ManageOwnAccount)?;
    library
        .write_once(context.call(), (context, id), |transaction, (context, id)| {
            Box::pin(revoke_in(transaction, context, *id))
        })
        .await
}

async fn revoke_in(transaction: &mut Transaction, context: &Context, id: AccessTokenId) -> Result<()> {
    let user_id = &context.require(Act::ManageOwnAccount)?.user.id;
    transaction.lock(Lock::User(*user_id)).await?;
    let token = access_tokens::find(transaction, *user_id, id)
        .await?
        .ok_or(Error::NotFound(Noun::AccessToken))?;
    access_tokens::remove(transaction, id).await?;
    let event = audit::Event {
        action: "access_token.revoked",
        subject: Subject::of(*user_id),
        before: Some(json!({ "id": id, "name": token.name, "scopes": token.scopes })),
        after: None,
    };
    audit::record(transaction, context, event).await
}

/// Removes tokens that expired a while ago. Returns how many.
pub async fn tidy(library: &Library, now: Timestamp) -> Result<u64> {
    library
        .database
        .write(now.as_millisecond(), |transaction, now| {
            Box::pin(access_tokens::remove_expired(transaction, now - EXPIRED_KEPT_MS))
        })
        .await
        .map_err(Error::Storage)
}
