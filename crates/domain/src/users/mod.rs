//! People: their roles, permissions, tokens, and forms.

pub mod access_token;
mod act;
mod common_passwords;
pub mod confirmation;
mod device;
mod email;
mod email_change;
mod limits;
mod own_words;
pub mod passkey;
mod password;
mod password_fields;
mod password_forms;
pub mod role;
pub mod roster;
pub mod scope;
pub mod second_factor;
mod session;
pub mod slowdown;
pub mod staff_factor;
mod student_id;
pub mod throttle;
mod user;
pub mod validation;

pub use access_token::{AccessToken, AccessTokenId};
pub use act::{Act, ActGroup, Acts};
pub use device::{Device, device};
pub use email::{email_key, is_email};
pub use email_change::{EmailChange, EmailChangeId};
pub use own_words::OwnWords;
pub use password::{PASSPHRASE_LENGTH, PasswordRules, normalized_password};
pub use role::Role;
pub use scope::{Scope, Scopes};
pub use session::{Session, SessionId};
pub use student_id::student_id;
pub use user::{User, UserId, UserSummary};
