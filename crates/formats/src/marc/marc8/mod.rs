//! MARC-8, the character encoding of MARC 21 before Unicode.

mod eacc;
mod escape;
mod sets;

use escape::{Escape, Half, Set};
use sets::{ANSEL, NOTHING};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

const ESCAPE: u8 = 0x1b;
const UNKNOWN: char = char::REPLACEMENT_CHARACTER;
const LIGATURE: char = '\u{361}';
const DOUBLE_TILDE: char = '\u{360}';

/// The text of a field or subfield, in normalization form C. Each begins with ASCII and extended Latin. Unknown codes become
/// U+FFFD.
pub(super) fn decode(bytes: &[u8]) -> String {
    if bytes
        .iter()
        .all(|byte| matches!(byte, b' '..=b'%' | b'\''..=b'~'))
    {
        return bytes.iter().map(|byte| char::from(*byte)).collect();
    }
    let mut decoder = Decoder {
        left: Set::Latin,
        right: Set::Single(&ANSEL),
        marks: Vec::new(),
        text: String::with_capacity(bytes.len()),
    };
    let mut rest = bytes;
    while !rest.is_empty() {
        let length = decoder.read(rest);
        rest = rest.get(length..).unwrap_or_default();
    }
    decoder.text.nfc().collect()
}

struct Decoder {
    left: Set,
    right: Set,
    /// The diacritics of the next letter: they come before it in MARC-8, and after it in Unicode.
    marks: Vec<char>,
    text: String,
}

impl Decoder {
    /// Reads one character or escape sequence. Returns its length.
    fn read(&mut self, bytes: &[u8]) -> usize {
        let first = bytes[0];
        match first {
            ESCAPE => self.choose(&bytes[1..]),
            b' ' | 0xa0 => self.write(' ', 1),
            b'&' if matches!(self.left, Set::Latin) => match reference(bytes) {
                Some((character, length)) => self.write_as_is(character, length),
                None => self.write('&', 1),
            },
            // Marks around a part of a title that is not sorted.
            0x88 => self.write('\u{98}', 1),
            0x89 => self.write('\u{9c}', 1),
            0x8d => self.write('\u{200d}', 1),
            0x8e => self.write('\u{200c}', 1),
            0x21..=0x7e => self.read_from(self.left, bytes),
            0xa1..=0xfe => self.read_from(self.right, bytes),
            0x00..=0x7f => self.write(char::from(first), 1),
            _ => self.write(UNKNOWN, 1),
        }
    }

    fn choose(&mut self, bytes: &[u8]) -> usize {
        let Some(escape) = Escape::read(bytes) else {
            // The escape character alone is left out.
            return 1;
        };
        match escape.half {
            Half::Left => self.left = escape.set,
            Half::Right => self.right = escape.set,
        }
        1 + escape.length
    }

    fn read_from(&mut self, set: Set, bytes: &[u8]) -> usize {
        let low = bytes[0] & 0x7f;
        match set {
            Set::Latin => self.write(char::from(low), 1),
            Set::EastAsian => {
                let code = match bytes {
                    [first, second, third, ..] => Some([first & 0x7f, second & 0x7f, third & 0x7f]),
                    _ => None,
                };
                match code {
                    Some(code) if code.iter().all(|byte| *byte >= b' ') => {
                        self.write(eacc::character(code).unwrap_or(UNKNOWN), 3)
                    }
                    _ => self.write(UNKNOWN, 1),
                }
            }
            Set::Single(table) => match table[usize::from(low - b' ')] {
                NOTHING => 1,
                0 => self.write(UNKNOWN, 1),
                code => self.write(char::from_u32(u32::from(code)).unwrap_or(UNKNOWN), 1),
            },
        }
    }

