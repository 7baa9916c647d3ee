//! Reads a record of ISO 2709.

use super::encoding::Encoding;
use super::{
    FIELD_TERMINATOR, RECORD_TERMINATOR, SUBFIELD_DELIMITER, directory, has_type, lacks_only_terminator,
};
use crate::marc::record::LEADER_LENGTH;
use crate::marc::{Field, MAX_RECORD_BYTES, Problem, Record, Subfield};

/// Reads a record. The length of the record and the base address in the leader are not used: the terminators say the same
/// more reliably.
pub fn parse_iso2709(raw: &[u8]) -> Result<Record, Problem> {
    if raw.len() > MAX_RECORD_BYTES {
        return Err(Problem::TooLong);
    }
    let record = match raw.iter().position(|byte| *byte == RECORD_TERMINATOR) {
        Some(end) => &raw[..end],
        None if lacks_only_terminator(raw) => raw,
        None => return Err(Problem::CutOff),
    };
    let (leader, rest) = record.split_at_checked(LEADER_LENGTH).ok_or(Problem::Leader)?;
    let leader = valid_leader(leader)?;
    let end = rest
        .iter()
        .position(|byte| *byte == FIELD_TERMINATOR)
        .ok_or(Problem::Directory)?;
    let (directory, data) = (&rest[..end], &rest[end + 1..]);
    let places = directory::fields(directory, data).ok_or(Problem::Directory)?;
    let encoding = Encoding::of(record)?;
    let fields = places
        .into_iter()
        .map(|(tag, place)| field(tag, &data[place], encoding));
    Ok(Record {
        leader,
        fields: fields.collect(),
    })
}

/// A leader with two indicators and subfield codes of two characters, as in every record of MARC 21.
fn valid_leader(leader: &[u8]) -> Result<String, Problem> {
    let is_readable = |byte: &u8| byte.is_ascii_graphic() || *byte == b' ';
    let counts = &leader[10..12];
    let length_is_plausible = leader[..5]
        .iter()
        .all(|byte| byte.is_ascii_digit() || *byte == b' ');
    if !has_type(leader[6]) || !length_is_plausible || !matches!(counts, b"22" | b"  ") {
        return Err(Problem::Leader);
    }
    let readable = leader
        .iter()
        .map(|byte| if is_readable(byte) { char::from(*byte) } else { ' ' });
    Ok(readable.collect())
}

fn field(tag: &str, bytes: &[u8], encoding: Encoding) -> Field {
    let tag = tag.to_owned();
    if tag.starts_with("00") {
        let value = encoding.text(bytes);
        return Field::Control { tag, value };
    }
    let mut parts = bytes.split(|byte| *byte == SUBFIELD_DELIMITER);
    let head = parts.next().map(|head| encoding.text(head)).unwrap_or_default();
    let mut head = head.chars();
    let indicators = [head.next().unwrap_or(' '), head.next().unwrap_or(' ')];
    let subfields = parts.filter_map(|part| subfield(part, encoding)).collect();
    Field::Data {
        tag,
        indicators,
        subfields,
    }
}

