//! Slows down guesses of passwords: after a few failures, attempts must keep a distance that grows with each failure.
//!
//! No account is locked: if a number of failures locked an account, a stranger could lock any account by wrong passwords
//! (OWASP ASVS 5.0, 6.1.1 and 6.3.1).

use jiff::{SignedDuration, Timestamp};

/// How the distance between attempts grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slowdown {
    /// The number of failures without any distance.
    pub free: u32,
    /// The distance after the first failure that is not free, in milliseconds. Each further failure doubles it.
    pub first_ms: u32,
    /// The greatest distance, in milliseconds.
    pub most_ms: u32,
    /// Failures are forgotten this long after the latest attempt, in milliseconds.
    pub forgotten_after_ms: u32,
    /// Of failures that are not forgotten together, one is forgotten each time that this has passed, in milliseconds. `None`
    /// keeps them until the latest is forgotten.
    pub forgets_one_each_ms: Option<u32>,
}

/// The failed attempts in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failures {
    /// How many.
    pub count: u32,
    /// The instant of the latest attempt; in the future when an attempt waits for its turn.
    pub latest: Timestamp,
}

impl Slowdown {
    /// The failures that still count at `now`.
    pub fn remembered(&self, failures: Failures, now: Timestamp) -> u32 {
        let passed = now.duration_since(failures.latest);
        if passed >= SignedDuration::from_millis(i64::from(self.forgotten_after_ms)) {
            return 0;
        }
        let faded = self.forgets_one_each_ms.map_or(0, |each| {
            let times = passed.as_millis().max(0) / i128::from(each.max(1));
            u32::try_from(times).unwrap_or(u32::MAX)
        });
        failures.count.saturating_sub(faded)
    }

    /// How long an attempt at `now` must wait, in whole milliseconds.
    pub fn wait_ms(&self, failures: Failures, now: Timestamp) -> u64 {
        let distance = self.distance_ms(self.remembered(failures, now));
        let passed = now.as_millisecond() - failures.latest.as_millisecond();
        // An instant far in the future is that of a server whose clock is wrong.
        let passed = passed.max(-i64::from(self.most_ms));
        u64::try_from(distance.saturating_sub(passed)).unwrap_or(0)
    }

    /// The distance that an attempt must have from the one before it.
    fn distance_ms(&self, failures: u32) -> i64 {
        let Some(doublings) = failures.checked_sub(self.free) else {
            return 0;
        };
        let distance = 1_u64
            .checked_shl(doublings)
            .map_or(u64::MAX, |factor| factor.saturating_mul(self.first_ms.into()));
        i64::try_from(distance.min(self.most_ms.into())).unwrap_or(i64::MAX)
    }
}
