//! The states of a row that is being read, byte by byte.

/// A longer row is refused.
pub const MAX_ROW_BYTES: usize = 1024 * 1024;
/// A row with more cells is refused.
pub const MAX_CELLS: usize = 512;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    CellStart,
    Plain,
    Quoted,
    /// After a quote in a quoted cell: it ends the cell, or is the first of two.
    Quote,
}

/// What a byte does to the row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The row goes on.
    Continue,
    /// The row ends with this byte.
    RowEnd,
    /// The row goes on, but the opening quote of this cell is probably a stray one: its closing quote is on another line,
    /// and within a word.
    StrayQuote,
}

/// Reads the cells of one row (RFC 4180, with tolerance for quotes within cells).
pub(super) struct Scanner {
    separator: u8,
    state: State,
    cell: Vec<u8>,
    cells: Vec<String>,
    cell_count: usize,
    cell_has_line_end: bool,
}

impl Scanner {
    pub(super) fn new(separator: u8) -> Scanner {
        Scanner {
            separator,
            state: State::CellStart,
            cell: Vec::new(),
            cells: Vec::new(),
            cell_count: 0,
            cell_has_line_end: false,
        }
    }

    pub(super) fn step(&mut self, byte: u8) -> Step {
        let is_line_end = matches!(byte, b'\r' | b'\n');
        match (self.state, byte) {
            (State::Quoted, b'"') => self.state = State::Quote,
            (State::Quoted, _) => {
                self.cell_has_line_end |= is_line_end;
                self.cell.push(byte);
            }
            (State::Quote, b'"') => {
                self.cell.push(byte);
                self.state = State::Quoted;
            }
            (State::CellStart, b'"') => self.state = State::Quoted,
            (_, _) if byte == self.separator => self.end_cell(),
            (_, _) if is_line_end => {
                self.end_cell();
                return Step::RowEnd;
            }
            (State::CellStart, b' ') => {}
            (before, _) => {
                self.cell.push(byte);
                self.state = State::Plain;
                if before == State::Quote && byte != b' ' && self.cell_has_line_end {
                    return Step::StrayQuote;
                }
            }
        }
        Step::Continue
    }

    /// Ends the row at the end of the file.
    pub(super) fn finish(&mut self) {
        self.end_cell();
    }

    /// Whether a quoted cell is open.
    pub(super) fn is_quoted(&self) -> bool {
        self.state == State::Quoted
    }

    /// Whether the cell that is being read has a line end.
    pub(super) fn cell_has_line_end(&self) -> bool {
        self.cell_has_line_end
    }

    pub(super) fn has_too_many_cells(&self) -> bool {
        self.cell_count > MAX_CELLS
    }

    pub(super) fn take_cells(&mut self) -> Vec<String> {
        self.cell_count = 0;
        std::mem::take(&mut self.cells)
    }

    /// Forgets the row.
    pub(super) fn reset(&mut self) {
        self.state = State::CellStart;
        self.cell.clear();
        self.cells.clear();
        self.cell_count = 0;
        self.cell_has_line_end = false;
    }

    fn end_cell(&mut self) {
        self.cell_count += 1;
        if self.cell_count <= MAX_CELLS {
            self.cells.push(content(&String::from_utf8_lossy(&self.cell)));
        }
        self.cell.clear();
        self.state = State::CellStart;
        self.cell_has_line_end = false;
    }
}

/// The text of a cell without white space around it. Some systems write `="0123"`, so that Excel keeps it as text; its
/// content is between the quotes.
fn content(cell: &str) -> String {
    let cell = trimmed(cell);
    let inner = cell.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"'));
    match inner {
        Some(inner) if !inner.contains('"') => trimmed(inner).to_owned(),
        _ => cell.to_owned(),
    }
}

/// Invisible characters of no width also count as white space: spreadsheets and web pages leave them behind.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|character: char| {
        character.is_whitespace() || matches!(character, '\u{200b}' | '\u{2060}' | '\u{feff}')
    })
}

#[cfg(test)]
mod tests {
    use super::content;

    #[test]
    fn takes_the_content_of_a_cell() {
        for (cell, expected) in [
            (" a b ", "a b"),
            ("\u{a0}a\u{202f}", "a"),
            ("\u{feff}a\u{200b}", "a"),
            ("=\"9780439785969\"", "9780439785969"),
            ("=\"\"", ""),
            ("=\"", "=\""),
            ("=\"a\"&\"b\"", "=\"a\"&\"b\""),
            ("=A1", "=A1"),
        ] {
            assert_eq!(content(cell), expected, "{cell}");
        }
    }
}
