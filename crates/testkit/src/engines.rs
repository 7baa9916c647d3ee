//! A separate database for each test, on either engine.
//!
//! SQLite: a file in a temporary folder. PostgreSQL: a database on the server that `CARREL_TEST_POSTGRES_URL` names,
//! copied from a template with the migrated schema, and dropped when the test ends, even if it panics.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use carrel_storage::engine::{FromRow, Options};
use carrel_storage::{Database, Result, migrations};
use tempfile::TempDir;
use tokio_postgres::NoTls;

/// The environment variable with the address of PostgreSQL.
const POSTGRES_URL: &str = "CARREL_TEST_POSTGRES_URL";

/// The size of a test's pool. The server has some hundred connections, and several tests run at once.
const CONNECTIONS: usize = 16;

/// The lock for creating the template, among all processes that test on one server.
const TEMPLATE_LOCK: i64 = 72_675_002;

/// One of the two engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// The embedded engine.
    Sqlite,
    /// The server.
    Postgres,
}

/// Generates two tests of an `async fn` that takes a [`TestDatabase`]: `name::sqlite` and `name::postgres`.
///
/// ```text
/// on_both_engines!(a_book_is_found);
/// async fn a_book_is_found(database: TestDatabase) { … }
/// ```
#[macro_export]
macro_rules! on_both_engines {
    ($name:ident) => {
        mod $name {
            #[test]
            fn sqlite() {
                $crate::run($crate::Engine::Sqlite, super::$name);
            }

            #[test]
            fn postgres() {
                $crate::run($crate::Engine::Postgres, super::$name);
            }
        }
    };
}

/// Generates a test, `name::sqlite`, of behaviour that only the embedded engine has, or on which the engine has no
/// influence. See [`on_both_engines`].
#[macro_export]
macro_rules! on_sqlite {
    ($name:ident) => {
        mod $name {
            #[test]
            fn sqlite() {
                $crate::run($crate::Engine::Sqlite, super::$name);
            }
        }
    };
}

/// Generates a test, `name::postgres`, of behaviour that only PostgreSQL has. See [`on_both_engines`].
#[macro_export]
macro_rules! on_postgres {
    ($name:ident) => {
        mod $name {
            #[test]
            fn postgres() {
                $crate::run($crate::Engine::Postgres, super::$name);
            }
        }
    };
}

/// Runs a test on a fresh database, in a runtime with several threads.
pub fn run<F: Future<Output = ()>>(engine: Engine, test: impl FnOnce(TestDatabase) -> F) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime for the test");
    runtime.block_on(async { test(TestDatabase::create(engine).await).await });
}

/// An open database that is removed when it is dropped.
pub struct TestDatabase {
    // Closed before its place is removed: fields are dropped in this order.
    database: Database,
    place: Arc<Place>,
}

impl TestDatabase {
    /// Creates and opens a database with the newest schema.
    pub async fn create(engine: Engine) -> Self {
        let place = match engine {
            Engine::Sqlite => Place::empty(engine).await,
            Engine::Postgres => Place::copy_of_template().await,
        };
        let database = place.open().await.expect("a test's database opens");
        TestDatabase {
            database,
            place: Arc::new(place),
        }
    }

    /// Opens an existing database.
    pub async fn open(place: Place) -> Result<Self> {
        let database = place.open().await?;
        Ok(TestDatabase {
            database,
            place: Arc::new(place),
        })
    }

    /// The same database for another process, which removes it if it is the last one.
    pub async fn for_another_process(&self) -> Self {
        TestDatabase {
            database: self.place.open().await.expect("a test's database opens again"),
            place: Arc::clone(&self.place),
        }
    }

    /// Opens an existing database as it is, also without a library.
    pub async fn attach(place: Place) -> Self {
        let database = Database::attach(&place.options()).await;
        TestDatabase {
            database: database.expect("the database answers"),
            place: Arc::new(place),
        }
    }

    /// Which engine this is.
    pub fn engine(&self) -> Engine {
        self.place.engine()
    }

    /// The options by which the product would open it.
    pub fn options(&self) -> Options {
        self.place.options()
    }

    /// Opens the same database again, as another process would.
    pub async fn open_again(&self) -> Result<Database> {
        self.place.open().await
    }

    /// Runs SQL outside any use case, in one transaction: several statements without values.
    pub async fn sql(&self, sql: &str) -> Result<()> {
        self.write(sql.to_owned(), |transaction, sql| {
            Box::pin(transaction.batch(sql))
        })
        .await
    }

