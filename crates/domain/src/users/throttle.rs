//! Limits the number of failed attempts.

use jiff::Timestamp;

/// At most `max` failures in a time window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The number of failures after which the next attempt must wait.
    pub max: u32,
    /// Seconds from the first failure until all failures are forgotten.
    pub window_seconds: u32,
}

/// The decision on an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Throttle {
    /// The attempt is allowed.
    Allow,
    /// The attempt is refused without a check.
    Wait {
        /// Seconds until an attempt is allowed again, at least 1: the value of `Retry-After`.
        retry_after_seconds: u32,
    },
}

/// Decides on an attempt after `failures` failures in a window that began at `window_started`.
///
/// A window that seems to begin in the future (clocks of several servers differ) counts as begun now.
pub fn decide(failures: u32, window_started: Timestamp, now: Timestamp, limit: &Limit) -> Throttle {
    // Passed seconds are rounded down, so the announced wait is never too short.
    let passed_seconds = now.duration_since(window_started).as_secs().max(0);
    let left_seconds = i64::from(limit.window_seconds).saturating_sub(passed_seconds);
    match u32::try_from(left_seconds) {
        Ok(retry_after_seconds @ 1..) if failures >= limit.max => Throttle::Wait { retry_after_seconds },
        _ => Throttle::Allow,
    }
}
