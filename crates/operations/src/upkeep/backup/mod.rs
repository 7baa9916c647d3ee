//! Backups: a whole library in one file, for any engine, and restoring it.
//!
//! The file is gzip around lines of JSON, so that it can be read without Carrel: a line that describes the backup, then
//! for each table a line with its columns and one line per row, and a last line with the number of rows and the SHA-256
//! of everything before it. The rows do not depend on the engine, so that a library moves from SQLite to PostgreSQL by
//! backup and restore.
//!
//! A backup is one snapshot of the data: SQLite's readers never block its writer, and on PostgreSQL it is one
//! transaction at REPEATABLE READ. It leaves out temporary data and data that can be rebuilt: see [`LEFT_OUT`].

mod format;
mod reading;

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, PoisonError};

use carrel_domain::catalogue::book::BookId;
use carrel_domain::identity::{derived, hexadecimal};
use carrel_storage::audit::{self, NewEntry};
use carrel_storage::check::{self, Violation};
use carrel_storage::engine::{Loader, Options, Rows, Value};
use carrel_storage::{Connection, Database, bulk_edits, duplicates, imports, migrations, settings};
use flate2::Compression;
use flate2::write::GzEncoder;
use jiff::Timestamp;
use serde::Serialize;
use sha2::{Digest, Sha256};

pub use self::format::{BackupError, Manifest, RowCounts};
use self::format::{EndLine, FORMAT, TableLine};
pub use self::reading::verify;
use self::reading::{Cell, Event, Reading};
use crate::core::settings::key;
use crate::imports::problem;

/// Tables that a backup leaves out: the change log of the search index, which is rebuilt; the versions of caches; the
/// list of migrations, which follows from the schema number; sessions, challenges, password links, registrations and
/// changes of e-mail addresses, because those that have ended or were used since must not come back; known devices,
/// throttles and failed sign-ins; stored responses; and jobs with their deliveries to webhooks, which would run again.
pub const LEFT_OUT: [&str; 14] = [
    "challenges",
    "changes",
    "data_versions",
    "email_changes",
    "idempotency_keys",
    "jobs",
    "known_devices",
    "migrations",
    "one_time_links",
    "registrations",
    "sessions",
    "sign_in_failures",
    "throttles",
    "webhook_deliveries",
];

/// Lines are handed to the output in blocks of this many bytes.
const BLOCK_SIZE: usize = 64 * 1024;

/// The result of a restore.
#[derive(Debug)]
pub struct Restored {
    pub manifest: Manifest,
    pub rows: RowCounts,
    /// Violated invariants; empty in a sound library.
    pub violations: Vec<Violation>,
    /// Where the previous library is kept.
    pub kept: Option<String>,
}

/// The output of a backup.
pub type Out = Box<dyn Write + Send>;

struct Job {
    version: &'static str,
    engine: &'static str,
    now: Timestamp,
    /// Taken by the first run of the job.
    out: Mutex<Option<Out>>,
}

/// What a backup contains.
pub struct BackedUp {
    pub rows: RowCounts,
    /// Why a restore would fail, or report errors; empty for a sound library.
    pub violations: Vec<Violation>,
    pub out: Out,
}

/// Writes a backup of the library's present state, and checks the same snapshot of the data as `carrel check` does.
pub async fn back_up(
    database: &Database,
    version: &'static str,
    now: Timestamp,
    out: Out,
) -> Result<BackedUp, BackupError> {
    let job = Job {
        version,
        engine: database.engine(),
        now,
        out: Mutex::new(Some(out)),
    };
    database
        .read_long(job, |connection, job| Box::pin(write_all(connection, job)))
        .await
}

async fn write_all(connection: &mut Connection, job: &Job) -> Result<BackedUp, BackupError> {
    let out = job.out.lock().unwrap_or_else(PoisonError::into_inner).take();
    let out = out.ok_or_else(|| io::Error::other("the output has been given away"))?;
    let schema = migrations::number(connection).await?;
    if schema == 0 {
        return Err(BackupError::NoLibrary);
    }
    let mut lines = Lines::new(out);
    lines.json(&Manifest {
        carrel_backup: FORMAT,
        version: job.version.to_owned(),
        schema,
        engine: job.engine.to_owned(),
        created_at: job.now,
    })?;
    let mut rows = RowCounts::new();
    let tables = connection.tables().await?;
    for table in tables.iter().filter(|table| !LEFT_OUT.contains(&table.as_str())) {
        let columns = connection.columns(table).await?;
        let select = format!("SELECT {} FROM {table}", columns.join(", "));
        lines.json(&TableLine {
            table: table.into(),
            columns,
        })?;
        let mut count = 0;
        connection
            .each(&select, |values| {
                count += 1;
                lines.row(values)
            })
            .await?;
        rows.insert(table.clone(), count);
    }
    let out = lines.end(rows.clone())?;
    // The invariants are those of this version's schema. A restore of another schema checks them after its migrations.
    let violations = if schema == migrations::newest() {
        check::violations(connection).await?
    } else {
        check::structure(connection).await?
    };
    Ok(BackedUp {
        rows,
        violations,
        out,
    })
}

