//! Tables as comma-separated values (RFC 4180), safe to open in a spreadsheet.

use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

/// A table; the first row has the names of the columns.
pub(crate) struct Csv {
    /// The file name without its extension: ASCII letters, digits and hyphens.
    name: String,
    rows: Vec<Vec<String>>,
}

impl Csv {
    /// Creates a table from rows and the names of their columns.
    pub(crate) fn of(name: &str, header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Self {
        let header = header.iter().map(|&column| column.to_owned()).collect();
        Csv {
            name: name.to_owned(),
            rows: std::iter::once(header).chain(rows).collect(),
        }
    }

    /// The whole file. It begins with a byte order mark, because spreadsheets otherwise read it in the code page of
    /// their machine instead of UTF-8.
    fn text(&self) -> String {
        let mut text = String::from('\u{feff}');
        for row in &self.rows {
            for (place, cell) in row.iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                push_cell(&mut text, cell);
            }
            text.push_str("\r\n");
        }
        text
    }
}

/// The signs at the beginning of a formula. Some spreadsheets accept the full-width forms as well.
const FORMULA_SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Writes a cell. A text that begins like a formula gets an apostrophe, so that no spreadsheet runs it. Numbers are
/// unchanged.
fn push_cell(text: &mut String, cell: &str) {
    let is_number = cell.parse::<f64>().is_ok_and(f64::is_finite) && !cell.starts_with('+');
    let is_formula = cell.trim_start().starts_with(FORMULA_SIGNS) || cell.starts_with(['\t', '\r']);
    let apostrophe = if is_formula && !is_number { "'" } else { "" };
    if cell.contains(['"', ',', '\r', '\n']) {
        text.push('"');
        text.push_str(apostrophe);
        text.push_str(&cell.replace('"', "\"\""));
        text.push('"');
    } else {
        text.push_str(apostrophe);
        text.push_str(cell);
    }
}

impl IntoResponse for Csv {
    fn into_response(self) -> Response {
        let headers = [
            (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
            (
                CONTENT_DISPOSITION,
                format!("attachment; filename=\"{}.csv\"", self.name),
            ),
        ];
        (headers, self.text()).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::Csv;

    #[test]
    fn no_cell_is_a_formula_and_every_cell_reads_back() {
        let table = [
            ("Dune", "Dune"),
            ("12.50", "12.50"),
            ("-3.25", "-3.25"),
            ("=1+1", "'=1+1"),
            ("+49 30", "'+49 30"),
            ("+1", "'+1"),
            ("-x", "'-x"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("＝1+1", "'＝1+1"),
            ("\tcmd", "'\tcmd"),
            (" =1", "' =1"),
            ("a, b", "\"a, b\""),
            ("He said \"no\"", "\"He said \"\"no\"\"\""),
            ("=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""),
            ("two\nlines", "\"two\nlines\""),
            ("", ""),
        ];
        for (cell, expected) in table {
            let csv = Csv {
                name: "a".to_owned(),
                rows: vec![vec![cell.to_owned(), "end".to_owned()]],
            };
            assert_eq!(csv.text(), format!("\u{feff}{expected},end\r\n"));
        }
    }
}