/// Nothing if there is not even a code.
fn subfield(part: &[u8], encoding: Encoding) -> Option<Subfield> {
    let (first, rest) = part.split_first()?;
    if first.is_ascii() {
        return Some(Subfield {
            code: char::from(*first),
            value: encoding.text(rest),
        });
    }
    let text = encoding.text(part);
    let code = text.chars().next()?;
    Some(Subfield {
        code,
        value: text[code.len_utf8()..].to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::parse_iso2709;
    use crate::marc::samples::{control, data, structural_byte};
    use crate::marc::{MAX_RECORD_BYTES, Problem};
    use proptest::prelude::*;

    /// Writes `$` for a subfield delimiter, `#` for a field terminator and `%` for the record terminator.
    fn bytes(text: &str) -> Vec<u8> {
        let marked = text.bytes().map(|byte| match byte {
            b'$' => 0x1f,
            b'#' => 0x1e,
            b'%' => 0x1d,
            other => other,
        });
        marked.collect()
    }

    const DIRECTORY: &str = "001000400000245001200004";
    const FIELDS: &str = "one#10$aTitle$b#%";

    fn record(leader: &str) -> Vec<u8> {
        bytes(&format!("{leader}{DIRECTORY}#{FIELDS}"))
    }

    #[test]
    fn reads_a_record_whatever_length_and_base_address_say() {
        for leader in [
            "00066nam a2200049 a 4500",
            "00000nam a2200000 a 4500",
            "99999nam a2299999 a 4500",
            "     nam a22      a 4500",
            "00066nam a  00049 a 4500",
        ] {
            let read = parse_iso2709(&record(leader)).unwrap();
            assert_eq!(read.leader, leader);
            assert_eq!(
                read.fields,
                [
                    control("001", "one"),
                    data("245", "10", &[('a', "Title"), ('b', "")])
                ]
            );
        }
    }

    #[test]
    fn reads_a_record_without_its_terminator_if_the_length_is_right() {
        let mut whole = record("00066nam a2200049 a 4500");
        assert_eq!(whole.len(), 66);
        whole.pop();
        assert!(parse_iso2709(&whole).is_ok());
        whole.pop();
        assert_eq!(parse_iso2709(&whole), Err(Problem::CutOff));
    }

    #[test]
    fn refuses_what_is_not_a_record() {
        let long = [vec![b'a'; MAX_RECORD_BYTES], vec![0x1d]].concat();
        let not_utf8 = [
            &b"00000nam a2200000 a 4500500000500000\x1e  \xe9a\x1e"[..],
            b"\x1d",
        ]
        .concat();
        for (raw, expected) in [
            (Vec::new(), Problem::CutOff),
            (bytes("%"), Problem::Leader),
            (bytes("00066nam%"), Problem::Leader),
            (record("00066nam a2100049 a 4500"), Problem::Leader),
            (record("<html>nam a2200049 a 4500"), Problem::Leader),
            (record("00066n7m a2200049 a 4500"), Problem::Leader),
            (bytes("00066nam a2200049 a 4500%"), Problem::Directory),
            (
                bytes("00066nam a2200049 a 4500001000500000#one#two#%"),
                Problem::Directory,
            ),
            (not_utf8, Problem::NotUtf8),
            (long, Problem::TooLong),
        ] {
            assert_eq!(
                parse_iso2709(&raw),
                Err(expected),
                "{}",
                raw[..raw.len().min(60)].escape_ascii()
            );
        }
    }

    #[test]
    fn reads_fields_that_are_not_quite_right() {
        for (field, expected) in [
            ("1$aTitle", data("245", "1 ", &[('a', "Title")])),
            ("$aTitle", data("245", "  ", &[('a', "Title")])),
            ("", data("245", "  ", &[])),
            ("10x$aTitle", data("245", "10", &[('a', "Title")])),
            ("10$$aTitle$", data("245", "10", &[('a', "Title")])),
            ("10$éTitle", data("245", "10", &[('é', "Title")])),
        ] {
            let raw = bytes(&format!("00000nam a2200000 a 4500245000000000#{field}#%"));
            assert_eq!(parse_iso2709(&raw).unwrap().fields, [expected], "{field}");
        }
    }

    #[test]
    fn decodes_marc8_subfield_by_subfield() {
        let raw = [
            &b"00000nam  2200000 a 4500500000000000\x1e  \x1fa\xe2e\x1b(N\x41\x1fbA\x1e"[..],
            b"\x1d",
        ]
        .concat();
        let expected = data("500", "  ", &[('a', "éа"), ('b', "A")]);
        assert_eq!(parse_iso2709(&raw).unwrap().fields, [expected]);
    }

    proptest! {
        #[test]
        fn never_panics(bytes in prop::collection::vec(structural_byte(), 0..400)) {
            let _ = parse_iso2709(&bytes);
        }

        #[test]
        fn never_panics_after_a_leader(claim in "[ a]", bytes in prop::collection::vec(structural_byte(), 0..400)) {
            let leader = format!("00000nam {claim}2200000 a 4500");
            let _ = parse_iso2709(&[leader.as_bytes(), &bytes, b"\x1d"].concat());
        }
    }
}
