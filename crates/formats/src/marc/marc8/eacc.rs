//! East Asian Character Code (ANSI Z39.64): Chinese, Japanese and Korean in three bytes.

/// Pairs of a code and a code point, three bytes each, most significant first, in the order of the codes.
///
/// The assignments are those of the code table that the Library of Congress publishes
/// (<https://www.loc.gov/marc/specifications/codetables.xml>). Characters of the private use area are replaced with U+3013,
/// the mark for a missing character, as that table proposes.
const PAIRS: &[u8] = include_bytes!("eacc.bin");
const PAIR_LENGTH: usize = 6;

/// The character of a code of three bytes without high bits.
pub(super) fn character(code: [u8; 3]) -> Option<char> {
    let (pairs, _) = PAIRS.as_chunks::<PAIR_LENGTH>();
    let place = pairs.binary_search_by_key(&code, |pair| [pair[0], pair[1], pair[2]]);
    let pair = &pairs[place.ok()?];
    char::from_u32(u32::from_be_bytes([0, pair[3], pair[4], pair[5]]))
}

#[cfg(test)]
mod tests {
    use super::{PAIR_LENGTH, PAIRS, character};

    #[test]
    fn finds_characters() {
        for (code, expected) in [
            (*b"!#!", Some('\u{3000}')),
            ([0x21, 0x23, 0x20], Some('\u{3000}')),
            ([0x21, 0x30, 0x21], Some('一')),
            ([0x69, 0x25, 0x22], Some('ア')),
            ([0x21, 0x75, 0x59], Some('\u{212c4}')),
            ([0x70, 0x77, 0x71], Some('\u{9ee2}')),
            ([0x6f, 0x76, 0x24], Some('〓')),
            ([0x20, 0x20, 0x20], None),
            ([0x7e, 0x7e, 0x7e], None),
        ] {
            assert_eq!(character(code), expected, "{code:x?}");
        }
    }

    #[test]
    fn lists_every_code_once_in_order() {
        let (pairs, rest) = PAIRS.as_chunks::<PAIR_LENGTH>();
        assert_eq!((pairs.len(), rest.len()), (15_739, 0));
        assert!(pairs.windows(2).all(|two| two[0][..3] < two[1][..3]));
        assert!(
            pairs
                .iter()
                .all(|pair| character([pair[0], pair[1], pair[2]]).is_some())
        );
    }
}
