//! Calls of visitors: people without an account who read an open catalogue.
//!
//! A visitor is known by the network address only. One address may be a whole school, so the limits leave a class at work
//! alone; a program that copies the catalogue or searches without a pause is slowed down. All visitors together use at most
//! as much of the server as one person may, so that people with an account find their turn.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use carrel_storage::engine::Stamp;
use jiff::Timestamp;

use crate::core::error::{Error, Result};
use crate::core::limits::{Rate, VisitorLimits};
use crate::core::turns::Turn;

/// A visitor's call of the open catalogue. While it exists, the call has its turn.
#[derive(Debug, Clone)]
pub struct VisitorCall {
    /// The version of the data when the call began.
    pub stamp: Stamp,
    address: Arc<str>,
    _turns: Arc<[Turn; 2]>,
}

impl VisitorCall {
    pub(crate) fn new(stamp: Stamp, address: Arc<str>, turns: [Turn; 2]) -> Self {
        VisitorCall {
            stamp,
            address,
            _turns: Arc::new(turns),
        }
    }
}

/// The calls of visitors, by address.
#[derive(Debug, Default)]
pub(crate) struct Visitors {
    calls: Counts,
    searches: Counts,
}

impl Visitors {
    /// Counts a call from an address. Refuses it when the address has used up its calls.
    pub(crate) fn count_call(
        &self,
        address: &Arc<str>,
        limits: &VisitorLimits,
        now: Timestamp,
    ) -> Result<()> {
        self.calls.count(address, limits.calls, now)
    }

    /// Counts a search of a visitor, or another call that costs as much. Refuses it when the address has used up its
    /// searches.
    pub(crate) fn count_search(
        &self,
        call: &VisitorCall,
        limits: &VisitorLimits,
        now: Timestamp,
    ) -> Result<()> {
        self.searches.count(&call.address, limits.searches, now)
    }
}

/// From this number of addresses on, those that are within their rate are forgotten. An IPv6 subscriber is one address.
const REMEMBERED: usize = 16_384;

/// When the next call of an address would be due if its calls kept the interval, in milliseconds.
#[derive(Debug, Default)]
struct Counts(Mutex<HashMap<Arc<str>, i64>>);

impl Counts {
    /// Counts a call of an address, or refuses it.
    fn count(&self, address: &Arc<str>, rate: Rate, now: Timestamp) -> Result<()> {
        let now = now.as_millisecond();
        let mut due_times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if due_times.len() >= REMEMBERED && !due_times.contains_key(address) {
            due_times.retain(|_, due| *due > now);
            if due_times.len() >= REMEMBERED {
                // So many addresses at once are an attack: no further ones are admitted until some are within their rate.
                return Err(Error::Throttled {
                    retry_after_seconds: 1,
                });
            }
        }
        let ahead_ms = rate.interval_ms * i64::from(rate.burst);
        let due = due_times.entry(Arc::clone(address)).or_insert(now);
        // The clock may have been set back.
        *due = (*due).clamp(now, now + ahead_ms);
        if *due + rate.interval_ms > now + ahead_ms {
            let wait_ms = *due + rate.interval_ms - now - ahead_ms;
            return Err(Error::Throttled {
                retry_after_seconds: u32::try_from((wait_ms + 999) / 1000).unwrap_or(u32::MAX),
            });
        }
        *due += rate.interval_ms;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use jiff::Timestamp;

    use super::{Counts, REMEMBERED};
    use crate::core::limits::Rate;

    const RATE: Rate = Rate {
        burst: 3,
        interval_ms: 500,
    };

    fn at(ms: i64) -> Timestamp {
        Timestamp::from_millisecond(1_700_000_000_000 + ms).unwrap()
    }

    #[test]
    fn an_address_has_a_burst_and_then_a_rate() {
        let counts = Counts::default();
        let (school, other): (Arc<str>, Arc<str>) = ("192.0.2.7".into(), "192.0.2.8".into());
        let outcomes: Vec<bool> = [0, 0, 0, 0, 499, 500, 500, 2000, 2000, 2000, 2000]
            .map(|ms| counts.count(&school, RATE, at(ms)).is_ok())
            .to_vec();
        assert_eq!(
            outcomes,
            [
                true, true, true, false, false, true, false, true, true, true, false
            ]
        );
        assert!(counts.count(&other, RATE, at(2000)).is_ok());
        // A clock that was set back does not lock the address out for longer than the burst lasts.
        assert!(counts.count(&school, RATE, at(-60_000)).is_err());
        assert!(counts.count(&school, RATE, at(-59_500)).is_ok());
    }

    #[test]
    fn the_memory_of_addresses_is_bounded() {
        let counts = Counts::default();
        for number in 0..2 * REMEMBERED {
            let _ = counts.count(&format!("2001:db8:0:{number:x}::/64").into(), RATE, at(0));
        }
        assert_eq!(counts.0.lock().unwrap().len(), REMEMBERED);
        assert!(counts.count(&"192.0.2.7".into(), RATE, at(0)).is_err());
        assert!(counts.count(&"192.0.2.7".into(), RATE, at(501)).is_ok());
    }
}
