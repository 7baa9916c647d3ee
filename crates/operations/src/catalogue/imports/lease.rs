//! Leases on imports: of several servers, one works on an import at a time.

use carrel_domain::catalogue::imports::{ImportId, ImportState};
use carrel_storage::imports;
use carrel_storage::jobs::{self, JobId, JobRow, Outcome};

use super::files::path_of;
use super::manage::READS_FILE;
use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// How long a server leases an import, in milliseconds. When it dies, another one goes on after this time.
const LEASE_MS: i64 = 20 * 1000;
/// A lease is extended when less than this is left of it, in milliseconds.
const EXTENDED_BELOW_MS: i64 = 12 * 1000;

/// The maximum number of waiting imports among which a server looks for its own.
const LOOKED_AT: i64 = 50;
/// An import that no server has begun for this time, in milliseconds, is taken by one without its file.
const ABANDONED_MS: i64 = 60 * 1000;

/// A lease of a server on an import.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lease {
    pub import: ImportId,
    job: JobId,
    attempts: i64,
    until: i64,
}

/// What a server finds when it looks for work.
#[derive(Debug)]
pub(super) enum Work {
    /// No import waits.
    None,
    Mine(Lease),
    /// Another server was faster.
    Elsewhere,
}

/// The import of a job.
fn id_of(job: &JobRow) -> ImportId {
    let number = job.dedupe_key.as_deref().and_then(|key| key.parse().ok());
    ImportId::new(number.unwrap_or(0))
}

/// Whether this server can work on an import: it has the file, or needs none. A server that received a file may have gone
/// for good: then another one finds out that the file is missing.
fn is_mine(library: &Library, id: ImportId, job: &JobRow, now: i64) -> bool {
    let has_file = || path_of(library, id).is_ok_and(|path| path.exists());
    job.payload != READS_FILE || now - job.run_at > ABANDONED_MS || has_file()
}

impl Lease {
    /// Leases the import that waits longest, among those whose file this server has.
    pub(super) async fn next(library: &Library, now: i64) -> Result<Work> {
        let due = library
            .database
            .read(&now, |connection, now| {
                Box::pin(jobs::due(
                    connection,
                    jobs::kind::IMPORT,
                    *now,
                    jobs::START,
                    LOOKED_AT,
                ))
            })
            .await
            .map_err(Error::Storage)?;
        let mut mine = due.into_iter().map(|job| (id_of(&job), job));
        let Some((import, job)) = mine.find(|(id, job)| is_mine(library, *id, job, now)) else {
            return Ok(Work::None);
        };
        let lease = Lease {
            import,
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
            Work::Mine(lease)
        } else {
            Work::Elsewhere
        })
    }

    /// Extends the lease when it ends soon. False when it was lost.
    pub(super) async fn keep(&mut self, library: &Library, now: i64) -> Result<bool> {
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

    /// Gives the lease back. When there is still work, after a passing failure or because staff have let the import go on
    /// meanwhile, the job waits for its next run.
    pub(super) async fn give_back(self, library: &Library, now: i64) -> Result<()> {
        library
            .database
            .write((self, now), |transaction, (lease, now)| {
                Box::pin(async move {
                    let state = imports::locked_state(transaction, lease.import).await?;
                    if state.is_some_and(ImportState::is_working) {
                        // Not at once: the failure needs some time to pass.
                        jobs::repeat(transaction, lease.job, lease.attempts, now + 1000).await
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
