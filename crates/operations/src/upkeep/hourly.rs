//! Work that runs every hour or every night, on one of the servers of a database.

use carrel_domain::calendar::civil_date;
use carrel_storage::Transaction;
use carrel_storage::jobs::{self, JobId, JobRow, NewJob};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;

const MINUTE_MS: i64 = 60 * 1000;
/// The time between two runs, in milliseconds.
const INTERVAL_MS: i64 = 60 * MINUTE_MS;
/// How long a run is leased, in milliseconds: longer than it takes. Afterwards another server takes over.
const LEASE_MS: i64 = 15 * MINUTE_MS;
/// The hour of the nightly work, in the library's zone.
const NIGHT_HOUR: i8 = 3;

/// How often work runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schedule {
    Hourly,
    /// At three o'clock in the library's zone, or as soon as a server runs after that. The first time in an hour.
    Nightly,
}

impl Schedule {
    fn first_ms(self, now_ms: i64) -> i64 {
        match self {
            Schedule::Hourly => now_ms,
            // A server that starts for the first time has other work.
            Schedule::Nightly => now_ms + INTERVAL_MS,
        }
    }

    fn next_ms(self, now_ms: i64, zone: &TimeZone) -> i64 {
        match self {
            Schedule::Hourly => now_ms + INTERVAL_MS,
            Schedule::Nightly => next_night(now_ms, zone).unwrap_or(now_ms + 24 * INTERVAL_MS),
        }
    }
}

/// The next three o'clock in a zone after an instant. `None` at the end of the calendar.
fn next_night(now_ms: i64, zone: &TimeZone) -> Option<i64> {
    let now = Timestamp::from_millisecond(now_ms).ok()?;
    let today = civil_date(now, zone);
    let nights = [Some(today), today.checked_add(1.day()).ok()];
    let nights = nights.into_iter().flatten();
    let mut nights = nights.filter_map(|day| zone.to_timestamp(day.at(NIGHT_HOUR, 0, 0, 0)).ok());
    nights.find(|night| *night > now).map(Timestamp::as_millisecond)
}

/// A lease on a run of recurring work.
#[derive(Debug)]
pub struct Run {
    id: JobId,
    attempts: i64,
    schedule: Schedule,
}

/// Leases the work with a code to this server if it is due. `context` has the present instant.
pub async fn lease(
    library: &Library,
    context: Context,
    code: &'static str,
    schedule: Schedule,
) -> Result<Option<Run>> {
    let waiting = library
        .database
        .read(&code, |connection, code| {
            Box::pin(jobs::waiting(connection, jobs::kind::HOURLY, code))
        })
        .await
        .map_err(Error::Storage)?;
    if waiting.is_some_and(|job| job.run_at > context.now_ms()) {
        return Ok(None);
    }
    library
        .database
        .write(
            (context, code, schedule),
            |transaction, (context, code, schedule)| {
                Box::pin(lease_in(transaction, context, code, *schedule))
            },
        )
        .await
        .map_err(Error::Storage)
}

async fn lease_in(
    transaction: &mut Transaction,
    context: &Context,
    code: &str,
    schedule: Schedule,
) -> carrel_storage::Result<Option<Run>> {
    let now = context.now_ms();
    let job = NewJob {
        id: transaction.fresh_id().await?,
        kind: jobs::kind::HOURLY,
        dedupe_key: Some(code),
        payload: "{}",
        created_at: now,
        run_at: schedule.first_ms(now),
        give_up_at: i64::MAX,
    };
    jobs::insert(transaction, &job).await?;
    let Some(JobRow {
        id, attempts, run_at, ..
    }) = jobs::waiting(transaction, jobs::kind::HOURLY, code).await?
    else {
        return Ok(None);
    };
    if run_at > now || !jobs::lease(transaction, id, (attempts, run_at), now + LEASE_MS).await? {
        return Ok(None);
    }
    Ok(Some(Run {
        id,
        attempts: attempts + 1,
        schedule,
    }))
}

/// Ends a run: after a success the work is due in an hour or in the next night; after a failure in a minute, then two, four and so on up to
/// an hour.
pub async fn end(library: &Library, context: Context, run: Run, problem: Option<String>) -> Result<()> {
    let now = context.now_ms();
    let next = run.schedule.next_ms(now, &library.shown_settings().zone);
    library
        .database
        .write(
            (run, now, next, problem),
            |transaction, (run, now, next, problem)| {
                Box::pin(async move {
                    let Run { id, attempts, .. } = run;
                    if let Some(problem) = problem {
                        let wait = MINUTE_MS << attempts.saturating_sub(1).clamp(0, 6);
                        jobs::retry(transaction, *id, *attempts, problem, now + wait.min(INTERVAL_MS)).await
                    } else {
                        jobs::repeat(transaction, *id, *attempts, *next).await
                    }
                })
            },
        )
        .await
        .map_err(Error::Storage)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use carrel_domain::calendar::parse_zone;
    use jiff::Timestamp;

    use super::next_night;

    #[test]
    fn the_next_night_begins_at_three_in_the_librarys_zone() {
        for (zone, now, next) in [
            ("UTC", "2026-03-01T02:59:59Z", "2026-03-01T03:00:00Z"),
            ("UTC", "2026-03-01T03:00:00Z", "2026-03-02T03:00:00Z"),
            ("Asia/Kolkata", "2026-03-01T12:00:00Z", "2026-03-01T21:30:00Z"),
            // The clocks go from two to three.
            ("Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"),
        ] {
            let zone = parse_zone(zone).unwrap();
            let (now, next): (Timestamp, Timestamp) = (now.parse().unwrap(), next.parse().unwrap());
            assert_eq!(
                next_night(now.as_millisecond(), &zone),
                Some(next.as_millisecond()),
                "{now}"
            );
        }
    }
}
