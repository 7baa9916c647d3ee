//! The MARC record of a book: the one that it was imported from, as far as it still says what the library knows.

use carrel_domain::catalogue::book::BookRecord;
use carrel_domain::catalogue::book::details::BookDetails;
use carrel_formats::marc::{self, Description, Record};
use carrel_storage::books::MarcRecord;

use super::description::{Exported, wanted};
use crate::catalogue::imports::facts::Facts;
use crate::catalogue::imports::marc_record::stored_record;
use crate::catalogue::marc_format::MarcFormat;

/// A record as it is stored: its format and its bytes.
pub(in crate::catalogue) type Stored<'a> = Option<(MarcFormat, &'a [u8])>;

/// The record of a book.
pub(in crate::catalogue) fn record(book: &Exported<'_>, stored: Stored<'_>, facts: &Facts) -> Record {
    let present = stored.and_then(|(format, raw)| format.parse(raw));
    let wanted = wanted(book, present.as_ref(), facts);
    marc::compose(present.as_ref(), &wanted)
}

/// A MARC 21 record with this control number, which says what the library knows of a book, without its copies. `None` when the
/// format cannot hold it.
pub fn new_record(record: &BookRecord, details: &BookDetails, control_number: &str) -> Option<MarcRecord> {
    let book = Exported {
        record,
        details,
        copies: &[],
    };
    let mut wanted = wanted(&book, None, &Facts::of_new_library());
    wanted.control_number = Some(control_number.to_owned());
    let raw = marc::write_iso2709(&marc::compose(None, &wanted)).ok()?;
    Some(stored_record(&wanted, MarcFormat::Marc21, raw))
}

/// The record of a book in a format. A stored record of this format that still says what the library knows is returned byte
/// for byte. `None` when the format cannot hold the record.
pub(in crate::catalogue) fn bytes(
    book: &Exported<'_>,
    stored: Stored<'_>,
    format: MarcFormat,
    facts: &Facts,
) -> Option<Vec<u8>> {
    let present = stored.and_then(|(format, raw)| format.parse(raw));
    let mut wanted = wanted(book, present.as_ref(), facts);
    let record = marc::compose(present.as_ref(), &wanted);
    if let (Some((stored_format, raw)), Some(present)) = (stored, &present)
        && stored_format == format
        && record == *present
        && is_complete(raw, format)
    {
        return Some(raw.to_vec());
    }
    if format == MarcFormat::MarcXml {
        return Some(marc::write_xml(&record).into_bytes());
    }
    // A record of ISO 2709 has at most 99,999 bytes: long texts are left out before the record is.
    let shorter: [fn(&mut Description); 4] = [
        |_| {},
        |wanted| wanted.contents = None,
        |wanted| wanted.summary = None,
        |wanted| wanted.notes.clear(),
    ];
    shorter.into_iter().find_map(|shorten| {
        shorten(&mut wanted);
        marc::write_iso2709(&marc::compose(present.as_ref(), &wanted)).ok()
    })
}

/// Whether the bytes of a record can stand beside others in a file. A record of XML may use a prefix that was declared
/// around it in the file that it came from.
fn is_complete(raw: &[u8], format: MarcFormat) -> bool {
    const RECORD_TERMINATOR: u8 = 0x1d;
    match format {
        MarcFormat::Marc21 => raw.ends_with(&[RECORD_TERMINATOR]),
        MarcFormat::MarcXml => raw.starts_with(b"<record"),
    }
}
