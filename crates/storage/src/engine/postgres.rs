//! PostgreSQL: transactions that are never left open, and the watch that reads the stamp of the data.

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

use self::server::{Server, WAIT_TIMEOUT};
use self::session::{Object, Pool};
use super::anchors::Anchors;
use super::connection::{Connection, Inner};
use super::stamp::{COUNT_TRANSACTION, Stamp};
use super::transaction::Transaction;
use super::work::{Read, Work};
use super::{Error, Failure};

/// Begins a long read without a statement timeout: a report or an export over one snapshot of the data.
const LONG_READ: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0";

/// The maximum number of attempts of a use case whose transaction collides with others.
const TRIES: u32 = 6;

/// A query for the stamp and its result, shared by all callers that wait for it.
type StampQuery = Arc<OnceCell<Result<Stamp, Error>>>;

/// Detects commits of this and other processes. It has a separate connection, so it never waits behind transactions.
///
/// Each response to a client begins with a query for the stamp. However many callers need the stamp, only one query
/// runs at a time. Callers that arrive while it runs share the next query.
pub(super) struct Watch {
    /// A pool of one connection: the caller that has the connection runs the query.
    pool: Pool,
    next: Mutex<StampQuery>,
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
        let query = Arc::clone(&self.next());
        let stamp = query.get_or_init(|| async {
            let connection = self.pool.get().await;
            // A caller that arrives from now on may know of a commit that this query does not see.
            *self.next() = StampQuery::default();
            query_stamp(connection?).await
        });
        stamp.await.clone()
    }

    fn next(&self) -> MutexGuard<'_, StampQuery> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads the stamp. A connection that does not respond is closed: otherwise all callers would wait for it.
async fn query_stamp(object: Object) -> Result<Stamp, Error> {
    let session = object.number();
    let mut connection = Connection::new(Inner::Postgres(object));
    let query = connection.one(
        "SELECT CAST(COALESCE(sum(version), 0) AS BIGINT) FROM data_versions",
        &[],
    );
    if let Ok(row) = tokio::time::timeout(WAIT_TIMEOUT, query).await {
        let (version,) = row?;
        return Ok(Stamp { session, version });
    }
    close(connection);
    Err(Error::Unavailable("PostgreSQL does not answer".to_owned()))
}

/// Closes a connection instead of returning it to its pool.
fn close(connection: Connection) {
    if let Inner::Postgres(object) = connection.inner {
        drop(managed::Object::take(object));
    }
}

/// A connection in a transaction. If it is dropped before the end (a panic, a cancelled task), it is closed and not
/// reused. So the server rolls back, and no later request runs inside the transaction of another request.
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

    /// Commits durably and returns the connection to the pool.
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
        self.commit_uncounted().await
    }

    /// Commits a transaction that leaves the stamp, and returns the connection to the pool.
    async fn commit_uncounted(mut self) -> Result<(), Error> {
        self.transaction()?.batch("COMMIT").await?;
        drop(self.0.take());
        Ok(())
    }

    /// Rolls back and returns the connection to the pool, also after a failed statement. If the server does not answer,
    /// the connection is closed.
    async fn roll_back(mut self) {
        let Some(transaction) = &mut self.0 else { return };
        // Not a statement of the use case: after a failed one, the transaction accepts no more of those.
        if let Inner::Postgres(session) = &mut transaction.connection.inner
            && session.roll_back().await.is_ok()
        {
            drop(self.0.take());
        }
    }
}

/// Runs a use case in a transaction at READ COMMITTED, and retries it after a collision with another transaction.
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
            open.roll_back().await;
            Err(error)
        }
    }
}

/// Runs a long read in one snapshot of the data.
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
            open.commit_uncounted().await?;
            Ok(value)
        }
        Err(error) => {
            open.roll_back().await;
            Err(error)
        }
    }
}