    /// Makes a database on PostgreSQL read-only for every new session, and closes the existing sessions; or makes it
    /// writable again for new sessions, and leaves existing ones as they are.
    pub async fn set_read_only(&self, read_only: bool) {
        let change = if read_only {
            "SET default_transaction_read_only = on"
        } else {
            "RESET default_transaction_read_only"
        };
        let sql = format!(
            "BEGIN READ WRITE; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I {change}', current_database()); END $$; \
             COMMIT"
        );
        let changed: Result<()> = self
            .read(&sql, |connection, sql| Box::pin(connection.batch(sql)))
            .await;
        changed.expect("the database's settings are changed");
        if read_only {
            let end =
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()";
            // The session of this statement is closed too, so it gets no response.
            let ended: Result<()> = self
                .read(&end, |connection, end| Box::pin(connection.batch(end)))
                .await;
            assert!(ended.is_err(), "a session went on");
        }
    }

    /// The rows of a query.
    pub async fn rows<T: FromRow + Send + 'static>(&self, sql: &str) -> Vec<T> {
        let rows: Result<Vec<T>> = self
            .read(&sql.to_owned(), |connection, sql| {
                Box::pin(connection.rows(sql, &[]))
            })
            .await;
        rows.unwrap_or_else(|error| panic!("{sql}: {error}"))
    }

    /// The integer that a query returns.
    pub async fn integer(&self, sql: &str) -> i64 {
        let rows: Vec<(i64,)> = self.rows(sql).await;
        let [(value,)] = rows[..] else {
            panic!("{} rows instead of one: {sql}", rows.len());
        };
        value
    }
}

impl Deref for TestDatabase {
    type Target = Database;

    fn deref(&self) -> &Database {
        &self.database
    }
}

/// A place for a database; removed with its content when it is dropped.
pub enum Place {
    /// A temporary folder for the embedded engine's file.
    Folder(TempDir),
    /// A database of this name on the server.
    Server {
        /// The database.
        name: String,
    },
}

impl Place {
    /// An empty place.
    pub async fn empty(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => Place::Folder(tempfile::tempdir().expect("a temporary folder")),
            Engine::Postgres => {
                let name = fresh_name();
                Server::connect()
                    .await
                    .run(&format!("CREATE DATABASE {name}"))
                    .await;
                Place::Server { name }
            }
        }
    }

    /// A database with the newest schema, faster than by migrating it.
    async fn copy_of_template() -> Self {
        let server = Server::connect().await;
        let template = server.template().await;
        let name = fresh_name();
        server
            .run(&format!("CREATE DATABASE {name} TEMPLATE {template}"))
            .await;
        Place::Server { name }
    }

    /// Which engine this is a place for.
    pub fn engine(&self) -> Engine {
        match self {
            Place::Folder(_) => Engine::Sqlite,
            Place::Server { .. } => Engine::Postgres,
        }
    }

    /// The options by which the product would open it.
    pub fn options(&self) -> Options {
        match self {
            Place::Folder(folder) => Options::Sqlite {
                path: folder.path().join("carrel.db"),
            },
            Place::Server { name } => Options::Postgres {
                url: with_database(&server_url(), name),
                connections: CONNECTIONS,
            },
        }
    }

    /// Opens the database, and creates or migrates its schema.
    pub async fn open(&self) -> Result<Database> {
        Database::open(&self.options()).await
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Place::Server { name } = self else { return };
        let sql = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
        // A thread, because this may run inside a runtime, or while one is shut down after a failed test.
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            if let Ok(runtime) = runtime {
                runtime.block_on(async { Server::connect().await.run(&sql).await });
            }
        });
        // A database that is left behind does not fail the test: the server is temporary.
        drop(dropping.join());
    }
}

/// A connection to the server itself, for creating and dropping databases.
struct Server(tokio_postgres::Client);

impl Server {
    async fn connect() -> Self {
        let url = server_url();
        let (client, connection) = tokio_postgres::connect(&url, NoTls)
            .await
            .unwrap_or_else(|error| panic!("no connection to {POSTGRES_URL}={url}: {error}"));
        tokio::spawn(connection);
        Server(client)
    }

    async fn run(&self, sql: &str) {
        if let Err(error) = self.0.batch_execute(sql).await {
            panic!(
                "{sql}: {}",
                error.as_db_error().map_or(error.to_string(), ToString::to_string)
            );
        }
    }

