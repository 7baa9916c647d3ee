//! A connection to PostgreSQL with its prepared statements, and how a pool makes and reuses it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use deadpool::managed::{self, Metrics, RecycleError, RecycleResult};
use tokio::task::JoinHandle;
use tokio_postgres::{Client, Error, NoTls, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::engine::ids::Ids;

/// Prepared statements that one session keeps. Each costs the server some tens of kilobytes. The product has fewer
/// texts in regular use; a text that no longer fits replaces the one that was used the longest time ago.
pub(crate) const STATEMENTS: usize = 256;

/// Counts the sessions of this process.
static SESSIONS: AtomicU64 = AtomicU64::new(0);

/// A pool of sessions.
pub(in crate::engine) type Pool = managed::Pool<Connector>;

/// A session on loan from its pool.
pub(in crate::engine) type Object = managed::Object<Connector>;

/// Makes the sessions of a pool.
pub(in crate::engine) struct Connector {
    pub config: tokio_postgres::Config,
    /// None for connections that are never encrypted.
    pub tls: Option<MakeRustlsConnect>,
    /// Counts how often all sessions were given up: a session of an earlier era is not used again.
    pub era: Arc<AtomicU64>,
}

impl managed::Manager for Connector {
    type Type = Session;
    type Error = Error;

    async fn create(&self) -> Result<Session, Error> {
        // Read first: a session that is made while all are given up belongs to them.
        let era = self.era.load(Ordering::SeqCst);
        // On the heap: connecting needs room that every request would carry along.
        let (client, driver) = Box::pin(connect(&self.config, self.tls.clone())).await?;
        Ok(Session {
            number: SESSIONS.fetch_add(1, Ordering::Relaxed),
            client,
            driver,
            statements: Box::default(),
            beginning: None,
            ids: Ids::default(),
            era,
            newest_era: Arc::clone(&self.era),
        })
    }

    async fn recycle(&self, session: &mut Session, _: &Metrics) -> RecycleResult<Error> {
        if session.client.is_closed() {
            return Err(RecycleError::message("the connection is closed"));
        }
        if session.era != self.era.load(Ordering::SeqCst) {
            return Err(RecycleError::message("the connection was given up"));
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
    era: u64,
    newest_era: Arc<AtomicU64>,
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

    /// The connection, and what begins its transaction. The caller polls both together, this one first.
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

    /// Tells this session from every other one of this process.
    pub(in crate::engine) fn number(&self) -> u64 {
        self.number
    }

    /// Gives up all sessions with the same server, this one included: none is lent again after it has come back to its
    /// pool. Several sessions that fail for the same reason count as one.
    pub(in crate::engine) fn give_up_all(&self) {
        let next = self.era + 1;
        let began = self
            .newest_era
            .compare_exchange(self.era, next, Ordering::SeqCst, Ordering::SeqCst);
        if began.is_ok() {
            tracing::warn!("reconnecting to PostgreSQL: the server accepts no writes");
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Closes the socket at once, also while a statement runs.
        self.driver.abort();
    }
}

/// Prepared statements by their texts, at most [`STATEMENTS`].
#[derive(Default)]
struct Statements {
    by_text: HashMap<Box<str>, Kept>,
    uses: u64,
}

struct Kept {
    // The driver closes the server's statement when the last copy of this is dropped.
    statement: Statement,
    last_use: u64,
}

impl Statements {
    fn get(&mut self, sql: &str) -> Option<Statement> {
        let kept = self.by_text.get_mut(sql)?;
        self.uses += 1;
        kept.last_use = self.uses;
        Some(kept.statement.clone())
    }

    fn add(&mut self, sql: &str, statement: Statement) {
        // Looking at each costs less than the round trip that prepared this one.
        if self.by_text.len() >= STATEMENTS {
            let oldest = self.by_text.iter().min_by_key(|(_, kept)| kept.last_use);
            if let Some(text) = oldest.map(|(text, _)| text.clone()) {
                self.by_text.remove(&text);
                metrics::counter!("carrel_database_statements_evicted_total").increment(1);
            }
        }
        self.uses += 1;
        let kept = Kept {
            statement,
            last_use: self.uses,
        };
        self.by_text.insert(sql.into(), kept);
    }
}
