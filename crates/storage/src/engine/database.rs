//! The database of a library, on either engine.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::anchors::Anchors;
use super::connection::{Connection, Inner, Snapshot};
use super::disk_space::DiskSpace;
use super::postgres::server::Server;
use super::postgres::session::Pool;
use super::stamp::Stamp;
use super::work::{Read, Work};
use super::writer::{BATCH, Writer};
use super::{Error, Failure, postgres, sqlite};
use crate::migrations::{self, Migration};

/// Where the database is.
#[derive(Debug, Clone)]
pub enum Options {
    /// The embedded engine, in this file.
    Sqlite {
        /// The database file; it is created when it does not exist.
        path: PathBuf,
    },
    /// PostgreSQL, at a `postgres://` address.
    Postgres {
        /// The address, with user, password and database.
        url: String,
        /// Maximum size of the connection pool. One more connection watches for commits.
        connections: usize,
    },
}

impl Options {
    /// Checks the address of a database, without connecting to it.
    ///
    /// # Errors
    /// What is wrong with it, as a sentence.
    pub fn check(&self) -> Result<(), String> {
        match self {
            Options::Sqlite { .. } => Ok(()),
            Options::Postgres { url, .. } => postgres::server::check_address(url),
        }
    }
}

/// A handle to the database: cheap to clone, shared by all requests.
#[derive(Clone)]
pub struct Database {
    engine: Engine,
    /// The use cases that were asked to write so far.
    writes: Arc<AtomicU64>,
}

#[derive(Clone)]
enum Engine {
    Sqlite {
        readers: Arc<sqlite::Readers>,
        writer: Arc<Writer>,
        watch: Arc<sqlite::Watch>,
    },
    Postgres {
        pool: Pool,
        watch: Arc<postgres::Watch>,
        anchors: Arc<Anchors>,
        retries: Arc<AtomicU64>,
    },
}

impl Database {
    /// Opens the database and brings its schema up to date. Creates the embedded file when it does not exist, and refuses
    /// an empty one: its content is lost.
    pub async fn open(options: &Options) -> Result<Self, Error> {
        Self::open_with(options, migrations::ALL).await
    }

    /// [`Database::open`] with other migrations than those of this version, for tests of older and newer servers.
    pub async fn open_with(options: &Options, migrations: &[Migration]) -> Result<Self, Error> {
        match options {
            Options::Sqlite { path } => {
                sqlite::file::refuse_empty(path)?;
                sqlite::file::create_missing(path, migrations).await?;
                let mut connection = sqlite::open(path)?;
                migrations::run(&mut connection, migrations).await?;
                Self::over_sqlite(path, connection)
            }
            Options::Postgres { url, connections } => {
                let server = Server::new(url)?;
                let pool = server.pool(*connections)?;
                let mut connection = Connection::new(Inner::Postgres(pool.get().await?));
                migrations::run(&mut connection, migrations).await?;
                drop(connection);
                Self::over_postgres(&server, pool)
            }
        }
    }

    /// Opens a library with any schema version and does not migrate it: a backup comes before an upgrade.
    pub async fn attach(options: &Options) -> Result<Self, Error> {
        match options {
            Options::Sqlite { path } => {
                sqlite::file::refuse_empty(path)?;
                Self::over_sqlite(path, sqlite::open(path)?)
            }
            Options::Postgres { url, connections } => {
                let server = Server::new(url)?;
                let pool = server.pool(*connections)?;
                drop(pool.get().await?);
                Self::over_postgres(&server, pool)
            }
        }
    }

    fn over_sqlite(path: &Path, connection: Connection) -> Result<Self, Error> {
        let writer = Writer::start(connection, sqlite::open(path)?)?;
        let watch = Arc::new(sqlite::watch(path)?);
        let readers = sqlite::Readers::new(path.to_owned(), Arc::clone(&watch));
        Ok(Database::over(Engine::Sqlite {
            readers: Arc::new(readers),
            writer: Arc::new(writer),
            watch,
        }))
    }

    fn over_postgres(server: &Server, pool: Pool) -> Result<Self, Error> {
        let watch = Arc::new(postgres::Watch::new(server)?);
        Ok(Database::over(Engine::Postgres {
            pool,
            watch,
            anchors: Arc::new(Anchors::new(None)),
            retries: Arc::default(),
        }))
    }

    fn over(engine: Engine) -> Self {
        Database {
            engine,
            writes: Arc::default(),
        }
    }

    /// How many use cases this handle and its clones were asked to write so far. Long work reads it to make way for others.
    pub fn writes(&self) -> u64 {
        self.writes.load(Ordering::Relaxed)
    }

