//! Tables as comma-separated values (RFC 4180), safe to open in a spreadsheet.

use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
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
