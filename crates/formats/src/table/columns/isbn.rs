//! Whether a text is an ISBN.

/// The number of digits of a valid ISBN, with or without hyphens and spaces: 10 or 13.
pub(super) fn digits(text: &str) -> Option<usize> {
    let symbols: Vec<char> = text
        .chars()
        .filter(|character| !character.is_whitespace() && !matches!(character, '-' | '\u{2010}'..='\u{2015}'))
        .collect();
    let values: Option<Vec<u32>> = symbols
        .iter()
        .enumerate()
        .map(|(place, symbol)| match symbol {
            'X' | 'x' if place == 9 && symbols.len() == 10 => Some(10),
            _ => symbol.to_digit(10),
        })
        .collect();
    let values = values?;
    let weighted = |weight: fn(usize) -> usize| -> u32 {
        let sums = values
            .iter()
            .enumerate()
            .map(|(place, value)| value * u32::try_from(weight(place)).unwrap_or(0));
        sums.sum()
    };
    let is_valid = match values.len() {
        10 => weighted(|place| 10 - place).is_multiple_of(11),
        13 => {
            let has_prefix = matches!(values[..3], [9, 7, 8 | 9]);
            has_prefix && weighted(|place| 1 + 2 * (place % 2)).is_multiple_of(10)
        }
        _ => false,
    };
    is_valid.then_some(values.len())
}

#[cfg(test)]
mod tests {
    use super::digits;

    #[test]
    fn checks_the_check_digit() {
        for (text, expected) in [
            ("9780141036144", Some(13)),
            ("978-0-14-103614-4", Some(13)),
            ("979 10 90636 07 1", Some(13)),
            ("0141036141", Some(10)),
            ("0-8044-2957-X", Some(10)),
            ("080442957x", Some(10)),
            ("9780141036145", None),
            ("0141036142", None),
            ("4006381333931", None),
            ("X804429570", None),
            ("978014103614", None),
            ("", None),
            ("Emma", None),
        ] {
            assert_eq!(digits(text), expected, "{text}");
        }
    }
}
