//! Values that the library handle caches between calls.

use std::sync::Arc;

use carrel_domain::users::{SessionKind, User};
use carrel_storage::engine::Stamp;

/// The user of a session, as read at one version of the data.
#[derive(Debug)]
pub(crate) struct SignedInUser {
    pub(crate) stamp: Stamp,
    pub(crate) user: Arc<User>,
    /// Milliseconds since 1970.
    pub(crate) expires_at: i64,
    /// Milliseconds since 1970.
    pub(crate) last_used_at: i64,
    /// Milliseconds since 1970.
    pub(crate) confirmed_at: i64,
    pub(crate) kind: SessionKind,
}

/// The library in numbers, as the home page shows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LiveFigures {
    pub books: u64,
    pub users: u64,
    /// Borrowings of all time.
    pub borrowed: u64,
}
