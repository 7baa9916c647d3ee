//! Throttles of registrations, mails and other calls: so many in a window of time.

use carrel_domain::users::throttle::{Limit, Throttle, decide};
use carrel_storage::{Transaction, throttles};
use jiff::{SignedDuration, Timestamp};

use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// Counts an attempt against each key before it is made, so that concurrent attempts cannot exceed the limit. Refuses,
/// and counts nothing, when a key has used up its attempts. The caller subtracts an attempt that succeeds.
pub(crate) async fn take(library: &Library, keys: &[(String, Limit)], now: Timestamp) -> Result<()> {
    // A caller over the limit is refused by a read, which costs less than a write.
    for (key, limit) in keys {
        check(library, key, *limit, now).await?;
    }
    library
        .database
        .write((keys.to_vec(), now), |transaction, (keys, now)| {
            Box::pin(take_in(transaction, keys, *now))
        })
        .await
}

/// Refuses when a key has used up its attempts. Counts nothing.
pub(crate) async fn check(library: &Library, key: &String, limit: Limit, now: Timestamp) -> Result<()> {
    let found = library
        .database
        .read(key, |connection, key| Box::pin(throttles::find(connection, key)))
        .await
        .map_err(Error::Storage)?;
    let (failures, window_started_at) = found.unwrap_or((0, 0));
    refuse_if_over(failures, window_started_at, limit, now)
}

async fn take_in(transaction: &mut Transaction, keys: &[(String, Limit)], now: Timestamp) -> Result<()> {
    for (key, limit) in keys {
        let window = SignedDuration::from_secs(i64::from(limit.window_seconds));
        let oldest_start = now.as_millisecond() - i64::try_from(window.as_millis()).unwrap_or(i64::MAX);
        throttles::count(transaction, key, now.as_millisecond(), oldest_start).await?;
        let (with_this_one, window_started_at) = throttles::find(transaction, key).await?.unwrap_or((1, 0));
        refuse_if_over(with_this_one - 1, window_started_at, *limit, now)?;
    }
    Ok(())
}

fn refuse_if_over(failures: i64, window_started_at: i64, limit: Limit, now: Timestamp) -> Result<()> {
    let failures = u32::try_from(failures).unwrap_or(u32::MAX);
    let started = Timestamp::from_millisecond(window_started_at).unwrap_or(Timestamp::MIN);
    match decide(failures, started, now, &limit) {
        Throttle::Allow => Ok(()),
        Throttle::Wait { retry_after_seconds } => Err(Error::Throttled { retry_after_seconds }),
    }
}
