//! MARC 21 records: ISO 2709 files and MARCXML files are split into records, the records are read and written, and
//! described in the terms of a small library.

mod description;
mod iso2709;
mod marc8;
mod problem;
mod record;
#[cfg(test)]
mod samples;
mod xml;

pub use description::{
    Contributor, Description, Item, ItemState, Link, Series, Subject, describe, is_bibliographic,
};
pub use iso2709::{Iso2709Records, parse_iso2709, write_iso2709};
pub use problem::Problem;
pub use record::{Field, MAX_RECORD_BYTES, Raw, Record, Subfield};
pub use xml::{XmlRecords, parse_xml, write_xml};
