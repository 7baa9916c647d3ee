//! Backups: a whole library in one file, whatever engine it is on, and back again.
//!
//! The file is gzip around lines of JSON, so that it can be read without Carrel: a line that says what it is, then for
//! each table a line with its columns and one line a row, and a last line with the number of rows and the SHA-256 of
//! everything before it. Rows are told in no engine's words, so that a library moves from SQLite to PostgreSQL by backup
//! and restore.
//!
//! It is one state of the data: SQLite's readers never hold up its writer, and on PostgreSQL it is one transaction at
//! REPEATABLE READ. Left out is what is of the moment or can be made again: see [`LEFT_OUT`].

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::{Mutex, PoisonError};

use carrel_domain::identity::{Ids, hexadecimal};
use carrel_storage::check::{self, Violation};
use carrel_storage::engine::{LoadError, Loader, Options, Rows, Value};
use carrel_storage::{Connection, Database, migrations, settings};
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use jiff::Timestamp;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};

use crate::core::settings::key;

/// The number of this form of the file.
const FORMAT: u32 = 1;

/// Tables that a backup leaves out: the change log of the search index, which is rebuilt; the versions that date caches; the
/// list of migrations, which is given by their number; who is signed in, and the links by which passwords are set, because what has ended or was
/// used since must not come back; what makes callers wait; stored responses; and jobs, mails and deliveries to webhooks,
/// which would run again.
pub const LEFT_OUT: [&str; 10] = [
    "changes",
    "data_versions",
    "idempotency_keys",
    "jobs",
    "mails",
    "migrations",
    "one_time_links",
    "sessions",
    "throttles",
    "webhook_deliveries",
];

/// Bytes of lines that are handed on at once.
const HANDED_ON_AT_ONCE: usize = 64 * 1024;

/// What a backup says of itself, in its first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// The number of the form of the file.
    pub carrel_backup: u32,
    /// The version of Carrel that wrote it.
    pub version: String,
    /// The number of the last migration of the library.
    pub schema: i64,
    /// The engine the library was on.
    pub engine: String,
    /// When it was made.
    pub created_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
struct TableLine<'a> {
    #[serde(borrow)]
    table: Cow<'a, str>,
    columns: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct EndLine {
    rows: BTreeMap<String, u64>,
    sha256: String,
}

/// How many rows of each table a backup has.
pub type RowCounts = BTreeMap<String, u64>;

/// What was restored.
#[derive(Debug)]
pub struct Restored {
    pub manifest: Manifest,
    pub rows: RowCounts,
    /// Invariants that do not hold; none in a sound library.
    pub violations: Vec<Violation>,
    /// Where the library is kept that was there before.
    pub kept: Option<String>,
}

