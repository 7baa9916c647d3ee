//! Fills a database in bulk, as fast as its engine can: generated data, a restored backup.
//!
//! Indexes, references and triggers are recreated after the rows, which costs a fraction of maintaining them row by
//! row. A load is applied as a whole or not at all: on SQLite the rows go to a separate file that takes the library's
//! name at the very end, on PostgreSQL everything is one transaction.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use bytes::BytesMut;
use rusqlite::OpenFlags;

use super::connection::{Connection, Inner};
use super::postgres::objects::objects;
use super::postgres::server::Server;
use super::postgres::{Open, copy};
use super::sqlite::file::{folder_of, left_over, with_ending};
use super::{Error, Options, Value, numbering};
use crate::migrations::{self, Migration};

/// Rows for PostgreSQL are sent once this many bytes are buffered.
const SENT_AT_ONCE: usize = 1 << 20;

/// Begins a load on PostgreSQL, without timeouts. Two loads wait for each other, and for migrations.
const BEGIN: &str = "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; \
    SET LOCAL lock_timeout = 0; SET LOCAL maintenance_work_mem = '128MB'; SELECT pg_advisory_xact_lock(72675001)";

/// Why a database cannot be filled.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The library already contains people or books.
    #[error("there is a library already, with people or books in it")]
    Occupied,
    /// Another process has the library open.
    #[error("the library is in use; stop every server of it first")]
    InUse,
    /// The library's tables are newer than the rows.
    #[error("the database has tables of schema {there}, and the rows are of schema {wanted}")]
    OtherSchema {
        /// The schema of the database.
        there: i64,
        /// The schema of the rows.
        wanted: i64,
    },
    /// A file could not be created, written or renamed.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The database reported an error.
    #[error(transparent)]
    Database(#[from] Error),
}

/// The rows of one table, as [`Loader::rows`] gives it.
#[derive(Debug, Clone, Copy)]
pub struct Rows(usize);

struct Table {
    insert: String,
    copy: String,
    width: usize,
    waiting: BytesMut,
}

enum Target {
    Sqlite {
        connection: Connection,
        /// The file that is being filled.
        fresh: PathBuf,
        /// The library's file.
        path: PathBuf,
        /// Where the previous library is moved to.
        old: Option<PathBuf>,
    },
    Postgres(Open),
}

/// A database that is being filled. Dropping it before [`Loader::finish`] leaves the library unchanged.
pub struct Loader {
    target: Option<Target>,
    /// Those of this version.
    migrations: Vec<Migration>,
    /// The tables of the rows' schema.
    known: Vec<String>,
    tables: Vec<Table>,
    /// The statements that recreate the dropped indexes, references and triggers.
    put_back: Vec<String>,
    kept: Option<String>,
}

impl Loader {
    /// Begins to fill an empty database with rows of a schema: that of the migration with this number.
    ///
    /// A library with people or books is refused, unless `keep_as` names the place where the old one is kept:
    /// `carrel.sqlite.NAME`, or a schema of PostgreSQL with that name.
    pub async fn begin(options: &Options, schema: i64, keep_as: Option<&str>) -> Result<Self, LoadError> {
        Self::begin_with(options, migrations::ALL, schema, keep_as).await
    }

    /// [`Loader::begin`] with other migrations than those of this version, for tests of older and newer schemas.
    pub async fn begin_with(
        options: &Options,
        migrations: &[Migration],
        schema: i64,
        keep_as: Option<&str>,
    ) -> Result<Self, LoadError> {
        let mut loader = match options {
            Options::Sqlite { path } => begin_sqlite(path, keep_as).await?,
            Options::Postgres { url, .. } => begin_postgres(url, schema, keep_as).await?,
        };
        migrations::run_pending(loader.connection()?, migrations, schema).await?;
        migrations.clone_into(&mut loader.migrations);
        loader.known = loader.connection()?.tables().await?;
        loader.empty().await?;
        loader.take_away().await?;
        Ok(loader)
    }