    /// The template of the other databases, created by the first process that needs it. Its name depends on the schema,
    /// so that a server that outlives a test run never uses an old one.
    async fn template(&self) -> String {
        let mut schema = DefaultHasher::new();
        for migration in migrations::ALL {
            migration.checksum(false).hash(&mut schema);
        }
        let name = format!("carrel_template_{:016x}", schema.finish());
        self.run(&format!("SELECT pg_advisory_lock({TEMPLATE_LOCK})"))
            .await;
        let found = self
            .0
            .query("SELECT 1 FROM pg_database WHERE datname = $1", &[&name])
            .await;
        if found.expect("the server lists its databases").is_empty() {
            let unfinished = format!("{name}_unfinished");
            self.run(&format!("DROP DATABASE IF EXISTS {unfinished} WITH (FORCE)"))
                .await;
            self.run(&format!("CREATE DATABASE {unfinished}")).await;
            let options = Options::Postgres {
                url: with_database(&server_url(), &unfinished),
                connections: 1,
            };
            drop(
                Database::open(&options)
                    .await
                    .expect("the migrations make the template"),
            );
            // A database can be renamed only without connections; the server waits some seconds for the last one to
            // close.
            self.run(&format!("ALTER DATABASE {unfinished} RENAME TO {name}"))
                .await;
        }
        self.run(&format!("SELECT pg_advisory_unlock({TEMPLATE_LOCK})"))
            .await;
        name
    }
}

fn server_url() -> String {
    std::env::var(POSTGRES_URL).unwrap_or_else(|_| {
        panic!("{POSTGRES_URL} is not set: run through make test, or: scripts/with-postgres cargo test")
    })
}

/// The address of another database on the same server.
fn with_database(url: &str, name: &str) -> String {
    let (address, parameters) = url
        .split_once('?')
        .map_or((url, None), |(address, rest)| (address, Some(rest)));
    let host_at = address.find("://").map_or(0, |scheme| scheme + 3);
    let host_end = address[host_at..]
        .find('/')
        .map_or(address.len(), |slash| host_at + slash);
    let server = &address[..host_end];
    match parameters {
        Some(parameters) => format!("{server}/{name}?{parameters}"),
        None => format!("{server}/{name}"),
    }
}

/// A unique name for a test, in this process and all others.
fn fresh_name() -> String {
    let mut random = [0; 8];
    #[expect(
        clippy::disallowed_methods,
        reason = "names of databases on a shared server need true chance"
    )]
    getrandom::fill(&mut random).expect("the system has randomness");
    format!("carrel_test_{:016x}", u64::from_le_bytes(random))
}

#[cfg(test)]
mod tests {
    use super::{Engine, Place, Server, TestDatabase, run, with_database};

    async fn databases_called(name: &str) -> usize {
        let server = Server::connect().await;
        let found = server
            .0
            .query("SELECT 1 FROM pg_database WHERE datname = $1", &[&name])
            .await;
        found.expect("the server lists its databases").len()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_database_is_dropped_however_its_test_ends() {
        let name = std::sync::Mutex::new(String::new());
        let failing = async |database: TestDatabase| {
            let Place::Server { name: own } = &*database.place else {
                panic!("not on the server");
            };
            own.clone_into(&mut name.lock().unwrap());
            assert_eq!(databases_called(own).await, 1);
            panic!("on purpose, with the database still open");
        };
        let failed = std::thread::scope(|threads| {
            tokio::task::block_in_place(|| threads.spawn(|| run(Engine::Postgres, failing)).join())
        });
        assert!(failed.is_err());
        let name = name.lock().unwrap().clone();
        assert_eq!((name.is_empty(), databases_called(&name).await), (false, 0));
    }

    #[test]
    fn only_the_database_of_an_address_is_replaced() {
        for (url, wanted) in [
            (
                "postgres://postgres@127.0.0.1:5432/postgres",
                "postgres://postgres@127.0.0.1:5432/one",
            ),
            (
                "postgres://postgres@127.0.0.1:5432",
                "postgres://postgres@127.0.0.1:5432/one",
            ),
            (
                "postgres://me:p@host/db?sslmode=disable",
                "postgres://me:p@host/one?sslmode=disable",
            ),
            (
                "postgres:///db?host=/run/postgresql",
                "postgres:///one?host=/run/postgresql",
            ),
        ] {
            assert_eq!(with_database(url, "one"), wanted);
        }
    }
}
