//! Money in whole cents, with checked arithmetic.

mod currency;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use currency::{Currency, UnknownCurrency};

/// An amount in whole cents; negative amounts reduce what a person owes. Stored and sent as an integer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Amount(pub i64);

/// Why a text or number is no amount of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum MoneyError {
    /// Not a plain decimal number such as `12.34`.
    #[error("not_a_number")]
    NotANumber,
    /// More than two digits after the point: a fraction of a cent.
    #[error("too_precise")]
    TooPrecise,
    /// More than 64 bits of cents.
    #[error("out_of_range")]
    OutOfRange,
}

impl Amount {
    /// No money.
    pub const ZERO: Amount = Amount(0);

    /// The sum, or nothing when it does not fit.
    pub fn checked_add(self, other: Amount) -> Option<Amount> {
        self.0.checked_add(other.0).map(Amount)
    }

    /// The difference, or nothing when it does not fit.
    pub fn checked_sub(self, other: Amount) -> Option<Amount> {
        self.0.checked_sub(other.0).map(Amount)
    }

    /// The amount `times` over, or nothing when it does not fit.
    pub fn checked_mul(self, times: i64) -> Option<Amount> {
        self.0.checked_mul(times).map(Amount)
    }

    /// The sum of many amounts, or nothing when it does not fit.
    pub fn checked_sum(amounts: impl IntoIterator<Item = Amount>) -> Option<Amount> {
        amounts.into_iter().try_fold(Amount::ZERO, Amount::checked_add)
    }

    /// Whether the amount is above nothing.
    pub fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// Dollars as the decimal number that JSON carries; exact to the cent below 70 trillion dollars.
    #[expect(
        clippy::cast_precision_loss,
        reason = "exact to the cent below 2^46 dollars, far above any ledger"
    )]
    pub fn to_dollars_json(self) -> f64 {
        self.0 as f64 / 100.0
    }

    /// The amount of a JSON number in dollars, or nothing when it is not finite, has more than two
    /// decimals or does not fit.
    pub fn from_dollars_f64(dollars: f64) -> Option<Amount> {
        // The shortest text that reads back as the same number is what the sender wrote.
        format!("{dollars}").parse().ok()
    }
}

/// Dollars and cents without a currency sign: `12.34`, `-0.50`.
impl fmt::Display for Amount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let cents = self.0.unsigned_abs();
        write!(formatter, "{sign}{}.{:02}", cents / 100, cents % 100)
    }
}

/// Reads `12`, `12.3`, `12.34` and their negatives.
impl FromStr for Amount {
    type Err = MoneyError;

    fn from_str(text: &str) -> Result<Amount, MoneyError> {
        let (negative, unsigned) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, fraction) = unsigned
            .split_once('.')
            .map_or((unsigned, None), |(w, f)| (w, Some(f)));
        let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !fraction.is_none_or(is_digits) {
            return Err(MoneyError::NotANumber);
        }
        let fraction = fraction.unwrap_or("0");
        if fraction.len() > 2 {
            return Err(MoneyError::TooPrecise);
        }
        let magnitude: i128 = format!("{whole}{fraction:0<2}")
            .parse()
            .map_err(|_| MoneyError::OutOfRange)?;
        let cents = if negative { -magnitude } else { magnitude };
        i64::try_from(cents)
            .map(Amount)
            .map_err(|_| MoneyError::OutOfRange)
    }
}
