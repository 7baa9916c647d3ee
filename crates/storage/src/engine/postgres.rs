//! PostgreSQL: transactions that are never left open, and a watch for what was committed.

pub(super) mod copy;
pub(super) mod objects;
pub(super) mod server;
pub(super) mod session;
pub(super) mod statements;
mod tls;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use deadpool::managed;
use futures_util::future::join;
use tokio::sync::OnceCell;

use self::server::{PATIENCE, Server};
use self::session::{Object, Pool};
use super::anchors::Anchors;
use super::connection::{Connection, Inner};
use super::database::Stamp;
use super::transaction::Transaction;
use super::work::{Read, Work};
use super::{Error, Failure};

/// Begins a read that may take its time: a report or an export over one state of the data.
const LONG_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0";

/// How often a use case is tried when transactions stand in each other's way.
const TRIES: u32 = 6;

/// A question to the server and its answer, which all who asked it together get.
type Question = Arc<OnceCell<Result<Stamp, Error>>>;

/// The last statement of a transaction that changed rows; see [`Stamp`]. A session always adds to the same row. Another
/// session that uses the row waits for no more than this transaction's commit, and nobody waits for a lock while holding it,
/// so that this causes no deadlock.
pub(crate) const COUNT_TRANSACTION: &str = "INSERT INTO data_versions (slot, version) VALUES (pg_backend_pid() % 64, 1) \
     ON CONFLICT (slot) DO UPDATE SET version = data_versions.version + 1";

/// Sees whether anything was committed, by this process or another, over a connection of its own: it never waits behind
/// transactions.
///
/// Each answer to a client begins with this question. However many clients ask at once, one question is under way: who
/// comes meanwhile waits for the next one, which is asked for all of them together.
pub(super) struct Watch {
    /// A pool of one: whoever has its connection has the turn.
    pool: Pool,
    next: Mutex<Question>,
}

impl Watch {
    /// A watch over a server. No connection is made yet.
    pub(super) fn new(server: &Server) -> Result<Self, Error> {
        Ok(Watch {
            pool: server.pool(1)?,
            next: Mutex::default(),
        })
    }

    /// The stamp of the data, read after this call began.
    pub(super) async fn stamp(&self) -> Result<Stamp, Error> {
        let question = Arc::clone(&self.next());
        let answer = question.get_or_init(|| async {
            let turn = self.pool.get().await;
            // Who comes from now on may know of a commit that the server's answer to this question does not.
            *self.next() = Question::default();
            ask(turn?).await
        });
        answer.await.clone()
    }

    fn next(&self) -> MutexGuard<'_, Question> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads the stamp. A connection that gives no answer is closed: everybody would wait for it.
async fn ask(object: Object) -> Result<Stamp, Error> {
    let session = object.number();
    let mut connection = Connection::new(Inner::Postgres(object));
    let question = connection.one(
        "SELECT CAST(COALESCE(sum(version), 0) AS BIGINT) FROM data_versions",
        &[],
    );
    if let Ok(answer) = tokio::time::timeout(PATIENCE, question).await {
        let (version,) = answer?;
        return Ok(Stamp { session, version });
    }
    close(connection);
    Err(Error::Unavailable("PostgreSQL does not answer".to_owned()))
}

/// Closes a connection instead of giving it back to its pool.
fn close(connection: Connection) {
    if let Inner::Postgres(object) = connection.inner {
        drop(managed::Object::take(object));
    }
}

/// A connection in a transaction. Dropped half-way (a panic, a cancelled task), it is closed rather than reused,
/// so that the server rolls back and no later request finds itself inside a stranger's transaction.
pub(super) struct Open(Option<Transaction>);

impl Drop for Open {
    fn drop(&mut self) {
        if let Some(transaction) = self.0.take() {
            close(transaction.connection);
        }
    }
}

impl Open {
    /// A transaction that begins with its first statement.
    pub(super) async fn begin(pool: &Pool, sql: &'static str) -> Result<Self, Error> {
        let mut object = pool.get().await?;
        object.begin_with_next(sql);
        Ok(Open(Some(Transaction::new(Connection::new(Inner::Postgres(
            object,
        ))))))
    }

