//! The rejected records of an import as a file, in the format in which they came.

use std::collections::VecDeque;
use std::io;
use std::path::Path;

use carrel_domain::imports::{FindingKind, Import, ImportFormat, ImportId};
use carrel_formats::table::write_row;
use carrel_storage::Database;
use carrel_storage::imports;
use tokio::sync::mpsc;

use super::files::{path_of, unreadable};
use super::manage::find;
use super::reader::{Content, Source};
use super::receive::LocalFile;
use crate::core::context::Context;
use crate::core::error::Result;
use crate::core::library::Library;

/// The number of rejected records that are read from the database at once.
const AT_ONCE: i64 = 1000;
/// The size of the parts in which the file is sent, in bytes.
const PART_BYTES: usize = 64 * 1024;
/// The heading of the column with the errors.
const ERRORS: &str = "Errors";

/// A file of rejected records.
pub struct Rejects {
    /// Such as `rejects-books.csv`.
    pub name: String,
    pub content_type: &'static str,
    /// The parts of the file.
    pub parts: mpsc::Receiver<io::Result<Vec<u8>>>,
}

/// The rejected records of an import. A table gets a column with the errors of each row.
///
/// # Errors
/// [`Noun::Import`](crate::Noun::Import) is not found; [`Noun::File`](crate::Noun::File) when the file was removed, which happens 30 days after the end of an import.
pub async fn rejects(library: &Library, context: &Context, id: ImportId) -> Result<Rejects> {
    let import = find(library, context, id).await?;
    let path = path_of(library, id)?;
    of_file(library, &import, &path)
}

/// The rejected records of a file of this machine.
pub fn local_rejects(library: &Library, import: &Import, file: &LocalFile) -> Result<Rejects> {
    of_file(library, import, &file.path)
}

fn of_file(library: &Library, import: &Import, path: &Path) -> Result<Rejects> {
    let source = Source::open(path, import.format, &import.options).map_err(|error| unreadable(&error))?;
    let (wanted, asked) = mpsc::channel(2);
    let (parts, sent) = mpsc::channel(2);
    tokio::spawn(send_wanted(library.database.clone(), import.id, wanted));
    let (format, headings) = (import.format, headings(import));
    tokio::task::spawn_blocking(move || {
        if let Err(error) = write(source, format, &headings, asked, &parts) {
            // Without a receiver, nobody wants to know.
            drop(parts.blocking_send(Err(error)));
        }
    });
    let (content_type, ending) = match import.format {
        ImportFormat::Marc => ("application/marc", "mrc"),
        ImportFormat::MarcXml => ("application/marcxml+xml", "xml"),
        ImportFormat::Csv => ("text/csv; charset=utf-8", "csv"),
    };
    let stem = import
        .name
        .rsplit_once('.')
        .map_or(import.name.as_str(), |(stem, _)| stem);
    Ok(Rejects {
        name: format!("rejects-{stem}.{ending}"),
        content_type,
        parts: sent,
    })
}

/// The headings of a table, also of one whose first row has none.
fn headings(import: &Import) -> Vec<String> {
    let table = import.options.table.as_ref();
    table.map(|table| table.headings.clone()).unwrap_or_default()
}

/// Sends the numbers and the errors of the rejected records in their order.
async fn send_wanted(
    database: Database,
    id: ImportId,
    wanted: mpsc::Sender<io::Result<VecDeque<(i64, String)>>>,
) {
    let mut after = 0;
    loop {
        let page = database
            .read(&(id, after), |connection, (id, after)| {
                Box::pin(imports::findings_after(
                    connection,
                    *id,
                    FindingKind::Rejected,
                    *after,
                    AT_ONCE,
                ))
            })
            .await
            .map_err(io::Error::other);
        let page = page.map(|rows| {
            let rows = rows.into_iter();
            rows.map(|row| (row.number, worded(&row.errors)))
                .collect::<VecDeque<_>>()
        });
        let last = page
            .as_ref()
            .ok()
            .and_then(|page| page.back().map(|(number, _)| *number));
        if wanted.send(page).await.is_err() {
            return;
        }
        match last {
            Some(number) => after = number,
            None => return,
        }
    }
}

/// Errors as one text.
fn worded(errors: &str) -> String {
    let errors: Vec<(String, String)> = serde_json::from_str(errors).unwrap_or_default();
    let texts: Vec<String> = errors
        .into_iter()
        .map(|(field, text)| format!("{field}: {text}"))
        .collect();
    texts.join("; ")
}

fn write(
    mut source: Source,
    format: ImportFormat,
    headings: &[String],
    mut asked: mpsc::Receiver<io::Result<VecDeque<(i64, String)>>>,
    parts: &mpsc::Sender<io::Result<Vec<u8>>>,
) -> io::Result<()> {
    let mut part = Vec::new();
    match format {
        ImportFormat::MarcXml => {
            part.extend_from_slice(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<collection xmlns=\"http://www.loc.gov/MARC21/slim\">\n");
        }
        ImportFormat::Csv => {
            let mut row: Vec<&str> = headings.iter().map(String::as_str).collect();
            row.push(ERRORS);
            write_row(&mut part, &row)?;
        }
        ImportFormat::Marc => {}
    }
    let mut number = 0;
    while let Some(page) = asked.blocking_recv().transpose()? {
        for (wanted, errors) in page {
            // The records between two rejected ones are passed over.
            let content = loop {
                number += 1;
                match source.next_content()? {
                    None => break None,
                    Some(content) if number == wanted => break Some(content),
                    Some(_) => {}
                }
            };
            let Some(content) = content else { break };
            append(&mut part, &content, format, headings.len(), &errors)?;
            if part.len() >= PART_BYTES && parts.blocking_send(Ok(std::mem::take(&mut part))).is_err() {
                return Ok(());
            }
        }
    }
    if format == ImportFormat::MarcXml {
        part.extend_from_slice(b"</collection>\n");
    }
    drop(parts.blocking_send(Ok(part)));
    Ok(())
}

fn append(
    part: &mut Vec<u8>,
    content: &Content,
    format: ImportFormat,
    width: usize,
    errors: &str,
) -> io::Result<()> {
    match content {
        Content::Marc(raw) => {
            part.extend_from_slice(&raw.bytes);
            if format == ImportFormat::MarcXml {
                part.push(b'\n');
            }
            Ok(())
        }
        Content::Row(row) => {
            let cells = row.as_ref().map(|row| row.cells.as_slice()).unwrap_or_default();
            let mut row: Vec<&str> = cells.iter().map(String::as_str).collect();
            row.resize(row.len().max(width), "");
            row.push(errors);
            write_row(part, &row)
        }
    }
}
