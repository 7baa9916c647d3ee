//! Security events that wait to be recorded.
//!
//! They are recorded after the response, one at a time, by one task of the process: a flood of refused calls must take
//! neither the places of writes nor the connections of others. Equal events are added up while they wait, and the number of
//! different ones is limited; further ones are only in the log and the metrics.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use carrel_domain::users::UserId;
use serde_json::Value;

use crate::core::context::Context;

/// The maximum number of different events that wait. Each takes some hundred bytes.
const MOST: usize = 1000;

/// A security event.
#[derive(Debug, Clone)]
pub struct SecurityEvent {
    /// One of [`carrel_domain::audit::ACTIONS`].
    pub action: &'static str,
    /// The account; `None` when none exists.
    pub user_id: Option<UserId>,
    /// Whether the owner of the account acted, as far as the server knows.
    pub is_own: bool,
    /// How many equal events of an hour have an entry each.
    pub single: i64,
    /// Further details, beside the address.
    pub details: Value,
}

impl SecurityEvent {
    /// Equal events have equal keys.
    pub(crate) fn key(&self, address: &str) -> String {
        let user = self.user_id.map_or_else(String::new, |id| id.to_string());
        format!("audit:{}:{user}:{address}:{}", self.action, self.details)
    }
}

/// The events that wait.
#[derive(Debug, Default)]
pub(crate) struct EventQueue(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    waiting: BTreeMap<String, Waiting>,
    /// Whether a task records them.
    is_recording: bool,
}

/// An event, and how often it happened.
#[derive(Debug, Clone)]
pub(crate) struct Waiting {
    /// The call of the first of them.
    pub(crate) context: Context,
    pub(crate) event: SecurityEvent,
    /// The key of the e-mail address of an account that may not exist, whose id the event gets.
    pub(crate) email_key: Option<String>,
    pub(crate) address: String,
    pub(crate) times: i64,
}

impl EventQueue {
    /// Adds an event. Returns whether a task has to be started.
    pub(crate) fn add(&self, waiting: Waiting) -> bool {
        let key = format!(
            "{} {}",
            waiting.event.key(&waiting.address),
            waiting.email_key.as_deref().unwrap_or_default()
        );
        let mut state = self.lock();
        if let Some(equal) = state.waiting.get_mut(&key) {
            equal.times += waiting.times;
        } else if state.waiting.len() < MOST {
            state.waiting.insert(key, waiting);
        } else {
            metrics::counter!("carrel_security_events_unrecorded_total").increment(1);
        }
        !std::mem::replace(&mut state.is_recording, true)
    }

    /// The next event; `None` ends the task.
    pub(crate) fn next(&self) -> Option<Waiting> {
        let mut state = self.lock();
        let next = state.waiting.pop_first().map(|(_, waiting)| waiting);
        state.is_recording = next.is_some();
        next
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use carrel_domain::users::UserId;
    use jiff::Timestamp;
    use serde_json::json;

    use super::{EventQueue, MOST, SecurityEvent, Waiting};
    use crate::core::context::Context;

    fn event(user: i64) -> Waiting {
        Waiting {
            context: Context::without_actor(Timestamp::UNIX_EPOCH, [0; 32]),
            event: SecurityEvent {
                action: "access.refused",
                user_id: Some(UserId::new(user)),
                is_own: true,
                single: 1,
                details: json!({ "code": "not_allowed" }),
            },
            email_key: None,
            address: "192.0.2.7".to_owned(),
            times: 1,
        }
    }

    #[test]
    fn a_flood_of_equal_events_is_one_event_for_one_task() {
        let queue = EventQueue::default();
        assert!(queue.add(event(1)), "the first one starts a task");
        for _ in 0..5000 {
            assert!(!queue.add(event(1)));
        }
        assert!(!queue.add(event(2)));
        assert_eq!(queue.next().map(|waiting| waiting.times), Some(5001));
        assert!(!queue.add(event(1)), "the task goes on");
        assert_eq!(queue.next().map(|waiting| waiting.times), Some(1));
        assert_eq!(queue.next().map(|waiting| waiting.times), Some(1));
        assert!(queue.next().is_none(), "the task ends");
        assert!(queue.add(event(1)), "and another one is started");
    }

    #[test]
    fn few_different_events_wait() {
        let queue = EventQueue::default();
        for user in 1..=3000 {
            queue.add(event(user));
        }
        assert_eq!(std::iter::from_fn(|| queue.next()).count(), MOST);
    }
}
