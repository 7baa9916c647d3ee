//! Sessions: their kinds, and a session as its owner sees it.

use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::identity::{Entity, Id};

/// How a session ends while it is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionKind {
    /// After the library's idle time.
    Ordinary,
    /// Not before it expires: the person chose Remember me.
    Remembered,
    /// After the idle time of shared computers: the browser is marked as one that many people use.
    SharedComputer,
}

impl SessionKind {
    /// Every kind.
    pub const ALL: [SessionKind; 3] = [
        SessionKind::Ordinary,
        SessionKind::Remembered,
        SessionKind::SharedComputer,
    ];

    /// The kind that a sign-in asks for. A session on a shared computer is never a remembered one.
    pub fn asked_for(remember_me: bool, shared_computer: bool) -> Self {
        if shared_computer {
            SessionKind::SharedComputer
        } else if remember_me {
            SessionKind::Remembered
        } else {
            SessionKind::Ordinary
        }
    }

    /// The stored word.
    pub fn as_str(self) -> &'static str {
        match self {
            SessionKind::Ordinary => "ordinary",
            SessionKind::Remembered => "remembered",
            SessionKind::SharedComputer => "shared_computer",
        }
    }
}

impl FromStr for SessionKind {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or(())
    }
}

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
