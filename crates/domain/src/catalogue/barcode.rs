//! Barcodes of copies: any printed code, or a generated one with a check digit.

use unicode_normalization::UnicodeNormalization as _;

use crate::identity::check_digit::luhn;

/// The first digit of a copy's barcode in the fourteen-digit scheme of libraries (2 is a person's card).
const ITEM: char = '3';
/// The length of a generated barcode: one digit for the kind, twelve for the number, one check digit.
const GENERATED_DIGITS: usize = 14;

/// The form in which barcodes are compared and are unique: NFKC, lower case, trimmed.
pub fn key(barcode: &str) -> String {
    let key: String = barcode.nfkc().flat_map(char::to_lowercase).collect();
    key.trim().to_owned()
}

/// The barcode of the copy with a running number: 14 digits, the last of which is the check digit.
///
/// Numbers of more than twelve digits make a longer code.
pub fn generated(number: u64) -> String {
    let body = format!("{ITEM}{number:012}");
    let check = luhn(&body);
    format!("{body}{check}")
}

/// Whether a barcode has the form and the check digit of a generated one.
pub fn is_valid_generated(barcode: &str) -> bool {
    let is_digits = barcode.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits || barcode.len() < GENERATED_DIGITS || !barcode.starts_with(ITEM) {
        return false;
    }
    let (body, check) = barcode.split_at(barcode.len() - 1);
    check == luhn(body).to_string()
}
