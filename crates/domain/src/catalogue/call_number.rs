//! Call numbers: the marks that give the places of copies on the shelf, and the order in which they stand there.

use unicode_normalization::UnicodeNormalization as _;

/// The key of a copy without a call number: it comes after every other one.
pub const NONE: &str = "\u{10FFFF}";

/// The number of digits to which whole numbers are filled up.
const WIDTH: usize = 8;

/// The key by which call numbers are sorted and searched: NFKC, lower case, with single spaces, and with whole numbers
/// of equal length, so that `QA 9` comes before `QA 76`.
///
/// The first number is a whole number, and so is each number that follows a space or a hyphen. Other digits are decimals or
/// belong to a word, and stay: `813.6` comes after `813.54`, as on the shelf.
pub fn key(call_number: &str) -> String {
    let folded: String = call_number.nfkc().flat_map(char::to_lowercase).nfkc().collect();
    let words: Vec<&str> = folded.split_whitespace().collect();
    let text = words.join(" ");
    let mut key = String::with_capacity(text.len() + WIDTH);
    let mut rest = text.as_str();
    let mut has_number = false;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, digits) = rest.split_at(start);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let (number, after) = digits.split_at(end);
        key.push_str(before);
        let is_decimal = key.ends_with('.');
        let is_whole = !is_decimal && (!has_number || key.ends_with([' ', '-']));
        if is_whole {
            key.extend(std::iter::repeat_n('0', WIDTH.saturating_sub(number.len())));
        }
        key.push_str(number);
        has_number = true;
        rest = after;
    }
    key.push_str(rest);
    key
}

/// The key of a copy that may have no call number.
pub fn key_or_none(call_number: Option<&str>) -> String {
    call_number
        .map(key)
        .filter(|key| !key.is_empty())
        .unwrap_or_else(|| NONE.to_owned())
}
