//! The open streams of live changes of this process, and what each of them has not sent yet.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use carrel_domain::live::{Announcement, Digest, Recheck};
use carrel_domain::users::{Acts, UserId};
use carrel_storage::Error as StorageError;
use tokio::sync::Notify;

use crate::core::error::{Error, Result};
use crate::core::limits::LiveLimits;

/// All open streams.
#[derive(Default)]
pub struct LiveStreams {
    open: Mutex<Open>,
    /// Notified when a stream was opened.
    pub(crate) opened: Notify,
}

#[derive(Default)]
struct Open {
    next: u64,
    by_number: BTreeMap<u64, Arc<Slot>>,
    of_user: HashMap<UserId, usize>,
    /// Whether a task looks for changes.
    is_followed: bool,
    has_stopped: bool,
}

/// What one stream has not sent yet.
pub(crate) struct Slot {
    user_id: UserId,
    state: Mutex<State>,
    notify: Notify,
}

#[derive(Default)]
struct State {
    /// What the person may do.
    acts: Acts,
    /// Whether all changes are announced to this stream from now on.
    is_followed: bool,
    collected: Collected,
}

/// What a stream has to send or to check.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    pub(crate) digest: Digest,
    /// Whether all changes after this are announced, which the stream says once.
    pub(crate) is_ready: bool,
    /// Whether the session or the permissions may have changed.
    pub(crate) must_recheck: bool,
    /// Whether the server stops.
    pub(crate) has_stopped: bool,
}

impl Collected {
    fn is_empty(&self) -> bool {
        !self.has_stopped && !self.must_recheck && !self.is_ready && self.digest.is_empty()
    }
}

/// One open stream. It is closed when this is dropped.
pub(crate) struct OpenStream {
    streams: Arc<LiveStreams>,
    slot: Arc<Slot>,
    number: u64,
}

impl LiveStreams {
    /// Opens a stream of a person who may do these acts. Returns whether the caller must start the task that looks for
    /// changes, too.
    ///
    /// # Errors
    /// [`Error::TooManyStreams`] for the person; [`StorageError::Unavailable`] for this process and when it stops.
    pub(crate) fn open(
        self: &Arc<Self>,
        user_id: UserId,
        acts: Acts,
        limits: &LiveLimits,
    ) -> Result<(OpenStream, bool)> {
        let mut open = self.lock();
        if open.has_stopped || open.by_number.len() >= limits.of_server {
            metrics::counter!("carrel_live_streams_refused_total").increment(1);
            let reason = "too many streams of live changes".to_owned();
            return Err(Error::Storage(StorageError::Unavailable(reason)));
        }
        let of_user = open.of_user.entry(user_id).or_default();
        if *of_user >= limits.of_person {
            metrics::counter!("carrel_live_streams_refused_total").increment(1);
            return Err(Error::TooManyStreams {
                limit: limits.of_person,
            });
        }
        *of_user += 1;
        let slot = Arc::new(Slot {
            user_id,
            state: Mutex::new(State {
                acts,
                ..State::default()
            }),
            notify: Notify::new(),
        });
        let number = open.next;
        open.next += 1;
        open.by_number.insert(number, Arc::clone(&slot));
        let must_follow = !open.is_followed;
        open.is_followed = true;
        drop(open);
        metrics::gauge!("carrel_live_streams").increment(1);
        self.opened.notify_one();
        let stream = OpenStream {
            streams: Arc::clone(self),
            slot,
            number,
        };
        Ok((stream, must_follow))
    }

    /// The streams that are open now. `None` when there is none: then the task that looks for changes ends.
    pub(crate) fn followed(&self) -> Option<Vec<Arc<Slot>>> {
        let mut open = self.lock();
        if open.by_number.is_empty() {
            open.is_followed = false;
            return None;
        }
        Some(open.by_number.values().cloned().collect())
    }

