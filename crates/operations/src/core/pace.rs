//! The rate of calls: while several people call, the calls of one who sends many at once begin at a limited rate, so that
//! the others find the processor free. A caller who is alone is not limited.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use carrel_domain::users::UserId;
use tokio::time::Instant;

/// The number of calls at once that are never delayed, as those of a program that waits for each response.
const UNPACED: usize = 4;

/// The time between the beginnings of two calls of a limited caller.
const INTERVAL: Duration = Duration::from_micros(500);

/// How far calls may be ahead of their rate: 400 calls, more than a browser sends to open several screens at once.
const BURST: Duration = Duration::from_millis(200);

/// The rates are limited for this time after calls of two people have followed each other.
const SHARED: Duration = Duration::from_secs(1);

/// From this number of people on, those who are within their rate are forgotten.
const REMEMBERED: usize = 1024;

/// The rates of all callers.
#[derive(Debug, Default)]
pub struct Pace(Mutex<Calls>);

#[derive(Debug, Default)]
struct Calls {
    latest: Option<UserId>,
    /// When the caller of a call was last another person than the one before.
    changed_at: Option<Instant>,
    /// When the next call of a person would begin if all of them kept the interval.
    due: HashMap<UserId, Instant>,
}

impl Pace {
    /// When a call may begin whose caller has `count` calls under way or waiting, this one included.
    pub fn start(&self, caller: UserId, count: usize, now: Instant) -> Instant {
        let mut calls = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let previous = calls.latest.replace(caller);
        if previous.is_some_and(|previous| previous != caller) {
            calls.changed_at = Some(now);
        }
        let is_shared = calls.changed_at.is_some_and(|changed| now < changed + SHARED);
        if calls.due.len() >= REMEMBERED {
            calls.due.retain(|_, due| *due > now);
        }
        let due = calls.due.entry(caller).or_insert(now);
        *due = (*due).max(now) + INTERVAL;
        if !is_shared || count <= UNPACED {
            // Free calls use up the burst, but do not delay later ones beyond it.
            *due = (*due).min(now + BURST);
        }
        due.checked_sub(BURST).map_or(now, |start| start.max(now))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use carrel_domain::users::UserId;
    use tokio::time::Instant;

    use super::{BURST, INTERVAL, Pace, SHARED, UNPACED};

    const ADA: UserId = UserId::new(1);
    const BOB: UserId = UserId::new(2);
    const MANY: usize = UNPACED + 1;

    /// The number of calls of a burst.
    fn burst() -> u32 {
        u32::try_from(BURST.as_micros() / INTERVAL.as_micros()).unwrap()
    }

    /// The delays of so many calls that are sent at the same instant.
    fn delays(pace: &Pace, calls: u32, at_once: usize, now: Instant) -> Vec<Duration> {
        let delay = |_| pace.start(ADA, at_once, now) - now;
        (0..calls).map(delay).collect()
    }

    #[test]
    fn a_caller_who_is_alone_is_not_delayed() {
        let (pace, now) = (Pace::default(), Instant::now());
        let delays = delays(&pace, 3 * burst(), MANY, now);
        assert!(delays.iter().all(Duration::is_zero));
    }

    #[test]
    fn after_a_burst_calls_keep_the_interval_while_others_call() {
        let (pace, now) = (Pace::default(), Instant::now());
        pace.start(BOB, 1, now);
        let delays = delays(&pace, burst() + 3, MANY, now);
        let (free, limited) = delays.split_at(delays.len() - 3);
        assert!(free.iter().all(Duration::is_zero));
        assert_eq!(limited, [INTERVAL, INTERVAL * 2, INTERVAL * 3]);
        assert_eq!(pace.start(BOB, MANY, now), now);
    }

    #[test]
    fn a_few_calls_at_once_are_not_delayed_but_use_up_the_burst() {
        let (pace, now) = (Pace::default(), Instant::now());
        pace.start(BOB, 1, now);
        let few = delays(&pace, 3 * burst(), UNPACED, now);
        assert!(few.iter().all(Duration::is_zero));
        assert_eq!(delays(&pace, 1, MANY, now), [INTERVAL]);
    }

    #[test]
    fn the_rate_is_free_again_when_the_others_have_gone() {
        let (pace, now) = (Pace::default(), Instant::now());
        pace.start(BOB, 1, now);
        delays(&pace, 2 * burst(), MANY, now);
        let later = delays(&pace, 2 * burst(), MANY, now + SHARED);
        assert!(later.iter().all(Duration::is_zero));
    }

    #[test]
    fn the_memory_of_callers_is_bounded() {
        let (pace, mut now) = (Pace::default(), Instant::now());
        for number in 1..5000 {
            pace.start(UserId::new(number), 1, now);
            now += INTERVAL;
        }
        assert!(pace.0.lock().unwrap().due.len() <= super::REMEMBERED);
    }
}
