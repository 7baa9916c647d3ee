//! Spreadsheet files, which are converted to CSV.

mod archive;
mod biff;
mod cell_text;
mod grid;
mod inflate;
mod little_endian;
mod ods;
mod ods_cell;
mod ole;
mod sniff;
mod xls;
mod xlsx;

use std::io::{self, Read, Seek, Write};

use grid::Grid;

/// The most rows of a sheet, as in Excel.
const MAX_ROWS: u64 = 1_048_576;
/// The most bytes of a file when it is unpacked, and of its text.
const MAX_UNPACKED_BYTES: u64 = 512 * 1024 * 1024;

/// The kinds of spreadsheet files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spreadsheet {
    /// Office Open XML, of Excel 2007 and later.
    Xlsx,
    /// The binary format of Excel 97 to 2003.
    Xls,
    /// OpenDocument, of LibreOffice.
    Ods,
}

/// What was converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The number of rows that were written, with the empty rows between others.
    pub rows: u64,
    /// The name of the sheet.
    pub sheet: String,
    /// The names of the other sheets, in their order.
    pub other_sheets: Vec<String>,
}

/// Why a spreadsheet cannot be converted.
#[derive(Debug, thiserror::Error)]
pub enum SheetProblem {
    /// The file is damaged, or is another kind of file.
    #[error("The file is not a readable spreadsheet")]
    Unreadable,
    /// The file needs a password.
    #[error("The file is encrypted")]
    Encrypted,
    /// No sheet has cells.
    #[error("The file has no cells")]
    Empty,
    /// The sheet has more rows than Excel allows.
    #[error("The sheet has more than 1,048,576 rows")]
    TooManyRows,
    /// The file is too large: more than 512 MiB when it is unpacked, or a sheet that needs too much memory.
    #[error("The file is too large")]
    TooLarge,
    /// The CSV cannot be written.
    #[error("The rows cannot be written: {0}")]
    Write(#[from] io::Error),
}

/// Writes the first sheet with cells as CSV: UTF-8, commas, RFC 4180. Visible sheets have priority over hidden ones.
///
/// Each row is a line, also when it is empty, so that the lines have the numbers of the rows. Rows have different numbers of
/// cells: empty cells at the end are left out, and so are empty rows at the end. Dates are written as `2024-12-31`, whole
/// numbers with all their digits, truth values as `true` and `false`, formulas as their values, errors as nothing. Line breaks
/// in cells are kept.
///
/// After a problem, a part of the rows may be written already.
pub fn convert<R: Read + Seek, W: Write>(
    kind: Spreadsheet,
    mut reader: R,
    writer: W,
) -> Result<Converted, SheetProblem> {
    let mut grid = Grid::new(writer);
    reader.rewind().map_err(|_| SheetProblem::Unreadable)?;
    let (sheet, mut other_sheets) = match kind {
        Spreadsheet::Xlsx => xlsx::convert(&mut reader, &mut grid)?,
        Spreadsheet::Xls => xls::convert(&mut reader, &mut grid)?,
        Spreadsheet::Ods => ods::convert(&mut reader, &mut grid)?,
    };
    // Of sheets with the same name, only one was written.
    if let Some(place) = other_sheets.iter().position(|other| *other == sheet) {
        other_sheets.remove(place);
    }
    let rows = grid.finish()?;
    Ok(Converted {
        rows,
        sheet,
        other_sheets,
    })
}

#[cfg(test)]
mod tests;
