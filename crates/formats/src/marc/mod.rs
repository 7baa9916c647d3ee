//! MARC 21 records: ISO 2709 files, MARCXML files and lines of text are read and written. Records are described in the terms
//! of a small library, composed of such descriptions, and checked.

mod check;
mod compose;
mod description;
mod iso2709;
mod marc8;
mod problem;
mod record;
#[cfg(test)]
pub(crate) mod samples;
mod shared;
mod text;
mod xml;

pub use check::{Finding, FindingKind, Severity, check};
pub use compose::compose;
pub use description::languages::{code as language_code, name as language_name};
pub(crate) use description::pages::pages as pages_of_extent;
pub(crate) use description::publication::stated_year;
pub(crate) use description::text::some as cleaned;
pub use description::{
    Contributor, Description, Item, ItemState, Link, Local, Series, Subject, describe, is_bibliographic,
};
pub use iso2709::{Iso2709Records, parse_iso2709, write_iso2709};
pub use problem::Problem;
pub use record::{Field, MAX_RECORD_BYTES, Raw, Record, Subfield};
pub use shared::{SharedNumber, shared};
pub use text::{LineProblem, LineProblemKind, parse_text, write_text};
pub use xml::{XmlRecords, parse_xml, write_escaped, write_xml};
