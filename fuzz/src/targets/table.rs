//! Tables of books: delimited text in any encoding, and spreadsheets.

use std::io::Cursor;

use carrel_formats::table::{
    Dialect, MAX_CELLS, Row, Rows, Spreadsheet, convert, guess_columns, has_headings, list_values, write_row,
};

pub(crate) fn run(input: &[u8]) {
    let dialect = Dialect::guess(input);
    let rows = rows(input, dialect);
    let cells: Vec<Vec<String>> = rows.iter().map(|row| row.cells.clone()).collect();
    if let Some((first, next)) = cells.split_first() {
        let _ = has_headings(first, next);
        let columns = guess_columns(first, next);
        let widest = cells.iter().map(Vec::len).max();
        assert_eq!(Some(columns.len()), widest, "each column has a field, or none");
        let mut found: Vec<_> = columns.iter().flatten().collect();
        let count = found.len();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), count, "each column is found once");
    }
    for cell in cells.iter().flatten() {
        let values = list_values(cell);
        assert!(
            values
                .iter()
                .all(|value| !value.is_empty() && value.trim() == value)
        );
    }
    written_rows_are_read_again(&rows);
    if let Some(sheet) = Spreadsheet::sniff(input) {
        let mut text = Vec::new();
        if convert(sheet, Cursor::new(input), &mut text).is_ok() {
            assert!(std::str::from_utf8(&text).is_ok(), "a converted sheet is UTF-8");
        }
    }
}

/// The rows that can be read.
fn rows(input: &[u8], dialect: Dialect) -> Vec<Row> {
    let mut rows = Rows::new(input, dialect);
    let mut read = Vec::new();
    let mut line = 0;
    while let Some(row) = rows.next_row().expect("memory can be read") {
        let begins = match &row {
            Ok(row) => row.line,
            Err(problem) => problem.line(),
        };
        assert!(begins > line, "lines ascend");
        line = begins;
        if let Ok(row) = row {
            assert!((1..=MAX_CELLS).contains(&row.cells.len()));
            read.push(row);
        }
    }
    read
}

/// Rows that are written as CSV are the same when they are read again.
fn written_rows_are_read_again(rows: &[Row]) {
    let utf_8 = Dialect::from_parts(b',', "utf-8").expect("UTF-8 is known");
    for row in rows {
        let cells: Vec<&str> = row.cells.iter().map(String::as_str).collect();
        let mut text = Vec::new();
        // A first row may be `sep=;`, which is no row.
        write_row(&mut text, &["Title"]).expect("memory can be written");
        write_row(&mut text, &cells).expect("memory can be written");
        let mut again = Rows::new(text.as_slice(), utf_8);
        let mut next = || again.next_row().expect("memory can be read");
        assert!(matches!(next(), Some(Ok(_))));
        assert_eq!(
            next().and_then(Result::ok).map(|row| row.cells),
            Some(row.cells.clone())
        );
    }
}
