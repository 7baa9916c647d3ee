use std::io::{self, Read};

use super::Dialect;
use super::scanner::{MAX_ROW_BYTES, Scanner, Step};
use super::separator;
use super::window::Window;

/// A row with its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The line of the file where the row begins, from 1.
    pub line: u64,
    /// The cells, without white space around them.
    pub cells: Vec<String>,
}

/// Why a row cannot be read. The rows behind it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowProblem {
    /// The row is longer than `MAX_ROW_BYTES`.
    #[error("Line {line} begins a row of more than 1 MiB")]
    TooLong {
        /// The line of the file where the row begins, from 1.
        line: u64,
    },
    /// The row has more than `MAX_CELLS` cells.
    #[error("Line {line} begins a row of more than 512 cells")]
    TooManyCells {
        /// The line of the file where the row begins, from 1.
        line: u64,
    },
    /// A cell begins with a quote that nothing closes. Only this line is lost.
    #[error("Line {line} has a quotation mark that is not closed")]
    UnclosedQuote {
        /// The line of the file, from 1.
        line: u64,
    },
}

impl RowProblem {
    /// The line of the file where the row begins, from 1.
    pub fn line(self) -> u64 {
        match self {
            RowProblem::TooLong { line }
            | RowProblem::TooManyCells { line }
            | RowProblem::UnclosedQuote { line } => line,
        }
    }
}

/// Reads the rows of delimited text with bounded memory: a little more than `MAX_ROW_BYTES`, however long the text is.
///
/// Quotes are those of RFC 4180. A quote within an unquoted cell is text. Lines end with CR LF, LF or CR. Rows of empty
/// cells only are skipped, and so is a first line `sep=;`.
pub struct Rows<R: Read> {
    window: Window<R>,
    scanner: Scanner,
    line: u64,
    is_after_return: bool,
    is_started: bool,
}

/// How the scan of a row ended, with the number of its bytes.
enum End {
    Row(usize),
    File(usize),
    StrayQuote,
    TooLong(usize),
}

/// The end of the first line of a row that has several.
#[derive(Clone, Copy)]
struct FirstLine {
    length: usize,
    is_return: bool,
}

impl<R: Read> Rows<R> {
    /// Reads text in this dialect.
    pub fn new(reader: R, dialect: Dialect) -> Self {
        Rows {
            window: Window::new(reader, dialect.encoding),
            scanner: Scanner::new(dialect.separator),
            line: 1,
            is_after_return: false,
            is_started: false,
        }
    }

    /// The next row that is not empty, or why it cannot be read. `None` at the end of the text. Errors are those of the
    /// reader.
    pub fn next_row(&mut self) -> io::Result<Option<Result<Row, RowProblem>>> {
        if !self.is_started {
            self.is_started = true;
            self.skip_declaration()?;
        }
        loop {
            let line = self.line;
            let (end, first_line) = self.scan()?;
            let is_stray = match end {
                End::Row(_) => false,
                End::File(0) => return Ok(None),
                End::File(_) | End::TooLong(_) => {
                    self.scanner.is_quoted() && self.scanner.cell_has_line_end()
                }
                End::StrayQuote => true,
            };
            // A cell that is open since the first line: the rows on the lines behind it are read again.
            if let (true, Some(first)) = (is_stray, first_line) {
                self.window.release(first.length);
                (self.line, self.is_after_return) = (line + 1, first.is_return);
                self.scanner.reset();
                return Ok(Some(Err(RowProblem::UnclosedQuote { line })));
            }
            if let End::TooLong(length) = end {
                self.scanner.reset();
                self.window.release(length);
                self.skip_line()?;
                return Ok(Some(Err(RowProblem::TooLong { line })));
            }
            if let End::Row(length) | End::File(length) = end {
                self.window.release(length);
            }
            let has_too_many_cells = self.scanner.has_too_many_cells();
            let cells = self.scanner.take_cells();
            if has_too_many_cells {
                return Ok(Some(Err(RowProblem::TooManyCells { line })));
            }
            if cells.iter().any(|cell| !cell.is_empty()) {
                return Ok(Some(Ok(Row { line, cells })));
            }
        }
    }