/// Why a backup could not be made or restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("there is no library in the database")]
    NoLibrary,
    #[error("this is not a backup of Carrel")]
    NotABackup,
    #[error("the backup is damaged: {0}")]
    Damaged(String),
    #[error("the backup is cut off: its last line is missing")]
    CutOff,
    #[error("the backup was written by a newer version of Carrel ({version}, schema {schema})")]
    TooNew { version: String, schema: i64 },
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Storage(#[from] carrel_storage::Error),
    #[error(transparent)]
    File(#[from] io::Error),
}

impl carrel_storage::Failure for BackupError {
    fn as_storage(&self) -> Option<&carrel_storage::Error> {
        match self {
            BackupError::Storage(error) => Some(error),
            _ => None,
        }
    }
}

/// Where a backup is written to.
pub type Out = Box<dyn Write + Send>;

struct Job {
    version: &'static str,
    engine: &'static str,
    now: Timestamp,
    /// Taken once, by the one run of the job.
    out: Mutex<Option<Out>>,
}

/// Writes a backup of the library as it is now, and gives the number of rows and the output back.
pub async fn back_up(
    database: &Database,
    version: &'static str,
    now: Timestamp,
    out: Out,
) -> Result<(RowCounts, Out), BackupError> {
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

async fn write_all(connection: &mut Connection, job: &Job) -> Result<(RowCounts, Out), BackupError> {
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
    for table in migrations::tables().filter(|table| !LEFT_OUT.contains(table)) {
        let columns = connection.columns(table).await?;
        if columns.is_empty() {
            // A table that a later migration makes, or has taken away.
            continue;
        }
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
        rows.insert(table.to_owned(), count);
    }
    let out = lines.end(rows.clone())?;
    Ok((rows, out))
}

/// Lines on their way into the file, and their checksum so far.
struct Lines {
    out: GzEncoder<Out>,
    waiting: Vec<u8>,
    sum: Sha256,
}

impl Lines {
    fn new(out: Out) -> Self {
        Lines {
            out: GzEncoder::new(out, Compression::fast()),
            waiting: Vec::with_capacity(2 * HANDED_ON_AT_ONCE),
            sum: Sha256::new(),
        }
    }

    fn json(&mut self, line: &impl Serialize) -> Result<(), BackupError> {
        serde_json::to_writer(&mut self.waiting, line).map_err(io::Error::from)?;
        self.waiting.push(b'\n');
        self.hand_on(HANDED_ON_AT_ONCE)
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
        self.hand_on(HANDED_ON_AT_ONCE)
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

/// A value of a row as it stands in the file.
enum Cell<'a> {
    Integer(i64),
    Text(Cow<'a, str>),
    Blob(Vec<u8>),
    Null,
}

impl Cell<'_> {
    fn value(&self) -> Value<'_> {
        match self {
            Cell::Integer(integer) => Value::Integer(*integer),
            Cell::Text(text) => Value::Text(text),
            Cell::Blob(bytes) => Value::Blob(bytes),
            Cell::Null => Value::Null,
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Cell<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CellVisitor;
        impl<'de> Visitor<'de> for CellVisitor {
            type Value = Cell<'de>;

            fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str("an integer, a text, bytes or null")
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
                Ok(Cell::Integer(value))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
                i64::try_from(value).map(Cell::Integer).map_err(E::custom)
            }

            fn visit_borrowed_str<E: de::Error>(self, value: &'de str) -> Result<Self::Value, E> {
                Ok(Cell::Text(Cow::Borrowed(value)))
            }

            fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
                Ok(Cell::Text(Cow::Owned(value.to_owned())))
            }

            fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
                Ok(Cell::Null)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let Some(("hex", digits)) = map.next_entry::<&str, &str>()? else {
                    return Err(de::Error::custom("bytes have another form"));
                };
                let bytes = (0..digits.len()).step_by(2).map(|at| {
                    digits
                        .get(at..at + 2)
                        .and_then(|byte| u8::from_str_radix(byte, 16).ok())
                });
                let bytes: Option<Vec<u8>> = bytes.collect();
                bytes
                    .map(Cell::Blob)
                    .ok_or_else(|| de::Error::custom("bytes are not hexadecimal"))
            }
        }
        deserializer.deserialize_any(CellVisitor)
    }
}

/// What comes next in a backup.
enum Event<'a> {
    Table { table: String, columns: Vec<String> },
    Row(Vec<Cell<'a>>),
}

/// A backup on its way out of its file: proves what it has read when it comes to the end.
struct Reading<R> {
    input: BufReader<GzDecoder<R>>,
    line: Vec<u8>,
    sum: Sha256,
    table: String,
    width: usize,
    rows: RowCounts,
}

