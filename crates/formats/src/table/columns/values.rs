//! What the values of a column say about it.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::isbn;
use carrel_domain::catalogue::languages::language_named;

/// The years in which books were printed.
const YEARS: RangeInclusive<u32> = 1400..=2100;
/// Fewer values than these do not show that a column holds barcodes.
const MIN_BARCODES: usize = 3;

/// The values of a column that are not empty.
pub(super) struct Values<'a>(Vec<&'a str>);

impl<'a> Values<'a> {
    pub(super) fn of(column: usize, rows: &'a [Vec<String>]) -> Values<'a> {
        let cells = rows.iter().filter_map(|row| row.get(column));
        Values(
            cells
                .map(|cell| cell.trim())
                .filter(|cell| !cell.is_empty())
                .collect(),
        )
    }

    /// The number of digits of the ISBNs, if most values are ISBNs.
    pub(super) fn isbn_digits(&self) -> Option<usize> {
        let digits: Vec<usize> = self.0.iter().filter_map(|value| isbn::digits(value)).collect();
        let is_most = !digits.is_empty() && digits.len() * 10 >= self.0.len() * 6;
        let thirteen = digits.iter().filter(|digits| **digits == 13).count();
        is_most.then_some(if thirteen * 2 >= digits.len() { 13 } else { 10 })
    }

    pub(super) fn are_years(&self) -> bool {
        self.nearly_all(|value| {
            value.len() == 4 && value.parse::<u32>().is_ok_and(|year| YEARS.contains(&year))
        })
    }

    pub(super) fn are_languages(&self) -> bool {
        self.nearly_all(|value| language_named(value).is_some())
    }

    /// Numbers of copies: no two are the same, they have digits and no spaces, and their lengths are similar.
    pub(super) fn are_barcodes(&self) -> bool {
        let lengths = || self.0.iter().map(|value| value.chars().count());
        let (Some(shortest), Some(longest)) = (lengths().min(), lengths().max()) else {
            return false;
        };
        let is_number = |value: &&str| {
            value.chars().any(|character| character.is_ascii_digit())
                && value
                    .chars()
                    .all(|character| character.is_ascii_alphanumeric() || character == '-')
        };
        let distinct: HashSet<&str> = self.0.iter().copied().collect();
        self.0.len() >= MIN_BARCODES
            && distinct.len() == self.0.len()
            && shortest >= 4
            && longest <= shortest + 2
            && self.0.iter().all(is_number)
    }

    /// Whether most values are numbers.
    pub(super) fn are_numbers(&self) -> bool {
        self.nearly_all(starts_with_digit)
    }

    fn nearly_all(&self, accepts: impl Fn(&str) -> bool) -> bool {
        let accepted = self.0.iter().filter(|value| accepts(value)).count();
        accepted > 0 && accepted * 10 >= self.0.len() * 9
    }
}

/// Numbers, prices, dates and ISBNs start with a digit.
pub(super) fn starts_with_digit(value: &str) -> bool {
    value.starts_with(|character: char| character.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::Values;

    fn shown(values: &[&str]) -> String {
        let rows: Vec<Vec<String>> = values.iter().map(|value| vec![(*value).to_owned()]).collect();
        let values = Values::of(0, &rows);
        let kinds = [
            (values.isbn_digits() == Some(13), "isbn13"),
            (values.isbn_digits() == Some(10), "isbn10"),
            (values.are_years(), "years"),
            (values.are_languages(), "languages"),
            (values.are_barcodes(), "barcodes"),
            (values.are_numbers(), "numbers"),
        ];
        let kinds: Vec<&str> = kinds
            .iter()
            .filter(|(is, _)| *is)
            .map(|(_, kind)| *kind)
            .collect();
        kinds.join(" ")
    }

    #[test]
    fn recognises_values() {
        for (values, expected) in [
            (vec!["9780141036144", "", "978-0-14-103614-4", "none"], "isbn13"),
            (vec!["0141036141", "0-8044-2957-X"], "isbn10 numbers"),
            (vec!["1984", "1813", ""], "years numbers"),
            (vec!["1984", "2500"], "numbers"),
            (vec!["de", "Englisch", "fra"], "languages"),
            (vec!["B0001", "B0002", "B0003"], "barcodes"),
            (vec!["10001", "10002", "10003"], "barcodes numbers"),
            (vec!["B0001", "B0001", "B0003"], ""),
            (vec!["R2D2 one", "R2D2 two", "R2D2 six"], ""),
            (vec!["12,50", "9,90"], "numbers"),
            (vec!["Emma", "Ulysses"], ""),
            (vec!["", ""], ""),
        ] {
            assert_eq!(shown(&values), expected, "{values:?}");
        }
    }
}
