//! A clock that does not move until a test advances it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;

/// A minute in milliseconds.
pub const MINUTE: i64 = 60_000;
/// An hour in milliseconds.
pub const HOUR: i64 = 60 * MINUTE;
/// A day in milliseconds.
pub const DAY: i64 = 24 * HOUR;

/// Where every clock starts: Monday, 2 March 2026, 09:00 UTC, in milliseconds.
const START: i64 = 1_772_442_000_000;

/// The instant of a number of milliseconds since 1970-01-01 UTC.
pub fn instant(milliseconds: i64) -> Timestamp {
    Timestamp::from_millisecond(milliseconds).expect("tests stay within the range of time")
}

/// A clock for tests. Its clones share the time.
#[derive(Debug, Clone)]
pub struct Clock(Arc<AtomicI64>);

impl Default for Clock {
    fn default() -> Self {
        Clock(Arc::new(AtomicI64::new(START)))
    }
}

impl Clock {
    /// The present instant.
    pub fn now(&self) -> Timestamp {
        instant(self.now_ms())
    }

    /// The present instant, in milliseconds since 1970-01-01 UTC.
    pub fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }

    /// The shared instant, from which the server under test reads its time.
    #[cfg(feature = "server")]
    pub(crate) fn shared(&self) -> Arc<AtomicI64> {
        Arc::clone(&self.0)
    }

    /// Moves forward (or back) by some milliseconds, such as `3 * DAY`; returns the new instant in milliseconds.
    pub fn advance(&self, milliseconds: i64) -> i64 {
        self.0.fetch_add(milliseconds, Ordering::SeqCst) + milliseconds
    }
}
