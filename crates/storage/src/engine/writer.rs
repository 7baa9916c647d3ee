//! The one writer of the embedded engine: it commits waiting requests together.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tokio::sync::{mpsc, oneshot};

use super::connection::{Connection, Inner};
use super::sqlite::durable::stop_if_not_durable;
use super::sqlite::{self, Checkpoints, finish};
use super::transaction::Transaction;
use super::work::Work;
use super::{Error, Failure};

/// The maximum number of requests in one commit. With more, the first of them would wait too long.
pub(super) const BATCH: usize = 64;

/// The maximum number of requests in the queue; further ones are refused and have to be retried.
const QUEUE: usize = 1024;

/// The settings of the writing connection.
///
/// It alone keeps its cached pages from one transaction to the next (a reader drops its pages with every commit), so a
/// larger cache pays: 16 MiB. A batch changes thousands of pages; they are written when it commits, and earlier only if
/// there are very many.
const WRITING: &str =
    "PRAGMA cache_size = -16384; PRAGMA cache_spill = 16384; PRAGMA journal_size_limit = 67108864;";

/// A request that waits for the writer.
trait Job: Send {
    /// Runs it in the open transaction, in a separate savepoint if `guarded`.
    fn run(&mut self, transaction: &mut Transaction, guarded: bool) -> Result<Changes, Error>;

    /// Whether it can be committed: its outcome then depends on the transaction.
    fn is_kept(&self) -> bool;

    /// Sends the result once the transaction is durable, or the reason why the transaction was lost.
    fn answer(self: Box<Self>, committed: Result<(), Error>);
}

/// The changes of a request that are in the open transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Changes {
    /// All, or none: the transaction may be committed.
    AllOrNone,
    /// A part: the transaction must not be committed.
    Partial,
}

struct Request<S, T, E> {
    state: S,
    work: Work<S, T, E>,
    outcome: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<S, T, E> Job for Request<S, T, E>
where
    S: Send + Sync,
    T: Send,
    E: Failure,
{
    fn run(&mut self, transaction: &mut Transaction, guarded: bool) -> Result<Changes, Error> {
        let changes = total_changes(transaction);
        if guarded {
            run(transaction, "SAVEPOINT request")?;
        }
        let outcome = outcome(transaction, &self.state, self.work);
        let failed = outcome.is_err();
        self.outcome = Some(outcome);
        if is_autocommit(transaction) {
            // A full disk or a read error ended the whole transaction: the batch was rolled back.
            let error = transaction.connection.failure_of_disk.take();
            let error = error.unwrap_or_else(|| Error::Unavailable("the batch was rolled back".to_owned()));
            stop_if_not_durable(&error);
            return Err(error);
        }
        if guarded {
            if failed {
                transaction.ids().roll_back();
                run(transaction, "ROLLBACK TO request")?;
            }
            run(transaction, "RELEASE request")?;
        } else if failed && total_changes(transaction) != changes {
            return Ok(Changes::Partial);
        }
        Ok(Changes::AllOrNone)
    }

    fn is_kept(&self) -> bool {
        matches!(self.outcome, Some(Ok(_)))
    }

    fn answer(self: Box<Self>, committed: Result<(), Error>) {
        let outcome = match (self.outcome, committed) {
            (Some(Err(own)), _) => Err(own),
            (_, Err(lost)) => Err(E::from(lost)),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (None, Ok(())) => Err(E::from(Error::Other("a request was not run".to_owned()))),
        };
        // The caller may have gone away; the write is committed nevertheless.
        drop(self.reply.send(outcome));
    }
}

/// The one writer of the database: a thread with the only connection that writes.
///
/// It takes the waiting requests (at most [`BATCH`]), runs one after the other, commits once, and only then responds to
/// all of them: one fsync for many. A request that fails leaves no changes. Most requests fail before they have written
/// anything. When one fails later, the batch starts again without it, now with a savepoint for each request. Savepoints
/// from the start would cost a copy of every page that every request changes, a fifth of the writer's time.
pub(super) struct Writer {
    jobs: mpsc::Sender<Box<dyn Job>>,
    has_failed: Arc<AtomicBool>,
}

impl Writer {
    /// Starts the thread. It ends when the last handle is dropped and the queue is empty. `copier` is another connection,
    /// for the checkpoints.
    pub(super) fn start(mut connection: Connection, copier: Connection) -> Result<Self, Error> {
        let (Inner::Sqlite(sqlite), Inner::Sqlite(copier)) = (&mut connection.inner, copier.inner) else {
            return Err(Error::Other("only SQLite has one writer".to_owned()));
        };
        sqlite.execute_batch(WRITING)?;
        let checkpoints = Checkpoints::start(sqlite, copier)?;
        let (jobs, waiting) = mpsc::channel(QUEUE);
        let has_failed = Arc::<AtomicBool>::default();
        let failed = Arc::clone(&has_failed);
        std::thread::Builder::new()
            .name("carrel-writer".to_owned())
            .spawn(move || write_batches(Transaction::new(connection), waiting, &checkpoints, &failed))
            .map_err(|error| Error::Other(format!("no thread for the writer: {error}")))?;
        Ok(Writer { jobs, has_failed })
    }

