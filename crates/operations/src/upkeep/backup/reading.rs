//! Reads a backup, row by row, and verifies that it is complete.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

use carrel_domain::identity::hexadecimal;
use carrel_storage::engine::Value;
use flate2::bufread::GzDecoder;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use sha2::{Digest, Sha256};

use super::format::{BackupError, EndLine, FORMAT, Manifest, RowCounts, TableLine};

/// The maximum length of a line, in bytes. The largest rows have a cover or an original record, of about a mebibyte; a file
/// of somebody else may unpack to a line that fills the memory.
const LONGEST_LINE: u64 = 64 * 1024 * 1024;

/// A value of a row in the file.
pub(super) enum Cell<'a> {
    Integer(i64),
    Text(Cow<'a, str>),
    Blob(Vec<u8>),
    Null,
}

impl Cell<'_> {
    pub(super) fn value(&self) -> Value<'_> {
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
                    return Err(de::Error::custom("the form of the bytes is wrong"));
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

/// The next part of a backup.
pub(super) enum Event<'a> {
    Table { table: String, columns: Vec<String> },
    Row(Vec<Cell<'a>>),
}

/// A backup that is being read. At its end it verifies what it has read.
pub(super) struct Reading<R> {
    input: BufReader<GzDecoder<R>>,
    line: Vec<u8>,
    sum: Sha256,
    table: String,
    width: usize,
    pub(super) rows: RowCounts,
}

impl<R: BufRead> Reading<R> {
    /// Reads the first line. Accepts a backup of any schema.
    pub(super) fn begin(input: R) -> Result<(Self, Manifest), BackupError> {
        let mut reading = Reading {
            input: BufReader::new(GzDecoder::new(input)),
            line: Vec::new(),
            sum: Sha256::new(),
            table: String::new(),
            width: 0,
            rows: RowCounts::new(),
        };
        // The first line is short. A file without one is no backup, however large it is.
        let first = reading
            .input
            .by_ref()
            .take(4096)
            .read_until(b'\n', &mut reading.line);
        first.map_err(|_| BackupError::NotABackup)?;
        let manifest: Manifest =
            serde_json::from_slice(&reading.line).map_err(|_| BackupError::NotABackup)?;
        if manifest.carrel_backup > FORMAT {
            return Err(BackupError::TooNew {
                version: manifest.version,
                schema: manifest.schema,
            });
        }
        Ok((reading, manifest))
    }

    /// The next table or row; `None` after the last line, when the checksum and all counts were right.
    pub(super) fn next(&mut self) -> Result<Option<Event<'_>>, BackupError> {
        self.sum.update(&self.line);
        self.line.clear();
        let damaged = |error: &dyn std::fmt::Display| BackupError::Damaged(error.to_string());
        self.input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut self.line)
            .map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => BackupError::CutOff,
                _ => damaged(&error),
            })?;
        if self.line.len() as u64 == LONGEST_LINE {
            return Err(BackupError::Damaged("a line is too long".to_owned()));
        }
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
                    return Err(BackupError::Damaged("its checksum does not match".to_owned()));
                }
                if end.rows != self.rows {
                    return Err(BackupError::Damaged("rows are missing".to_owned()));
                }
                // gzip has a separate checksum after the last line.
                let rest = self
                    .input
                    .read_to_end(&mut Vec::new())
                    .map_err(|error| damaged(&error))?;
                let after = self.input.get_mut().get_mut().fill_buf();
                if rest > 0 || !after.map_err(|error| damaged(&error))?.is_empty() {
                    return Err(BackupError::Damaged(
                        "there is data after its last line".to_owned(),
                    ));
                }
                Ok(None)
            }
            Some(_) => {
                let line: TableLine<'_> =
                    serde_json::from_slice(&self.line).map_err(|error| damaged(&error))?;
                let table = line.table.into_owned();
                if self.rows.insert(table.clone(), 0).is_some() {
                    return Err(BackupError::Damaged(format!("{table} occurs twice")));
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

/// Reads a backup to its end, and returns its content summary when all checksums are right.
pub fn verify(input: impl BufRead) -> Result<(Manifest, RowCounts), BackupError> {
    let (mut reading, manifest) = Reading::begin(input)?;
    while reading.next()?.is_some() {}
    Ok((manifest, reading.rows))
}
