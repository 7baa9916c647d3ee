//! The character sets of MARC-8, and the escape sequences that choose them.

use super::sets::{
    ANSEL, ARABIC, CYRILLIC, EXTENDED_ARABIC, EXTENDED_CYRILLIC, GREEK, GREEK_SYMBOLS, HEBREW, SUBSCRIPTS,
    SUPERSCRIPTS, Table,
};

/// A character set.
#[derive(Clone, Copy)]
pub(super) enum Set {
    /// ASCII.
    Latin,
    /// A set of one byte per character.
    Single(&'static Table),
    /// Chinese, Japanese and Korean, three bytes per character.
    EastAsian,
}

/// The half of the code space that a set is chosen for: bytes without and with the high bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    Left,
    Right,
}

/// An escape sequence.
pub(super) struct Escape {
    pub(super) half: Half,
    pub(super) set: Set,
    /// The bytes after the escape character.
    pub(super) length: usize,
}

impl Escape {
    /// Reads the bytes after an escape character. Nothing if they are no sequence of MARC-8.
    pub(super) fn read(bytes: &[u8]) -> Option<Escape> {
        let short = |set| {
            Some(Escape {
                half: Half::Left,
                set,
                length: 1,
            })
        };
        match bytes {
            [b's', ..] => short(Set::Latin),
            [b'g', ..] => short(Set::Single(&GREEK_SYMBOLS)),
            [b'b', ..] => short(Set::Single(&SUBSCRIPTS)),
            [b'p', ..] => short(Set::Single(&SUPERSCRIPTS)),
            [b'$', rest @ ..] => Self::with_final(rest, 1, Half::Left),
            _ => Self::with_final(bytes, 0, Half::Left).filter(|escape| escape.length > 1),
        }
    }

    /// Reads the half, if it is there, and the final bytes that name the set.
    fn with_final(bytes: &[u8], before: usize, default: Half) -> Option<Escape> {
        let (half, skipped) = match bytes.first()? {
            b'(' | b',' => (Half::Left, 1),
            b')' | b'-' => (Half::Right, 1),
            _ => (default, 0),
        };
        let (set, length) = match &bytes[skipped..] {
            [b'B', ..] => (Set::Latin, 1),
            [b'!', b'E', ..] => (Set::Single(&ANSEL), 2),
            [b'E', ..] => (Set::Single(&ANSEL), 1),
            [b'1', ..] => (Set::EastAsian, 1),
            [b'2', ..] => (Set::Single(&HEBREW), 1),
            [b'3', ..] => (Set::Single(&ARABIC), 1),
            [b'4', ..] => (Set::Single(&EXTENDED_ARABIC), 1),
            [b'N', ..] => (Set::Single(&CYRILLIC), 1),
            [b'Q', ..] => (Set::Single(&EXTENDED_CYRILLIC), 1),
            [b'S', ..] => (Set::Single(&GREEK), 1),
            _ => return None,
        };
        Some(Escape {
            half,
            set,
            length: before + skipped + length,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Escape, Half};

    #[test]
    fn reads_sequences() {
        for (bytes, expected) in [
            ("s", Some((Half::Left, 1))),
            ("gx", Some((Half::Left, 1))),
            ("(N", Some((Half::Left, 2))),
            (",Nx", Some((Half::Left, 2))),
            (")Q", Some((Half::Right, 2))),
            ("-Q", Some((Half::Right, 2))),
            ("(!E", Some((Half::Left, 3))),
            (")!Ex", Some((Half::Right, 3))),
            ("$1", Some((Half::Left, 2))),
            ("$,1", Some((Half::Left, 3))),
            ("$)1x", Some((Half::Right, 3))),
            ("$-1", Some((Half::Right, 3))),
            ("(?", None),
            ("N", None),
            ("$", None),
            ("(", None),
            ("", None),
        ] {
            let read = Escape::read(bytes.as_bytes()).map(|escape| (escape.half, escape.length));
            assert_eq!(read, expected, "{bytes}");
        }
    }
}
