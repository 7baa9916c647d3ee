//! Jobs: work to be done later by one of the servers, such as mail, deliveries to webhooks and the hourly work.
//!
//! A job waits until `run_at`. A server leases it before it runs it: the lease moves `run_at` to its own end, so that another
//! server takes the job over when the first one has died. The number of attempts identifies a lease of a run: the end
//! of a lease that was lost changes nothing. [`repeat`] starts a new run, whose leases are counted from 1 again.
//!
//! No cached answer depends on leases and attempts: they leave the stamp of the data.

use carrel_domain::identity::{Entity, Id};

use crate::engine::{record, values};
use crate::{Connection, Result, Transaction};

/// The identifier of a job.
pub type JobId = Id<JobRow>;

impl Entity for JobRow {
    const NAME: &'static str = "job";
}

/// The kinds of jobs.
pub mod kind {
    /// A mail; the payload says which, and to whom.
    pub const MAIL: &str = "mail";
    /// A delivery to a webhook; `webhook_deliveries` has a row with the same number.
    pub const WEBHOOK: &str = "webhook";
    /// An import of books; the deduplication key is its number.
    pub const IMPORT: &str = "import";
    /// A bulk edit of books; the deduplication key is its number.
    pub const BULK_EDIT: &str = "bulk_edit";
    /// A search for duplicate books; the deduplication key is its number.
    pub const DUPLICATES: &str = "duplicates";
    /// Work that is repeated every hour; the deduplication key is its code.
    pub const HOURLY: &str = "hourly";
}

/// A new job. Instants are in milliseconds.
pub struct NewJob<'a> {
    pub id: JobId,
    pub kind: &'a str,
    /// At most one job of a kind with the same key waits at a time.
    pub dedupe_key: Option<&'a str>,
    /// JSON; its shape depends on the kind.
    pub payload: &'a str,
    pub created_at: i64,
    pub run_at: i64,
    /// The job is not tried again after this instant.
    pub give_up_at: i64,
}

record! {
    /// A job that waits or is leased.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct JobRow {
        pub id: JobId,
        pub dedupe_key: Option<String>,
        pub payload: String,
        pub created_at: i64,
        /// When it runs next, or when its lease ends.
        pub run_at: i64,
        /// Leases so far.
        pub attempts: i64,
        pub give_up_at: i64,
    }
}

record! {
    /// How many jobs of a kind are waiting or have failed.
    #[derive(Debug, Clone, Default, PartialEq, Eq)]
    pub struct Queue {
        pub waiting: i64,
        /// The number of permanently failed jobs that are not removed yet.
        pub failed: i64,
        /// Why the newest of them failed.
        pub problem: Option<String>,
    }
}

/// How a job ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// It is not tried again.
    Failed,
}

impl Outcome {
    fn as_str(self) -> &'static str {
        match self {
            Outcome::Done => "done",
            Outcome::Failed => "failed",
        }
    }
}

/// Adds a job. False when one of its kind waits already under its key.
pub async fn insert(transaction: &mut Transaction, job: &NewJob<'_>) -> Result<bool> {
    let inserted = transaction
        .execute(
            "INSERT INTO jobs (id, kind, dedupe_key, payload, created_at, run_at, give_up_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) \
             ON CONFLICT (kind, dedupe_key) WHERE finished_at IS NULL AND dedupe_key IS NOT NULL DO NOTHING",
            values![
                job.id,
                job.kind,
                job.dedupe_key,
                job.payload,
                job.created_at,
                job.run_at,
                job.give_up_at
            ],
        )
        .await?;
    Ok(inserted == 1)
}

/// The place of a job among those of its kind: when it runs next, and its id.
pub type Place = (i64, JobId);

/// The place before all jobs.
pub const START: Place = (i64::MIN, JobId::new(0));

/// The jobs of a kind that are due at `now` and come after a place, the earliest due first.
pub async fn due(
    connection: &mut Connection,
    kind: &str,
    now: i64,
    (run_at, id): Place,
    limit: i64,
) -> Result<Vec<JobRow>> {
    connection
        .rows(
            "SELECT id, dedupe_key, payload, created_at, run_at, attempts, give_up_at FROM jobs WHERE kind = $1 \
             AND finished_at IS NULL AND run_at <= $2 AND (run_at, id) > ($3, $4) ORDER BY run_at, id LIMIT $5",
            values![kind, now, run_at, id, limit],
        )
        .await
}

/// The waiting or leased job with a key.
pub async fn waiting(connection: &mut Connection, kind: &str, dedupe_key: &str) -> Result<Option<JobRow>> {
    connection
        .optional(
            "SELECT id, dedupe_key, payload, created_at, run_at, attempts, give_up_at FROM jobs \
             WHERE kind = $1 AND dedupe_key = $2 AND finished_at IS NULL AND dedupe_key IS NOT NULL",
            values![kind, dedupe_key],
        )
        .await
}

