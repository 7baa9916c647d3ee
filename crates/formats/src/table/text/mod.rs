//! Delimited text: guessing how it is written, reading and writing its rows.

mod dialect;
mod encoding;
mod list;
mod neighbours;
mod rows;
mod scanner;
mod separator;
mod window;
mod write;

pub use dialect::Dialect;
pub use list::{list_cell, list_values};
pub use rows::{Row, RowProblem, Rows};
pub use scanner::{MAX_CELLS, MAX_ROW_BYTES};
pub use write::write_row;
