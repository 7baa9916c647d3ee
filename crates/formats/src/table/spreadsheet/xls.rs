//! Sheets of Excel 97 to 2003.

use std::io::{Cursor, Read, Write};
use std::panic::catch_unwind;

use calamine::{Reader, SheetType, SheetVisible, Xls, XlsError};

use super::grid::Grid;
use super::ole::Ole;
use super::{SheetProblem, biff, cell_text};

/// A larger file is refused, because the whole workbook is in memory.
const MAX_FILE_BYTES: u64 = 64 * 1024 * 1024;

/// Writes the first sheet with cells. Returns its name, and the names of all sheets.
pub(super) fn convert<R: Read, W: Write>(
    reader: &mut R,
    grid: &mut Grid<W>,
) -> Result<(String, Vec<String>), SheetProblem> {
    let mut file = Vec::new();
    let mut limited = reader.take(MAX_FILE_BYTES + 1);
    let length = limited
        .read_to_end(&mut file)
        .map_err(|_| SheetProblem::Unreadable)?;
    if u64::try_from(length).is_ok_and(|length| length > MAX_FILE_BYTES) {
        return Err(SheetProblem::TooLarge);
    }
    check(&file)?;
    // The library panics at some damaged files.
    let opened = catch_unwind(|| Xls::new(Cursor::new(&file)));
    let workbook = match opened {
        Ok(Ok(workbook)) => workbook,
        Ok(Err(XlsError::Password)) => return Err(SheetProblem::Encrypted),
        Ok(Err(_)) | Err(_) => return Err(SheetProblem::Unreadable),
    };
    write_first(workbook, grid)
}

/// Refuses files that would take too much memory, or time without an end.
fn check(file: &[u8]) -> Result<(), SheetProblem> {
    let ole = Ole::open(file).ok_or(SheetProblem::Unreadable)?;
    // An encrypted file of Excel 2007 or later has the same outer format.
    if ole.has("EncryptedPackage") {
        return Err(SheetProblem::Encrypted);
    }
    // Excel 95 and before called it a book.
    let name = if ole.has("Workbook") { "Workbook" } else { "Book" };
    biff::check_areas(&ole.read(name).ok_or(SheetProblem::Unreadable)?)
}

fn write_first<W: Write>(
    mut workbook: Xls<Cursor<&Vec<u8>>>,
    grid: &mut Grid<W>,
) -> Result<(String, Vec<String>), SheetProblem> {
    let mut sheets = workbook.sheets_metadata().to_vec();
    sheets.retain(|sheet| sheet.typ == SheetType::WorkSheet);
    let names = sheets.iter().map(|sheet| sheet.name.clone()).collect();
    sheets.sort_by_key(|sheet| sheet.visible != SheetVisible::Visible);
    for sheet in sheets {
        let range = workbook
            .worksheet_range(&sheet.name)
            .map_err(|_| SheetProblem::Unreadable)?;
        let (first_row, first_column) = range.start().unwrap_or_default();
        for (row, column, value) in range.used_cells() {
            let row = u64::from(first_row) + u64::try_from(row).unwrap_or(u64::from(u32::MAX));
            let column = first_column.saturating_add(u32::try_from(column).unwrap_or(u32::MAX));
            grid.put(row, column, cell_text::of_value(value))?;
        }
        if !grid.is_empty() {
            return Ok((sheet.name, names));
        }
    }
    Err(SheetProblem::Empty)
}

#[cfg(test)]
mod tests {
    use super::convert;
    use crate::table::SheetProblem;
    use crate::table::spreadsheet::biff::tests::{number_cell, text_cell, workbook};
    use crate::table::spreadsheet::grid::Grid;
    use crate::table::spreadsheet::ole::tests::compound;
    use proptest::prelude::*;

    fn converted(file: &[u8]) -> Result<(String, Vec<String>, String), SheetProblem> {
        let mut csv = Vec::new();
        let mut grid = Grid::new(&mut csv);
        let (sheet, names) = convert(&mut &file[..], &mut grid)?;
        grid.finish()?;
        Ok((sheet, names, String::from_utf8(csv).unwrap()))
    }

    fn books() -> Vec<u8> {
        let cells = [
            text_cell(1, 0, "Title"),
            text_cell(1, 1, "ISBN"),
            text_cell(2, 0, "Emma"),
            number_cell(2, 1, 9_780_141_439_587.0),
        ];
        workbook(&[("Empty", Vec::new()), ("Books", cells.concat())])
    }

    #[test]
    fn converts_the_first_sheet_with_cells() {
        for name in ["Workbook", "Book"] {
            let (sheet, names, csv) = converted(&compound(name, &books())).unwrap();
            assert_eq!((sheet.as_str(), names.len()), ("Books", 2));
            assert_eq!(csv, "\r\nTitle,ISBN\r\nEmma,9780141439587\r\n");
        }
    }

    #[test]
    fn refuses_files_with_a_reason() {
        let far = [number_cell(0, 0, 1.0), number_cell(65_535, 65_535, 1.0)].concat();
        for (name, stream, expected) in [
            ("EncryptedPackage", vec![0; 5000], "Encrypted"),
            ("Contents", books(), "Unreadable"),
            ("Workbook", vec![0; 5000], "Empty"),
            ("Workbook", workbook(&[("S", far)]), "TooLarge"),
        ] {
            let problem = converted(&compound(name, &stream)).unwrap_err();
            assert_eq!(format!("{problem:?}"), expected, "{name}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn damaged_files_are_refused_or_converted(
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..10)
        ) {
            let mut file = compound("Workbook", &books());
            for (place, byte) in changes {
                let place = place.index(2000);
                file[place] = byte;
            }
            let _ = converted(&file);
        }
    }
}
