//! Opaque session tokens: the client has the token, the library stores only its hash.

use sha2::{Digest, Sha256};

use super::hexadecimal;

/// The token text for 32 random bytes: 64 lower-case hexadecimal digits.
pub fn token_from(bytes: [u8; 32]) -> String {
    hexadecimal(&bytes)
}

/// The stored form of a token: its SHA-256 as 64 lower-case hexadecimal digits.
///
/// A fast hash is enough, because a token has 256 bits of randomness and cannot be guessed.
pub fn token_hash(token: &str) -> String {
    hexadecimal(&Sha256::digest(token.as_bytes()))
}

/// A short text that identifies another text: the first 64 bits of its SHA-256. Not a secret.
pub fn fingerprint(text: &str) -> String {
    hexadecimal(&Sha256::digest(text.as_bytes())[..8])
}