    /// The engine's name, for logs and the health page.
    pub fn engine(&self) -> &'static str {
        match self.engine {
            Engine::Sqlite { .. } => "SQLite",
            Engine::Postgres { .. } => "PostgreSQL",
        }
    }

    /// The space on the disk of the database file; `None` when it is unknown, and on PostgreSQL, whose disk is elsewhere.
    pub fn disk_space(&self) -> Option<DiskSpace> {
        match &self.engine {
            Engine::Sqlite { readers, .. } => DiskSpace::at(readers.path()),
            Engine::Postgres { .. } => None,
        }
    }

    /// Whether writes are accepted. [`Error::ReadOnly`] from a standby, from a server that was made read-only, and from a
    /// folder or a disk without the right to write; [`Error::DiskFull`], [`Error::DiskFailed`] and, when the thread that
    /// writes has ended, [`Error::Unavailable`] for the embedded engine. Costs some calls of the operating system or one
    /// query, and writes nothing, unless the last write failed.
    pub async fn check_writable(&self) -> Result<(), Error> {
        match &self.engine {
            Engine::Sqlite { writer, .. } if writer.has_stopped() => {
                Err(Error::Unavailable("the writer has stopped".to_owned()))
            }
            Engine::Sqlite { readers, writer, .. } => {
                sqlite::writable::check(readers.path(), writer.has_failed())
            }
            Engine::Postgres { .. } => {
                self.read(&(), |connection, ()| Box::pin(connection.check_writable()))
                    .await
            }
        }
    }

    /// How many calls of one caller may run at once, so that other callers are served meanwhile: half the connections
    /// of PostgreSQL, or as many as one commit of SQLite takes.
    pub fn calls_of_one_caller(&self) -> usize {
        match &self.engine {
            Engine::Sqlite { .. } => BATCH,
            Engine::Postgres { pool, .. } => pool.status().max_size / 2,
        }
    }

    /// How often a transaction of this handle, or of a clone, ran again after it collided with another one.
    pub fn retries(&self) -> u64 {
        match &self.engine {
            Engine::Sqlite { .. } => 0,
            Engine::Postgres { retries, .. } => retries.load(Ordering::Relaxed),
        }
    }

    /// The stamp of the data that a read which starts now sees. It queries the database each time, which costs less
    /// than any other read.
    pub async fn stamp(&self) -> Result<Stamp, Error> {
        match &self.engine {
            Engine::Sqlite { watch, .. } => watch.stamp(),
            Engine::Postgres { watch, .. } => watch.stamp().await,
        }
    }

    /// Runs a short read: a few indexed look-ups. On SQLite it runs on the calling thread, because a point read costs
    /// less than a thread hop, and sees one snapshot of the data (a page far down a list takes another one); slower reads
    /// belong in [`Database::read_long`].
    pub async fn read<S, T, E: Failure>(&self, state: &S, work: Read<S, T, E>) -> Result<T, E> {
        match &self.engine {
            Engine::Sqlite { readers, .. } => {
                let mut reader = readers.take()?;
                let connection = reader.connection()?;
                sqlite::run(connection, "BEGIN")?;
                let outcome = work(connection, state).await;
                // A read error may have ended it already. Then the connection is closed.
                let ended = sqlite::run(connection, "COMMIT");
                if ended.is_ok() {
                    reader.give_back();
                }
                let value = outcome?;
                ended?;
                Ok(value)
            }
            Engine::Postgres { pool, anchors, .. } => {
                let mut connection = Connection::new(Inner::Postgres(pool.get().await.map_err(Error::from)?));
                connection.anchors = Some(Arc::clone(anchors));
                work(&mut connection, state).await
            }
        }
    }

    /// Runs a long read (a report, a check, an export) on a separate thread, in one snapshot of the data.
    pub async fn read_long<S, T, E>(&self, state: S, work: Read<S, T, E>) -> Result<T, E>
    where
        S: Send + Sync + 'static,
        T: Send + 'static,
        E: Failure,
    {
        match &self.engine {
            Engine::Sqlite { readers, watch, .. } => {
                let (readers, watch) = (Arc::clone(readers), Arc::clone(watch));
                let job = move || {
                    let mut reader = readers.take()?;
                    let connection = reader.connection()?;
                    // Before the first statement, which takes the snapshot.
                    connection.snapshot = Snapshot::Of((0, watch.version()?));
                    sqlite::run(connection, "BEGIN")?;
                    let outcome = sqlite::finish(work(connection, &state))?;
                    sqlite::run(connection, "COMMIT")?;
                    reader.give_back();
                    outcome
                };
                tokio::task::spawn_blocking(job)
                    .await
                    .unwrap_or_else(|_| Err(E::from(stopped())))
            }
            Engine::Postgres { pool, anchors, .. } => postgres::snapshot(pool, anchors, &state, work).await,
        }
    }

    /// Runs a use case in one transaction and returns when its commit is durable. It completes even if the caller goes
    /// away; an error, of the database or of the use case, rolls everything back.
    pub async fn write<S, T, E>(&self, state: S, work: Work<S, T, E>) -> Result<T, E>
    where
        S: Send + Sync + 'static,
        T: Send + 'static,
        E: Failure,
    {
        self.writes.fetch_add(1, Ordering::Relaxed);
        match &self.engine {
            Engine::Sqlite { writer, .. } => writer.write(state, work).await,
            Engine::Postgres { pool, retries, .. } => {
                let (pool, retries) = (pool.clone(), Arc::clone(retries));
                let task = tokio::spawn(async move { postgres::write(&pool, &retries, &state, work).await });
                task.await.unwrap_or_else(|_| Err(E::from(stopped())))
            }
        }
    }
}

fn stopped() -> Error {
    Error::Other("a use case panicked".to_owned())
}
