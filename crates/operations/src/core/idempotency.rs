//! Idempotency: with an idempotency key, the same call by the same caller has one effect and one response.
//!
//! The transaction that has the effect also stores the response, so neither a crash nor a race can separate them. A
//! refusal has no effect and is not stored: a retry is decided again.

use std::sync::Arc;

use carrel_domain::identity::token_hash;
use carrel_domain::users::UserId;
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

/// How long a response is stored, in milliseconds: a day.
pub(crate) const STORED_MS: i64 = 24 * 60 * 60 * 1000;

/// An idempotent call and its caller.
pub(crate) struct Call {
    request: Arc<IdempotentCall>,
    user_id: UserId,
    now_ms: i64,
    nonce: [u8; 24],
    /// Whether the body or the response contains a secret.
    is_secret: bool,
}

impl Context {
    /// The call, if it came with a key.
    pub(crate) fn call(&self) -> Option<Call> {
        let (idempotent_call, user_id) = (self.idempotent_call.as_ref()?, self.actor_id()?);
        Some(Call {
            request: Arc::clone(idempotent_call),
            user_id,
            now_ms: self.now_ms(),
            nonce: self.secret("stored response nonce"),
            is_secret: false,
        })
    }

    /// The same for a call with a secret in its body or its response: the stored response is encrypted for its caller.
    pub(crate) fn secret_call(&self) -> Option<Call> {
        self.call().map(|call| Call {
            is_secret: true,
            ..call
        })
    }
}

/// The outcome of a call.
pub(crate) struct Answer<T> {
    pub outcome: T,
    /// Whether the response was stored by an earlier call, so that this one had no effect.
    pub is_replay: bool,
}

struct Once<S, T> {
    call: Call,
    state: S,
    work: Work<S, T, Error>,
}

impl Library {
    /// Runs a use case in one transaction, as [`carrel_storage::Database::write`] does. If a response is stored for the
    /// key of the call, it returns that response and does nothing else.
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
        let answer = self.write_once_with_replay(call, state, work).await?;
        Ok(answer.outcome)
    }

    /// The same, and reports whether the call was a replay.
    pub(crate) async fn write_once_with_replay<S, T>(
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
                is_replay: false,
            });
        };
        self.database
            .write(Once { call, state, work }, |transaction, once| {
                Box::pin(once_in(transaction, once))
            })
            .await
    }

    /// Removes the response that [`Library::write_once`] stored for a call whose effect outside the database failed.
    pub(crate) async fn forget_call(&self, context: &Context) -> Result<()> {
        let Some(call) = context.call() else {
            return Ok(());
        };
        self.database
            .write(
                (call.user_id, call.request),
                |transaction, (user_id, idempotent_call)| {
                    Box::pin(idempotency_keys::remove(
                        transaction,
                        *user_id,
                        &idempotent_call.key,
                    ))
                },
            )
            .await
            .map_err(Error::Storage)
    }

    /// The stored response of a call that ends its own caller's token, if this is a replay.
    pub(crate) async fn answered<T>(&self, context: &Context) -> Result<Option<T>>
    where
        T: DeserializeOwned + Send + 'static,
    {
        let Some(idempotent_call) = &context.idempotent_call else {
            return Ok(None);
        };
        let input = (
            token_hash(&idempotent_call.token),
            idempotent_call.key.clone(),
            context.now_ms(),
        );
        let stored = self
            .database
            .read(&input, |connection: &mut Connection, (token, key, now)| {
                Box::pin(idempotency_keys::find_of_token(
                    connection,
                    token,
                    key,
                    now - STORED_MS,
                ))
            })
            .await
            .map_err(Error::Storage)?;
        idempotent_call.stored_outcome(stored, true)
    }
}

async fn once_in<S, T>(transaction: &mut Transaction, once: &Once<S, T>) -> Result<Answer<T>>
where
    S: Sync,
    T: Serialize + DeserializeOwned + Sync,
{
    let Call {
        request: idempotent_call,
        user_id,
        now_ms,
        nonce,
        is_secret,
    } = &once.call;
    // Of two concurrent calls, the second waits here for the response of the first.
    let key = &idempotent_call.key;
    transaction
        .lock(Lock::Call(&format!("call {user_id} {key}")))
        .await?;
    let stored = idempotency_keys::find(transaction, *user_id, key, now_ms - STORED_MS).await?;
    if let Some(outcome) = idempotent_call.stored_outcome(stored, *is_secret)? {
        return Ok(Answer {
            outcome,
            is_replay: true,
        });
    }
    let outcome = (once.work)(transaction, &once.state).await?;
    let text = serde_json::to_string(&outcome)
        .map_err(|error| Error::Defect(format!("a response cannot be stored: {error}")))?;
    let (text, token_hash) = if *is_secret {
        (
            idempotent_call.seal(&text, *nonce)?,
            Some(token_hash(&idempotent_call.token)),
        )
    } else {
        (text, None)
    };
    let response = NewResponse {
        user_id: *user_id,
        key,
        fingerprint: &idempotent_call.fingerprint(*is_secret)?,
        token_hash: token_hash.as_deref(),
        response: &text,
        created_at: *now_ms,
    };
    idempotency_keys::insert(transaction, &response).await?;
    Ok(Answer {
        outcome,
        is_replay: false,
    })
}

/// Removes stored responses that are a day old. Returns how many.
pub async fn tidy(library: &Library, now: Timestamp) -> Result<u64> {
    library
        .database
        .write(now.as_millisecond(), |transaction, now| {
            Box::pin(idempotency_keys::remove_old(transaction, now - STORED_MS))
        })
        .await
        .map_err(Error::Storage)
}
