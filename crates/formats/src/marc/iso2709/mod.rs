//! ISO 2709, the exchange format of MARC 21: a leader, a directory of the fields, and the fields.

mod directory;
mod encoding;
mod parse;
mod records;
mod write;

pub use parse::parse_iso2709;
pub use records::Iso2709Records;
pub use write::write_iso2709;

const RECORD_TERMINATOR: u8 = 0x1d;
const FIELD_TERMINATOR: u8 = 0x1e;
const SUBFIELD_DELIMITER: u8 = 0x1f;
/// An entry of the directory: a tag of three characters, the length in four digits, the start in five.
const ENTRY_LENGTH: usize = 12;

/// The number that ASCII digits stand for.
fn number(digits: &[u8]) -> Option<usize> {
    digits.iter().try_fold(0, |sum, digit| {
        digit
            .is_ascii_digit()
            .then(|| sum * 10 + usize::from(digit - b'0'))
    })
}

/// Whether position 6 of a leader has a type of record: a letter, or a character for an unknown one.
fn has_type(position: u8) -> bool {
    position.is_ascii_alphabetic() || matches!(position, b' ' | b'#' | b'|')
}

/// Whether only the record terminator is missing: the leader then says one byte more than there is.
fn lacks_only_terminator(record: &[u8]) -> bool {
    record.last() == Some(&FIELD_TERMINATOR) && record.get(..5).and_then(number) == Some(record.len() + 1)
}
