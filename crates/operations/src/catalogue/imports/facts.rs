//! What the library has decided, as far as it matters for reading a file.

use std::collections::HashMap;

use carrel_domain::money::Currency;
use carrel_search::fold;
use carrel_storage::Connection;
use carrel_storage::code_lists::{self, CodeList};

use crate::core::context::Context;
use crate::core::error::Result;
use crate::core::library::Library;

/// What the records of a file are read by.
#[derive(Debug, Clone)]
pub(crate) struct Facts {
    /// The year of publication may be a little later.
    pub current_year: i16,
    /// Prices are in it.
    pub currency: Currency,
    /// The codes of the item types that are offered, by their folded codes and names.
    item_types: HashMap<String, String>,
}

impl Facts {
    /// What the library has decided by now.
    pub(crate) async fn of(library: &Library, context: &Context) -> Result<Self> {
        let settings = library.shown_settings();
        let current_year = settings.zone.to_datetime(context.now).year();
        library
            .database
            .read(
                &(current_year, settings.currency),
                |connection, (year, currency)| Box::pin(Self::load(connection, *year, *currency)),
            )
            .await
    }

    /// What a new library has decided.
    pub(crate) fn of_new_library() -> Self {
        Facts {
            current_year: i16::MAX,
            currency: Currency::DOLLAR,
            item_types: HashMap::new(),
        }
    }

    async fn load(connection: &mut Connection, current_year: i16, currency: Currency) -> Result<Self> {
        let rows = code_lists::all(connection, CodeList::ItemTypes).await?;
        let offered = rows.into_iter().filter(|row| row.archived_at.is_none());
        let mut item_types = HashMap::new();
        for row in offered {
            item_types.insert(fold(row.name.trim()), row.code.clone());
            item_types.insert(fold(row.code.trim()), row.code);
        }
        Ok(Facts {
            current_year,
            currency,
            item_types,
        })
    }

    /// The code of an item type, given by its code or its name.
    pub(crate) fn item_type(&self, text: &str) -> Option<&str> {
        self.item_types.get(&fold(text.trim())).map(String::as_str)
    }

    /// A price in minor units. The text may have a currency sign, and a comma before the decimals.
    pub(crate) fn price_minor(&self, text: &str) -> Option<i64> {
        let kept: String = text
            .chars()
            .filter(|sign| sign.is_ascii_digit() || matches!(sign, '.' | ','))
            .collect();
        let kept = kept.trim_matches(['.', ',']);
        if kept.is_empty() || is_negative(text) || is_scientific(text) {
            return None;
        }
        let (whole, decimals) = match kept.rfind(['.', ',']) {
            // Three digits after the last mark are thousands.
            Some(mark) if kept.len() - mark - 1 != 3 => (&kept[..mark], &kept[mark + 1..]),
            _ => (kept, ""),
        };
        let whole = whole.replace(['.', ','], "");
        let exponent = usize::from(self.currency.exponent());
        let decimals: String = decimals.chars().chain("000".chars()).take(exponent).collect();
        format!("{whole}{decimals}").parse().ok()
    }

    /// A price in minor units as [`Self::price_minor`] reads it: `12.50`.
    pub(crate) fn price_text(&self, minor: i64) -> String {
        let exponent = usize::from(self.currency.exponent());
        let digits = format!("{minor:0>width$}", width = exponent + 1);
        let (whole, decimals) = digits.split_at(digits.len() - exponent);
        match exponent {
            0 => whole.to_owned(),
            // Three digits after the last mark would be thousands.
            3 => format!("{whole}.{decimals}0"),
            _ => format!("{whole}.{decimals}"),
        }
    }
}

/// Whether the first number of a text has a minus.
fn is_negative(text: &str) -> bool {
    let before = text.split(|sign: char| sign.is_ascii_digit()).next();
    before.is_some_and(|before| before.trim_end().ends_with(['-', '−']))
}

/// Whether a text is a number with an exponent, such as `1E-3`.
fn is_scientific(text: &str) -> bool {
    text.contains(['e', 'E']) && text.trim().parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use carrel_domain::money::Currency;

    use super::Facts;

    #[test]
    fn prices_are_read_in_several_notations() {
        let usd = Currency::all().find(|currency| currency.code() == "USD");
        let facts = Facts {
            current_year: 2026,
            currency: usd.expect("the dollar"),
            item_types: HashMap::new(),
        };
        for (text, minor) in [
            ("12.50", Some(1250)),
            ("12,5 €", Some(1250)),
            ("$1,234.50", Some(123_450)),
            ("1.234,50", Some(123_450)),
            ("1.234", Some(123_400)),
            ("P$12.00", Some(1200)),
            ("15", Some(1500)),
            ("", None),
            ("free", None),
            ("-5", None),
            ("$ -7.50", None),
            ("1E-3", None),
            ("1e9", None),
        ] {
            assert_eq!(facts.price_minor(text), minor, "{text}");
        }
    }
}
