//! The number of pages.

use super::text::clean;
use crate::marc::Record;

/// Words for pages in catalogues of several languages.
const PAGES: [&str; 22] = [
    "p", "pp", "pg", "pgs", "page", "pages", "pag", "pág", "págs", "páginas", "pagine", "s", "seite",
    "seiten", "с", "стр", "str", "sider", "sidor", "oldal", "lk", "σ",
];

/// A part of an extent such as `xii, [2], 345 p.`
#[derive(Clone, Copy)]
enum Part<'a> {
    Number {
        value: i64,
        is_bracketed: bool,
    },
    Word(&'a str),
    /// A mark after which another extent begins.
    Border,
}

/// The last number before a word for pages.
pub(in crate::marc) fn count(record: &Record) -> Option<i64> {
    let extents = record.tagged("300").flat_map(|field| field.all('a'));
    extents.map(clean).find_map(|extent| pages(&extent))
}

/// The number of pages in a statement of extent.
pub(crate) fn pages(extent: &str) -> Option<i64> {
    let mut numbered = None;
    let mut unnumbered = None;
    for part in parts(extent) {
        match part {
            // Pages without printed numbers are in brackets. They count only if there are no others.
            Part::Number {
                value,
                is_bracketed: true,
            } => unnumbered = Some(value),
            Part::Number { value, .. } => numbered = Some(value),
            Part::Border => (numbered, unnumbered) = (None, None),
            Part::Word(word) if is_pages(word) => {
                if let Some(number) = numbered.or(unnumbered) {
                    return Some(number);
                }
            }
            // Other units: volumes, leaves.
            Part::Word(word) if !is_roman(word) => (numbered, unnumbered) = (None, None),
            Part::Word(_) => {}
        }
    }
    None
}

fn is_pages(word: &str) -> bool {
    PAGES.contains(&word.to_lowercase().as_str())
}

fn is_roman(word: &str) -> bool {
    word.chars()
        .all(|character| matches!(character.to_ascii_lowercase(), 'i' | 'v' | 'x' | 'l' | 'c' | 'd' | 'm'))
        // `v.` is a volume, `l.` a leaf, `c` a Russian page in Latin type.
        && word.len() > 1
}

fn parts(extent: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut is_bracketed = false;
    let mut rest = extent;
    while let Some(first) = rest.chars().next() {
        let length = if first.is_ascii_digit() {
            let (value, length) = number(rest);
            parts.extend(value.map(|value| Part::Number { value, is_bracketed }));
            length
        } else if first.is_alphabetic() {
            let length = length_while(rest, char::is_alphabetic);
            parts.push(Part::Word(&rest[..length]));
            length
        } else {
            match first {
                '[' => is_bracketed = true,
                ']' => is_bracketed = false,
                '(' | ':' | ';' | '+' => parts.push(Part::Border),
                _ => {}
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    parts
}

/// A number and its length in the text. A comma before three digits separates thousands.
fn number(text: &str) -> (Option<i64>, usize) {
    let mut length = length_while(text, |character| character.is_ascii_digit());
    let mut digits = text[..length].to_owned();
    while let Some(rest) = text[length..].strip_prefix(',') {
        let group = length_while(rest, |character| character.is_ascii_digit());
        if group != 3 || digits.len() > 6 {
            break;
        }
        digits.push_str(&rest[..group]);
        length += 1 + group;
    }
    let value = (digits.len() <= 9).then(|| digits.parse().ok()).flatten();
    (value, length)
}

fn length_while(text: &str, is_in: impl Fn(char) -> bool) -> usize {
    text.find(|character| !is_in(character)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::pages;
    use proptest::prelude::*;

    #[test]
    fn counts_pages() {
        for (extent, expected) in [
            ("xii, 345 p. ;", Some(345)),
            ("345 pages", Some(345)),
            ("240p.", Some(240)),
            ("XVI, 512 S.", Some(512)),
            ("512 Seiten", Some(512)),
            ("750 с.", Some(750)),
            ("352, [1] стр.", Some(352)),
            ("198 págs.", Some(198)),
            ("[8], 345, [3] p.", Some(345)),
            ("[32] p.", Some(32)),
            ("[32] pages (unpaged)", Some(32)),
            ("1,234 p.", Some(1234)),
            ("12, 234 p.", Some(234)),
            ("1 online resource (xx, 232 pages)", Some(232)),
            ("2 v. (xii, 900 p.)", Some(900)),
            ("1 score (20 p.) ; 31 cm + 3 parts", Some(20)),
            ("2 volumes", None),
            ("1 v. (various pagings)", None),
            ("p. cm.", None),
            ("pages 345-360", None),
            ("1 sound disc (65 min.)", None),
            ("ii, 20 leaves, 3 p.", Some(3)),
            ("20 leaves", None),
            ("99999999999 p.", None),
            ("", None),
        ] {
            assert_eq!(pages(extent), expected, "{extent}");
        }
    }

    proptest! {
        #[test]
        fn reads_any_text(extent in "[0-9a-zé ,.:;()\\[\\]]{0,30}") {
            prop_assert!(pages(&extent).is_none_or(|count| count >= 0));
        }
    }
}
