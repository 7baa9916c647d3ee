//! People: their roles, what they may do, and what they may type about themselves.

pub mod access_token;
mod email;
mod role;
pub mod scope;
mod student_id;
pub mod throttle;
pub mod validation;

pub use email::email_key;
pub(crate) use email::is_email;
pub use role::{Act, Role, may};
pub use scope::{Scope, Scopes};
pub use student_id::student_id;
