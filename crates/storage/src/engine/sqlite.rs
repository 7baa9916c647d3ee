//! The embedded engine: how its connections are opened, and the pool of read connections.

mod checkpoints;
pub(super) mod durable;
pub(super) mod file;
pub(super) mod statements;
mod watch;
pub(super) mod writable;

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::{ErrorCode, OpenFlags};

use super::Error;
use super::anchors::Anchors;
use super::connection::{Connection, Inner, Snapshot};

pub(super) use checkpoints::Checkpoints;
pub(super) use watch::Watch;

/// Older versions can corrupt a database in WAL mode under rare timing.
const OLDEST_SAFE_VERSION: i32 = 3_051_003;

/// How long a connection waits for another one that has locked the file.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// Read connections that keep 12 MiB of pages each. As many are in use at once while requests arrive one by one, on any
/// machine that Carrel is meant for.
const LARGE_CONNECTIONS: usize = 4;

/// Further read connections for busy moments, with the smaller cache, which are kept while they are idle.
const SMALL_CONNECTIONS: usize = 12;

/// The settings of a further read connection: 2 MiB of pages, and fewer prepared statements.
const SMALL: &str = "PRAGMA cache_size = -2048";
const SMALL_STATEMENTS: usize = 32;

/// Opens a connection to an existing file, and verifies its settings: WAL, durable commits, foreign keys, stable plans.
pub fn open(path: &Path) -> Result<Connection, Error> {
    if rusqlite::version_number() < OLDEST_SAFE_VERSION {
        return Err(Error::Other(format!(
            "SQLite {} is too old to be safe",
            rusqlite::version()
        )));
    }
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let sqlite = rusqlite::Connection::open_with_flags(path, flags)?;
    sqlite.busy_timeout(LOCK_TIMEOUT)?;
    let journal = write_ahead(&sqlite)?;
    // No memory mapping: a read error of the disk is then an error of one request and does not end the process, and the
    // operating system's cache of the file is not counted as memory of this process, once for each connection.
    sqlite.execute_batch(
        "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;
         PRAGMA mmap_size = 0; PRAGMA cache_size = -12288; PRAGMA temp_store = MEMORY;",
    )?;
    let synchronous: i64 = sqlite.query_row("PRAGMA synchronous", [], |row| row.get(0))?;
    let foreign_keys: i64 = sqlite.query_row("PRAGMA foreign_keys", [], |row| row.get(0))?;
    if journal != "wal" || synchronous != 2 || foreign_keys != 1 {
        return Err(Error::Other(format!(
            "SQLite refused a setting: journal {journal}, synchronous {synchronous}, foreign keys {foreign_keys}"
        )));
    }
    // Without it a cached statement is recompiled whenever a bound value could change its plan.
    sqlite.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    sqlite.set_prepared_statement_cache_capacity(256);
    Ok(Connection::new(Inner::Sqlite(sqlite)))
}

/// Switches the file to a write-ahead log, permanently, and returns the mode it is in.
///
/// SQLite does not wait for other processes that switch at the same time: at the first start of several processes at
/// once, all but one get the error that the file is busy.
fn write_ahead(sqlite: &rusqlite::Connection) -> Result<String, Error> {
    let began = Instant::now();
    loop {
        match sqlite.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)) {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && began.elapsed() < LOCK_TIMEOUT =>
            {
                std::thread::sleep(Duration::from_millis(10));
            }
            mode => return Ok(mode?),
        }
    }
}

/// A pool of read connections, shared by all threads. The connection that was used last is lent first: its cache has the
/// pages that are read most. A few connections have a large cache and are preferred; what the others hold is bounded, so
/// that a busy moment does not leave the process large.
pub(super) struct Readers {
    path: PathBuf,
    idle: Mutex<Idle>,
    anchors: Arc<Anchors>,
}

#[derive(Default)]
struct Idle {
    large: Vec<Connection>,
    small: Vec<Connection>,
    /// Connections with a large cache, lent ones included.
    large_open: usize,
}

