//! Identifiers, and secrets made from randomness that the caller passes.

pub mod check_digit;
mod code;
mod derivation;
mod hexadecimal;
mod id;
mod idempotency_key;
mod token;

pub(crate) use code::code_of;
pub use derivation::derived;
pub use hexadecimal::hexadecimal;
pub use id::{Entity, Id, NotAnId};
pub use idempotency_key::{IDEMPOTENCY_KEY_PATTERN, LONGEST_IDEMPOTENCY_KEY, is_idempotency_key};
pub use token::{fingerprint, token_from, token_hash};
