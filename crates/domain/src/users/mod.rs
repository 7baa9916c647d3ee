//! People: their roles, permissions, tokens, and forms.

pub mod access_token;
mod device;
mod email;
mod limits;
mod password;
mod role;
pub mod roster;
pub mod scope;
mod session;
pub mod slowdown;
mod student_id;
pub mod throttle;
mod user;
pub mod validation;

pub use access_token::{AccessToken, AccessTokenId};
pub use device::{Device, device};
pub use email::{email_key, is_email};
pub use password::normalized_password;
pub use role::{Act, Role, may};
pub use scope::{Scope, Scopes};
pub use session::{Session, SessionId};
pub use student_id::student_id;
pub use user::{User, UserId, UserSummary};
