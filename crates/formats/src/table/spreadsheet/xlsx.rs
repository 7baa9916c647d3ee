//! Sheets of Excel 2007 and later.

use std::io::{BufReader, Read, Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{Reader, SheetType, SheetVisible, Xlsx, XlsxError};
use quick_xml::events::Event;

use super::archive::{self, Entry};
use super::grid::Grid;
use super::{SheetProblem, cell_text};

/// Writes the first sheet with cells. Returns its name, and the names of all sheets.
pub(super) fn convert<R: Read + Seek, W: Write>(
    reader: &mut R,
    grid: &mut Grid<W>,
) -> Result<(String, Vec<String>), SheetProblem> {
    let entries = archive::entries(reader)?;
    archive::check_sizes(reader, &entries)?;
    check_shared_strings(reader, &entries)?;
    // The library panics at some damaged files.
    catch_unwind(AssertUnwindSafe(|| write_first(reader, grid))).unwrap_or(Err(SheetProblem::Unreadable))
}

fn write_first<R: Read + Seek, W: Write>(
    reader: &mut R,
    grid: &mut Grid<W>,
) -> Result<(String, Vec<String>), SheetProblem> {
    let mut workbook = Xlsx::new(reader).map_err(|error| problem(&error))?;
    let mut sheets = workbook.sheets_metadata().to_vec();
    sheets.retain(|sheet| sheet.typ == SheetType::WorkSheet);
    let names = sheets.iter().map(|sheet| sheet.name.clone()).collect();
    sheets.sort_by_key(|sheet| sheet.visible != SheetVisible::Visible);
    for sheet in sheets {
        let mut cells = workbook
            .worksheet_cells_reader(&sheet.name)
            .map_err(|error| problem(&error))?;
        while let Some(cell) = cells.next_cell().map_err(|error| problem(&error))? {
            let (row, column) = cell.get_position();
            grid.put(
                u64::from(row),
                column,
                cell_text::of_reference(cell.get_value().clone()),
            )?;
        }
        if !grid.is_empty() {
            return Ok((sheet.name, names));
        }
    }
    Err(SheetProblem::Empty)
}

fn problem(error: &XlsxError) -> SheetProblem {
    match error {
        XlsxError::Password => SheetProblem::Encrypted,
        _ => SheetProblem::Unreadable,
    }
}

/// Refuses a table of texts that declares more texts than it can have: the library reserves memory for all of them.
fn check_shared_strings<R: Read + Seek>(reader: &mut R, entries: &[Entry]) -> Result<(), SheetProblem> {
    /// The fewest bytes of a text: `<si/>`.
    const MIN_TEXT_BYTES: u64 = 5;
    for entry in entries {
        if !entry.name.to_lowercase().ends_with("sharedstrings.xml") {
            continue;
        }
        let content = archive::open(reader, entry)?;
        if declared_texts(BufReader::new(content))? > entry.unpacked_bytes / MIN_TEXT_BYTES {
            return Err(SheetProblem::Unreadable);
        }
    }
    Ok(())
}

fn declared_texts(content: impl std::io::BufRead) -> Result<u64, SheetProblem> {
    let mut xml = quick_xml::Reader::from_reader(content);
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match xml.read_event_into(&mut buffer) {
            Ok(Event::Start(tag) | Event::Empty(tag)) if tag.local_name().as_ref() == "sst" => {
                let mut attributes = tag.attributes().flatten();
                let count = attributes.find(|attribute| attribute.key.local_name().as_ref() == "uniqueCount");
                return Ok(count.map_or(0, |count| count.value.trim().parse().unwrap_or(u64::MAX)));
            }
            Ok(Event::Eof) => return Ok(0),
            Ok(_) => {}
            Err(_) => return Err(SheetProblem::Unreadable),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::declared_texts;

    #[test]
    fn reads_the_declared_number_of_texts() {
        for (xml, expected) in [
            (
                "<?xml version='1.0'?><sst count=\"3\" uniqueCount=\"2\"><si/></sst>",
                2,
            ),
            ("<x:sst uniqueCount='7'/>", 7),
            ("<sst/>", 0),
            ("<sst uniqueCount='many'/>", u64::MAX),
            ("", 0),
        ] {
            assert_eq!(declared_texts(xml.as_bytes()).unwrap(), expected, "{xml}");
        }
    }
}
