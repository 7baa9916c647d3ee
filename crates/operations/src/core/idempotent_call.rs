//! A call with an idempotency key.

use std::sync::{Arc, OnceLock};

use carrel_domain::identity::{hexadecimal, token_hash};
use chacha20poly1305::aead::{Aead as _, KeyInit as _};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use crate::core::error::{Error, Result};

/// The prefix of an encrypted outcome; JSON never begins like this.
const SEALED: &str = "sealed:";

/// The identity of a call: the idempotency key of its caller, and a digest of the request. It is never logged.
#[derive(Clone)]
pub struct IdempotentCall {
    pub(super) key: String,
    /// The caller's token.
    pub(super) token: String,
    /// The digest of method, address and body; set once the whole body was read.
    digest: Arc<OnceLock<String>>,
}

/// The digest of a request whose body is read in parts.
pub struct BodyDigest {
    hasher: Sha256,
    digest: Arc<OnceLock<String>>,
}

impl BodyDigest {
    /// Adds the next part of the body.
    pub fn update(&mut self, part: &[u8]) {
        self.hasher.update(part);
    }

    /// Gives the digest to the call. The body has ended.
    pub fn finish(self) {
        // It is set only here, and this takes the only digest of the call.
        drop(self.digest.set(hexadecimal(&self.hasher.finalize())));
    }
}

impl std::fmt::Debug for IdempotentCall {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("IdempotentCall").finish_non_exhaustive()
    }
}

impl IdempotentCall {
    /// A call under `key` with the caller's token.
    pub fn new(key: String, token: String, method: &str, address: &str, body: &[u8]) -> Self {
        let (call, mut digest) = IdempotentCall::streamed(key, token, method, address);
        digest.update(body);
        digest.finish();
        call
    }

    /// A call whose body is read in parts, and the digest to which each part is added. The call can be used once the
    /// digest is finished.
    pub fn streamed(key: String, token: String, method: &str, address: &str) -> (Self, BodyDigest) {
        let hasher = Sha256::new()
            .chain_update(method.as_bytes())
            .chain_update(b"\n")
            .chain_update(address.as_bytes())
            .chain_update(b"\n");
        let digest = Arc::default();
        let call = IdempotentCall {
            key,
            token,
            digest: Arc::clone(&digest),
        };
        (call, BodyDigest { hasher, digest })
    }

    /// The fingerprint by which a replay is recognised. With secrets in the body or the response it is salted with the
    /// token, which only the caller has: otherwise a weak password could be guessed from the digest.
    ///
    /// # Errors
    /// The body was not read to its end.
    pub(super) fn fingerprint(&self, is_secret: bool) -> Result<String> {
        let digest = self.digest.get();
        let digest = digest.ok_or_else(|| Error::Defect("a call ran before its body was read".to_owned()))?;
        Ok(if is_secret {
            token_hash(&format!("{}\n{digest}", self.token))
        } else {
            digest.clone()
        })
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        let key = Sha256::new()
            .chain_update(b"carrel: the answer of a call\n")
            .chain_update(self.token.as_bytes())
            .finalize();
        XChaCha20Poly1305::new(&key)
    }

    /// Encrypts an outcome so that only the caller's token opens it.
    pub(super) fn seal(&self, outcome: &str, nonce: [u8; 24]) -> Result<String> {
        let sealed = self
            .cipher()
            .encrypt(&XNonce::from(nonce), outcome.as_bytes())
            .map_err(|_| Error::Defect("a stored response could not be encrypted".to_owned()))?;
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
        open().ok_or_else(|| Error::Defect("a stored response cannot be decrypted".to_owned()))
    }

    /// The stored outcome, if it belongs to this call. Another call with the same key is refused, and so is a call
    /// whose outcome was stored by another version of the server in a form that this one cannot read: its effect took
    /// place and must not be repeated.
    pub(super) fn stored_outcome<T: DeserializeOwned>(
        &self,
        stored: Option<(String, String)>,
        is_secret: bool,
    ) -> Result<Option<T>> {
        let Some((fingerprint, outcome)) = stored else {
            return Ok(None);
        };
        if fingerprint != self.fingerprint(is_secret)? {
            return Err(Error::KeyReused);
        }
        serde_json::from_str(&self.open(outcome)?)
            .map(Some)
            .map_err(|error| {
                tracing::warn!(%error, "a response stored by another version cannot be read");
                Error::StoredResponseUnreadable
            })
    }
}

/// The bytes of hexadecimal digits.
pub(super) fn bytes(hexadecimal: &str) -> Option<Vec<u8>> {
    let digits = hexadecimal.as_bytes().chunks(2);
    digits
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::IdempotentCall;

    fn call(token: &str, address: &str, body: &[u8]) -> IdempotentCall {
        IdempotentCall::new("key".to_owned(), token.to_owned(), "PUT", address, body)
    }

    fn print(call: &IdempotentCall, is_secret: bool) -> String {
        call.fingerprint(is_secret).unwrap()
    }

    #[test]
    fn a_fingerprint_covers_the_request_and_for_secrets_the_token() {
        let one = call("a", "/x", b"{}");
        assert_eq!(print(&one, false), print(&call("b", "/x", b"{}"), false));
        assert_ne!(print(&one, true), print(&call("b", "/x", b"{}"), true));
        for other in [call("a", "/y", b"{}"), call("a", "/x", b"{ }")] {
            assert_ne!(print(&one, false), print(&other, false));
            assert_ne!(print(&one, true), print(&other, true));
        }
    }

    #[test]
    fn a_body_in_parts_has_the_fingerprint_of_the_whole_body() {
        let (streamed, mut digest) = IdempotentCall::streamed("key".to_owned(), "a".to_owned(), "PUT", "/x");
        digest.update(b"{");
        assert!(streamed.fingerprint(false).is_err(), "the body has not ended");
        digest.update(b"}");
        digest.finish();
        assert_eq!(print(&streamed, false), print(&call("a", "/x", b"{}"), false));
    }

    #[test]
    fn an_encrypted_response_opens_only_with_the_callers_token() {
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