    pub(super) fn transaction(&mut self) -> Result<&mut Transaction, Error> {
        self.0
            .as_mut()
            .ok_or_else(|| Error::Other("the transaction has ended".to_owned()))
    }

    /// Commits, durably, and gives the connection back to the pool.
    pub(super) async fn commit(mut self) -> Result<(), Error> {
        let connection = &mut self.transaction()?.connection;
        if connection.changed_rows
            && let Inner::Postgres(session) = &mut connection.inner
        {
            let count = session.prepare(COUNT_TRANSACTION).await?;
            let client = session.client().await?;
            // Both are sent at once. After a failed statement PostgreSQL answers COMMIT with a silent ROLLBACK.
            let (counted, committed) =
                join(client.execute(&count, &[]), client.batch_execute("COMMIT")).await;
            connection.note(counted.map_err(Error::from))?;
            connection.note(committed.map_err(Error::from))?;
            drop(self.0.take());
            return Ok(());
        }
        self.end("COMMIT").await
    }

    /// Ends the transaction and gives the connection back to the pool.
    pub(super) async fn end(mut self, sql: &str) -> Result<(), Error> {
        self.transaction()?.batch(sql).await?;
        drop(self.0.take());
        Ok(())
    }
}

/// Runs a use case in a transaction at READ COMMITTED, again if another one was in its way.
pub(super) async fn write<S, T, E>(
    pool: &Pool,
    retries: &AtomicU64,
    state: &S,
    work: Work<S, T, E>,
) -> Result<T, E>
where
    S: Sync,
    E: Failure,
{
    let mut attempt = 0;
    loop {
        attempt += 1;
        let outcome = write_once(pool, state, work).await;
        match outcome {
            Err(error) if attempt < TRIES && matches!(error.as_storage(), Some(Error::Contention)) => {
                retries.fetch_add(1, Ordering::Relaxed);
                metrics::counter!("carrel_database_retries_total").increment(1);
                tokio::time::sleep(Duration::from_millis(1 << attempt)).await;
            }
            outcome => return outcome,
        }
    }
}

async fn write_once<S, T, E: Failure>(pool: &Pool, state: &S, work: Work<S, T, E>) -> Result<T, E> {
    let mut open = Open::begin(pool, "BEGIN").await?;
    let outcome = work(open.transaction()?, state).await;
    // PostgreSQL answers the COMMIT of a failed transaction with a silent ROLLBACK.
    let whole = open.transaction()?.check_whole();
    match outcome.and_then(|value| Ok(whole.map(|()| value)?)) {
        Ok(value) => {
            let began = Instant::now();
            open.commit().await?;
            metrics::histogram!("carrel_database_commit_seconds").record(began.elapsed());
            metrics::counter!("carrel_database_writes_total").increment(1);
            Ok(value)
        }
        Err(error) => {
            // The use case's own error is the answer, whether or not the rollback could be said.
            drop(open.end("ROLLBACK").await);
            Err(error)
        }
    }
}

/// A connection that sees one state of the data throughout.
pub(super) async fn snapshot<S, T, E: Failure>(
    pool: &Pool,
    anchors: &Arc<Anchors>,
    state: &S,
    work: Read<S, T, E>,
) -> Result<T, E> {
    let mut open = Open::begin(pool, LONG_READ).await?;
    open.transaction()?.connection.anchors = Some(Arc::clone(anchors));
    match work(open.transaction()?, state).await {
        Ok(value) => {
            open.end("COMMIT").await?;
            Ok(value)
        }
        Err(error) => {
            // What went wrong in it is the answer, and not that it cannot be ended any more.
            drop(open.end("ROLLBACK").await);
            Err(error)
        }
    }
}
