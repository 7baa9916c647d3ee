//! Authentication: sessions, access tokens, passwords, second factors, and the set-up of the first administrator.

pub mod access_tokens;
pub mod account;
pub mod active_user;
pub(crate) mod challenges;
pub mod confirmation;
pub(crate) mod devices;
pub mod email_changes;
pub(crate) mod email_moves;
pub(crate) mod factor_changes;
pub mod factor_reset;
pub mod guesses;
pub mod own_sessions;
pub mod passkeys;
pub mod password_links;
pub(crate) mod proofs;
pub mod registrations;
pub mod second_factors;
pub mod second_step;
pub mod security_events;
pub mod sessions;
pub mod setup;
pub mod student_ids;
pub(crate) mod taken;
pub mod throttling;
pub(crate) mod user_fields;
pub mod write_limits;
