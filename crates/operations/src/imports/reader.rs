//! Reads the records of a file one after the other, on a thread of its own.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use carrel_domain::imports::{ImportFormat, ImportOptions, message};
use carrel_formats::marc::{Iso2709Records, XmlRecords};
use carrel_formats::table::{BookColumn, Dialect, Rows};
use tokio::sync::mpsc;

use super::pace::RECORDS_BESIDE_OTHERS;
use crate::catalogue::imports::facts::Facts;
use crate::catalogue::imports::incoming::{RECORD, RawRecord, Reading};
use crate::catalogue::imports::{marc_record, table_record};
use crate::core::row_import::NumberedRow;

/// The maximum number of records that are read at once: the smallest batch.
const READ_RECORDS: usize = RECORDS_BESIDE_OTHERS;
/// The maximum size of these records, in bytes as they are in the file; a larger record comes alone.
const READ_BYTES: usize = 64 * 1024;
/// How often so many are read ahead.
const READ_AHEAD: usize = 64;

/// A file whose records are read.
pub(super) enum Source {
    Table(Box<Rows<BufReader<File>>>),
    Marc(Iso2709Records<BufReader<File>>),
    MarcXml(Box<XmlRecords<BufReader<File>>>),
}

/// What a record of a file is before it is understood: the record of a table is its row.
pub(super) enum Content {
    Row(Result<carrel_formats::table::Row, String>),
    Marc(carrel_formats::marc::Raw),
}

/// The table's columns by their codes; unknown codes count as ignored columns.
fn columns_of(options: &ImportOptions) -> Vec<Option<BookColumn>> {
    let columns = options.table.iter().flat_map(|table| &table.columns);
    columns
        .map(|code| code.as_deref().and_then(BookColumn::from_code))
        .collect()
}

impl Source {
    pub(super) fn open(path: &Path, format: ImportFormat, options: &ImportOptions) -> io::Result<Self> {
        let file = BufReader::with_capacity(256 * 1024, File::open(path)?);
        Ok(match format {
            ImportFormat::Marc => Source::Marc(Iso2709Records::new(file)),
            ImportFormat::MarcXml => Source::MarcXml(Box::new(XmlRecords::new(file))),
            ImportFormat::Csv => {
                let table = options.table.clone().unwrap_or_default();
                let separator = table.separator.bytes().next().unwrap_or(b',');
                let dialect = Dialect::from_parts(separator, &table.encoding)
                    .ok_or_else(|| io::Error::other("the encoding is not known"))?;
                let mut rows = Box::new(Rows::new(file, dialect));
                if table.has_headings {
                    rows.next_row()?;
                }
                Source::Table(rows)
            }
        })
    }

    pub(super) fn next_content(&mut self) -> io::Result<Option<Content>> {
        Ok(match self {
            Source::Table(rows) => rows
                .next_row()?
                .map(|row| Content::Row(row.map_err(|problem| problem.to_string()))),
            Source::Marc(records) => records.next_record()?.map(Content::Marc),
            Source::MarcXml(records) => records.next_record()?.map(Content::Marc),
        })
    }
}

impl Content {
    fn bytes(&self) -> usize {
        match self {
            Content::Row(Ok(row)) => row.cells.iter().map(String::len).sum(),
            Content::Row(Err(_)) => 0,
            Content::Marc(raw) => raw.bytes.len(),
        }
    }

    /// The record of a book.
    fn book(&self, number: i64, request: &BookRequest) -> Reading {
        let BookRequest {
            format,
            options,
            columns,
            facts,
        } = request;
        let raw = match self {
            Content::Row(Ok(row)) => table_record::read(row, number, columns, options, facts),
            Content::Row(Err(problem)) => RawRecord {
                number,
                errors: vec![(RECORD.to_owned(), problem.clone())],
                ..RawRecord::default()
            },
            Content::Marc(raw) => marc_record::read(raw, number, *format, options, facts),
        };
        Reading::of(raw, facts.current_year)
    }
}

