//! Currencies: their minor units, and the format of amounts. A library has one currency and never converts.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::amount::{Amount, MoneyError};

/// Code, exponent (decimal places of the minor unit) and symbol of each circulating currency of ISO 4217, by code.
const KNOWN: [(&str, u8, &str); 155] = [
    ("AED", 2, "AED "),
    ("AFN", 2, "AFN "),
    ("ALL", 2, "ALL "),
    ("AMD", 2, "AMD "),
    ("AOA", 2, "AOA "),
    ("ARS", 2, "ARS "),
    ("AUD", 2, "A$"),
    ("AWG", 2, "AWG "),
    ("AZN", 2, "AZN "),
    ("BAM", 2, "BAM "),
    ("BBD", 2, "BBD "),
    ("BDT", 2, "BDT "),
    ("BGN", 2, "BGN "),
    ("BHD", 3, "BHD "),
    ("BIF", 0, "BIF "),
    ("BMD", 2, "BMD "),
    ("BND", 2, "BND "),
    ("BOB", 2, "BOB "),
    ("BRL", 2, "R$"),
    ("BSD", 2, "BSD "),
    ("BTN", 2, "BTN "),
    ("BWP", 2, "BWP "),
    ("BYN", 2, "BYN "),
    ("BZD", 2, "BZD "),
    ("CAD", 2, "CA$"),
    ("CDF", 2, "CDF "),
    ("CHF", 2, "CHF "),
    ("CLP", 0, "CLP "),
    ("CNY", 2, "CN¥"),
    ("COP", 2, "COP "),
    ("CRC", 2, "CRC "),
    ("CUP", 2, "CUP "),
    ("CVE", 2, "CVE "),
    ("CZK", 2, "CZK "),
    ("DJF", 0, "DJF "),
    ("DKK", 2, "DKK "),
    ("DOP", 2, "DOP "),
    ("DZD", 2, "DZD "),
    ("EGP", 2, "EGP "),
    ("ERN", 2, "ERN "),
    ("ETB", 2, "ETB "),
    ("EUR", 2, "€"),
    ("FJD", 2, "FJD "),
    ("FKP", 2, "FKP "),
    ("GBP", 2, "£"),
    ("GEL", 2, "GEL "),
    ("GHS", 2, "GHS "),
    ("GIP", 2, "GIP "),
    ("GMD", 2, "GMD "),
    ("GNF", 0, "GNF "),
    ("GTQ", 2, "GTQ "),
    ("GYD", 2, "GYD "),
    ("HKD", 2, "HK$"),
    ("HNL", 2, "HNL "),
    ("HTG", 2, "HTG "),
    ("HUF", 2, "HUF "),
    ("IDR", 2, "IDR "),
    ("ILS", 2, "₪"),
    ("INR", 2, "₹"),
    ("IQD", 3, "IQD "),
    ("IRR", 2, "IRR "),
    ("ISK", 0, "ISK "),
    ("JMD", 2, "JMD "),
    ("JOD", 3, "JOD "),
    ("JPY", 0, "¥"),
    ("KES", 2, "KES "),
    ("KGS", 2, "KGS "),
    ("KHR", 2, "KHR "),
    ("KMF", 0, "KMF "),
    ("KPW", 2, "KPW "),
    ("KRW", 0, "₩"),
    ("KWD", 3, "KWD "),
    ("KYD", 2, "KYD "),
    ("KZT", 2, "KZT "),
    ("LAK", 2, "LAK "),
    ("LBP", 2, "LBP "),
    ("LKR", 2, "LKR "),
    ("LRD", 2, "LRD "),
    ("LSL", 2, "LSL "),
    ("LYD", 3, "LYD "),
    ("MAD", 2, "MAD "),
    ("MDL", 2, "MDL "),
    ("MGA", 2, "MGA "),
    ("MKD", 2, "MKD "),
    ("MMK", 2, "MMK "),
    ("MNT", 2, "MNT "),
    ("MOP", 2, "MOP "),
    ("MRU", 2, "MRU "),
    ("MUR", 2, "MUR "),
    ("MVR", 2, "MVR "),
    ("MWK", 2, "MWK "),
    ("MXN", 2, "MX$"),
    ("MYR", 2, "MYR "),
    ("MZN", 2, "MZN "),
    ("NAD", 2, "NAD "),
    ("NGN", 2, "NGN "),
    ("NIO", 2, "NIO "),
    ("NOK", 2, "NOK "),
    ("NPR", 2, "NPR "),
    ("NZD", 2, "NZ$"),
    ("OMR", 3, "OMR "),
    ("PAB", 2, "PAB "),
    ("PEN", 2, "PEN "),
    ("PGK", 2, "PGK "),
    ("PHP", 2, "₱"),
    ("PKR", 2, "PKR "),
    ("PLN", 2, "PLN "),
    ("PYG", 0, "PYG "),
    ("QAR", 2, "QAR "),
    ("RON", 2, "RON "),
    ("RSD", 2, "RSD "),
    ("RUB", 2, "RUB "),
    ("RWF", 0, "RWF "),
    ("SAR", 2, "SAR "),
    ("SBD", 2, "SBD "),
    ("SCR", 2, "SCR "),
    ("SDG", 2, "SDG "),
    ("SEK", 2, "SEK "),
    ("SGD", 2, "SGD "),
    ("SHP", 2, "SHP "),
    ("SLE", 2, "SLE "),
    ("SOS", 2, "SOS "),
    ("SRD", 2, "SRD "),
    ("SSP", 2, "SSP "),
    ("STN", 2, "STN "),
    ("SVC", 2, "SVC "),
    ("SYP", 2, "SYP "),
    ("SZL", 2, "SZL "),
    ("THB", 2, "THB "),
    ("TJS", 2, "TJS "),
    ("TMT", 2, "TMT "),
    ("TND", 3, "TND "),
    ("TOP", 2, "TOP "),
    ("TRY", 2, "TRY "),
    ("TTD", 2, "TTD "),
    ("TWD", 2, "NT$"),
    ("TZS", 2, "TZS "),
    ("UAH", 2, "UAH "),
    ("UGX", 0, "UGX "),
    ("USD", 2, "$"),
    ("UYU", 2, "UYU "),
    ("UZS", 2, "UZS "),
    ("VES", 2, "VES "),
    ("VND", 0, "₫"),
    ("VUV", 0, "VUV "),
    ("WST", 2, "WST "),
    ("XAF", 0, "XAF "),
    ("XCD", 2, "EC$"),
    ("XCG", 2, "XCG "),
    ("XOF", 0, "XOF "),
    ("XPF", 0, "XPF "),
    ("YER", 2, "YER "),
    ("ZAR", 2, "ZAR "),
    ("ZMW", 2, "ZMW "),
    ("ZWG", 2, "ZWG "),
];

