//! Sheets of OpenDocument, read as a stream.

use std::io::{BufRead, BufReader, Read, Seek, Write};

use quick_xml::events::{BytesStart, Event};

use super::archive::{self, Entry};
use super::grid::{Grid, MAX_COLUMNS};
use super::ods_cell::{attribute, read_cell};
use super::{MAX_ROWS, SheetProblem};

type Xml<R> = quick_xml::Reader<R>;

/// Writes the first sheet with cells. Returns its name, and the names of all sheets.
pub(super) fn convert<R: Read + Seek, W: Write>(
    reader: &mut R,
    grid: &mut Grid<W>,
) -> Result<(String, Vec<String>), SheetProblem> {
    let entries = archive::entries(reader)?;
    let find = |name: &str| entries.iter().find(|entry| entry.name == name);
    if let Some(manifest) = find("META-INF/manifest.xml")
        && is_encrypted(open(reader, manifest)?)?
    {
        return Err(SheetProblem::Encrypted);
    }
    let content = find("content.xml").ok_or(SheetProblem::Unreadable)?;
    write_first(&mut open(reader, content)?, grid)
}

fn open<'a, R: Read + Seek>(
    reader: &'a mut R,
    entry: &Entry,
) -> Result<Xml<impl BufRead + 'a>, SheetProblem> {
    let mut xml = Xml::from_reader(BufReader::new(archive::open(reader, entry)?));
    xml.config_mut().expand_empty_elements = true;
    Ok(xml)
}

fn is_encrypted<R: BufRead>(mut manifest: Xml<R>) -> Result<bool, SheetProblem> {
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match manifest.read_event_into(&mut buffer) {
            Ok(Event::Start(tag)) if tag.local_name().as_ref() == "encryption-data" => return Ok(true),
            Ok(Event::Eof) => return Ok(false),
            Ok(_) => {}
            Err(_) => return Err(SheetProblem::Unreadable),
        }
    }
}

fn write_first<R: BufRead, W: Write>(
    xml: &mut Xml<R>,
    grid: &mut Grid<W>,
) -> Result<(String, Vec<String>), SheetProblem> {
    let mut names = Vec::new();
    let mut found = None;
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match xml.read_event_into(&mut buffer) {
            Ok(Event::Start(tag)) if tag.local_name().as_ref() == "table" => {
                let name = attribute(&tag, "name").unwrap_or_default();
                names.push(name.clone());
                if found.is_some() {
                    let end = tag.to_end().into_owned();
                    skip(xml, &end)?;
                    continue;
                }
                write_table(xml, grid)?;
                if !grid.is_empty() {
                    found = Some(name);
                }
            }
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(_) => return Err(SheetProblem::Unreadable),
        }
    }
    found.map(|name| (name, names)).ok_or(SheetProblem::Empty)
}

fn skip<R: BufRead>(xml: &mut Xml<R>, end: &quick_xml::events::BytesEnd<'_>) -> Result<(), SheetProblem> {
    xml.read_to_end_into(end.name(), &mut Vec::new())
        .map(|_| ())
        .map_err(|_| SheetProblem::Unreadable)
}

fn write_table<R: BufRead, W: Write>(xml: &mut Xml<R>, grid: &mut Grid<W>) -> Result<(), SheetProblem> {
    let mut buffer = Vec::new();
    let mut row = 0;
    loop {
        buffer.clear();
        match xml.read_event_into(&mut buffer) {
            Ok(Event::Start(tag)) => match tag.local_name().as_ref() {
                "table-row" => {
                    let repetitions = repeated(&tag, "number-rows-repeated", MAX_ROWS);
                    row = write_row(xml, grid, row, repetitions)?;
                }
                // Drawings can have tables of their own.
                "shapes" => {
                    let end = tag.to_end().into_owned();
                    skip(xml, &end)?;
                }
                _ => {}
            },
            Ok(Event::End(tag)) if tag.local_name().as_ref() == "table" => return Ok(()),
            Ok(Event::Eof) | Err(_) => return Err(SheetProblem::Unreadable),
            Ok(_) => {}
        }
    }
}

/// Writes a row as often as it is repeated. Returns the number of the next row.
fn write_row<R: BufRead, W: Write>(
    xml: &mut Xml<R>,
    grid: &mut Grid<W>,
    first: u64,
    repetitions: u64,
) -> Result<u64, SheetProblem> {
    let cells = read_row(xml)?;
    let next = first.saturating_add(repetitions);
    if cells.is_empty() {
        return Ok(next);
    }
    for row in first..next {
        for (start, end, text) in &cells {
            for column in *start..*end {
                grid.put(row, column, text.clone())?;
            }
        }
    }
    Ok(next)
}

/// The cells of a row that are not empty: the first column, the column behind the last, and the text.
fn read_row<R: BufRead>(xml: &mut Xml<R>) -> Result<Vec<(u32, u32, String)>, SheetProblem> {
    let mut cells = Vec::new();
    let mut buffer = Vec::new();
    let mut column: u32 = 0;
    loop {
        buffer.clear();
        match xml.read_event_into(&mut buffer) {
            Ok(Event::Start(tag)) => match tag.local_name().as_ref() {
                "table-cell" | "covered-table-cell" => {
                    let repetitions = repeated(&tag, "number-columns-repeated", MAX_COLUMNS.into());
                    let text = read_cell(xml, &tag)?;
                    let end = column.saturating_add(u32::try_from(repetitions).unwrap_or(MAX_COLUMNS));
                    if !text.is_empty() {
                        cells.push((column, end, text));
                    }
                    column = end;
                }
                _ => {
                    let end = tag.to_end().into_owned();
                    skip(xml, &end)?;
                }
            },
            Ok(Event::End(_)) => return Ok(cells),
            Ok(Event::Eof) | Err(_) => return Err(SheetProblem::Unreadable),
            Ok(_) => {}
        }
    }
}

/// The number of times that a row or a cell is there.
fn repeated(tag: &BytesStart<'_>, name: &str, most: u64) -> u64 {
    let number = attribute(tag, name).and_then(|number| number.trim().parse().ok());
    number.unwrap_or(1).min(most)
}
