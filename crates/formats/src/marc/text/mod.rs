//! The line format of cataloguers: one line a field, such as `=245  10$aTitle :$bsubtitle /$cName.`

mod escape;
mod parse;
mod problem;
mod write;

pub use parse::parse_text;
pub use problem::{LineProblem, LineProblemKind};
pub use write::write_text;

/// The tag of the line with the leader.
const LEADER: &str = "LDR";
/// Stands for a space where a space would be hard to see: in indicators and control fields.
const BLANK: char = '\\';
/// Begins a subfield.
const DELIMITER: char = '$';
