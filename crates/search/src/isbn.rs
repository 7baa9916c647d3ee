//! ISBNs as numbers: one form for ISBN-10 and ISBN-13, and prefixes as ranges.

use std::ops::RangeInclusive;

/// Fewest digits of a prefix of an ISBN-13. Shorter numbers are years, volumes or grades.
const MIN_TYPED_13: usize = 6;
/// Fewest digits of a prefix of an ISBN-10; more than for an ISBN-13, since any number could be one.
const MIN_TYPED_10: usize = 7;

/// The ISBN-13 of a stored ISBN as a number; `None` if it is neither an ISBN-10 nor an ISBN-13 by its length.
/// The check digit is not verified: the catalogue decides which ISBNs it accepts.
pub(crate) fn stored(isbn: &str) -> Option<u64> {
    let plain: String = isbn.chars().filter(|c| !matches!(c, '-' | ' ')).collect();
    match plain.len() {
        13 if digits(&plain) => plain.parse().ok(),
        10 if digits(&plain[..9]) => from_nine(&plain[..9]),
        _ => None,
    }
}

/// The ISBN-13s that begin with a typed word (folded, without hyphens).
pub(crate) fn typed(word: &str) -> Option<RangeInclusive<u64>> {
    let length = word.len();
    if !word.is_ascii() || !(MIN_TYPED_13..=13).contains(&length) {
        return None;
    }
    if digits(word) && (word.starts_with("978") || word.starts_with("979")) {
        return prefix(word, 13 - length);
    }
    if length == 10 && is_valid_10(word) {
        return from_nine(&word[..9]).map(|isbn| isbn..=isbn);
    }
    if (MIN_TYPED_10..10).contains(&length) && digits(word) {
        return prefix(&format!("978{word}"), 10 - length);
    }
    None
}

/// All numbers that begin with `start` and have `missing` more digits.
fn prefix(start: &str, missing: usize) -> Option<RangeInclusive<u64>> {
    let step = 10_u64.pow(u32::try_from(missing).ok()?);
    let first = start.parse::<u64>().ok()? * step;
    Some(first..=first + (step - 1))
}

/// ISBN-13 from the nine digits of an ISBN-10 that precede its check digit.
fn from_nine(nine: &str) -> Option<u64> {
    let twelve: u64 = format!("978{nine}").parse().ok()?;
    let sum: u64 = (0..12)
        .map(|place| twelve / 10_u64.pow(place) % 10 * if place % 2 == 0 { 3 } else { 1 })
        .sum();
    Some(twelve * 10 + (10 - sum % 10) % 10)
}

fn is_valid_10(word: &str) -> bool {
    let mut sum = 0;
    for (place, c) in word.chars().enumerate() {
        let value = match c {
            'x' if place == 9 => 10,
            _ => match c.to_digit(10) {
                Some(value) => value,
                None => return false,
            },
        };
        sum += value * (10 - u32::try_from(place).unwrap_or(0));
    }
    sum % 11 == 0
}

fn digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{stored, typed};

    #[test]
    fn stores_both_lengths_as_one_number() {
        for (isbn, number) in [
            ("978-0-14-044913-6", Some(9_780_140_449_136)),
            ("9780140449136", Some(9_780_140_449_136)),
            ("0-14-044913-2", Some(9_780_140_449_136)),
            ("080442957X", Some(9_780_804_429_573)),
            ("", None),
            ("12345", None),
            ("97801404491é", None),
            ("abcdefghij", None),
        ] {
            assert_eq!(stored(isbn), number, "{isbn}");
        }
    }

    #[test]
    fn parses_typed_isbns() {
        for (word, range) in [
            ("9780140449136", Some(9_780_140_449_136..=9_780_140_449_136)),
            ("978014", Some(9_780_140_000_000..=9_780_149_999_999)),
            ("0140449132", Some(9_780_140_449_136..=9_780_140_449_136)),
            ("080442957x", Some(9_780_804_429_573..=9_780_804_429_573)),
            ("0140449", Some(9_780_140_449_000..=9_780_140_449_999)),
            ("0140449133", None),
            ("1984", None),
            ("97801", None),
            ("97801404491360", None),
            ("abcdefghij", None),
        ] {
            assert_eq!(typed(word), range, "{word}");
        }
    }
}