impl<R: BufRead> Reading<R> {
    /// Reads the first line.
    fn begin(input: R) -> Result<(Self, Manifest), BackupError> {
        let mut reading = Reading {
            input: BufReader::new(GzDecoder::new(input)),
            line: Vec::new(),
            sum: Sha256::new(),
            table: String::new(),
            width: 0,
            rows: RowCounts::new(),
        };
        // The first line is short. Whatever has none is no backup, however large it is.
        let first = reading
            .input
            .by_ref()
            .take(4096)
            .read_until(b'\n', &mut reading.line);
        first.map_err(|_| BackupError::NotABackup)?;
        let manifest: Manifest =
            serde_json::from_slice(&reading.line).map_err(|_| BackupError::NotABackup)?;
        if manifest.carrel_backup > FORMAT || manifest.schema > migrations::newest() {
            return Err(BackupError::TooNew {
                version: manifest.version,
                schema: manifest.schema,
            });
        }
        Ok((reading, manifest))
    }

    /// The next table or row; nothing after the last line, when the checksum and all counts were right.
    fn next(&mut self) -> Result<Option<Event<'_>>, BackupError> {
        self.sum.update(&self.line);
        self.line.clear();
        let damaged = |error: &dyn std::fmt::Display| BackupError::Damaged(error.to_string());
        self.input
            .read_until(b'\n', &mut self.line)
            .map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => BackupError::CutOff,
                _ => damaged(&error),
            })?;
        match self.line.first() {
            None => Err(BackupError::CutOff),
            Some(b'[') => {
                let cells: Vec<Cell<'_>> =
                    serde_json::from_slice(&self.line).map_err(|error| damaged(&error))?;
                let Some(count) = self
                    .rows
                    .get_mut(&self.table)
                    .filter(|_| cells.len() == self.width)
                else {
                    return Err(BackupError::Damaged("a row does not fit its table".to_owned()));
                };
                *count += 1;
                Ok(Some(Event::Row(cells)))
            }
            Some(_) if self.line.starts_with(b"{\"rows\"") => {
                let end: EndLine = serde_json::from_slice(&self.line).map_err(|error| damaged(&error))?;
                if end.sha256 != hexadecimal(&self.sum.finalize_reset()) {
                    return Err(BackupError::Damaged("its checksum is another one".to_owned()));
                }
                if end.rows != self.rows {
                    return Err(BackupError::Damaged("rows are missing".to_owned()));
                }
                // gzip has a checksum of its own, behind the last line.
                let rest = self
                    .input
                    .read_to_end(&mut Vec::new())
                    .map_err(|error| damaged(&error))?;
                if rest > 0 {
                    return Err(BackupError::Damaged("it goes on after its end".to_owned()));
                }
                Ok(None)
            }
            Some(_) => {
                let line: TableLine<'_> =
                    serde_json::from_slice(&self.line).map_err(|error| damaged(&error))?;
                let table = line.table.into_owned();
                if self.rows.insert(table.clone(), 0).is_some() {
                    return Err(BackupError::Damaged(format!("{table} comes twice")));
                }
                self.table.clone_from(&table);
                self.width = line.columns.len();
                Ok(Some(Event::Table {
                    table,
                    columns: line.columns,
                }))
            }
        }
    }
}

/// Reads a backup to its end, and says what is in it when all checksums are right.
pub fn verify(input: impl BufRead) -> Result<(Manifest, RowCounts), BackupError> {
    let (mut reading, manifest) = Reading::begin(input)?;
    while reading.next()?.is_some() {}
    Ok((manifest, reading.rows))
}