    /// Scans one row, and counts its lines. The text of the row stays in the window.
    fn scan(&mut self) -> io::Result<(End, Option<FirstLine>)> {
        let mut length = 0;
        let mut first_line = None;
        // A stray quote in a later cell of the row would read lines again and again, so only the first line end counts.
        let mut is_on_first_cell_over_lines = true;
        loop {
            if length >= MAX_ROW_BYTES {
                let usable = first_line.filter(|_| is_on_first_cell_over_lines);
                return Ok((End::TooLong(length), usable));
            }
            let Some(&byte) = self.window.text().get(length) else {
                if self.window.grow()? {
                    continue;
                }
                let usable = first_line.filter(|_| is_on_first_cell_over_lines);
                if !(usable.is_some() && self.scanner.is_quoted()) && length > 0 {
                    self.scanner.finish();
                }
                return Ok((End::File(length), usable));
            };
            length += 1;
            // The second half of a line end of two characters.
            if byte == b'\n' && self.is_after_return && length == 1 {
                self.is_after_return = false;
                self.window.release(1);
                length = 0;
                continue;
            }
            let had_line_end = self.scanner.cell_has_line_end();
            let step = self.scanner.step(byte);
            if had_line_end && !self.scanner.cell_has_line_end() {
                is_on_first_cell_over_lines = false;
            }
            self.count_line(byte);
            match step {
                Step::RowEnd => return Ok((End::Row(length), None)),
                Step::StrayQuote if is_on_first_cell_over_lines => {
                    return Ok((End::StrayQuote, first_line));
                }
                Step::StrayQuote | Step::Continue => {}
            }
            if first_line.is_none() && self.scanner.cell_has_line_end() {
                first_line = Some(FirstLine {
                    length,
                    is_return: byte == b'\r',
                });
            }
        }
    }

    fn count_line(&mut self, byte: u8) {
        let is_second_half = byte == b'\n' && self.is_after_return;
        self.is_after_return = byte == b'\r';
        if matches!(byte, b'\r' | b'\n') && !is_second_half {
            self.line += 1;
        }
    }