    /// The connection of the load, which sees the new rows.
    pub fn connection(&mut self) -> Result<&mut Connection, Error> {
        match &mut self.target {
            Some(Target::Sqlite { connection, .. }) => Ok(connection),
            Some(Target::Postgres(open)) => Ok(&mut open.transaction()?.connection),
            None => Err(Error::Other("the loading has ended".to_owned())),
        }
    }

    /// Whether the schema of the rows has this table.
    pub fn has_table(&self, table: &str) -> bool {
        self.known.iter().any(|known| known == table)
    }

    /// Where the previous library is kept: a file, or a schema.
    pub fn kept(&self) -> Option<&str> {
        self.kept.as_deref()
    }

    /// Prepares inserts into a table, with values for these columns. The caller guarantees that table and columns are
    /// valid names.
    pub fn rows(&mut self, table: &str, columns: &[&str]) -> Rows {
        let places: Vec<String> = (1..=columns.len()).map(|place| format!("${place}")).collect();
        let columns_text = columns.join(", ");
        self.tables.push(Table {
            insert: format!(
                "INSERT INTO {table} ({columns_text}) VALUES ({})",
                places.join(", ")
            ),
            copy: copy::statement(table, columns),
            width: columns.len(),
            waiting: BytesMut::new(),
        });
        Rows(self.tables.len() - 1)
    }

