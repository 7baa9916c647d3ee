//! Barcodes of copies: any printed code, or a generated one with a check digit.

use unicode_normalization::UnicodeNormalization as _;

use crate::identity::check_digit::luhn;
use crate::invisible::is_invisible;

/// The first digit of a copy's barcode in the fourteen-digit scheme of libraries (2 is a person's card).
const ITEM: char = '3';

/// The form in which barcodes are compared and are unique: NFKC, lower case, without signs that nobody sees, trimmed.
pub fn key(barcode: &str) -> String {
    let seen = barcode.chars().filter(|sign| !is_invisible(*sign));
    // Lower case can bring letters and their marks into another order.
    let key: String = seen.nfkc().flat_map(char::to_lowercase).nfkc().collect();
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
