//! Security events in the audit log: sign-ins, failures, refusals, uses of tokens.
//!
//! Their number is bounded, so that an attacker cannot fill the disk. Equal events (the same action, account and address)
//! within an hour are counted; an entry is written for the first ones, and then for the 10th, the 100th and so on, with
//! the count. All accounts that do not exist count as one. All events of one action write at most [`MOST_ENTRIES`] entries
//! an hour for members, and as many for staff, so that a flood of one hides no other; the rest are only in the log and the
//! metrics.

use std::sync::Arc;
use std::time::Duration;

use carrel_domain::users::{AccessTokenId, UserId, device};
use carrel_storage::{Database, Transaction, throttles, users};
use serde_json::{Value, json};

use crate::core::audit::{Entry, Event, Subject};
use crate::core::context::Context;
use crate::core::error::{Error, Result};
pub use crate::core::event_queue::SecurityEvent;
use crate::core::event_queue::{EventQueue, Waiting};
use crate::core::library::Library;
use crate::identity::origin::Origin;

/// How long recording waits after a failure, so that an outage is one line of the log in a second.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

const HOUR_MS: i64 = 60 * 60 * 1000;

/// The maximum number of entries of all security events of one action in an hour, for staff and for members each: about 300
/// kilobytes.
const MOST_ENTRIES: i64 = 1000;

impl SecurityEvent {
    /// Counts the event, which happened so many times, and writes its entries in the caller's transaction, if it gets any.
    pub(crate) async fn record_in(
        &self,
        transaction: &mut Transaction,
        context: &Context,
        address: &str,
        times: i64,
    ) -> Result<()> {
        let (now, key) = (context.now_ms(), self.key(address));
        throttles::add(transaction, &key, times, now, now - HOUR_MS + 1).await?;
        let (total, _) = throttles::find(transaction, &key).await?.unwrap_or((times, now));
        for number in recorded(total - times, total, self.single) {
            let of_action = self.budget(transaction).await?;
            throttles::count(transaction, &of_action, now, now - HOUR_MS + 1).await?;
            let (entries, _) = throttles::find(transaction, &of_action)
                .await?
                .unwrap_or((1, now));
            if entries > MOST_ENTRIES {
                return Ok(());
            }
            self.write(transaction, context, address, number).await?;
        }
        Ok(())
    }

    /// The key of the budget of entries: members, who may be many accounts of one stranger, do not use up that of staff.
    async fn budget(&self, transaction: &mut Transaction) -> Result<String> {
        let user = match self.user_id {
            Some(user_id) => users::find(transaction, user_id).await?,
            None => None,
        };
        let whose = if user.is_some_and(|user| user.role.is_staff()) {
            "staff"
        } else {
            "members"
        };
        Ok(format!("audit:{whose}:{}", self.action))
    }

    /// Writes the entry of the event with this number.
    async fn write(
        &self,
        transaction: &mut Transaction,
        context: &Context,
        address: &str,
        number: i64,
    ) -> Result<()> {
        let mut after = self.details.clone();
        after["networkAddress"] = address.into();
        if number > self.single {
            after["times"] = number.into();
        }
        let event = Event {
            action: self.action,
            subject: self
                .user_id
                .map_or_else(|| Subject::named("sign_in"), Subject::of),
            before: None,
            after: Some(after),
        };
        let actor_id = self.user_id.filter(|_| self.is_own);
        let entry = Entry::new(context, event).by(actor_id);
        transaction.execute_all(&[entry.writing()]).await?;
        Ok(())
    }
}

/// The numbers of the events with entries, of those after `before` up to `total`: each of the first `single`, and then the
/// 10th, the 100th and so on.
fn recorded(before: i64, total: i64, single: i64) -> Vec<i64> {
    let mut numbers: Vec<i64> = (before + 1..=total.min(single)).collect();
    let mut power = 10;
    while power <= total {
        if power > before.max(single) {
            numbers.push(power);
        }
        power *= 10;
    }
    numbers
}

/// The event that a session began. `second_factor` is the kind of the second step, where there was one.
pub(crate) fn session_begun(
    user_id: UserId,
    origin: &Origin,
    second_factor: Option<&'static str>,
) -> SecurityEvent {
    let device = device(origin.user_agent.as_deref().unwrap_or_default());
    let mut details = json!({ "browser": device.browser, "system": device.system });
    if let Some(second_factor) = second_factor {
        details["secondFactor"] = second_factor.into();
    }
    SecurityEvent {
        action: "session.begun",
        user_id: Some(user_id),
        is_own: true,
        single: 20,
        details,
    }
}

/// The event that a password was right, and a second step was asked for: until a session follows, somebody else may know the
/// password.
pub(crate) fn second_step_asked(user_id: UserId) -> SecurityEvent {
    SecurityEvent {
        action: "sign_in.second_step_asked",
        user_id: Some(user_id),
        is_own: false,
        single: 1,
        details: json!({}),
    }
}

/// The event that the owner of an account signed out.
pub(crate) fn signed_out(user_id: UserId) -> SecurityEvent {
    SecurityEvent {
        action: "session.signed_out",
        user_id: Some(user_id),
        is_own: true,
        single: 20,
        details: json!({}),
    }
}