    /// Skips text to the end of the line, with bounded memory.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let text = self.window.text();
            if let Some(end) = text.iter().position(|byte| matches!(byte, b'\r' | b'\n')) {
                let byte = text[end];
                self.window.release(end + 1);
                self.count_line(byte);
                return Ok(());
            }
            let length = text.len();
            self.window.release(length);
            if !self.window.grow()? {
                return Ok(());
            }
        }
    }

    /// Skips a first line `sep=;`.
    fn skip_declaration(&mut self) -> io::Result<()> {
        /// The longest declaration, with quotes and line end.
        const MAX_BYTES: usize = 10;
        while self.window.text().len() < MAX_BYTES && self.window.grow()? {}
        let text = self.window.text();
        let start = &text[..text.len().min(MAX_BYTES)];
        let Some(end) = start.iter().position(|byte| matches!(byte, b'\r' | b'\n')) else {
            return Ok(());
        };
        if std::str::from_utf8(&start[..end]).is_ok_and(|line| separator::declared(line).is_some()) {
            self.skip_line()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Row, RowProblem, Rows};
    use crate::table::{Dialect, MAX_CELLS, MAX_ROW_BYTES, write_row};
    use encoding_rs::{UTF_8, UTF_16LE};
    use proptest::prelude::*;
    use std::io::Read;

    const COMMAS: Dialect = Dialect {
        separator: b',',
        encoding: UTF_8,
    };

    fn all<R: Read>(reader: R, dialect: Dialect) -> Vec<Result<Row, RowProblem>> {
        let mut rows = Rows::new(reader, dialect);
        std::iter::from_fn(|| rows.next_row().unwrap()).collect()
    }

    /// Rows as `line: cell|cell`, problems as their text.
    fn shown(text: &str) -> Vec<String> {
        let rows = all(text.as_bytes(), COMMAS).into_iter();
        rows.map(|row| match row {
            Ok(row) => format!("{}: {}", row.line, row.cells.join("|")),
            Err(problem) => problem.to_string(),
        })
        .collect()
    }

    #[test]
    fn reads_rows() {
        let unclosed = "has a quotation mark that is not closed";
        for (text, expected) in [
            ("a,b\nc,d\n", vec!["1: a|b", "2: c|d"]),
            ("a,b\r\nc,d", vec!["1: a|b", "2: c|d"]),
            ("a\rb\r\r\nc", vec!["1: a", "2: b", "4: c"]),
            ("\n , ,\n\"\"\na", vec!["4: a"]),
            (" a , \u{a0}b\u{a0}\n", vec!["1: a|b"]),
            ("\"a,b\",\"say \"\"hi\"\"\"", vec!["1: a,b|say \"hi\""]),
            ("a, \"b,c\" ,d", vec!["1: a|b,c|d"]),
            ("a,5\" disk,b", vec!["1: a|5\" disk|b"]),
            ("\"one\ntwo\",b\nc", vec!["1: one\ntwo|b", "3: c"]),
            ("\"one\r\ntwo\"\r\nc", vec!["1: one\r\ntwo", "3: c"]),
            ("\"one\rtwo\"\rc", vec!["1: one\rtwo", "3: c"]),
            ("=\"0123\",\"=\"\"0456\"\"\"", vec!["1: 0123|0456"]),
            ("sep=;\r\na,b", vec!["2: a|b"]),
            ("a,,", vec!["1: a||"]),
            ("\"abc", vec!["1: abc"]),
            (
                "x,\"a\r\nb,c\r\nd",
                vec![&format!("Line 1 {unclosed}"), "2: b|c", "3: d"],
            ),
            (
                "x,\"a\nb,c\n\"d\",e\nf",
                vec![&format!("Line 1 {unclosed}"), "2: b|c", "3: d|e", "4: f"],
            ),
            ("", vec![]),
        ] {
            assert_eq!(shown(text), expected, "{text:?}");
        }
    }

    #[test]
    fn refuses_too_many_cells_and_goes_on() {
        let most = "x,".repeat(MAX_CELLS - 1);
        let text = format!("{most}x\n{most}x,x\nend");
        let rows = all(text.as_bytes(), COMMAS);
        assert_eq!(rows[0].as_ref().unwrap().cells.len(), MAX_CELLS);
        assert_eq!(rows[1], Err(RowProblem::TooManyCells { line: 2 }));
        assert_eq!(rows[2].as_ref().unwrap().line, 3);
    }

    #[test]
    fn refuses_a_long_row_and_goes_on() {
        let text = format!("a\n{}\r\nend", "x".repeat(3 * MAX_ROW_BYTES));
        let rows = all(text.as_bytes(), COMMAS);
        assert_eq!(rows[1], Err(RowProblem::TooLong { line: 2 }));
        assert_eq!((rows.len(), rows[2].as_ref().unwrap().line), (3, 3));
    }

    #[test]
    fn a_stray_quote_loses_one_line_of_a_long_file() {
        let text = format!("a\n\"b\n{}", "line,x\n".repeat(400_000));
        let rows = all(text.as_bytes(), COMMAS);
        assert_eq!(rows[1], Err(RowProblem::UnclosedQuote { line: 2 }));
        assert_eq!(rows.len(), 400_002);
        assert_eq!(rows[400_001].as_ref().unwrap().line, 400_002);
    }

    #[test]
    fn an_endless_quoted_cell_needs_little_memory() {
        let endless = std::io::Read::take(std::io::repeat(b'x'), 10 * 1024 * 1024);
        let text = b"\"".chain(endless).chain(&b"\nend"[..]);
        let mut rows = Rows::new(text, COMMAS);
        assert_eq!(
            rows.next_row().unwrap(),
            Some(Err(RowProblem::TooLong { line: 1 }))
        );
        assert!(rows.window.capacity() < 4 * MAX_ROW_BYTES);
        assert_eq!(rows.next_row().unwrap().unwrap().unwrap().cells, ["end"]);
        assert!(rows.window.capacity() < 4 * MAX_ROW_BYTES);
    }

    proptest! {
        #[test]
        fn gives_written_cells_back(
            rows in prop::collection::vec(prop::collection::vec("[a-zäж€\",;\r\n\t |]{0,8}", 1..6), 1..8)
        ) {
            let rows: Vec<Vec<&str>> = rows
                .iter()
                .map(|row| row.iter().map(|cell| cell.trim()).collect())
                .collect();
            let mut bytes = Vec::new();
            for row in &rows {
                write_row(&mut bytes, row).unwrap();
            }
            let read: Vec<Vec<String>> =
                all(&bytes[..], COMMAS).into_iter().map(|row| row.unwrap().cells).collect();
            let expected: Vec<Vec<&str>> = rows
                .into_iter()
                .filter(|row| row.iter().any(|cell| !cell.is_empty()))
                .collect();
            prop_assert_eq!(read, expected);
        }

        #[test]
        fn any_bytes_have_an_end(
            bytes in prop::collection::vec(any::<u8>(), 0..600),
            marks in "[a\",\r\n ]{0,200}",
        ) {
            for bytes in [&bytes[..], marks.as_bytes()] {
                for dialect in [COMMAS, Dialect { separator: b';', encoding: UTF_16LE }, Dialect::guess(bytes)] {
                    let lines: Vec<u64> = all(bytes, dialect)
                        .into_iter()
                        .map(|row| row.map_or_else(RowProblem::line, |row| row.line))
                        .collect();
                    prop_assert!(lines.is_sorted_by(|one, next| one < next), "{:?}", lines);
                }
            }
        }
    }
}
