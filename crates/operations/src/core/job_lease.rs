//! Leases on long work of the job queue, such as imports: of several servers, one does a piece of work at a time.

use carrel_storage::engine::Work;
use carrel_storage::jobs::{self, JobId, JobRow, NewJob, Outcome};
use carrel_storage::{Error as StorageError, Failure as _, Transaction};

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// How long a server leases a job, in milliseconds. When it dies, another one goes on after this time.
const LEASE_MS: i64 = 20 * 1000;
/// A lease is extended when less than this is left of it, in milliseconds.
const EXTENDED_BELOW_MS: i64 = 12 * 1000;
/// How long a job waits that has ended although there is still work, in milliseconds: a failure needs some time to pass.
const PAUSE_MS: i64 = 1000;
/// The maximum number of waiting jobs among which a server looks for its own.
const LOOKED_AT: i64 = 50;

/// Gives each transaction its instant and its seed.
pub type Clock<'a> = dyn Fn() -> Context + Send + Sync + 'a;

/// A kind of jobs that work on entities, each under the number of its entity.
pub(crate) struct LongWork {
    /// One of [`jobs::kind`].
    pub kind: &'static str,
    /// Whether there is still work for an entity, given by its number.
    pub goes_on: Work<i64, bool, StorageError>,
}

/// A lease of a server on a job.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lease {
    /// The number of the entity.
    pub number: i64,
    job: JobId,
    attempts: i64,
    until: i64,
}

/// What a server finds when it looks for work.
#[derive(Debug)]
pub(crate) enum Found {
    /// No job waits.
    Nothing,
    Mine(Lease),
    /// Another server was faster.
    Elsewhere,
}

/// Lets a server work on an entity.
pub(crate) async fn enqueue(
    transaction: &mut Transaction,
    context: &Context,
    work: &LongWork,
    number: i64,
    payload: &str,
) -> Result<()> {
    let key = number.to_string();
    let job = NewJob {
        id: transaction.fresh_id().await?,
        kind: work.kind,
        dedupe_key: Some(&key),
        payload,
        created_at: context.now_ms(),
        run_at: context.now_ms(),
        give_up_at: i64::MAX,
    };
    jobs::insert(transaction, &job).await?;
    Ok(())
}

/// The number of the entity of a job.
fn number_of(job: &JobRow) -> i64 {
    let number = job.dedupe_key.as_deref().and_then(|key| key.parse().ok());
    number.unwrap_or(0)
}

impl Lease {
    /// Leases the job that waits longest, among those that this server can do: `is_mine` gets the number of the entity.
    pub(crate) async fn next(
        library: &Library,
        work: &LongWork,
        now: i64,
        is_mine: impl Fn(i64, &JobRow) -> bool,
    ) -> Result<Found> {
        let due = library
            .database
            .read(&(work.kind, now), |connection, (kind, now)| {
                Box::pin(jobs::due(connection, kind, *now, jobs::START, LOOKED_AT))
            })
            .await
            .map_err(Error::Storage)?;
        let mut mine = due.into_iter().map(|job| (number_of(&job), job));
        let Some((number, job)) = mine.find(|(number, job)| is_mine(*number, job)) else {
            return Ok(Found::Nothing);
        };
        let lease = Lease {
            number,
            job: job.id,
            attempts: job.attempts + 1,
            until: now + LEASE_MS,
        };
        let leased = library
            .database
            .write((lease, job.run_at), |transaction, (lease, run_at)| {
                let seen = (lease.attempts - 1, *run_at);
                Box::pin(jobs::lease(transaction, lease.job, seen, lease.until))
            })
            .await
            .map_err(Error::Storage)?;
        Ok(if leased {
            Found::Mine(lease)
        } else {
            Found::Elsewhere
        })
    }

    /// Extends the lease when it ends soon. False when it was lost.
    pub(crate) async fn keep(&mut self, library: &Library, now: i64) -> Result<bool> {
        if self.until - now > EXTENDED_BELOW_MS {
            return Ok(true);
        }
        self.until = now + LEASE_MS;
        library
            .database
            .write(*self, |transaction, lease| {
                Box::pin(jobs::extend(transaction, lease.job, lease.attempts, lease.until))
            })
            .await
            .map_err(Error::Storage)
    }

    /// Gives the lease back. When there is still work, after a passing failure or because staff have let it go on
    /// meanwhile, the job waits for its next run.
    pub(crate) async fn give_back(self, library: &Library, work: &LongWork, now: i64) -> Result<()> {
        library
            .database
            .write((self, work.goes_on, now), |transaction, (lease, goes_on, now)| {
                Box::pin(async move {
                    if goes_on(transaction, &lease.number).await? {
                        jobs::repeat(transaction, lease.job, lease.attempts, now + PAUSE_MS).await
                    } else {
                        let done = Outcome::Done;
                        jobs::finish(transaction, lease.job, lease.attempts, done, None, *now).await
                    }
                })
            })
            .await
            .map_err(Error::Storage)?;
        Ok(())
    }
}

/// Whether the failure of a job passes without anybody's help, so that the job can be tried again.
pub(crate) fn passes(error: &Error) -> bool {
    let failure = error.as_storage();
    failure.is_some_and(|failure| {
        matches!(
            failure,
            StorageError::Contention | StorageError::Unavailable(_) | StorageError::ReadOnly(_)
        )
    })
}
