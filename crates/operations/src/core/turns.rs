//! Fairness among callers: the number of concurrent calls of one caller is limited, and while others call, their rate too
//! (`pace.rs`). Further calls wait for their turn before they take a connection of the database.
//!
//! A caller is a user. The first calls with a token, whose user is not known before a read, take turns of the token. A visitor
//! takes a turn of the network address, and one of all visitors together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use carrel_domain::users::UserId;
use carrel_storage::Error as StorageError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use crate::core::error::{Error, Result};
use crate::core::pace::Pace;

/// The maximum number of calls of one caller that wait for their turn. A further one is refused with 503 and
/// `Retry-After`.
pub const WAITING: usize = 64;

/// The time before the response to a refused call: a caller who repeats it at once must not occupy the server with refusals.
const REFUSED_AFTER: Duration = Duration::from_secs(1);

/// The turns of all callers.
#[derive(Debug)]
pub struct Turns {
    at_once: usize,
    callers: Mutex<HashMap<Caller, Calls>>,
    pace: Pace,
}

/// The caller of a call, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Caller {
    User(UserId),
    /// The owner of the token with this hash, valid or not.
    Token(String),
    /// The visitors from one network address.
    Address(Arc<str>),
    /// All visitors together.
    Visitors,
}

impl Caller {
    /// The maximum number of waiting calls. An address may be a class whose browsers open a screen at once.
    fn waiting(&self) -> usize {
        match self {
            Caller::User(_) | Caller::Token(_) => WAITING,
            Caller::Address(_) => 8 * WAITING,
            Caller::Visitors => 64 * WAITING,
        }
    }
}

#[derive(Debug)]
struct Calls {
    permits: Arc<Semaphore>,
    /// Under way and waiting.
    count: usize,
}

/// A call's turn. The next call of the same caller begins when it is dropped.
#[derive(Debug)]
pub struct Turn {
    turns: Arc<Turns>,
    caller: Caller,
    /// Released before the count decreases.
    permit: Option<OwnedSemaphorePermit>,
}

impl Turns {
    /// Allows each caller `at_once` concurrent calls.
    pub fn new(at_once: usize) -> Arc<Self> {
        Arc::new(Turns {
            at_once: at_once.max(1),
            callers: Mutex::default(),
            pace: Pace::default(),
        })
    }

    /// Waits for a turn of a caller, first come, first served. Fails when too many calls of this caller are waiting.
    pub async fn take(self: &Arc<Self>, caller: Caller) -> Result<Turn> {
        let Some((mut turn, permits)) = self.enter(caller) else {
            metrics::counter!("carrel_calls_refused_total").increment(1);
            tokio::time::sleep(REFUSED_AFTER).await;
            let reason = "too many calls of one caller at once".to_owned();
            return Err(Error::Storage(StorageError::Unavailable(reason)));
        };
        // The semaphore is never closed.
        turn.permit = permits.acquire_owned().await.ok();
        self.keep_pace(&turn.caller).await;
        Ok(turn)
    }

    /// Enters a call among those of its caller, unless there are too many.
    fn enter(self: &Arc<Self>, caller: Caller) -> Option<(Turn, Arc<Semaphore>)> {
        let mut callers = self.lock();
        let waiting = caller.waiting();
        let calls = callers.entry(caller.clone()).or_insert_with(|| Calls {
            permits: Arc::new(Semaphore::new(self.at_once)),
            count: 0,
        });
        if calls.count >= self.at_once + waiting {
            return None;
        }
        calls.count += 1;
        let turn = Turn {
            turns: Arc::clone(self),
            caller,
            permit: None,
        };
        Some((turn, Arc::clone(&calls.permits)))
    }

    /// Waits until a call of a person may begin.
    async fn keep_pace(&self, caller: &Caller) {
        let Caller::User(user_id) = caller else { return };
        let count = self.lock().get(caller).map_or(0, |calls| calls.count);
        let now = Instant::now();
        let start = self.pace.start(*user_id, count, now);
        if start > now {
            tokio::time::sleep_until(start).await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Caller, Calls>> {
        self.callers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    /// Whether it is a turn of this user, not only of a token.
    pub fn is_of(&self, user_id: UserId) -> bool {
        self.caller == Caller::User(user_id)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        drop(self.permit.take());
        let mut callers = self.turns.lock();
        if let Some(calls) = callers.get_mut(&self.caller) {
            calls.count -= 1;
            if calls.count == 0 {
                callers.remove(&self.caller);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use tokio::task::unconstrained;

    use carrel_domain::users::UserId;

    use super::{Caller, Turns, WAITING};

    const ADA: Caller = Caller::User(UserId::new(1));
    const BOB: Caller = Caller::User(UserId::new(2));

    #[test]
    fn a_caller_waits_only_for_its_own_calls() {
        let turns = Turns::new(2);
        let take = |caller| turns.take(caller).now_or_never();
        let first = take(ADA).unwrap().unwrap();
        let _second = take(ADA).unwrap().unwrap();
        let mut third = Box::pin(turns.take(ADA));
        assert!(third.as_mut().now_or_never().is_none());
        take(BOB).unwrap().unwrap();
        drop(first);
        third.as_mut().now_or_never().unwrap().unwrap();
    }

    #[test]
    fn too_many_waiting_calls_are_refused_and_a_cancelled_call_frees_its_place() {
        let turns = Turns::new(1);
        let _first = turns.take(ADA).now_or_never().unwrap().unwrap();
        let mut waiting: Vec<_> = (0..WAITING).map(|_| Box::pin(turns.take(ADA))).collect();
        for call in &mut waiting {
            assert!(call.as_mut().now_or_never().is_none());
        }
        assert!(turns.enter(ADA).is_none());
        waiting.pop();
        assert!(turns.enter(ADA).is_some());
    }

    #[tokio::test]
    async fn many_calls_at_once_wait_beyond_a_burst_while_others_call() {
        let turns = Turns::new(8);
        turns.take(BOB).await.unwrap();
        let mut under_way = Vec::new();
        for _ in 0..4 {
            under_way.push(turns.take(ADA).await.unwrap());
        }
        // Without the budget of the task, which would end first.
        let take = |caller| unconstrained(turns.take(caller)).now_or_never();
        assert!(
            (0..10_000).any(|_| take(ADA).is_none()),
            "the fifth call at once is never delayed"
        );
        take(BOB).unwrap().unwrap();
    }

    #[test]
    fn callers_without_calls_are_removed() {
        let turns = Turns::new(1);
        drop(turns.take(ADA).now_or_never());
        assert!(turns.lock().is_empty());
    }
}