    /// Adds a character, or keeps a mark until its letter comes. Returns `length`.
    fn write(&mut self, character: char, length: usize) -> usize {
        if is_combining_mark(character) {
            self.marks.push(character);
            return length;
        }
        self.text.push(character);
        // A mark over two letters is between them, after the other marks of the first.
        let (double, single): (Vec<char>, Vec<char>) = self
            .marks
            .drain(..)
            .partition(|mark| matches!(*mark, LIGATURE | DOUBLE_TILDE));
        self.text.extend(single);
        self.text.extend(double);
        length
    }

    /// Adds a character that is written as a reference, in the order of Unicode.
    fn write_as_is(&mut self, character: char, length: usize) -> usize {
        if is_combining_mark(character) {
            self.text.push(character);
            return length;
        }
        self.write(character, length)
    }
}

/// A character that MARC-8 does not have, such as `&#x200D;`, and the length of its reference.
fn reference(bytes: &[u8]) -> Option<(char, usize)> {
    let digits = bytes.strip_prefix(b"&#x")?;
    let end = digits.iter().take(7).position(|byte| *byte == b';')?;
    let digits = std::str::from_utf8(&digits[..end]).ok()?;
    let code = u32::from_str_radix(digits, 16).ok()?;
    let character = char::from_u32(code).filter(|character| !character.is_control())?;
    Some((character, end + 4))
}

#[cfg(test)]
mod tests {
    use super::decode;
    use proptest::prelude::*;

    #[test]
    fn decodes_every_set() {
        for (bytes, expected) in [
            (&b"plain"[..], "plain"),
            (b"\xa1\xb1\xc7\xc3", "Łłß©"),
            (b"caf\xe2e", "café"),
            (b"\xf2\xe3o", "ộ"),
            (b"\xe3\xe2a", "ấ"),
            (b"\xebt\xecs", "t͡s"),
            (b"\xfan\xfbg", "n͠g"),
            (b"\xe5\xebi\xeca", "ī͡a"),
            (b"Tch\xe8", "Tch"),
            (b"\x88The \x89cat", "\u{98}The \u{9c}cat"),
            (b"H\x1bb2\x1bsO", "H₂O"),
            (b"m\x1bp2\x1bs", "m²"),
            (b"\x1bga\x1bs-ray", "α-ray"),
            (b"\x1b(NrUSSKIJ\x1b(B", "Русский"),
            (b"\x1b(NpU\x1b(B \x1b)N\xf0\xd5\x1b)!E\xe2e", "Пу Пуé"),
            (b"\x1b(Q@`\x1bs", "ґҐ"),
            (b"\x1b(2ylem\x1b(B", "שלום"),
            (b"\x1b(2@`\x1b(B", "\u{5d0}\u{5b7}"),
            (b"\x1b(3SdGe\x1b(B", "سلام"),
            (b"\x1b(4)^\x1b(B", "پگ"),
            (b"\x1b(Sn\"rdrw\x1b(B", "λόγος"),
            (b"\x1b$1!0!!04\x1bs.", "一中."),
            (b"\x1b$)1\xa1\xb0\xa1\xe2e", "一\u{fffd}e"),
            (b"\x1b$1!0! !0!\x1b(B", "一 一"),
            (b"a &#x200D; &#x4E2D;&#x; & &amp;", "a \u{200d} 中&#x; & &amp;"),
            (b"e&#x0301;", "é"),
            (b"\xe2&#x65;", "é"),
            (b"&#x1E;", "&#x1E;"),
            (b"\x1b!a", "!a"),
            (b"a\xd0b\xffc\x81", "a\u{fffd}b\u{fffd}c\u{fffd}"),
            (b"\x1b", ""),
        ] {
            assert_eq!(decode(bytes), expected, "{}", bytes.escape_ascii());
        }
    }

    proptest! {
        #[test]
        fn decodes_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            decode(&bytes);
        }

        #[test]
        fn keeps_ascii(text in "[ -%'-~]{0,40}") {
            prop_assert_eq!(decode(text.as_bytes()), text);
        }
    }
}
