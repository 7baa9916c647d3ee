//! Authentication: sessions, access tokens, passwords, and the set-up of the first administrator.

pub mod access_tokens;
pub mod account;
pub mod active_user;
pub mod confirmation;
pub(crate) mod devices;
pub mod email_changes;
pub(crate) mod email_moves;
pub mod guesses;
pub mod own_sessions;
pub mod password_links;
pub mod registrations;
pub mod sessions;
pub mod setup;
pub mod student_ids;
pub(crate) mod taken;
pub mod throttling;
pub(crate) mod user_fields;
pub mod write_limits;