/// Buffered lines, and their checksum so far.
struct Lines {
    out: GzEncoder<Out>,
    waiting: Vec<u8>,
    sum: Sha256,
}

impl Lines {
    fn new(out: Out) -> Self {
        Lines {
            out: GzEncoder::new(out, Compression::fast()),
            waiting: Vec::with_capacity(2 * BLOCK_SIZE),
            sum: Sha256::new(),
        }
    }

    fn json(&mut self, line: &impl Serialize) -> Result<(), BackupError> {
        serde_json::to_writer(&mut self.waiting, line).map_err(io::Error::from)?;
        self.waiting.push(b'\n');
        self.hand_on(BLOCK_SIZE)
    }

    fn row(&mut self, values: &[Value<'_>]) -> Result<(), BackupError> {
        let mut before = b'[';
        for value in values {
            self.waiting.push(before);
            before = b',';
            match value {
                Value::Integer(integer) => write!(self.waiting, "{integer}")?,
                Value::Text(text) => {
                    serde_json::to_writer(&mut self.waiting, text).map_err(io::Error::from)?;
                }
                Value::Lines(words) => {
                    serde_json::to_writer(&mut self.waiting, &words.join("\n")).map_err(io::Error::from)?;
                }
                Value::Blob(bytes) => write!(self.waiting, "{{\"hex\":\"{}\"}}", hexadecimal(bytes))?,
                Value::Null => self.waiting.extend_from_slice(b"null"),
            }
        }
        self.waiting.extend_from_slice(b"]\n");
        self.hand_on(BLOCK_SIZE)
    }

    fn hand_on(&mut self, at_least: usize) -> Result<(), BackupError> {
        if self.waiting.len() >= at_least {
            self.sum.update(&self.waiting);
            self.out.write_all(&self.waiting)?;
            self.waiting.clear();
        }
        Ok(())
    }

    fn end(mut self, rows: RowCounts) -> Result<Out, BackupError> {
        self.hand_on(0)?;
        let end = EndLine {
            rows,
            sha256: hexadecimal(&self.sum.finalize_reset()),
        };
        self.json(&end)?;
        self.hand_on(0)?;
        let mut out = self.out.finish()?;
        out.flush()?;
        Ok(out)
    }
}

/// Restores a backup into an empty database, as a whole or not at all.
///
/// A library with people or books is refused, unless `keep_as` names the place where the old one is kept. Backups of
/// older versions are migrated. The instant and the seed are those of the entry in the audit log.
pub async fn restore(
    options: &Options,
    input: impl BufRead,
    keep_as: Option<&str>,
    now: Timestamp,
    seed: [u8; 32],
) -> Result<Restored, BackupError> {
    let (mut reading, manifest) = Reading::begin(input)?;
    if manifest.schema > migrations::newest() {
        return Err(BackupError::TooNew {
            version: manifest.version,
            schema: manifest.schema,
        });
    }
    let mut loader = Loader::begin(options, manifest.schema, keep_as).await?;
    let mut into: Option<Target> = None;
    let mut a_book = None;
    while let Some(event) = reading.next()? {
        match event {
            // Backups of earlier versions contain some of the tables that are left out now.
            Event::Table { table, .. } if LEFT_OUT.contains(&table.as_str()) => into = None,
            Event::Table { table, columns } => into = Some(Target::new(&mut loader, &table, &columns).await?),
            Event::Row(cells) => {
                let Some(into) = &into else { continue };
                let values: Vec<Value<'_>> = cells.iter().map(Cell::value).collect();
                if into.is_replaced(&values) {
                    continue;
                }
                loader.add(into.rows, &values).await?;
                if a_book.is_none() {
                    a_book = into.book_id(&values);
                }
            }
        }
    }
    let rows = reading.rows;
    add_own(&mut loader, a_book, now, seed).await?;
    loader.finish_schema().await?;
    // The jobs and the files of imports are not in the backup.
    let instant = now.as_millisecond();
    imports::fail_working(loader.connection()?, problem::FILE_MISSING, instant).await?;
    bulk_edits::fail_working(loader.connection()?, instant).await?;
    duplicates::fail_under_way(loader.connection()?, instant).await?;
    record(&mut loader, &manifest, now).await?;
    let violations = check::violations(loader.connection()?).await?;
    let kept = loader.kept().map(str::to_owned);
    loader.finish().await?;
    Ok(Restored {
        manifest,
        rows,
        violations,
        kept,
    })
}

/// The table that rows are loaded into.
struct Target {
    rows: Rows,
    /// The column with the key of a setting.
    setting_key: Option<usize>,
    /// The column with the id of a book.
    book_id: Option<usize>,
}

impl Target {
    /// Accepts only tables and columns of the database.
    async fn new(loader: &mut Loader, table: &str, columns: &[String]) -> Result<Self, BackupError> {
        let there = if loader.has_table(table) {
            loader.connection()?.columns(table).await?
        } else {
            Vec::new()
        };
        if columns.is_empty() || !columns.iter().all(|column| there.contains(column)) {
            return Err(BackupError::Damaged(format!(
                "its table {table} with these columns is not known"
            )));
        }
        let place = |wanted: &str, name: &str| {
            (table == wanted)
                .then(|| columns.iter().position(|column| column == name))
                .flatten()
        };
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        Ok(Target {
            setting_key: place("settings", "key"),
            book_id: place("books", "id"),
            rows: loader.rows(table, &columns),
        })
    }

