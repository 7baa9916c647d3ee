//! The check digits of book numbers.

use crate::marc::description::numbers::isbn;

/// Whether a text begins with a book number of the right length whose check digit is right.
pub(super) fn is_valid(text: &str) -> bool {
    let Some(number) = isbn(text) else {
        return false;
    };
    let digits: Option<Vec<u32>> = number
        .chars()
        .map(|symbol| {
            if symbol == 'X' {
                Some(10)
            } else {
                symbol.to_digit(10)
            }
        })
        .collect();
    let sum = |weights: &mut dyn Iterator<Item = u32>| -> u32 {
        let digits = digits.iter().flatten();
        digits.zip(weights).map(|(digit, weight)| digit * weight).sum()
    };
    match number.len() {
        10 => sum(&mut (1..=10).rev()).is_multiple_of(11),
        13 => sum(&mut [1, 3].into_iter().cycle()).is_multiple_of(10),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_valid;

    #[test]
    fn verifies_check_digits() {
        for (text, expected) in [
            ("0136042597", true),
            ("0-13-604259-7 (pbk.)", true),
            ("080442957X", true),
            ("0136042598", false),
            ("9780136042594", true),
            ("9780136042595", false),
            ("97801360425", false),
            ("12345", false),
            ("", false),
        ] {
            assert_eq!(is_valid(text), expected, "{text}");
        }
    }
}