    /// Ends all streams, and refuses new ones.
    pub(crate) fn stop(&self) {
        let mut open = self.lock();
        open.has_stopped = true;
        for slot in open.by_number.values() {
            slot.change(|state| state.collected.has_stopped = true);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slot {
    /// Adds what the person of the stream may know of these changes. A stream that is not followed yet does not need them:
    /// its client loads its data when the stream is ready, or asks for them.
    pub(crate) fn announce(&self, announcements: &[Announcement], rechecks: &[Recheck]) {
        self.change(|state| {
            let acts = state.acts;
            if state.is_followed {
                for announcement in announcements {
                    state.collected.digest.add(*announcement, self.user_id, acts);
                }
            }
            state.collected.must_recheck |= rechecks.iter().any(|recheck| match recheck {
                Recheck::Nobody => false,
                Recheck::User(user_id) => *user_id == self.user_id,
                Recheck::Everybody => true,
            });
        });
    }

    /// Marks that all changes are announced from now on.
    pub(crate) fn mark_followed(&self) {
        self.change(|state| {
            state.collected.is_ready |= !state.is_followed;
            state.is_followed = true;
        });
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        change(&mut state);
        if !state.collected.is_empty() {
            self.notify.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenStream {
    /// Resolves when the stream has something to send or to check.
    pub(crate) async fn changed(&self) {
        self.slot.notify.notified().await;
    }

    /// Adds what the person may know of these changes to this stream alone.
    pub(crate) fn announce(&self, announcements: &[Announcement]) {
        self.slot.announce(announcements, &[]);
    }

    /// Takes what was collected.
    pub(crate) fn take(&self) -> Collected {
        std::mem::take(&mut self.slot.lock().collected)
    }

    /// Sets what the person may do from now on. True when that is different.
    pub(crate) fn set_acts(&self, acts: Acts) -> bool {
        let mut state = self.slot.lock();
        let is_different = state.acts != acts;
        state.acts = acts;
        state.collected.digest.keep_only(acts);
        is_different
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.streams.lock();
        open.by_number.remove(&self.number);
        let user_id = self.slot.user_id;
        if let Some(of_user) = open.of_user.get_mut(&user_id) {
            *of_user -= 1;
            if *of_user == 0 {
                open.of_user.remove(&user_id);
            }
        }
        metrics::gauge!("carrel_live_streams").decrement(1);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use carrel_domain::live::{Announcement, Recheck, Topic};
    use carrel_domain::users::{Acts, UserId};

    use super::LiveStreams;
    use crate::core::limits::LiveLimits;

    const ADA: UserId = UserId::new(7);

    #[test]
    fn nothing_is_followed_without_a_stream() {
        let streams = Arc::new(LiveStreams::default());
        let open = || streams.open(ADA, Acts::OF_MEMBERS, &LiveLimits::default());
        let (first, must_follow) = open().unwrap();
        assert!(must_follow);
        let (second, must_follow) = open().unwrap();
        assert!(!must_follow, "one task follows for all streams");
        drop(first);
        assert_eq!(streams.followed().map(|followed| followed.len()), Some(1));
        drop(second);
        assert!(streams.followed().is_none());
        assert!(open().unwrap().1, "the task of the next stream");
    }

    #[test]
    fn a_stream_learns_only_of_changes_after_it_is_ready() {
        let streams = Arc::new(LiveStreams::default());
        let (stream, _) = streams
            .open(ADA, Acts::OF_MEMBERS, &LiveLimits::default())
            .unwrap();
        let announce = |recheck| {
            for followed in streams.followed().unwrap() {
                let topic = Topic::Books;
                followed.announce(&[Announcement::Shared { topic, id: Some(1) }], &[recheck]);
                followed.mark_followed();
            }
            stream.take()
        };
        let collected = announce(Recheck::Everybody);
        assert!(collected.is_ready && collected.digest.is_empty() && collected.must_recheck);
        let collected = announce(Recheck::User(UserId::new(8)));
        assert!(!collected.is_ready && !collected.digest.is_empty() && !collected.must_recheck);
    }
}
