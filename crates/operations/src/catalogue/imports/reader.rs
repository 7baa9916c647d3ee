//! Reads the records of a file one after the other, on a thread of its own.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

use carrel_domain::catalogue::imports::{ImportFormat, ImportOptions};
use carrel_formats::marc::{Iso2709Records, XmlRecords};
use carrel_formats::table::{BookColumn, Dialect, Rows};
use tokio::sync::mpsc;

use super::facts::Facts;
use super::incoming::{RECORD, RawRecord, Reading};
use super::pace::RECORDS_BESIDE_OTHERS;
use super::{marc_record, table_record};

/// The maximum number of records that are read at once: the smallest batch.
const READ_RECORDS: usize = RECORDS_BESIDE_OTHERS;
/// The maximum size of these records, in bytes as they are in the file; a larger record comes alone.
const READ_BYTES: usize = 64 * 1024;
/// How often so many are read ahead.
const READ_AHEAD: usize = 64;

/// A file whose records are read.
pub(super) enum Source {
    Table {
        rows: Box<Rows<BufReader<File>>>,
        columns: Vec<Option<BookColumn>>,
    },
    Marc(Iso2709Records<BufReader<File>>),
    MarcXml(Box<XmlRecords<BufReader<File>>>),
}

/// What a record of a file is before it is understood: the record of a table is its row.
pub(super) enum Content {
    Row(Result<carrel_formats::table::Row, String>),
    Marc(carrel_formats::marc::Raw),
}

/// The table's columns by their codes; unknown codes count as ignored columns.
pub(super) fn columns_of(options: &ImportOptions) -> Vec<Option<BookColumn>> {
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
                Source::Table {
                    rows,
                    columns: columns_of(options),
                }
            }
        })
    }

    pub(super) fn next_content(&mut self) -> io::Result<Option<Content>> {
        Ok(match self {
            Source::Table { rows, .. } => rows
                .next_row()?
                .map(|row| Content::Row(row.map_err(|problem| problem.to_string()))),
            Source::Marc(records) => records.next_record()?.map(Content::Marc),
            Source::MarcXml(records) => records.next_record()?.map(Content::Marc),
        })
    }

    fn columns(&self) -> &[Option<BookColumn>] {
        match self {
            Source::Table { columns, .. } => columns,
            Source::Marc(_) | Source::MarcXml(_) => &[],
        }
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

    fn understood(&self, number: i64, columns: &[Option<BookColumn>], request: &ReadRequest) -> Reading {
        let ReadRequest {
            format,
            options,
            facts,
            ..
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

/// What is to be read.
pub(super) struct ReadRequest {
    pub path: std::path::PathBuf,
    pub format: ImportFormat,
    pub options: ImportOptions,
    pub facts: Facts,
    /// The number of records that are done already.
    pub skip: i64,
}

/// The records of a file in batches, which a thread reads ahead. It ends when the receiver is dropped.
pub(super) struct Batches {
    read: mpsc::Receiver<io::Result<Vec<Reading>>>,
    /// A failure after the records of the last batch.
    failure: Option<io::Error>,
}

impl Batches {
    /// Begins to read.
    pub(super) fn of(request: ReadRequest) -> Self {
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
    pub(super) async fn next(&mut self, most: usize) -> io::Result<Option<Vec<Reading>>> {
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

fn send_all(request: &ReadRequest, sender: &mpsc::Sender<io::Result<Vec<Reading>>>) -> io::Result<()> {
    let mut source = Source::open(&request.path, request.format, &request.options)?;
    let mut number = 0;
    let (mut batch, mut bytes) = (Vec::with_capacity(READ_RECORDS), 0);
    while let Some(content) = source.next_content()? {
        number += 1;
        if number <= request.skip {
            continue;
        }
        bytes += content.bytes();
        batch.push(content.understood(number, source.columns(), request));
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
