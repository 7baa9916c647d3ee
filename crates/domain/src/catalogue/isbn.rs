//! International Standard Book Numbers (ISO 2108).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A number of 13 digits with a valid check digit. A number of 10 digits is converted to 13.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Isbn(String);

/// Why a text is not an ISBN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum IsbnError {
    /// A character that is not allowed in an ISBN.
    #[error("bad_character")]
    BadCharacter {
        /// The character.
        character: char,
    },
    /// Neither 10 nor 13 digits.
    #[error("wrong_length")]
    WrongLength {
        /// The number of digits.
        digits: usize,
    },
    /// 13 digits with another prefix: an ISBN begins with 978 or 979.
    #[error("wrong_prefix")]
    WrongPrefix,
    /// The check digit does not match.
    #[error("wrong_check_digit")]
    WrongCheckDigit {
        /// The check digit that matches the other digits.
        expected: char,
    },
}

impl Isbn {
    /// The 13 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Parses 10 or 13 digits, with or without hyphens, dashes and spaces anywhere; the last of 10 may be `X`.
impl FromStr for Isbn {
    type Err = IsbnError;

    fn from_str(text: &str) -> Result<Isbn, IsbnError> {
        let symbols: Vec<char> = text
            .chars()
            .filter(|character| !is_separator(*character))
            .collect();
        let last = symbols.len().saturating_sub(1);
        for (position, character) in symbols.iter().enumerate() {
            let is_ten = position == last && position == 9 && matches!(character, 'X' | 'x');
            if !character.is_ascii_digit() && !is_ten {
                return Err(IsbnError::BadCharacter {
                    character: *character,
                });
            }
        }
        match symbols.len() {
            10 => from_ten(&symbols),
            13 => from_thirteen(&symbols),
            digits => Err(IsbnError::WrongLength { digits }),
        }
    }
}

impl fmt::Display for Isbn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl From<Isbn> for String {
    fn from(isbn: Isbn) -> String {
        isbn.0
    }
}

impl TryFrom<String> for Isbn {
    type Error = IsbnError;

    fn try_from(text: String) -> Result<Isbn, IsbnError> {
        text.parse()
    }
}

/// Hyphens and dashes of every width (U+2010 to U+2015, minus) and white space.
fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

fn from_ten(symbols: &[char]) -> Result<Isbn, IsbnError> {
    let expected = check_digit_of_nine(&symbols[..9]);
    if symbols[9].to_ascii_uppercase() != expected {
        return Err(IsbnError::WrongCheckDigit { expected });
    }
    let body: Vec<char> = "978".chars().chain(symbols[..9].iter().copied()).collect();
    Ok(Isbn(body.iter().chain([&check_digit_of_twelve(&body)]).collect()))
}

fn from_thirteen(symbols: &[char]) -> Result<Isbn, IsbnError> {
    if !(symbols.starts_with(&['9', '7', '8']) || symbols.starts_with(&['9', '7', '9'])) {
        return Err(IsbnError::WrongPrefix);
    }
    let expected = check_digit_of_twelve(&symbols[..12]);
    if symbols[12] != expected {
        return Err(IsbnError::WrongCheckDigit { expected });
    }
    Ok(Isbn(symbols.iter().collect()))
}

/// Modulo 11 with the weights 10 to 2 (ISO 2108:1992, annex C); `X` stands for ten.
fn check_digit_of_nine(digits: &[char]) -> char {
    let sum: u32 = values(digits)
        .zip((2..=10).rev())
        .map(|(digit, weight)| digit * weight)
        .sum();
    match (11 - sum % 11) % 11 {
        10 => 'X',
        digit => char::from_digit(digit, 10).expect("below ten"),
    }
}

/// Modulo 10 with the weights 1 and 3 in turn (ISO 2108:2017, annex A).
fn check_digit_of_twelve(digits: &[char]) -> char {
    let sum: u32 = values(digits)
        .zip([1, 3].into_iter().cycle())
        .map(|(digit, weight)| digit * weight)
        .sum();
    char::from_digit((10 - sum % 10) % 10, 10).expect("below ten")
}

fn values(digits: &[char]) -> impl Iterator<Item = u32> {
    digits.iter().filter_map(|digit| digit.to_digit(10))
}