    /// Whether a row is the data id of the backup, which is replaced by a new one, or the result of the last check, which
    /// is that of another database.
    fn is_replaced(&self, values: &[Value<'_>]) -> bool {
        let replaced = [key::DATA_ID, key::LAST_CHECK].map(Value::Text);
        self.setting_key
            .is_some_and(|place| replaced.contains(&values[place]))
    }

    fn book_id(&self, values: &[Value<'_>]) -> Option<BookId> {
        match self.book_id.map(|place| values[place]) {
            Some(Value::Integer(number)) => Some(BookId::new(number)),
            _ => None,
        }
    }
}

/// Adds the rows that a restored library has beside the backup: a data id, and a change for the search index.
async fn add_own(
    loader: &mut Loader,
    a_book: Option<BookId>,
    now: Timestamp,
    seed: [u8; 32],
) -> Result<(), BackupError> {
    let data_id = hexadecimal(&derived::<16>(&seed, "data id"));
    let at = Value::Integer(now.as_millisecond());
    let settings = loader.rows("settings", &["key", "value", "updated_at"]);
    let data_id = [Value::Text(key::DATA_ID), Value::Text(&data_id), at];
    loader.add(settings, &data_id).await?;
    if let Some(book) = a_book {
        let changes = loader.rows("changes", &["kind", "entity_id", "at"]);
        loader
            .add(changes, &[Value::Text("book"), book.into(), at])
            .await?;
    }
    Ok(())
}

/// Records the restoration in the audit log.
async fn record(loader: &mut Loader, manifest: &Manifest, now: Timestamp) -> Result<(), BackupError> {
    let after = serde_json::to_string(manifest).map_err(io::Error::from)?;
    let entry = NewEntry {
        at: now.as_millisecond(),
        actor_id: None,
        action: "library.restored",
        entity: "library",
        entity_id: None,
        user_id: None,
        book_id: None,
        before_state: None,
        after_state: Some(&after),
        request_id: None,
    };
    Ok(audit::insert(loader.connection()?, &entry).await?)
}

/// The data id of a database: a new one after it was generated or restored, so that a search index can detect that it
/// belongs to other data. Empty for a library that started empty.
pub async fn data_id(database: &Database) -> crate::core::error::Result<String> {
    let all = database
        .read(&(), |connection, ()| Box::pin(settings::all(connection)))
        .await?;
    let found = all.into_iter().find(|(key, _)| key == key::DATA_ID);
    Ok(found.map(|(_, value)| value).unwrap_or_default())
}

/// Records when a backup was made.
pub async fn note(database: &Database, now: Timestamp) -> crate::core::error::Result<()> {
    database
        .write(now.as_millisecond(), |transaction, now| {
            Box::pin(
                async move { settings::set(transaction, key::LAST_BACKUP_AT, &now.to_string(), *now).await },
            )
        })
        .await?;
    Ok(())
}