/// A known currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub struct Currency {
    /// The index in `KNOWN`.
    index: usize,
}

/// The text is not the code of a known currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown_currency")]
pub struct UnknownCurrency;

impl Currency {
    /// United States dollars, the currency of fines in the specification.
    pub const DOLLAR: Currency = Currency {
        index: index_of(*b"USD"),
    };

    /// Every currency, by its code.
    pub fn all() -> impl Iterator<Item = Currency> {
        (0..KNOWN.len()).map(|index| Currency { index })
    }

    /// The ISO 4217 code.
    pub fn code(self) -> &'static str {
        KNOWN[self.index].0
    }

    /// The decimal places of the minor unit: 2 for cents, 0 for yen, 3 for fils.
    pub fn exponent(self) -> u8 {
        KNOWN[self.index].1
    }

    /// Formats an amount with the currency's symbol, such as `$12.50`; a minus comes before the symbol.
    pub fn write(self, amount: Amount) -> impl fmt::Display {
        let minus = if amount.0 < 0 { "-" } else { "" };
        let sign = KNOWN[self.index].2;
        format!("{minus}{sign}{}", self.magnitude(amount))
    }

    /// Formats an amount as a decimal number without the currency's symbol: `12.34`, `-0.50`, in yen `12`.
    pub fn decimal(self, amount: Amount) -> impl fmt::Display {
        let minus = if amount.0 < 0 { "-" } else { "" };
        format!("{minus}{}", self.magnitude(amount))
    }

    /// Parses a decimal number such as `12`, `12.3`, `12.34` and their negatives.
    ///
    /// # Errors
    /// The text is not a plain decimal number, has more decimals than the currency, or does not fit.
    pub fn parse(self, text: &str) -> Result<Amount, MoneyError> {
        let (negative, unsigned) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, fraction) = unsigned
            .split_once('.')
            .map_or((unsigned, None), |(whole, fraction)| (whole, Some(fraction)));
        let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !fraction.is_none_or(is_digits) {
            return Err(MoneyError::NotANumber);
        }
        let fraction = fraction.unwrap_or_default();
        let exponent = usize::from(self.exponent());
        if fraction.len() > exponent {
            return Err(MoneyError::TooPrecise);
        }
        let magnitude: i128 = format!("{whole}{fraction:0<exponent$}")
            .parse()
            .map_err(|_| MoneyError::OutOfRange)?;
        let minor = if negative { -magnitude } else { magnitude };
        i64::try_from(minor)
            .map(Amount)
            .map_err(|_| MoneyError::OutOfRange)
    }

    /// The decimal number that JSON carries; exact to the minor unit below 2^46 whole units.
    #[expect(
        clippy::cast_precision_loss,
        reason = "exact to the minor unit below 2^46 whole units, far above any ledger"
    )]
    pub fn to_json(self, amount: Amount) -> f64 {
        amount.0 as f64 / 10_f64.powi(i32::from(self.exponent()))
    }

    /// The amount of a JSON number; `None` when it is not finite, has more decimals than the currency or does not fit.
    pub fn from_json(self, number: f64) -> Option<Amount> {
        // The shortest text that parses to the same number is the text that the sender wrote.
        self.parse(&format!("{number}")).ok()
    }

    fn magnitude(self, amount: Amount) -> impl fmt::Display {
        let minor = amount.0.unsigned_abs();
        let exponent = self.exponent();
        let unit = 10_u64.pow(u32::from(exponent));
        let width = usize::from(exponent);
        match exponent {
            0 => format!("{minor}"),
            _ => format!("{}.{:0width$}", minor / unit, minor % unit),
        }
    }
}

const fn index_of(code: [u8; 3]) -> usize {
    let mut index = 0;
    while index < KNOWN.len() {
        let known = KNOWN[index].0.as_bytes();
        if known[0] == code[0] && known[1] == code[1] && known[2] == code[2] {
            return index;
        }
        index += 1;
    }
    panic!("no such currency");
}

impl Default for Currency {
    fn default() -> Currency {
        Currency::DOLLAR
    }
}

impl FromStr for Currency {
    type Err = UnknownCurrency;

    fn from_str(text: &str) -> Result<Currency, UnknownCurrency> {
        KNOWN
            .binary_search_by_key(&text, |(code, ..)| code)
            .map(|index| Currency { index })
            .map_err(|_| UnknownCurrency)
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
