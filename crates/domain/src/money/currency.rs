//! Currencies: how amounts are written. Carrel keeps one currency and never converts.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Amount;

/// Code (ISO 4217) and sign of each currency whose hundredth part is its smallest coin, which is how money is kept.
const KNOWN: [(&str, &str); 38] = [
    ("AED", "AED "),
    ("ARS", "ARS "),
    ("AUD", "A$"),
    ("BGN", "BGN "),
    ("BRL", "R$"),
    ("CAD", "CA$"),
    ("CHF", "CHF "),
    ("CNY", "CN¥"),
    ("COP", "COP "),
    ("CZK", "CZK "),
    ("DKK", "DKK "),
    ("EGP", "EGP "),
    ("EUR", "€"),
    ("GBP", "£"),
    ("GHS", "GHS "),
    ("HKD", "HK$"),
    ("HUF", "HUF "),
    ("ILS", "₪"),
    ("INR", "₹"),
    ("KES", "KES "),
    ("MAD", "MAD "),
    ("MXN", "MX$"),
    ("MYR", "MYR "),
    ("NGN", "NGN "),
    ("NOK", "NOK "),
    ("NZD", "NZ$"),
    ("PEN", "PEN "),
    ("PHP", "₱"),
    ("PLN", "PLN "),
    ("RON", "RON "),
    ("SAR", "SAR "),
    ("SEK", "SEK "),
    ("SGD", "SGD "),
    ("THB", "THB "),
    ("TRY", "TRY "),
    ("UAH", "UAH "),
    ("USD", "$"),
    ("ZAR", "ZAR "),
];

/// A currency that amounts can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub struct Currency {
    /// Its place among those that are known.
    place: usize,
}

/// A text that is no code of a known currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown_currency")]
pub struct UnknownCurrency;

impl Currency {
    /// United States dollars, in which the specification shows fines.
    pub const DOLLAR: Currency = Currency { place: 36 };

    /// Every currency, by its code.
    pub fn all() -> impl Iterator<Item = Currency> {
        (0..KNOWN.len()).map(|place| Currency { place })
    }

    /// The code of ISO 4217.
    pub fn code(self) -> &'static str {
        KNOWN[self.place].0
    }

    /// An amount with the currency's sign, such as `$12.50`; the sign of a debt comes first.
    pub fn write(self, amount: Amount) -> impl fmt::Display {
        let minus = if amount.0 < 0 { "-" } else { "" };
        let whole = amount.0.unsigned_abs();
        format!("{minus}{}{}.{:02}", KNOWN[self.place].1, whole / 100, whole % 100)
    }
}

impl Default for Currency {
    fn default() -> Currency {
        Currency::DOLLAR
    }
}

impl FromStr for Currency {
    type Err = UnknownCurrency;

    fn from_str(text: &str) -> Result<Currency, UnknownCurrency> {
        Currency::all()
            .find(|currency| currency.code() == text)
            .ok_or(UnknownCurrency)
    }
}

impl TryFrom<String> for Currency {
    type Error = UnknownCurrency;

    fn try_from(text: String) -> Result<Currency, UnknownCurrency> {
        text.parse()
    }
}

impl From<Currency> for &'static str {
    fn from(currency: Currency) -> &'static str {
        currency.code()
    }
}
