//! A session as its owner sees it.

use jiff::Timestamp;

use crate::identity::{Entity, Id};

/// A session as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    pub id: SessionId,
    pub token_hash: String,
    pub created_at: Timestamp,
    /// Accurate to a few minutes.
    pub last_used_at: Timestamp,
    pub expires_at: Timestamp,
    pub user_agent: Option<String>,
}

/// The identifier of a session.
pub type SessionId = Id<Session>;

impl Entity for Session {
    const NAME: &'static str = "session";
}
