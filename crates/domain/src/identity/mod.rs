//! Identifiers and secrets, made from a time and randomness that the caller passes.

pub mod check_digit;
mod derivation;
mod hexadecimal;
mod idempotency_key;
mod ids;
mod token;

pub use derivation::derived;
pub use hexadecimal::hexadecimal;
pub use idempotency_key::{IDEMPOTENCY_KEY_PATTERN, LONGEST_IDEMPOTENCY_KEY, is_idempotency_key};
pub use ids::{Ids, fresh_id};
pub use token::{fingerprint, token_from, token_hash};
