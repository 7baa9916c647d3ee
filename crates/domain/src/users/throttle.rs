//! How many failed attempts are too many.

use jiff::Timestamp;

/// At most `max` failures in a window of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Failures that are still let pass; the next attempt waits.
    pub max: u32,
    /// Seconds from the first failure until all of them are forgotten.
    pub window_seconds: u32,
}

/// What happens to an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throttle {
    /// It may be tried.
    Allow,
    /// It is refused unseen.
    Wait {
        /// Seconds until an attempt is allowed again, at least 1: the value of `Retry-After`.
        retry_after_seconds: u32,
    },
}

/// Decides on an attempt after `failures` failures in a window that began at `window_started`.
///
/// A window that seems to begin in the future (clocks of several servers differ) counts as begun now.
pub fn decide(failures: u32, window_started: Timestamp, now: Timestamp, limit: &Limit) -> Throttle {
    // Whole seconds that passed are rounded down, so the wait is never announced too short.
    let passed_seconds = now.duration_since(window_started).as_secs().max(0);
    let left_seconds = i64::from(limit.window_seconds).saturating_sub(passed_seconds);
    match u32::try_from(left_seconds) {
        Ok(retry_after_seconds @ 1..) if failures >= limit.max => Throttle::Wait { retry_after_seconds },
        _ => Throttle::Allow,
    }
}