/// Restores a backup into an empty database, whole or not at all.
///
/// A library with people or books is refused, unless `keep_as` says by what name the old one is kept beside the new.
/// Backups of older versions are brought up to date. The instant and the seed are those of the entry in the audit log.
pub async fn restore(
    options: &Options,
    input: impl BufRead,
    keep_as: Option<&str>,
    now: Timestamp,
    seed: [u8; 32],
) -> Result<Restored, BackupError> {
    let (mut reading, manifest) = Reading::begin(input)?;
    let mut loader = Loader::begin(options, manifest.schema, keep_as).await?;
    let mut into: Option<Into> = None;
    let mut a_book = None;
    while let Some(event) = reading.next()? {
        match event {
            // Backups of earlier versions have some of what is left out now.
            Event::Table { table, .. } if LEFT_OUT.contains(&table.as_str()) => into = None,
            Event::Table { table, columns } => into = Some(Into::new(&mut loader, &table, &columns).await?),
            Event::Row(cells) => {
                let Some(into) = &into else { continue };
                let values: Vec<Value<'_>> = cells.iter().map(Cell::value).collect();
                if into.is_data_id(&values) {
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
    add_own(&mut loader, a_book, &manifest, now, seed).await?;
    loader.settle().await?;
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

/// The table that rows go into.
struct Into {
    rows: Rows,
    /// Where the key of a setting stands.
    setting_key: Option<usize>,
    /// Where the id of a book stands.
    book_id: Option<usize>,
}

impl Into {
    /// Takes only names that the database knows.
    async fn new(loader: &mut Loader, table: &str, columns: &[String]) -> Result<Self, BackupError> {
        let known = migrations::tables().any(|known| known == table);
        let there = if known {
            loader.connection()?.columns(table).await?
        } else {
            Vec::new()
        };
        if columns.is_empty() || !columns.iter().all(|column| there.contains(column)) {
            return Err(BackupError::Damaged(format!(
                "nobody knows its table {table} with these columns"
            )));
        }
        let place = |wanted: &str, name: &str| {
            (table == wanted)
                .then(|| columns.iter().position(|column| column == name))
                .flatten()
        };
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        Ok(Into {
            setting_key: place("settings", "key"),
            book_id: place("books", "id"),
            rows: loader.rows(table, &columns),
        })
    }

    /// Which making of the data it was; this is another one.
    fn is_data_id(&self, values: &[Value<'_>]) -> bool {
        self.setting_key
            .is_some_and(|place| values[place] == Value::Text(key::DATA_ID))
    }

    fn book_id(&self, values: &[Value<'_>]) -> Option<String> {
        match self.book_id.map(|place| values[place]) {
            Some(Value::Text(id)) => Some(id.to_owned()),
            _ => None,
        }
    }
}

/// What a restored library has that the backup had not: an identity, a change for the search index, an entry of the
/// trail.
async fn add_own(
    loader: &mut Loader,
    a_book: Option<String>,
    manifest: &Manifest,
    now: Timestamp,
    seed: [u8; 32],
) -> Result<(), BackupError> {
    let mut ids = Ids::new(now, seed);
    let (data_id, entry_id) = (ids.next(), ids.next());
    let at = Value::Integer(now.as_millisecond());
    let settings = loader.rows("settings", &["key", "value", "updated_at"]);
    let data_id = [Value::Text(key::DATA_ID), Value::Text(&data_id), at];
    loader.add(settings, &data_id).await?;
    if let Some(book) = &a_book {
        let changes = loader.rows("changes", &["kind", "entity_id", "at"]);
        loader
            .add(changes, &[Value::Text("book"), Value::Text(book), at])
            .await?;
    }
    let audit = loader.rows(
        "audit",
        &["id", "at", "action", "entity", "entity_id", "after_state"],
    );
    let after = serde_json::to_string(manifest).map_err(io::Error::from)?;
    let entry = [
        Value::Text(&entry_id),
        at,
        Value::Text("library.restored"),
        Value::Text("library"),
        Value::Text("library"),
        Value::Text(&after),
    ];
    Ok(loader.add(audit, &entry).await?)
}

/// Which making of the data a database holds: another one after it was generated or restored, so that a search index
/// knows whether it is its own. Empty for a library that grew from nothing.
pub async fn data_id(database: &Database) -> crate::core::error::Result<String> {
    let all = database
        .read(&(), |connection, ()| Box::pin(settings::all(connection)))
        .await?;
    let found = all.into_iter().find(|(key, _)| key == key::DATA_ID);
    Ok(found.map(|(_, value)| value).unwrap_or_default())
}

/// Notes that a backup was made, for whoever asks how old the last one is.
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
