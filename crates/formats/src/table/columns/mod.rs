//! The columns of tables: which column holds what.

mod assign;
mod book_column;
mod first_row;
mod headings;
mod isbn;
mod names;
mod row_column;
mod values;

pub use assign::guess_columns;
pub use book_column::BookColumn;
pub use first_row::has_headings;
pub use row_column::{RowColumn, RowKind};
