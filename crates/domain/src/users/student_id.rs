//! Student IDs for people who bring none.

use crate::identity::check_digit::luhn;

/// A student ID that can be read aloud: `S2024-00042-0` for the 42nd person of the year 2024.
///
/// The last digit checks the others. Beyond 99,999 people in a year the middle part grows.
pub fn student_id(year: i16, number: u64) -> String {
    let body = format!("S{year:04}-{number:05}");
    let check = luhn(&body);
    format!("{body}-{check}")
}