/// By what records of books are understood.
struct BookRequest {
    format: ImportFormat,
    options: ImportOptions,
    columns: Vec<Option<BookColumn>>,
    facts: Facts,
}

/// Makes a record of what a file contains. It runs on the thread that reads.
type Understand<T> = Box<dyn Fn(Content, i64) -> T + Send>;

/// What is to be read.
struct ReadRequest<T> {
    path: PathBuf,
    format: ImportFormat,
    options: ImportOptions,
    /// The number of records that are passed over.
    skip: i64,
    understand: Understand<T>,
}

/// The records of a file in batches, which a thread reads ahead. It ends when the receiver is dropped.
pub(super) struct Batches<T> {
    read: mpsc::Receiver<io::Result<Vec<T>>>,
    /// A failure after the records of the last batch.
    failure: Option<io::Error>,
}

impl Batches<Reading> {
    /// Begins to read books behind the first `skip` records.
    pub(super) fn of_books(
        path: PathBuf,
        format: ImportFormat,
        options: &ImportOptions,
        facts: Facts,
        skip: i64,
    ) -> Self {
        let request = BookRequest {
            format,
            options: options.clone(),
            columns: columns_of(options),
            facts,
        };
        Batches::of(ReadRequest {
            path,
            format,
            options: options.clone(),
            skip,
            understand: Box::new(move |content, number| content.book(number, &request)),
        })
    }
}

impl Batches<NumberedRow> {
    /// Begins to read the rows of a table.
    pub(super) fn of_rows(path: PathBuf, options: &ImportOptions) -> Self {
        Batches::of(ReadRequest {
            path,
            format: ImportFormat::Csv,
            options: options.clone(),
            skip: 0,
            understand: Box::new(|content, number| NumberedRow {
                number,
                row: match content {
                    Content::Row(row) => row,
                    Content::Marc(_) => Err(message::NOT_A_TABLE.to_owned()),
                },
            }),
        })
    }
}

impl<T: Send + 'static> Batches<T> {
    fn of(request: ReadRequest<T>) -> Self {
        let (sender, receiver) = mpsc::channel(READ_AHEAD);
        tokio::task::spawn_blocking(move || {
            if let Err(error) = send_all(&request, &sender) {
                // The receiver has gone when nobody wants to know.
                drop(sender.blocking_send(Err(error)));
            }
        });
        Batches {
            read: receiver,
            failure: None,
        }
    }

    /// The next records, about `most` if so many have been read, and at least one; none at the end of the file.
    pub(super) async fn next(&mut self, most: usize) -> io::Result<Option<Vec<T>>> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let Some(mut batch) = self.read.recv().await.transpose()? else {
            return Ok(None);
        };
        while batch.len() + READ_RECORDS <= most {
            match self.read.try_recv() {
                Ok(Ok(more)) => batch.extend(more),
                Ok(Err(failure)) => {
                    self.failure = Some(failure);
                    break;
                }
                Err(_) => break,
            }
        }
        Ok(Some(batch))
    }
}

fn send_all<T>(request: &ReadRequest<T>, sender: &mpsc::Sender<io::Result<Vec<T>>>) -> io::Result<()> {
    let mut source = Source::open(&request.path, request.format, &request.options)?;
    let mut number = 0;
    let (mut batch, mut bytes) = (Vec::with_capacity(READ_RECORDS), 0);
    while let Some(content) = source.next_content()? {
        number += 1;
        if number <= request.skip {
            continue;
        }
        bytes += content.bytes();
        batch.push((request.understand)(content, number));
        if batch.len() >= READ_RECORDS || bytes >= READ_BYTES {
            if sender.blocking_send(Ok(std::mem::take(&mut batch))).is_err() {
                return Ok(());
            }
            bytes = 0;
        }
    }
    if !batch.is_empty() {
        drop(sender.blocking_send(Ok(batch)));
    }
    Ok(())
}
