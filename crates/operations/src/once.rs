//! Calls that may come twice: with an idempotency key, the same call by the same caller has one effect and one answer.
//!
//! The answer of a use case is kept by the very transaction that has the effect, so that neither a crash nor a race comes
//! between them. A refusal has no effect and is not kept: the call is decided anew.

use std::sync::Arc;

use carrel_domain::identity::{hexadecimal, token_hash};
use carrel_storage::answered_calls::{self, AnsweredCall};
use carrel_storage::engine::{Lock, Work};
use carrel_storage::{Connection, Transaction};
use chacha20poly1305::aead::{Aead as _, KeyInit as _};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use crate::{Context, Error, Library, Result};

/// How long an answer is kept, in milliseconds: a day.
pub(crate) const KEPT_MS: i64 = 24 * 60 * 60 * 1000;

/// Before a sealed outcome; JSON never begins so.
const SEALED: &str = "sealed:";

/// What tells a call from others: the key its caller gave, and what the call is. Nothing of it is written to logs.
#[derive(Clone)]
pub struct Repeatable {
    key: String,
    /// The caller's token.
    token: String,
    /// The digest of method, address and body.
    digest: String,
}

impl std::fmt::Debug for Repeatable {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Repeatable").finish_non_exhaustive()
    }
}

impl Repeatable {
    /// A call under `key` with the caller's token.
    pub fn new(key: String, token: String, method: &str, address: &str, body: &[u8]) -> Self {
        let digest = Sha256::new()
            .chain_update(method.as_bytes())
            .chain_update(b"\n")
            .chain_update(address.as_bytes())
            .chain_update(b"\n")
            .chain_update(body)
            .finalize();
        Repeatable {
            key,
            token,
            digest: hexadecimal(&digest),
        }
    }

    /// What is kept to know the call again. With secrets in the body or the answer it is salted with the token, which
    /// nobody but the caller has: a digest of a guessable password alone could be guessed.
    fn fingerprint(&self, is_secret: bool) -> String {
        if is_secret {
            token_hash(&format!("{}\n{}", self.token, self.digest))
        } else {
            self.digest.clone()
        }
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        let key = Sha256::new()
            .chain_update(b"carrel: the answer of a call\n")
            .chain_update(self.token.as_bytes())
            .finalize();
        XChaCha20Poly1305::new(&key)
    }

    /// Closes an outcome so that only the caller's token opens it.
    fn seal(&self, outcome: &str, nonce: [u8; 24]) -> Result<String> {
        let sealed = self
            .cipher()
            .encrypt(&XNonce::from(nonce), outcome.as_bytes())
            .map_err(|_| Error::Defect("an answer could not be sealed".to_owned()))?;
        Ok(format!("{SEALED}{}{}", hexadecimal(&nonce), hexadecimal(&sealed)))
    }

    fn open(&self, outcome: String) -> Result<String> {
        let Some(sealed) = outcome.strip_prefix(SEALED) else {
            return Ok(outcome);
        };
        let open = || {
            let bytes = bytes(sealed)?;
            let (nonce, sealed) = bytes.split_first_chunk::<24>()?;
            let opened = self.cipher().decrypt(&XNonce::from(*nonce), sealed).ok()?;
            String::from_utf8(opened).ok()
        };
        open().ok_or_else(|| Error::Defect("a sealed answer does not open".to_owned()))
    }

    /// The outcome that was kept, if it is this very call's.
    fn again<T: DeserializeOwned>(
        &self,
        kept: Option<(String, String)>,
        is_secret: bool,
    ) -> Result<Option<T>> {
        let Some((fingerprint, outcome)) = kept else {
            return Ok(None);
        };
        if fingerprint != self.fingerprint(is_secret) {
            return Err(Error::KeyReused);
        }
        let outcome = serde_json::from_str(&self.open(outcome)?);
        outcome
            .map(Some)
            .map_err(|error| Error::Defect(format!("a kept answer cannot be read: {error}")))
    }
}

fn bytes(hexadecimal: &str) -> Option<Vec<u8>> {
    let digits = hexadecimal.as_bytes().chunks(2);
    digits
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect()
}

/// A call that may come twice, with its caller.
pub(crate) struct Call {
    repeatable: Arc<Repeatable>,
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
        let seed = Sha256::new()
            .chain_update(self.seed)
            .chain_update(b"the nonce of an answer")
            .finalize();
        let mut nonce = [0; 24];
        nonce.copy_from_slice(&seed[..24]);
        Some(Call {
            repeatable: Arc::clone(repeatable),
            user_id: user_id.to_owned(),
            now_ms: self.now_ms(),
            nonce,
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
                    Box::pin(answered_calls::remove(transaction, user_id, &repeatable.key))
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
                Box::pin(answered_calls::find_of_token(
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
    let kept = answered_calls::find(transaction, user_id, key, now_ms - KEPT_MS).await?;
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
    let call = AnsweredCall {
        user_id,
        key,
        fingerprint: &repeatable.fingerprint(*is_secret),
        token_hash: token_hash.as_deref(),
        outcome: &text,
        answered_at: *now_ms,
    };
    answered_calls::keep(transaction, &call).await?;
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
            Box::pin(answered_calls::remove_old(transaction, now - KEPT_MS))
        })
        .await
        .map_err(Error::Storage)
}

#[cfg(test)]
mod tests {
    use super::Repeatable;

    fn call(token: &str, address: &str, body: &[u8]) -> Repeatable {
        Repeatable::new("key".to_owned(), token.to_owned(), "PUT", address, body)
    }

    #[test]
    fn a_call_is_known_by_its_address_and_body_and_a_secret_one_by_its_caller_too() {
        let one = call("a", "/x", b"{}");
        assert_eq!(one.fingerprint(false), call("b", "/x", b"{}").fingerprint(false));
        assert_ne!(one.fingerprint(true), call("b", "/x", b"{}").fingerprint(true));
        for other in [call("a", "/y", b"{}"), call("a", "/x", b"{ }")] {
            assert_ne!(one.fingerprint(false), other.fingerprint(false));
            assert_ne!(one.fingerprint(true), other.fingerprint(true));
        }
    }

    #[test]
    fn a_sealed_answer_opens_with_the_callers_token_alone() {
        let one = call("a", "/x", b"");
        let sealed = one.seal("{\"token\":\"secret\"}", [7; 24]).unwrap();
        assert!(!sealed.contains("secret"));
        assert_eq!(one.open(sealed.clone()).unwrap(), "{\"token\":\"secret\"}");
        assert!(call("b", "/x", b"").open(sealed.clone()).is_err());
        assert!(one.open(sealed.replace("sealed:0", "sealed:f")).is_err());
        assert!(one.open("sealed:00".to_owned()).is_err());
        assert_eq!(one.open("{}".to_owned()).unwrap(), "{}");
    }
}
