//! Security events in the audit log: sign-ins, failures, refusals, uses of tokens.
//!
//! Their number is bounded, so that an attacker cannot fill the disk. Equal events (the same action, account and address)
//! within an hour are counted; an entry is written for the first ones, and then for the 10th, the 100th and so on, with
//! the count. All accounts that do not exist count as one. All events of one action write at most [`MOST_ENTRIES`] entries
//! an hour, so that a flood of one hides no other; the rest are only in the log and the metrics.

use carrel_domain::users::{AccessTokenId, UserId, device};
use carrel_storage::{Transaction, throttles, users};
use serde_json::{Value, json};

use crate::audit::{Entry, Event, Subject};
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::identity::origin::Origin;

const HOUR_MS: i64 = 60 * 60 * 1000;

/// The maximum number of entries of all security events of one action in an hour: about 300 kilobytes.
const MOST_ENTRIES: i64 = 1000;

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
    fn key(&self, address: &str) -> String {
        let user = self.user_id.map_or_else(String::new, |id| id.to_string());
        format!("audit:{}:{user}:{address}:{}", self.action, self.details)
    }

    /// Writes its entry in the caller's transaction, if it gets one.
    pub(crate) async fn record_in(
        &self,
        transaction: &mut Transaction,
        context: &Context,
        address: &str,
    ) -> Result<()> {
        let now = context.now_ms();
        let key = self.key(address);
        throttles::count(transaction, &key, now, now - HOUR_MS + 1).await?;
        let (times, _) = throttles::find(transaction, &key).await?.unwrap_or((1, now));
        if times > self.single && !is_power_of_ten(times) {
            return Ok(());
        }
        let of_action = format!("audit:{}", self.action);
        throttles::count(transaction, &of_action, now, now - HOUR_MS + 1).await?;
        let (entries, _) = throttles::find(transaction, &of_action)
            .await?
            .unwrap_or((1, now));
        if entries > MOST_ENTRIES {
            return Ok(());
        }
        let mut after = self.details.clone();
        after["address"] = address.into();
        if times > self.single {
            after["times"] = times.into();
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

/// Whether a number is 10, 100, 1000 and so on.
fn is_power_of_ten(number: i64) -> bool {
    let mut power = 10;
    while power < number {
        power *= 10;
    }
    power == number
}

/// The event that a session began.
pub(crate) fn session_begun(user_id: UserId, origin: &Origin) -> SecurityEvent {
    let device = device(origin.user_agent.as_deref().unwrap_or_default());
    SecurityEvent {
        action: "session.begun",
        user_id: Some(user_id),
        is_own: true,
        single: 20,
        details: json!({ "browser": device.browser, "system": device.system }),
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
/// in the wrong field.
pub(crate) fn note_failed_sign_in(
    library: &Library,
    context: &Context,
    action: &'static str,
    email_key: &str,
    address: &str,
) {
    let event = SecurityEvent {
        action,
        user_id: None,
        is_own: false,
        single: 1,
        details: json!({}),
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
        details: json!({}),
    };
    record_later(library, context, event, None, address);
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
    let database = library.database.clone();
    let input = (context.clone(), event, email_key, address.to_owned());
    tokio::spawn(async move {
        let recorded: Result<()> = database
            .write(input, |transaction, (context, event, email_key, address)| {
                Box::pin(async move {
                    let mut event = event.clone();
                    if let Some(email_key) = email_key {
                        let user = users::find_by_email(transaction, email_key).await?;
                        event.user_id = user.map(|user| user.id);
                    }
                    let before = transaction.written();
                    event.record_in(transaction, context, address).await?;
                    // No response depends on this entry.
                    transaction.keep_stamp(before);
                    Ok(())
                })
            })
            .await;
        if let Err(error) = recorded {
            tracing::warn!(%error, "a security event could not be recorded");
        }
    });
}

#[cfg(test)]
mod tests {
    use super::is_power_of_ten;

    #[test]
    fn the_entries_of_a_flood_are_few() {
        let recorded: Vec<i64> = (1..=100_000)
            .filter(|times| *times == 1 || is_power_of_ten(*times))
            .collect();
        assert_eq!(recorded, [1, 10, 100, 1000, 10_000, 100_000]);
    }
}
