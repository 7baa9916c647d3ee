//! Tables: delimited text and spreadsheets.

mod columns;
mod spreadsheet;
mod text;

pub use columns::{BookColumn, RowColumn, RowKind, guess_columns, has_headings};
pub use spreadsheet::{Converted, SheetProblem, Spreadsheet, convert};
pub use text::{Dialect, MAX_CELLS, MAX_ROW_BYTES, Row, RowProblem, Rows, list_cell, list_values, write_row};
