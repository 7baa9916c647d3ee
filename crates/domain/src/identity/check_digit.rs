//! The Luhn check digit (ISO/IEC 7812-1), which detects every wrong digit and nearly every swap of two digits.

/// The check digit, 0 to 9, for a text of ASCII digits; other characters are ignored.
pub fn luhn(text: &str) -> u8 {
    let sum: u64 = digits_from_the_right(text)
        .enumerate()
        .map(|(position, digit)| if position % 2 == 0 { doubled(digit) } else { digit })
        .sum();
    u8::try_from((10 - sum % 10) % 10).expect("a remainder of ten fits")
}

fn digits_from_the_right(text: &str) -> impl Iterator<Item = u64> {
    text.chars()
        .rev()
        .filter_map(|character| character.to_digit(10).map(u64::from))
}

fn doubled(digit: u64) -> u64 {
    let double = digit * 2;
    if double > 9 { double - 9 } else { double }
}