/// Leases a job until an instant in milliseconds. False when another server was faster. The number of the lease is the
/// number of attempts that the caller has seen, plus 1.
pub async fn lease(
    transaction: &mut Transaction,
    id: JobId,
    (attempts, run_at): (i64, i64),
    until: i64,
) -> Result<bool> {
    let leased = transaction
        .execute_unseen(
            "UPDATE jobs SET run_at = $4, attempts = attempts + 1 \
             WHERE id = $1 AND attempts = $2 AND run_at = $3 AND finished_at IS NULL",
            values![id, attempts, run_at, until],
        )
        .await?;
    Ok(leased == 1)
}

/// Extends a lease until an instant. False when the lease was lost.
pub async fn extend(transaction: &mut Transaction, id: JobId, lease: i64, until: i64) -> Result<bool> {
    let extended = transaction
        .execute_unseen(
            "UPDATE jobs SET run_at = $3 WHERE id = $1 AND attempts = $2 AND finished_at IS NULL",
            values![id, lease, until],
        )
        .await?;
    Ok(extended == 1)
}

/// Ends a job at `now`. False when the lease was lost. `lease` is the number of attempts, the last one included.
pub async fn finish(
    transaction: &mut Transaction,
    id: JobId,
    lease: i64,
    outcome: Outcome,
    problem: Option<&str>,
    now: i64,
) -> Result<bool> {
    let finished = transaction
        .execute_unseen(
            "UPDATE jobs SET finished_at = $3, outcome = $4, problem = $5 \
             WHERE id = $1 AND attempts = $2 AND finished_at IS NULL",
            values![id, lease, now, outcome.as_str(), problem],
        )
        .await?;
    Ok(finished == 1)
}

/// Makes a failed job wait for its next attempt at `run_at`. False when the lease was lost.
pub async fn retry(
    transaction: &mut Transaction,
    id: JobId,
    lease: i64,
    problem: &str,
    run_at: i64,
) -> Result<bool> {
    let waits = transaction
        .execute_unseen(
            "UPDATE jobs SET run_at = $3, problem = $4 WHERE id = $1 AND attempts = $2 AND finished_at IS NULL",
            values![id, lease, run_at, problem],
        )
        .await?;
    Ok(waits == 1)
}

/// Makes a job that succeeded wait for its next run at `run_at`. False when the lease was lost.
pub async fn repeat(transaction: &mut Transaction, id: JobId, lease: i64, run_at: i64) -> Result<bool> {
    let waits = transaction
        .execute_unseen(
            "UPDATE jobs SET run_at = $3, attempts = 0, problem = NULL \
             WHERE id = $1 AND attempts = $2 AND finished_at IS NULL",
            values![id, lease, run_at],
        )
        .await?;
    Ok(waits == 1)
}

/// Lets the waiting job with a key run at `run_at` instead of later. A job that runs now ends its lease at that instant,
/// too, and may then run a second time beside the first: jobs must tolerate that.
pub async fn bring_forward(
    transaction: &mut Transaction,
    kind: &str,
    dedupe_key: &str,
    run_at: i64,
) -> Result<()> {
    transaction
        .execute_unseen(
            "UPDATE jobs SET run_at = $3 WHERE kind = $1 AND dedupe_key = $2 AND finished_at IS NULL \
             AND dedupe_key IS NOT NULL AND run_at > $3",
            values![kind, dedupe_key, run_at],
        )
        .await?;
    Ok(())
}

/// Removes a job.
pub async fn remove(transaction: &mut Transaction, id: JobId) -> Result<()> {
    transaction
        .execute("DELETE FROM jobs WHERE id = $1", values![id])
        .await?;
    Ok(())
}

/// How many jobs of a kind are waiting or have failed.
pub async fn queue(connection: &mut Connection, kind: &str) -> Result<Queue> {
    connection
        .one(
            "SELECT (SELECT count(*) FROM jobs WHERE kind = $1 AND finished_at IS NULL), \
             (SELECT count(*) FROM jobs WHERE kind = $1 AND outcome = 'failed'), \
             (SELECT problem FROM jobs WHERE kind = $1 AND outcome = 'failed' ORDER BY created_at DESC, id DESC LIMIT 1)",
            values![kind],
        )
        .await
}

/// Removes the jobs of a kind that ended before an instant in milliseconds; returns how many.
pub async fn remove_finished(transaction: &mut Transaction, kind: &str, oldest: i64) -> Result<u64> {
    transaction
        .execute(
            "DELETE FROM jobs WHERE kind = $1 AND finished_at < $2",
            values![kind, oldest],
        )
        .await
}