    /// Adds a row.
    pub async fn add(&mut self, rows: Rows, values: &[Value<'_>]) -> Result<(), Error> {
        let table = &mut self.tables[rows.0];
        if values.len() != table.width {
            return Err(Error::Other(format!(
                "{} values for {} columns",
                values.len(),
                table.width
            )));
        }
        match &mut self.target {
            Some(Target::Sqlite { connection, .. }) => {
                connection.execute(&table.insert, values).await?;
            }
            Some(Target::Postgres(open)) => {
                copy::put(&mut table.waiting, values)?;
                if table.waiting.len() > SENT_AT_ONCE {
                    send(&mut open.transaction()?.connection, table).await?;
                }
            }
            None => return Err(Error::Other("the loading has ended".to_owned())),
        }
        Ok(())
    }

    /// Recreates the indexes, references and triggers, and brings the schema up to date. From here on every constraint
    /// has been checked, and the rows can be read through [`Loader::connection`].
    pub async fn finish_schema(&mut self) -> Result<(), Error> {
        if let Some(Target::Postgres(open)) = &mut self.target {
            let connection = &mut open.transaction()?.connection;
            for table in &mut self.tables {
                send(connection, table).await?;
            }
        }
        for statement in std::mem::take(&mut self.put_back) {
            self.connection()?.batch(&statement).await?;
        }
        let migrations = std::mem::take(&mut self.migrations);
        let connection = self.connection()?;
        if connection.is_sqlite() {
            // The rows are not checked one by one here; PostgreSQL has checked the references when they were recreated.
            migrations::refuse_dangling(connection).await?;
        } else {
            connection.batch("ANALYZE").await?;
        }
        migrations::run_pending(connection, &migrations, migrations::newest_of(&migrations)).await?;
        numbering::continue_after_rows(connection).await?;
        // The same rows produce the same file, whenever they are loaded.
        connection.batch("UPDATE migrations SET applied_at = 0").await?;
        if connection.is_sqlite() {
            migrations::refuse_dangling(connection).await?;
        }
        Ok(())
    }

    /// Puts the loaded database in the place of the library, durably.
    pub async fn finish(mut self) -> Result<(), LoadError> {
        match self.target.take() {
            Some(Target::Sqlite {
                mut connection,
                fresh,
                path,
                old,
            }) => {
                let outcome = async {
                    connection.batch("COMMIT").await?;
                    drop(connection);
                    let file = File::open(&fresh).map_err(at(&fresh))?;
                    file.sync_all().map_err(at(&fresh))?;
                    take_place(&fresh, &path, old.as_deref())
                }
                .await;
                if outcome.is_err() {
                    remove(&fresh);
                }
                outcome
            }
            Some(Target::Postgres(open)) => Ok(open.commit().await?),
            None => Ok(()),
        }
    }

    /// Removes the rows that the migrations themselves insert: the loaded data contains its own.
    async fn empty(&mut self) -> Result<(), Error> {
        // A table comes after those that it refers to. The append-only triggers of an empty table have nothing to refuse.
        let statements: Vec<String> = self
            .known
            .iter()
            .rev()
            .map(|table| format!("DELETE FROM {table}"))
            .collect();
        self.connection()?.batch(&statements.join("; ")).await
    }

    /// Drops objects that are cheaper to create at once: indexes and triggers on SQLite, indexes and references on
    /// PostgreSQL, where triggers are only disabled.
    async fn take_away(&mut self) -> Result<(), Error> {
        let tables = self.known.clone();
        let connection = self.connection()?;
        let statements = if connection.is_sqlite() {
            let objects: Vec<(String, String, String)> = connection
                .rows(
                    "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL \
                     ORDER BY rowid",
                    &[],
                )
                .await?;
            objects
                .into_iter()
                .map(|(kind, name, sql)| (format!("DROP {kind} \"{name}\""), sql))
                .collect()
        } else {
            objects(connection, &tables).await?
        };
        let mut put_back = Vec::with_capacity(statements.len());
        for (take_away, sql) in statements {
            connection.batch(&take_away).await?;
            put_back.push(sql);
        }
        self.put_back = put_back;
        Ok(())
    }
}

impl Drop for Loader {
    fn drop(&mut self) {
        if let Some(Target::Sqlite {
            connection, fresh, ..
        }) = self.target.take()
        {
            drop(connection);
            remove(&fresh);
        }
    }
}

/// Whether the database contains people or books.
async fn is_occupied(connection: &mut Connection) -> Result<bool, Error> {
    if !connection.has_table("users").await? {
        return Ok(false);
    }
    let (occupied,): (i64,) = connection
        .one(
            "SELECT CAST(CASE WHEN EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM books) THEN 1 ELSE 0 END \
             AS BIGINT)",
            &[],
        )
        .await?;
    Ok(occupied == 1)
}

async fn begin_sqlite(path: &Path, keep_as: Option<&str>) -> Result<Loader, LoadError> {
    let mut old = None;
    if path.exists() {
        let occupied = is_occupied(&mut close_to_others(path)?).await?;
        old = match (occupied, keep_as) {
            (true, None) => return Err(LoadError::Occupied),
            (true, Some(name)) => Some(beside(path, name)),
            (false, _) => None,
        };
    } else if let Some(left) = left_over(path) {
        // Its content must not be replayed into another file.
        return Err(at(&left)(io::Error::other(
            "is left over from a database that is gone; move it away",
        )));
    }
    let fresh = beside(path, "loading");
    remove(&fresh);
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let sqlite = rusqlite::Connection::open_with_flags(&fresh, flags).map_err(Error::from)?;
    // This file is worthless if the load does not complete, so it needs no journal.
    sqlite
        .execute_batch(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; \
             PRAGMA foreign_keys = OFF; PRAGMA trusted_schema = OFF; PRAGMA cache_size = -131072; BEGIN",
        )
        .map_err(Error::from)?;
    Ok(Loader {
        kept: old.as_deref().map(|old| old.display().to_string()),
        target: Some(Target::Sqlite {
            connection: Connection::new(Inner::Sqlite(sqlite)),
            fresh,
            path: path.to_owned(),
            old,
        }),
        migrations: Vec::new(),
        known: Vec::new(),
        tables: Vec::new(),
        put_back: Vec::new(),
    })
}

/// Opens a library's file exclusively, with all data in that one file.
fn close_to_others(path: &Path) -> Result<Connection, LoadError> {
    let sqlite = rusqlite::Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .map_err(Error::from)?;
    sqlite
        .execute_batch("PRAGMA locking_mode = EXCLUSIVE")
        .map_err(Error::from)?;
    let journal: Result<String, rusqlite::Error> =
        sqlite.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get(0));
    match journal {
        Ok(journal) if journal == "delete" => Ok(Connection::new(Inner::Sqlite(sqlite))),
        Ok(_) => Err(LoadError::InUse),
        Err(error) => Err(match Error::from(error) {
            Error::Unavailable(_) => LoadError::InUse,
            other => other.into(),
        }),
    }
}

