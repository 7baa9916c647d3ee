//! Identifiers and secrets, made from a time and randomness that the caller brings.

pub mod check_digit;
mod ids;
mod token;

pub use ids::{Ids, fresh_id};
pub use token::{fingerprint, token_from, token_hash};
