//! Throttles of sign-in and registration, by account and by address.

use carrel_domain::users::email_key;
use carrel_domain::users::throttle::{Limit, Throttle, decide};
use carrel_storage::throttles;
use jiff::{SignedDuration, Timestamp};

use crate::{Error, Library, Result};

/// The key and the limit of failed tries of an account, whether it is there or not.
pub(crate) fn of_account(library: &Library, email: &str) -> (String, Limit) {
    (
        format!("sign-in:account:{}", email_key(email)),
        library.limits.sign_in_failures_by_account,
    )
}

/// Refuses when a key has used up its tries.
pub(crate) async fn check(library: &Library, key: &str, limit: &Limit, now: Timestamp) -> Result<()> {
    let found = library
        .database
        .read(&key.to_owned(), |connection, key| {
            Box::pin(throttles::find(connection, key))
        })
        .await
        .map_err(Error::Storage)?;
    let Some((failures, window_started_at)) = found else {
        return Ok(());
    };
    let failures = u32::try_from(failures).unwrap_or(u32::MAX);
    let started = Timestamp::from_millisecond(window_started_at).unwrap_or(Timestamp::MIN);
    match decide(failures, started, now, limit) {
        Throttle::Allow => Ok(()),
        Throttle::Wait { retry_after_seconds } => Err(Error::Throttled { retry_after_seconds }),
    }
}

/// Counts a try against each key, in one transaction.
pub(crate) async fn count(library: &Library, keys: Vec<(String, Limit)>, now: Timestamp) -> Result<()> {
    library
        .database
        .write((keys, now), |transaction, (keys, now)| {
            Box::pin(async move {
                for (key, limit) in keys {
                    let window = SignedDuration::from_secs(i64::from(limit.window_seconds));
                    let oldest_start =
                        now.as_millisecond() - i64::try_from(window.as_millis()).unwrap_or(i64::MAX);
                    throttles::count(transaction, key, now.as_millisecond(), oldest_start).await?;
                }
                Ok::<_, Error>(())
            })
        })
        .await
}