/// Gives the filled file the library's name. The old library has its old or its new name at every instant.
fn take_place(fresh: &Path, path: &Path, old: Option<&Path>) -> Result<(), LoadError> {
    if let Some(old) = old
        && std::fs::hard_link(path, old).is_err()
    {
        // The file system has no hard links.
        std::fs::rename(path, old).map_err(at(old))?;
    }
    std::fs::rename(fresh, path).map_err(at(path))?;
    let folder = folder_of(path);
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(at(folder))
}

fn beside(path: &Path, name: &str) -> PathBuf {
    with_ending(path, &format!(".{name}"))
}

/// Removes a file; a missing file is no error.
fn remove(path: &Path) {
    drop(std::fs::remove_file(path));
}

fn at(path: &Path) -> impl Fn(io::Error) -> LoadError + '_ {
    |error| LoadError::File {
        path: path.to_owned(),
        error,
    }
}

async fn begin_postgres(url: &str, schema: i64, keep_as: Option<&str>) -> Result<Loader, LoadError> {
    let pool = Server::new(url)?.pool(1)?;
    let mut open = Open::begin(&pool, BEGIN).await?;
    let connection = &mut open.transaction()?.connection;
    let mut kept = None;
    match (is_occupied(connection).await?, keep_as) {
        (true, None) => return Err(LoadError::Occupied),
        (true, Some(name)) => {
            refuse_others(connection).await?;
            let (current,): (String,) = connection
                .one("SELECT CAST(current_schema() AS TEXT)", &[])
                .await?;
            connection
                .batch(&format!(
                    "ALTER SCHEMA \"{current}\" RENAME TO \"{name}\"; CREATE SCHEMA \"{current}\""
                ))
                .await?;
            kept = Some(name.to_owned());
        }
        (false, _) => clear(connection, schema).await?,
    }
    Ok(Loader {
        target: Some(Target::Postgres(open)),
        migrations: Vec::new(),
        known: Vec::new(),
        tables: Vec::new(),
        put_back: Vec::new(),
        kept,
    })
}

/// Empties the tables of a library without people and books: settings and counters that the loaded data replaces.
async fn clear(connection: &mut Connection, schema: i64) -> Result<(), LoadError> {
    let there = migrations::number(connection).await?;
    if there == 0 {
        return Ok(());
    }
    if there > schema {
        return Err(LoadError::OtherSchema {
            there,
            wanted: schema,
        });
    }
    refuse_others(connection).await?;
    let present = connection.tables().await?;
    connection
        .batch(&format!("TRUNCATE {}", present.join(", ")))
        .await?;
    Ok(())
}

/// Refuses a load while servers are connected: they would write data of the old library into the new one.
async fn refuse_others(connection: &mut Connection) -> Result<(), LoadError> {
    let (others,): (i64,) = connection
        .one(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() \
             AND application_name = 'carrel'",
            &[],
        )
        .await?;
    if others > 0 {
        return Err(LoadError::InUse);
    }
    Ok(())
}

/// Sends the buffered rows.
async fn send(connection: &mut Connection, table: &mut Table) -> Result<(), Error> {
    let Inner::Postgres(postgres) = &mut connection.inner else {
        return Err(Error::Other("COPY is for PostgreSQL only".to_owned()));
    };
    copy::send(postgres, &table.copy, &mut table.waiting).await
}