/// The event that an access token was used from another address than before.
pub(crate) fn token_used(user_id: UserId, token: AccessTokenId) -> SecurityEvent {
    SecurityEvent {
        action: "access_token.used",
        user_id: Some(user_id),
        is_own: true,
        single: 1,
        details: json!({ "id": token }),
    }
}

/// The event that a call was refused because of the rights of its caller. `route` is a template without ids.
pub fn refused(user_id: UserId, method: &str, route: &str, code: &str) -> SecurityEvent {
    SecurityEvent {
        action: "access.refused",
        user_id: Some(user_id),
        is_own: true,
        single: 1,
        details: json!({ "method": method, "route": route, "code": code }),
    }
}

/// Counts a sign-in that failed or was throttled, and records it in the background. The account is looked up there, too:
/// the time of the response must not reveal whether it exists. The e-mail address is not recorded: it may be a password
/// in the wrong field. `second_factor` is the kind of the second step, if the password was right.
pub(crate) fn note_failed_sign_in(
    library: &Library,
    context: &Context,
    action: &'static str,
    email_key: &str,
    second_factor: Option<&'static str>,
    address: &str,
) {
    let event = SecurityEvent {
        action,
        user_id: None,
        is_own: false,
        single: 1,
        details: of_factor(second_factor),
    };
    record_later(library, context, event, Some(email_key.to_owned()), address);
}

/// Counts and records a confirmation that failed or was throttled: a password or a code that the owner of a session is asked
/// for before something dangerous. Other errors are no security events.
pub(crate) fn note_failed_confirmation(
    library: &Library,
    context: &Context,
    user_id: UserId,
    error: &Error,
    second_factor: Option<&'static str>,
    address: &str,
) {
    let action = match error {
        Error::Invalid(_) => "confirmation.failed",
        Error::Throttled { .. } => "confirmation.throttled",
        _ => return,
    };
    tracing::info!(user = %user_id, address, action, "no confirmation");
    let event = SecurityEvent {
        action,
        user_id: Some(user_id),
        is_own: true,
        single: 1,
        details: of_factor(second_factor),
    };
    record_later(library, context, event, None, address);
}

/// The details of an event about a second factor, or about a password.
fn of_factor(second_factor: Option<&'static str>) -> Value {
    second_factor.map_or_else(|| json!({}), |kind| json!({ "secondFactor": kind }))
}

/// Counts an event for the metrics, and records it in the background.
pub fn note(library: &Library, context: &Context, event: SecurityEvent, address: &str) {
    record_later(library, context, event, None, address);
}

/// Counts an event for the metrics.
pub(crate) fn count(action: &'static str) {
    metrics::counter!("carrel_security_events_total", "event" => action).increment(1);
}

/// `email_key` is that of an account that may not exist, whose id the event gets.
fn record_later(
    library: &Library,
    context: &Context,
    event: SecurityEvent,
    email_key: Option<String>,
    address: &str,
) {
    count(event.action);
    let waiting = Waiting {
        context: context.clone(),
        event,
        email_key,
        address: address.to_owned(),
        times: 1,
    };
    record_soon(library, waiting);
}

/// Records an event in the background.
fn record_soon(library: &Library, waiting: Waiting) {
    if library.events.add(waiting) {
        tokio::spawn(record_all(library.database.clone(), Arc::clone(&library.events)));
    }
}

async fn record_all(database: Database, events: Arc<EventQueue>) {
    while let Some(waiting) = events.next() {
        if let Err(error) = record_one(&database, waiting).await {
            tracing::warn!(%error, "a security event could not be recorded");
            tokio::time::sleep(AFTER_FAILURE).await;
        }
    }
}

async fn record_one(database: &Database, waiting: Waiting) -> Result<()> {
    database
        .write(waiting, |transaction, waiting| {
            Box::pin(async move {
                let mut event = waiting.event.clone();
                if let Some(email_key) = &waiting.email_key {
                    let user = users::find_by_email(transaction, email_key).await?;
                    event.user_id = user.map(|user| user.id);
                }
                let before = transaction.written();
                let Waiting {
                    context,
                    address,
                    times,
                    ..
                } = waiting;
                event.record_in(transaction, context, address, *times).await?;
                // No response depends on this entry.
                transaction.keep_stamp(before);
                Ok(())
            })
        })
        .await
}

#[cfg(test)]
mod tests {
    use super::recorded;

    #[test]
    fn the_entries_of_a_flood_are_few() {
        assert_eq!(recorded(0, 100_000, 1), [1, 10, 100, 1000, 10_000, 100_000]);
        assert_eq!(recorded(0, 1, 1), [1]);
        assert_eq!(recorded(1, 9, 1), [0; 0]);
        assert_eq!(recorded(9, 10, 1), [10]);
        assert_eq!(recorded(10, 99, 1), [0; 0]);
        assert_eq!(recorded(18, 100, 20), [19, 20, 100]);
    }

    #[test]
    fn events_are_recorded_alike_one_by_one_and_together() {
        for single in [1, 20] {
            let apart: Vec<i64> = (0..2000)
                .flat_map(|before| recorded(before, before + 1, single))
                .collect();
            assert_eq!(apart, recorded(0, 2000, single));
        }
    }
}
