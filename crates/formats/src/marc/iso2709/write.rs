//! Writes a record of ISO 2709.

use super::{FIELD_TERMINATOR, RECORD_TERMINATOR, SUBFIELD_DELIMITER, has_type};
use crate::marc::record::LEADER_LENGTH;
use crate::marc::{Field, Problem, Record};

/// What the four digits of a length in the directory can say.
const MAX_FIELD_LENGTH: usize = 9_999;
/// What the five digits of the length in the leader can say.
const MAX_LENGTH: usize = 99_999;

/// Writes a record in UTF-8. Lengths, the base address and the mark of UTF-8 in the leader are adjusted. The terminators and
/// delimiters of the format are left out of values.
pub fn write_iso2709(record: &Record) -> Result<Vec<u8>, Problem> {
    let mut directory = Vec::with_capacity(record.fields.len());
    let mut data = Vec::new();
    for field in &record.fields {
        let start = data.len();
        write_field(&mut data, field);
        let length = data.len() - start;
        if length > MAX_FIELD_LENGTH || start > MAX_LENGTH {
            return Err(Problem::TooLongToWrite);
        }
        directory.push(format!("{}{length:04}{start:05}", valid_tag(field)?));
    }
    let directory = directory.concat();
    let base = LEADER_LENGTH + directory.len() + 1;
    let length = base + data.len() + 1;
    if length > MAX_LENGTH {
        return Err(Problem::TooLongToWrite);
    }
    let mut bytes = leader(&record.leader, length, base).into_bytes();
    bytes.extend_from_slice(directory.as_bytes());
    bytes.push(FIELD_TERMINATOR);
    bytes.append(&mut data);
    bytes.push(RECORD_TERMINATOR);
    Ok(bytes)
}

fn leader(leader: &str, length: usize, base: usize) -> String {
    let part = |from: usize, to: usize| -> String {
        let characters = leader.chars().chain(std::iter::repeat(' '));
        let printable = |character: char| character.is_ascii_graphic().then_some(character);
        characters
            .skip(from)
            .take(to - from)
            .map(|character| printable(character).unwrap_or(' '))
            .collect()
    };
    let (status, kind, level, after) = (part(5, 6), part(6, 7), part(7, 9), part(17, 20));
    // A reader takes other characters for a damaged leader.
    let kind = if kind.bytes().all(has_type) { &kind } else { " " };
    format!("{length:05}{status}{kind}{level}a22{base:05}{after}4500")
}

fn valid_tag(field: &Field) -> Result<&str, Problem> {
    let (Field::Control { tag, .. } | Field::Data { tag, .. }) = field;
    let is_valid = tag.len() == 3 && tag.chars().all(|character| character.is_ascii_graphic());
    is_valid.then_some(tag.as_str()).ok_or(Problem::Directory)
}

fn write_field(data: &mut Vec<u8>, field: &Field) {
    match field {
        Field::Control { value, .. } => write_text(data, value),
        Field::Data {
            indicators,
            subfields,
            ..
        } => {
            for indicator in indicators {
                write_character(data, *indicator);
            }
            for subfield in subfields {
                data.push(SUBFIELD_DELIMITER);
                write_character(data, subfield.code);
                write_text(data, &subfield.value);
            }
        }
    }
    data.push(FIELD_TERMINATOR);
}

/// A terminator or delimiter as an indicator or a code becomes a space: the next character must not take its place.
fn write_character(data: &mut Vec<u8>, character: char) {
    let character = if is_separator(character) { ' ' } else { character };
    data.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

fn write_text(data: &mut Vec<u8>, text: &str) {
    for part in text.split(is_separator) {
        data.extend_from_slice(part.as_bytes());
    }
}

fn is_separator(character: char) -> bool {
    matches!(u32::from(character), 0x1d..=0x1f)
}

#[cfg(test)]
mod tests {
    use super::write_iso2709;
    use crate::marc::samples::{self, control, data};
    use crate::marc::{Field, Problem, Record, parse_iso2709};
    use proptest::prelude::*;

    fn record(fields: Vec<Field>) -> Record {
        Record {
            leader: "00000cam  2200000 i 4500".to_owned(),
            fields,
        }
    }

    #[test]
    fn writes_lengths_and_addresses() {
        let written = write_iso2709(&record(vec![
            control("001", "7"),
            data("245", "10", &[('a', "É")]),
        ]));
        let expected = "00059cam a2200049 i 4500001000200000245000700002\x1e7\x1e10\x1faÉ\x1e\x1d";
        assert_eq!(String::from_utf8(written.unwrap()).unwrap(), expected);
    }

    #[test]
    fn writes_a_leader_that_can_be_read() {
        let odd = Record {
            leader: "000009223372036854775808}".to_owned(),
            fields: Vec::new(),
        };
        let read = parse_iso2709(&write_iso2709(&odd).unwrap()).unwrap();
        assert_eq!(read.leader, "000269 23a22000254774500");
    }

    #[test]
    fn leaves_separators_out_of_values() {
        let written = write_iso2709(&record(vec![data("245", "1\x1e", &[('\x1f', "a\x1fb\x1d")])])).unwrap();
        let read = parse_iso2709(&written).unwrap();
        assert_eq!(read.fields, [data("245", "1 ", &[(' ', "ab")])]);
    }

    #[test]
    fn refuses_what_the_format_cannot_hold() {
        let note = |length: usize| data("500", "  ", &[('a', &"n".repeat(length))]);
        for (fields, expected) in [
            (vec![note(9_994)], Ok(())),
            (vec![note(9_995)], Err(Problem::TooLongToWrite)),
            (vec![note(9_900); 10], Ok(())),
            (vec![note(9_990); 11], Err(Problem::TooLongToWrite)),
            (vec![data("24", "  ", &[])], Err(Problem::Directory)),
            (vec![data("é5", "  ", &[])], Err(Problem::Directory)),
        ] {
            assert_eq!(write_iso2709(&record(fields)).map(|_| ()), expected);
        }
    }

    proptest! {
        #[test]
        fn reads_back_what_it_writes(record in samples::record()) {
            let written = write_iso2709(&record).unwrap();
            let read = parse_iso2709(&written).unwrap();
            prop_assert_eq!(&read.fields, &record.fields);
            prop_assert_eq!(write_iso2709(&read).unwrap(), written);
        }
    }
}
