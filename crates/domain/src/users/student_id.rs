//! Generates student IDs for people without one.

use crate::identity::check_digit::luhn;

/// A student ID that can be read aloud: `S2024-00042-0` for the 42nd person of the year 2024.
///
/// The last digit is a check digit. Beyond 99,999 people in a year the middle part gets longer.
pub fn student_id(year: i16, number: u64) -> String {
    let body = format!("S{year:04}-{number:05}");
    let check = luhn(&body);
    format!("{body}-{check}")
}
