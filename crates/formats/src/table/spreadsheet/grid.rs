use std::io::{self, Write};

use super::{MAX_ROWS, MAX_UNPACKED_BYTES, SheetProblem};
use crate::table::write_row;

/// The most columns of a sheet, as in Excel.
pub(super) const MAX_COLUMNS: u32 = 16_384;
/// A longer row is refused, because a row is in memory at once.
const MAX_ROW_BYTES: usize = 16 * 1024 * 1024;

/// Writes the cells of a sheet row by row.
pub(super) struct Grid<W> {
    writer: CountingWriter<W>,
    /// The cells of the row that is being filled. It is empty, or its last cell is not empty.
    cells: Vec<String>,
    row: u64,
    row_bytes: usize,
    written_rows: u64,
}

impl<W: Write> Grid<W> {
    pub(super) fn new(writer: W) -> Grid<W> {
        Grid {
            writer: CountingWriter { writer, bytes: 0 },
            cells: Vec::new(),
            row: 0,
            row_bytes: 0,
            written_rows: 0,
        }
    }

    /// Whether there are no cells yet.
    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty() && self.written_rows == 0
    }

    /// Adds a cell. Rows must be in order.
    pub(super) fn put(&mut self, row: u64, column: u32, text: String) -> Result<(), SheetProblem> {
        if text.is_empty() {
            return Ok(());
        }
        if row >= MAX_ROWS {
            return Err(SheetProblem::TooManyRows);
        }
        if column >= MAX_COLUMNS || row < self.row {
            return Err(SheetProblem::Unreadable);
        }
        if row > self.row {
            self.end_row()?;
            self.row = row;
        }
        self.row_bytes += text.len();
        if self.row_bytes > MAX_ROW_BYTES {
            return Err(SheetProblem::TooLarge);
        }
        let place = usize::try_from(column).unwrap_or(usize::MAX);
        if place >= self.cells.len() {
            self.cells.resize(place + 1, String::new());
        }
        self.cells[place] = text;
        Ok(())
    }

    /// Writes the last row. Returns the number of rows.
    pub(super) fn finish(mut self) -> Result<u64, SheetProblem> {
        self.end_row()?;
        self.writer.flush()?;
        if self.written_rows == 0 {
            return Err(SheetProblem::Empty);
        }
        Ok(self.written_rows)
    }

    /// Writes the row and the empty rows before it.
    fn end_row(&mut self) -> Result<(), SheetProblem> {
        if self.cells.is_empty() {
            return Ok(());
        }
        while self.written_rows < self.row {
            self.written_rows += 1;
            write_row(&mut self.writer, &[])?;
        }
        let cells: Vec<&str> = self.cells.iter().map(String::as_str).collect();
        write_row(&mut self.writer, &cells)?;
        self.written_rows += 1;
        self.cells.clear();
        self.row_bytes = 0;
        // Also the text can be much larger than the file: a cell can be repeated.
        if self.writer.bytes > MAX_UNPACKED_BYTES {
            return Err(SheetProblem::TooLarge);
        }
        Ok(())
    }
}

struct CountingWriter<W> {
    writer: W,
    bytes: u64,
}

impl<W: Write> Write for CountingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer.write(bytes)?;
        self.bytes += u64::try_from(written).unwrap_or(u64::MAX);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::{Grid, MAX_COLUMNS, MAX_ROW_BYTES};
    use crate::table::SheetProblem;

    fn put(cells: &[(u64, u32, &str)]) -> Result<String, SheetProblem> {
        let mut bytes = Vec::new();
        let mut grid = Grid::new(&mut bytes);
        for (row, column, text) in cells {
            grid.put(*row, *column, (*text).to_owned())?;
        }
        grid.finish()?;
        Ok(String::from_utf8(bytes).unwrap())
    }

    #[test]
    fn writes_rows_at_their_places() {
        for (cells, expected) in [
            (vec![(0, 0, "a"), (0, 2, "b")], "a,,b\r\n"),
            (vec![(1, 0, "a"), (3, 1, "b")], "\r\na\r\n\r\n,b\r\n"),
            (vec![(0, 1, "b"), (0, 0, "a")], "a,b\r\n"),
            (vec![(0, 0, "a"), (0, 5, ""), (9, 0, "")], "a\r\n"),
        ] {
            assert_eq!(put(&cells).unwrap(), expected);
        }
    }

    #[test]
    fn refuses_cells_outside_of_the_sheet() {
        assert!(matches!(put(&[]), Err(SheetProblem::Empty)));
        assert!(matches!(
            put(&[(1_048_576, 0, "a")]),
            Err(SheetProblem::TooManyRows)
        ));
        assert!(matches!(
            put(&[(0, MAX_COLUMNS, "a")]),
            Err(SheetProblem::Unreadable)
        ));
        assert!(matches!(
            put(&[(1, 0, "a"), (0, 0, "b")]),
            Err(SheetProblem::Unreadable)
        ));
        let half = "x".repeat(MAX_ROW_BYTES / 2 + 1);
        assert!(matches!(
            put(&[(0, 0, &half), (0, 1, &half)]),
            Err(SheetProblem::TooLarge)
        ));
        assert!(put(&[(0, 0, &half), (1, 0, &half)]).is_ok());
    }
}
