//! MARCXML.

mod characters;
mod parse;
mod records;
mod scanner;
mod write;

pub use parse::parse_xml;
pub use records::XmlRecords;
pub use write::{write_escaped, write_xml};
