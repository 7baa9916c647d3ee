//! Calls that may come twice: with an idempotency key, the same call by the same caller has one effect and one answer.
//!
//! The answer of a use case is kept by the very transaction that has the effect, so that neither a crash nor a race comes
//! between them. A refusal has no effect and is not kept: the call is decided anew.

use std::sync::Arc;

use carrel_domain::identity::token_hash;
use carrel_storage::engine::{Lock, Work};
use carrel_storage::idempotency_keys::{self, NewResponse};
use carrel_storage::{Connection, Transaction};
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::idempotent_call::IdempotentCall;
use crate::core::library::Library;

/// How long an answer is kept, in milliseconds: a day.
pub(crate) const KEPT_MS: i64 = 24 * 60 * 60 * 1000;

/// A call that may come twice, with its caller.
pub(crate) struct Call {
    repeatable: Arc<IdempotentCall>,
    user_id: String,
    now_ms: i64,
    nonce: [u8; 24],
    /// Whether the body or the answer holds a secret.
    is_secret: bool,
}

impl Context {
    /// The call, if it came with a key.
    pub(crate) fn call(&self) -> Option<Call> {
        let (repeatable, user_id) = (self.repeatable.as_ref()?, self.actor_id()?);
        Some(Call {
            repeatable: Arc::clone(repeatable),
            user_id: user_id.to_owned(),
            now_ms: self.now_ms(),
            nonce: self.secret("stored response nonce"),
            is_secret: false,
        })
    }

    /// The same for a call with a secret in its body or its answer: what is kept of it opens to nobody else.
    pub(crate) fn secret_call(&self) -> Option<Call> {
        self.call().map(|call| Call {
            is_secret: true,
            ..call
        })
    }
}

/// The answer of a call.
pub(crate) struct Answer<T> {
    pub outcome: T,
    /// Whether the call had been answered before, so that nothing happened now.
    pub again: bool,
}

struct Once<S, T> {
    call: Call,
    state: S,
    work: Work<S, T, Error>,
}

impl Library {
    /// Runs a use case in one transaction, as [`carrel_storage::Database::write`] does. If the call has a key and has
    /// been answered already, nothing happens, and the answer is what it was.
    pub(crate) async fn write_once<S, T>(
        &self,
        call: Option<Call>,
        state: S,
        work: Work<S, T, Error>,
    ) -> Result<T>
    where
        S: Send + Sync + 'static,
        T: Serialize + DeserializeOwned + Send + Sync + 'static,
    {
        let answer = self.answer_once(call, state, work).await?;
        Ok(answer.outcome)
    }

    /// The same, telling whether anything happened.
    pub(crate) async fn answer_once<S, T>(
        &self,
        call: Option<Call>,
        state: S,
        work: Work<S, T, Error>,
    ) -> Result<Answer<T>>
    where
        S: Send + Sync + 'static,
        T: Serialize + DeserializeOwned + Send + Sync + 'static,
    {
        let Some(call) = call else {
            let outcome = self.database.write(state, work).await?;
            return Ok(Answer {
                outcome,
                again: false,
            });
        };
        self.database
            .write(Once { call, state, work }, |transaction, once| {
                Box::pin(once_in(transaction, once))
            })
            .await
    }

    /// Takes back what [`Library::write_once`] kept of a call whose effect is not in the database and did not come about.
    pub(crate) async fn forget_call(&self, context: &Context) -> Result<()> {
        let Some(call) = context.call() else {
            return Ok(());
        };
        self.database
            .write(
                (call.user_id, call.repeatable),
                |transaction, (user_id, repeatable)| {
                    Box::pin(idempotency_keys::remove(transaction, user_id, &repeatable.key))
                },
            )
            .await
            .map_err(Error::Storage)
    }

    /// The answer of a call that ends its own caller's token, if this is its second time.
    pub(crate) async fn answered<T>(&self, context: &Context) -> Result<Option<T>>
    where
        T: DeserializeOwned + Send + 'static,
    {
        let Some(repeatable) = &context.repeatable else {
            return Ok(None);
        };
        let input = (
            token_hash(&repeatable.token),
            repeatable.key.clone(),
            context.now_ms(),
        );
        let kept = self
            .database
            .read(&input, |connection: &mut Connection, (token, key, now)| {
                Box::pin(idempotency_keys::find_of_token(
                    connection,
                    token,
                    key,
                    now - KEPT_MS,
                ))
            })
            .await
            .map_err(Error::Storage)?;
        repeatable.again(kept, true)
    }
}

async fn once_in<S, T>(transaction: &mut Transaction, once: &Once<S, T>) -> Result<Answer<T>>
where
    S: Sync,
    T: Serialize + DeserializeOwned + Sync,
{
    let Call {
        repeatable,
        user_id,
        now_ms,
        nonce,
        is_secret,
    } = &once.call;
    // Of two at once, the second waits here for the answer of the first.
    let key = &repeatable.key;
    transaction
        .lock(Lock::Call(&format!("call {user_id} {key}")))
        .await?;
    let kept = idempotency_keys::find(transaction, user_id, key, now_ms - KEPT_MS).await?;
    if let Some(outcome) = repeatable.again(kept, *is_secret)? {
        return Ok(Answer { outcome, again: true });
    }
    let outcome = (once.work)(transaction, &once.state).await?;
    let text = serde_json::to_string(&outcome)
        .map_err(|error| Error::Defect(format!("an answer cannot be kept: {error}")))?;
    let (text, token_hash) = if *is_secret {
        (
            repeatable.seal(&text, *nonce)?,
            Some(token_hash(&repeatable.token)),
        )
    } else {
        (text, None)
    };
    let response = NewResponse {
        user_id,
        key,
        fingerprint: &repeatable.fingerprint(*is_secret),
        token_hash: token_hash.as_deref(),
        response: &text,
        created_at: *now_ms,
    };
    idempotency_keys::insert(transaction, &response).await?;
    Ok(Answer {
        outcome,
        again: false,
    })
}

/// Forgets the answers of calls that are a day old. Returns how many.
pub async fn tidy(library: &Library, now: Timestamp) -> Result<u64> {
    library
        .database
        .write(now.as_millisecond(), |transaction, now| {
            Box::pin(idempotency_keys::remove_old(transaction, now - KEPT_MS))
        })
        .await
        .map_err(Error::Storage)
}
