//! The character encoding of a record.

use crate::marc::{Problem, marc8};

const ESCAPE: u8 = 0x1b;

/// How the bytes of a record stand for characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Marc8,
}

impl Encoding {
    /// The encoding that the leader claims in position 9. Many systems write UTF-8 and claim MARC-8; bytes above 7F that are
    /// UTF-8 by chance are very rare, because in MARC-8 a letter follows its diacritics, which is a byte below 80.
    pub(super) fn of(record: &[u8]) -> Result<Encoding, Problem> {
        let is_utf8 = std::str::from_utf8(record).is_ok();
        if record.get(9) == Some(&b'a') {
            return if is_utf8 {
                Ok(Encoding::Utf8)
            } else {
                Err(Problem::NotUtf8)
            };
        }
        let is_mislabelled = is_utf8 && !record.is_ascii() && !record.contains(&ESCAPE);
        Ok(if is_mislabelled {
            Encoding::Utf8
        } else {
            Encoding::Marc8
        })
    }

    /// The text of a part of the record between terminators and delimiters, where no character is cut.
    pub(super) fn text(self, bytes: &[u8]) -> String {
        match self {
            Encoding::Utf8 => std::str::from_utf8(bytes).unwrap_or_default().to_owned(),
            Encoding::Marc8 => marc8::decode(bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Encoding;
    use crate::marc::Problem;

    #[test]
    fn finds_the_encoding() {
        for (claim, text, expected) in [
            ('a', &b"caf\xc3\xa9"[..], Ok(Encoding::Utf8)),
            ('a', b"caf\xe9", Err(Problem::NotUtf8)),
            (' ', b"cafe", Ok(Encoding::Marc8)),
            (' ', b"caf\xe2e", Ok(Encoding::Marc8)),
            (' ', b"caf\xc3\xa9", Ok(Encoding::Utf8)),
            (' ', b"\x1b)N\xc3\xa9", Ok(Encoding::Marc8)),
            ('?', b"caf\xc3\xa9", Ok(Encoding::Utf8)),
        ] {
            let record = [format!("00000nam {claim}").as_bytes(), text].concat();
            assert_eq!(Encoding::of(&record), expected, "{claim} {}", text.escape_ascii());
        }
    }
}
