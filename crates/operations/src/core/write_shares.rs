//! The writes that callers may still make.
//!
//! Several servers may share a database, so writes are counted there; in shares of 100, because one more statement in each
//! write would cost too much. A server that has taken a share counts it down in memory.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use carrel_domain::users::UserId;

/// The number of writes that a server takes from the window at once.
pub(crate) const SHARE: u32 = 100;
/// How long a share can be used, in milliseconds.
const SHARE_LASTS_MS: i64 = 60 * 1000;
/// The number of callers above which ended shares are removed.
const MANY_CALLERS: usize = 1000;

/// The shares of all callers.
#[derive(Debug, Default)]
pub struct WriteShares(Mutex<HashMap<UserId, Share>>);

#[derive(Debug)]
struct Share {
    left: u32,
    /// In milliseconds since 1970.
    ends_at: i64,
}

impl WriteShares {
    /// Takes a write from a caller's share. Returns false when there is none left.
    pub(crate) fn take(&self, user_id: UserId, now_ms: i64) -> bool {
        let mut shares = self.lock();
        let share = shares.get_mut(&user_id);
        let Some(share) = share.filter(|share| share.left > 0 && share.ends_at > now_ms) else {
            return false;
        };
        share.left -= 1;
        true
    }

    /// Adds a share, of which one write is taken at once. Concurrent calls may each add one: none of them is lost.
    pub(crate) fn add(&self, user_id: UserId, now_ms: i64) {
        let mut shares = self.lock();
        if shares.len() > MANY_CALLERS {
            shares.retain(|_, share| share.ends_at > now_ms);
        }
        let known = shares.get(&user_id).filter(|share| share.ends_at > now_ms);
        let share = Share {
            left: known.map_or(0, |share| share.left) + SHARE - 1,
            ends_at: now_ms + SHARE_LASTS_MS,
        };
        shares.insert(user_id, share);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<UserId, Share>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use carrel_domain::users::UserId;

    use super::{SHARE, SHARE_LASTS_MS, WriteShares};

    const ADA: UserId = UserId::new(1);

    #[test]
    fn a_share_is_used_up_or_ends() {
        let shares = WriteShares::default();
        assert!(!shares.take(ADA, 0));
        shares.add(ADA, 0);
        for _ in 1..SHARE {
            assert!(shares.take(ADA, SHARE_LASTS_MS - 1));
        }
        assert!(!shares.take(ADA, SHARE_LASTS_MS - 1));
        shares.add(ADA, 0);
        assert!(!shares.take(ADA, SHARE_LASTS_MS));
    }

    #[test]
    fn shares_of_concurrent_calls_add_up() {
        let shares = WriteShares::default();
        shares.add(ADA, 0);
        shares.add(ADA, 1);
        let taken = (0..1000).take_while(|_| shares.take(ADA, 2)).count();
        assert_eq!(taken, 2 * (SHARE as usize - 1));
        // What is left of an ended share is not added.
        shares.add(ADA, 10);
        shares.add(ADA, 10 + SHARE_LASTS_MS);
        let taken = (0..1000)
            .take_while(|_| shares.take(ADA, 11 + SHARE_LASTS_MS))
            .count();
        assert_eq!(taken, SHARE as usize - 1);
    }
}