/// A lent connection. Dropped without [`Reader::give_back`], it is closed: it may be in the middle of something.
pub(super) struct Reader<'a> {
    readers: &'a Readers,
    /// `None` once it is given back.
    connection: Option<Connection>,
    is_large: bool,
}

impl Reader<'_> {
    pub(super) fn connection(&mut self) -> Result<&mut Connection, Error> {
        let connection = self.connection.as_mut();
        connection.ok_or_else(|| Error::Other("a connection was used after it was given back".to_owned()))
    }

    /// Gives the connection back; closes it when the pool is full.
    pub(super) fn give_back(mut self) {
        let Some(mut connection) = self.connection.take() else {
            return;
        };
        connection.snapshot = Snapshot::NotTaken;
        let mut idle = self.readers.idle();
        if self.is_large {
            idle.large.push(connection);
        } else if idle.small.len() < SMALL_CONNECTIONS {
            idle.small.push(connection);
        }
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        if self.is_large && self.connection.is_some() {
            self.readers.idle().large_open -= 1;
        }
    }
}

impl Readers {
    pub(super) fn new(path: PathBuf, watch: Arc<Watch>) -> Self {
        Readers {
            path,
            idle: Mutex::default(),
            anchors: Arc::new(Anchors::new(Some(watch))),
        }
    }

    /// The path of the database file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// An idle connection, or a new one.
    pub(super) fn take(&self) -> Result<Reader<'_>, Error> {
        let (idle, is_large) = {
            let mut idle = self.idle();
            match idle.large.pop() {
                Some(connection) => (Some(connection), true),
                None if idle.large_open < LARGE_CONNECTIONS => {
                    idle.large_open += 1;
                    (None, true)
                }
                None => (idle.small.pop(), false),
            }
        };
        let mut reader = Reader {
            readers: self,
            connection: idle,
            is_large,
        };
        if reader.connection.is_none() {
            let opened = self.open(is_large);
            if opened.is_err() && is_large {
                self.idle().large_open -= 1;
            }
            reader.connection = Some(opened?);
        }
        Ok(reader)
    }

    fn open(&self, is_large: bool) -> Result<Connection, Error> {
        let mut connection = open(&self.path)?;
        connection.anchors = Some(Arc::clone(&self.anchors));
        if let Inner::Sqlite(sqlite) = &connection.inner {
            sqlite.execute_batch("PRAGMA query_only = ON")?;
            if !is_large {
                sqlite.execute_batch(SMALL)?;
                sqlite.set_prepared_statement_cache_capacity(SMALL_STATEMENTS);
            }
        }
        Ok(connection)
    }

    fn idle(&self) -> MutexGuard<'_, Idle> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens the connection that reads the stamp of the data.
pub(super) fn watch(path: &Path) -> Result<Watch, Error> {
    match open(path)?.inner {
        Inner::Sqlite(sqlite) => Ok(Watch::new(sqlite)),
        Inner::Postgres(_) => Err(Error::Other("only SQLite is watched this way".to_owned())),
    }
}

/// Begins or ends a transaction. The queries of a read run in one as well: they see one snapshot of the data, and only
/// the first of them takes a lock of the file, which costs more than a look-up.
pub(super) fn run(connection: &Connection, sql: &'static str) -> Result<(), Error> {
    let Inner::Sqlite(sqlite) = &connection.inner else {
        return Err(Error::Other(format!("{sql} is only run on SQLite")));
    };
    sqlite.prepare_cached(sql)?.raw_execute()?;
    Ok(())
}

/// Polls a future that never suspends. Use cases on SQLite are such futures.
pub(super) fn finish<T>(future: impl Future<Output = T>) -> Result<T, Error> {
    let mut future = std::pin::pin!(future);
    match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Ok(value),
        Poll::Pending => Err(Error::Other(
            "a use case waited for something else inside its transaction".to_owned(),
        )),
    }
}
