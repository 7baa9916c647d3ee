//! Work that runs every hour, on one of the servers of a database.

use carrel_storage::Transaction;
use carrel_storage::jobs::{self, JobId, JobRow, NewJob};

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;

const MINUTE_MS: i64 = 60 * 1000;
/// The time between two runs, in milliseconds.
const INTERVAL_MS: i64 = 60 * MINUTE_MS;
/// How long a run is leased, in milliseconds: longer than it takes. Afterwards another server takes over.
const LEASE_MS: i64 = 15 * MINUTE_MS;

/// A lease on a run of hourly work.
#[derive(Debug)]
pub struct Run {
    id: JobId,
    attempts: i64,
}

/// Leases the work with a code to this server if it is due. `context` has the present instant.
pub async fn lease(library: &Library, context: Context, code: &'static str) -> Result<Option<Run>> {
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
        .write((context, code), |transaction, (context, code)| {
            Box::pin(lease_in(transaction, context, code))
        })
        .await
        .map_err(Error::Storage)
}

async fn lease_in(
    transaction: &mut Transaction,
    context: &Context,
    code: &str,
) -> carrel_storage::Result<Option<Run>> {
    let now = context.now_ms();
    let job = NewJob {
        id: transaction.fresh_id().await?,
        kind: jobs::kind::HOURLY,
        dedupe_key: Some(code),
        payload: "{}",
        created_at: now,
        run_at: now,
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
    }))
}

/// Ends a run: after a success the work is due in an hour; after a failure in a minute, then two, four and so on up to
/// an hour.
pub async fn end(library: &Library, context: Context, run: Run, problem: Option<String>) -> Result<()> {
    library
        .database
        .write(
            (run, context.now_ms(), problem),
            |transaction, (run, now, problem)| {
                Box::pin(async move {
                    let Run { id, attempts } = run;
                    if let Some(problem) = problem {
                        let wait = MINUTE_MS << attempts.saturating_sub(1).clamp(0, 6);
                        jobs::retry(transaction, *id, *attempts, problem, now + wait.min(INTERVAL_MS)).await
                    } else {
                        jobs::repeat(transaction, *id, *attempts, now + INTERVAL_MS).await
                    }
                })
            },
        )
        .await
        .map_err(Error::Storage)?;
    Ok(())
}
