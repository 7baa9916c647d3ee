//! Authentication: sessions, access tokens, passwords, and the set-up of the first administrator.

pub mod access_tokens;
pub mod account;
pub mod active_user;
pub(crate) mod devices;
pub mod guesses;
pub mod own_sessions;
pub mod password_links;
pub mod security_events;
pub mod sessions;
pub mod setup;
pub mod student_ids;
pub mod throttling;
pub mod write_limits;
