//! Tables as comma-separated values (RFC 4180), safe to open in a spreadsheet.

use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderName};
use axum::response::{IntoResponse, Response};
use carrel_domain::spreadsheet::push_cell;

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

    /// The whole file.
    fn text(&self) -> String {
        let mut text = String::from(BYTE_ORDER_MARK);
        for row in &self.rows {
            push_row(&mut text, row);
        }
        text
    }
}

/// Spreadsheets read a file without it in the code page of their machine instead of UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The beginning of a file that is sent in parts: the byte order mark and the names of the columns.
pub(crate) fn beginning(header: &[&str]) -> String {
    let mut text = String::from(BYTE_ORDER_MARK);
    push_row(&mut text, header);
    text
}

/// Appends a row.
pub(crate) fn push_row(text: &mut String, row: &[impl AsRef<str>]) {
    for (place, cell) in row.iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        push_cell(text, cell.as_ref());
    }
    text.push_str("\r\n");
}

/// The headers of a file with this name, without its extension.
pub(crate) fn headers(name: &str) -> [(HeaderName, String); 2] {
    [
        (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}.csv\""),
        ),
    ]
}

impl IntoResponse for Csv {
    fn into_response(self) -> Response {
        (headers(&self.name), self.text()).into_response()
    }
}
