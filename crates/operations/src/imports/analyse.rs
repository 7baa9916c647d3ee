//! How a table is written, found out from its beginning.

use std::fs::File;
use std::io::{self, BufReader, Seek as _};

use carrel_domain::identity::hexadecimal;
use carrel_domain::imports::{ImportKind, TableOptions};
use carrel_formats::table::{
    BookColumn, Dialect, Row, RowColumn, RowKind, Rows, guess_columns, has_headings,
};
use carrel_search::fold;
use sha2::{Digest as _, Sha256};

use super::files::sample_of;

/// The number of rows from which the columns are guessed.
const GUESSED_FROM: usize = 50;
/// The number of rows that are shown.
const SHOWN_ROWS: usize = 5;
/// The maximum number of characters of a cell that are shown.
const SHOWN_CHARS: usize = 200;

/// What staff have chosen. Absent values are guessed.
#[derive(Debug, Clone, Default)]
pub(super) struct Wanted {
    pub separator: Option<u8>,
    pub encoding: Option<String>,
    pub has_headings: Option<bool>,
}

/// What the rows of a table are; `None` for books.
pub(super) fn row_kind(kind: ImportKind) -> Option<RowKind> {
    match kind {
        ImportKind::Books => None,
        ImportKind::Users => Some(RowKind::People),
        ImportKind::Loans => Some(RowKind::Loans),
        ImportKind::Fines => Some(RowKind::Fines),
    }
}

/// Finds out how a table of this kind is written.
pub(super) fn analyse(file: &mut File, kind: ImportKind, wanted: &Wanted) -> io::Result<TableOptions> {
    let guess = Dialect::guess(&sample_of(file)?);
    let separator = wanted.separator.unwrap_or(guess.separator);
    let encoding = wanted.encoding.as_deref().unwrap_or(guess.encoding.name());
    let dialect = Dialect::from_parts(separator, encoding).unwrap_or(guess);
    file.rewind()?;
    let mut rows = Rows::new(BufReader::new(file), dialect);
    let mut read: Vec<Row> = Vec::new();
    while read.len() <= GUESSED_FROM
        && let Some(row) = rows.next_row()?
    {
        read.extend(row.ok());
    }
    let mut cells: Vec<Vec<String>> = read.into_iter().map(|row| row.cells).collect();
    if cells.is_empty() {
        cells.push(Vec::new());
    }
    let (first, next) = cells.split_at(1);
    let rows_of = row_kind(kind);
    let has_headings = wanted.has_headings.unwrap_or_else(|| match rows_of {
        None => has_headings(&first[0], next),
        Some(rows) => rows.has_headings(&first[0]),
    });
    let width = cells.iter().map(Vec::len).max().unwrap_or(0);
    let mut headings = if has_headings {
        cells[0].clone()
    } else {
        Vec::new()
    };
    headings.resize(width, String::new());
    let sample = &cells[usize::from(has_headings)..];
    let mut columns: Vec<Option<&str>> = match rows_of {
        None => codes(guess_columns(&headings, sample), BookColumn::code),
        Some(rows) => codes(rows.guess_columns(&headings, sample), RowColumn::code),
    };
    columns.resize(width, None);
    Ok(TableOptions {
        separator: char::from(dialect.separator).to_string(),
        encoding: dialect.encoding.name().to_lowercase(),
        has_headings,
        columns: columns.into_iter().map(|code| code.map(str::to_owned)).collect(),
        headings: headings.iter().map(|heading| shown(heading)).collect(),
        sample: sample
            .iter()
            .take(SHOWN_ROWS)
            .map(|row| row.iter().map(|cell| shown(cell)).collect())
            .collect(),
    })
}

fn codes<C>(columns: Vec<Option<C>>, code: fn(C) -> &'static str) -> Vec<Option<&'static str>> {
    columns.into_iter().map(|column| column.map(code)).collect()
}

fn shown(cell: &str) -> String {
    cell.chars()
        .filter(|sign| *sign != '\0')
        .take(SHOWN_CHARS)
        .collect()
}

/// The key of the headings of a table of this kind, by which its columns are remembered: a digest, because there may be many of
/// them. None for a table without headings.
pub(super) fn headings_key(kind: ImportKind, table: &TableOptions) -> Option<String> {
    let headings = table.headings.iter().map(|heading| fold(heading.trim()));
    let folded: Vec<String> = [kind.as_str().to_owned()].into_iter().chain(headings).collect();
    table
        .has_headings
        .then(|| hexadecimal(&Sha256::digest(folded.join("\n"))))
}
