//! An amount of money, with checked arithmetic.

use serde::{Deserialize, Serialize};

/// An amount in whole minor units of the library's currency: cents for dollars, yen for yen. Stored as an integer.
///
/// A negative amount reduces what a person owes. [`Currency`](super::Currency) converts to and from decimal numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Amount(pub i64);

/// Why a text is not an amount in a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum MoneyError {
    /// Not a plain decimal number such as `12.34`.
    #[error("not_a_number")]
    NotANumber,
    /// More decimals than the currency has.
    #[error("too_precise")]
    TooPrecise,
    /// More than 64 bits of minor units.
    #[error("out_of_range")]
    OutOfRange,
}

impl Amount {
    /// No money.
    pub const ZERO: Amount = Amount(0);

    /// The sum, or `None` when it does not fit.
    pub fn checked_add(self, other: Amount) -> Option<Amount> {
        self.0.checked_add(other.0).map(Amount)
    }

    /// The difference, or `None` when it does not fit.
    pub fn checked_sub(self, other: Amount) -> Option<Amount> {
        self.0.checked_sub(other.0).map(Amount)
    }

    /// The amount multiplied by `times`, or `None` when it does not fit.
    pub fn checked_mul(self, times: i64) -> Option<Amount> {
        self.0.checked_mul(times).map(Amount)
    }

    /// Whether the amount is greater than zero.
    pub fn is_positive(self) -> bool {
        self.0 > 0
    }
}