    /// Whether the disk refused the last write.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// Whether the thread has ended, after which no write succeeds.
    pub(super) fn has_stopped(&self) -> bool {
        self.jobs.is_closed()
    }

    /// Runs a use case in the next batch and waits for its commit.
    pub(super) async fn write<S, T, E>(&self, state: S, work: Work<S, T, E>) -> Result<T, E>
    where
        S: Send + Sync + 'static,
        T: Send + 'static,
        E: Failure,
    {
        let (reply, answer) = oneshot::channel::<Result<T, E>>();
        let request = Request {
            state,
            work,
            outcome: None,
            reply,
        };
        self.jobs.try_send(Box::new(request)).map_err(|error| {
            E::from(Error::Unavailable(match error {
                mpsc::error::TrySendError::Full(_) => "too many writes are waiting".to_owned(),
                mpsc::error::TrySendError::Closed(_) => "the writer has stopped".to_owned(),
            }))
        })?;
        answer
            .await
            .unwrap_or_else(|_| Err(E::from(Error::Unavailable("the writer has stopped".to_owned()))))
    }
}

fn write_batches(
    mut transaction: Transaction,
    mut waiting: mpsc::Receiver<Box<dyn Job>>,
    checkpoints: &Checkpoints,
    has_failed: &AtomicBool,
) {
    let mut batch: Vec<Box<dyn Job>> = Vec::with_capacity(BATCH);
    while let Some(first) = waiting.blocking_recv() {
        metrics::gauge!("carrel_writes_waiting").set(u32::try_from(waiting.len()).unwrap_or(u32::MAX));
        batch.push(first);
        let committed = write_batch(&mut transaction, &mut batch, || waiting.try_recv().ok());
        let refused =
            |error: &Error| matches!(error, Error::DiskFull | Error::DiskFailed(_) | Error::ReadOnly(_));
        has_failed.store(committed.as_ref().is_err_and(refused), Ordering::Relaxed);
        if let Err(error) = &committed {
            tracing::warn!(%error, requests = batch.len(), "a write transaction was lost");
            transaction.ids().roll_back();
            if !is_autocommit(&transaction) {
                drop(run(&transaction, "ROLLBACK"));
            }
        }
        for job in batch.drain(..) {
            job.answer(committed.clone());
        }
        if committed.is_ok() {
            checkpoint(&transaction, checkpoints);
        }
    }
}

fn checkpoint(transaction: &Transaction, checkpoints: &Checkpoints) {
    let Inner::Sqlite(sqlite) = &transaction.connection.inner else {
        return;
    };
    if let Err(error) = checkpoints.after_commit(sqlite) {
        stop_if_not_durable(&error);
        // Nothing is lost: the pages stay in the log, and reads find them there.
        tracing::warn!(%error, "pages of the log were not copied into the database");
    }
}

/// Runs the first request of a batch and those that arrive meanwhile, and commits.
fn write_batch(
    transaction: &mut Transaction,
    batch: &mut Vec<Box<dyn Job>>,
    mut next: impl FnMut() -> Option<Box<dyn Job>>,
) -> Result<(), Error> {
    run(transaction, "BEGIN IMMEDIATE")?;
    let mut guarded = false;
    while let Some((last, before)) = batch.split_last_mut() {
        if last.run(transaction, guarded)? == Changes::Partial {
            transaction.ids().roll_back();
            run(transaction, "ROLLBACK")?;
            run(transaction, "BEGIN IMMEDIATE")?;
            guarded = true;
            for job in before.iter_mut().filter(|job| job.is_kept()) {
                job.run(transaction, guarded)?;
            }
        }
        if batch.len() == BATCH {
            break;
        }
        match next() {
            Some(job) => batch.push(job),
            None => break,
        }
    }
    let began = Instant::now();
    let committed = run(transaction, "COMMIT");
    if committed.is_ok() {
        transaction.ids().commit();
    }
    metrics::histogram!("carrel_database_commit_seconds").record(began.elapsed());
    metrics::counter!("carrel_database_writes_total").increment(batch.len() as u64);
    committed
}

/// How a use case ended in the open transaction.
fn outcome<S, T, E: Failure>(transaction: &mut Transaction, state: &S, work: Work<S, T, E>) -> Result<T, E> {
    transaction.begin();
    let outcome = catch_unwind(AssertUnwindSafe(|| finish(work(transaction, state))));
    let outcome = match outcome {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(suspended)) => Err(E::from(suspended)),
        Err(panic) => Err(E::from(Error::Other(format!(
            "a use case panicked: {}",
            panic_text(&*panic)
        )))),
    };
    let whole = transaction.check_whole();
    outcome.and_then(|value| Ok(whole.map(|()| value)?))
}

/// How many rows this connection has changed so far.
fn total_changes(transaction: &Transaction) -> u64 {
    match &transaction.connection.inner {
        Inner::Sqlite(sqlite) => sqlite.total_changes(),
        Inner::Postgres(_) => 0,
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

fn is_autocommit(transaction: &Transaction) -> bool {
    matches!(&transaction.connection.inner, Inner::Sqlite(sqlite) if sqlite.is_autocommit())
}

fn run(transaction: &Transaction, sql: &'static str) -> Result<(), Error> {
    let outcome = sqlite::run(&transaction.connection, sql);
    if let Err(error) = &outcome {
        stop_if_not_durable(error);
    }
    outcome
}
