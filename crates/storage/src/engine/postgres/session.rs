//! A connection to PostgreSQL with its prepared statements, and how a pool makes and reuses it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use deadpool::managed::{self, Metrics, RecycleError, RecycleResult};
use tokio::task::JoinHandle;
use tokio_postgres::{Client, Error, NoTls, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::engine::ids::Ids;

/// The maximum number of cached prepared statements of a session. Each costs the server some tens of kilobytes. The
/// product uses fewer texts regularly; when the cache is full, the least recently used statement is evicted.
pub(crate) const STATEMENTS: usize = 256;

/// Counts the sessions of this process.
static SESSIONS: AtomicU64 = AtomicU64::new(0);

/// A pool of sessions.
pub(in crate::engine) type Pool = managed::Pool<Connector>;

/// A session taken from its pool.
pub(in crate::engine) type Object = managed::Object<Connector>;

/// Creates the sessions of a pool.
pub(in crate::engine) struct Connector {
    pub config: tokio_postgres::Config,
    /// None for connections that are never encrypted.
    pub tls: Option<MakeRustlsConnect>,
    /// Counts how often all sessions were discarded: a session of an earlier generation is not used again.
    pub generation: Arc<AtomicU64>,
}

impl managed::Manager for Connector {
    type Type = Session;
    type Error = Error;

    async fn create(&self) -> Result<Session, Error> {
        // Read first: a session that is created while all sessions are discarded belongs to them.
        let generation = self.generation.load(Ordering::SeqCst);
        // Boxed, because the future of connecting is large and would enlarge the future of every request.
        let (client, driver) = Box::pin(connect(&self.config, self.tls.clone())).await?;
        Ok(Session {
            number: SESSIONS.fetch_add(1, Ordering::Relaxed),
            client,
            driver,
            statements: Box::default(),
            beginning: None,
            ids: Ids::default(),
            generation,
            newest_generation: Arc::clone(&self.generation),
        })
    }

    async fn recycle(&self, session: &mut Session, _: &Metrics) -> RecycleResult<Error> {
        if session.client.is_closed() {
            return Err(RecycleError::message("the connection is closed"));
        }
        if session.generation != self.generation.load(Ordering::SeqCst) {
            return Err(RecycleError::message("the connection was discarded"));
        }
        Ok(())
    }
}

async fn connect(
    config: &tokio_postgres::Config,
    tls: Option<MakeRustlsConnect>,
) -> Result<(Client, JoinHandle<()>), Error> {
    Ok(if let Some(tls) = tls {
        let (client, connection) = config.connect(tls).await?;
        (client, tokio::spawn(drive(connection)))
    } else {
        let (client, connection) = config.connect(NoTls).await?;
        (client, tokio::spawn(drive(connection)))
    })
}

/// Moves the bytes of a connection until it ends.
async fn drive(connection: impl Future<Output = Result<(), Error>>) {
    if let Err(error) = connection.await {
        tracing::info!(%error, "a connection to PostgreSQL ended");
    }
}

/// A connection to PostgreSQL with its prepared statements.
pub(in crate::engine) struct Session {
    number: u64,
    client: Client,
    driver: JoinHandle<()>,
    statements: Box<Statements>,
    /// The statements that begin a transaction, not sent yet.
    beginning: Option<&'static str>,
    /// The identifiers that it may assign.
    pub(in crate::engine) ids: Ids,
    generation: u64,
    newest_generation: Arc<AtomicU64>,
}

impl Session {
    /// The statement of a text, prepared on its first use in this session.
    pub(super) async fn prepare(&mut self, sql: &str) -> Result<Statement, Error> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement);
        }
        let statement = self.client().await?.prepare(sql).await?;
        self.statements.add(sql, statement.clone());
        Ok(statement)
    }

    /// Begins a transaction with the next statement: PostgreSQL gets both at once, which saves a round trip.
    pub(in crate::engine) fn begin_with_next(&mut self, sql: &'static str) {
        self.beginning = Some(sql);
    }

    /// The connection, in its transaction.
    pub(in crate::engine) async fn client(&mut self) -> Result<&Client, Error> {
        if let Some(sql) = self.beginning.take() {
            self.client.batch_execute(sql).await?;
        }
        Ok(&self.client)
    }

    /// The connection, and a future that begins its transaction. The caller polls that future first, then its own.
    pub(in crate::engine) fn client_and_beginning(
        &mut self,
    ) -> (&Client, impl Future<Output = Result<(), Error>> + '_) {
        let (client, beginning) = (&self.client, self.beginning.take());
        let begin = async move {
            match beginning {
                Some(sql) => client.batch_execute(sql).await,
                None => Ok(()),
            }
        };
        (client, begin)
    }

    /// Rolls back the transaction, if it has begun.
    pub(in crate::engine) async fn roll_back(&mut self) -> Result<(), Error> {
        if self.beginning.take().is_some() {
            return Ok(());
        }
        self.client.batch_execute("ROLLBACK").await
    }

    /// A number that identifies the session in this process.
    pub(in crate::engine) fn number(&self) -> u64 {
        self.number
    }

    /// Discards all sessions with the same server, this one included: their pools do not lend them again. Concurrent
    /// calls of several sessions have the effect of one.
    pub(in crate::engine) fn discard_all(&self) {
        let next = self.generation + 1;
        let began = self.newest_generation.compare_exchange(
            self.generation,
            next,
            Ordering::SeqCst,
            Ordering::SeqCst,
        );
        if began.is_ok() {
            tracing::warn!("reconnecting to PostgreSQL: the server accepts no writes");
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Closes the socket immediately, also while a statement runs.
        self.driver.abort();
    }
}

/// Prepared statements by their texts, at most [`STATEMENTS`].
#[derive(Default)]
struct Statements {
    by_text: HashMap<Box<str>, CachedStatement>,
    uses: u64,
}

struct CachedStatement {
    // The driver closes the server's statement when the last clone of this is dropped.
    statement: Statement,
    last_use: u64,
}

impl Statements {
    fn get(&mut self, sql: &str) -> Option<Statement> {
        let cached = self.by_text.get_mut(sql)?;
        self.uses += 1;
        cached.last_use = self.uses;
        Some(cached.statement.clone())
    }

    fn add(&mut self, sql: &str, statement: Statement) {
        // This scan costs less than the round trip that prepared the new statement.
        if self.by_text.len() >= STATEMENTS {
            let oldest = self.by_text.iter().min_by_key(|(_, cached)| cached.last_use);
            if let Some(text) = oldest.map(|(text, _)| text.clone()) {
                self.by_text.remove(&text);
                metrics::counter!("carrel_database_statements_evicted_total").increment(1);
            }
        }
        self.uses += 1;
        let cached = CachedStatement {
            statement,
            last_use: self.uses,
        };
        self.by_text.insert(sql.into(), cached);
    }
}
