//! The settings of the library: name, time zone, currency, language, and contact details.

use serde::{Deserialize, Serialize};

use crate::calendar::parse_zone;
use crate::language::{self, Language};
use crate::money::Currency;
use crate::users::validation::{address, message, phone};
use crate::validation::{FieldError, Findings, required_line, trimmed};

/// The limits of the fields; address and phone number have the same limits as a person's.
pub mod limit {
    use crate::limits::{Form, Text};

    /// The library's name.
    pub const NAME: Text = Text::of(1, 60, Form::FILLED_LINE);
    /// The time zone.
    pub const TIME_ZONE: Text = Text::of(1, 100, Form::TIME_ZONE);
    /// The library's e-mail address.
    pub const CONTACT_EMAIL: Text = Text::up_to(254, Form::OPTIONAL_EMAIL);
}

const NAME_REQUIRED: &str = "The library needs a name";
const NAME_TOO_LONG: &str = "The name cannot exceed 60 characters";
const NAME_NOT_ALLOWED: &str = "The name contains characters that are not allowed";
const ZONE_REQUIRED: &str = "Please choose a time zone";
const ZONE_UNKNOWN: &str = "This time zone is not known";
const CURRENCY_REQUIRED: &str = "Please choose a currency";
const CURRENCY_UNKNOWN: &str = "This currency is not known";

const CURRENCY_BOOKED: &str = "The currency cannot change any more, because amounts have been charged in it";
const CURRENCY_IN_RULES: &str =
    "This currency has another number of decimal places; remove the rules with amounts first";
const CURRENCY_IN_LOANS: &str =
    "This currency has another number of decimal places; wait until no book is lent";

/// The contact details of the library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    pub email: Option<String>,
    pub phone: Option<String>,
    /// The postal address, which may have several lines.
    pub address: Option<String>,
}

/// The name, time zone, currency, language and contact details of the library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LibrarySettings {
    pub name: String,
    /// The IANA name of the time zone.
    pub time_zone: String,
    pub currency: Currency,
    /// The language of visitors and people who have chosen none.
    pub language: Language,
    pub contact: Contact,
}

/// The section as it was sent.
#[derive(Clone, Debug, Default)]
pub struct LibraryForm {
    /// `name`
    pub name: Option<String>,
    /// `timeZone`
    pub time_zone: Option<String>,
    /// `currency`
    pub currency: Option<String>,
    /// `language`
    pub language: Option<String>,
    /// `contactEmail`
    pub contact_email: Option<String>,
    /// `contactPhone`
    pub contact_phone: Option<String>,
    /// `contactAddress`
    pub contact_address: Option<String>,
}

impl LibraryForm {
    /// Validates the section.
    pub fn validate(self) -> Result<LibrarySettings, Vec<FieldError>> {
        let mut findings = Findings::default();
        let name = findings.take("name", name(self.name.as_deref()));
        let zone = findings.take("timeZone", zone(self.time_zone.as_deref()));
        let currency = findings.take("currency", currency(self.currency.as_deref()));
        let language = findings.take("language", language::required(self.language.as_deref()));
        let email = findings.take("contactEmail", optional_email(self.contact_email.as_deref()));
        let phone = findings.take("contactPhone", phone(self.contact_phone.as_deref()));
        let address = findings.take("contactAddress", address(self.contact_address.as_deref()));
        match (name, zone, currency, language, email, phone, address) {
            (
                Some(name),
                Some(time_zone),
                Some(currency),
                Some(language),
                Some(email),
                Some(phone),
                Some(address),
            ) => Ok(LibrarySettings {
                name,
                time_zone,
                currency,
                language,
                contact: Contact {
                    email,
                    phone,
                    address,
                },
            }),
            _ => Err(findings.into_errors()),
        }
    }
}

/// The library's name.
pub(crate) fn name(text: Option<&str>) -> Result<String, &'static str> {
    required_line(text, limit::NAME, NAME_REQUIRED, NAME_TOO_LONG, NAME_NOT_ALLOWED)
}

/// A time zone, in the spelling of the zone database.
pub(crate) fn zone(text: Option<&str>) -> Result<String, &'static str> {
    let text = trimmed(text).ok_or(ZONE_REQUIRED)?;
    let zone = parse_zone(text).ok_or(ZONE_UNKNOWN)?;
    Ok(zone.iana_name().unwrap_or("UTC").to_owned())
}

/// A currency by its code.
pub(crate) fn currency(text: Option<&str>) -> Result<Currency, &'static str> {
    let text = trimmed(text).ok_or(CURRENCY_REQUIRED)?;
    text.parse().map_err(|_| CURRENCY_UNKNOWN)
}

/// What depends on the library's currency. Amounts are stored in whole minor units, and nothing is converted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CurrencyUse {
    /// The ledger has entries.
    pub is_booked: bool,
    /// Rules have amounts other than zero.
    pub is_in_rules: bool,
    /// Books are lent: the terms of an open borrowing have amounts.
    pub is_in_loans: bool,
}

/// Whether the library may change its currency; if not, why.
///
/// A booked amount is never given another meaning. Before anything is booked, the amounts of rules and terms keep their
/// numbers, such as 0.50, so the new currency must have the same decimal places.
pub fn change_currency(from: Currency, to: Currency, uses: CurrencyUse) -> Result<(), FieldError> {
    let refuse = |message| Err(FieldError::new("currency", message));
    if from == to {
        Ok(())
    } else if uses.is_booked {
        refuse(CURRENCY_BOOKED)
    } else if from.exponent() == to.exponent() {
        Ok(())
    } else if uses.is_in_rules {
        refuse(CURRENCY_IN_RULES)
    } else if uses.is_in_loans {
        refuse(CURRENCY_IN_LOANS)
    } else {
        Ok(())
    }
}

fn optional_email(text: Option<&str>) -> Result<Option<String>, &'static str> {
    match trimmed(text) {
        Some(text) if crate::users::is_email(text) => Ok(Some(text.to_owned())),
        Some(_) => Err(message::EMAIL_INVALID),
        None => Ok(None),
    }
}
