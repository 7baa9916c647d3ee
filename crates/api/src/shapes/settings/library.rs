//! The library's own settings.

use carrel_domain::language::Language;
use carrel_domain::settings::{LibraryForm, LibrarySettings};
use carrel_operations::settings::Versioned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shapes::words::{CurrencyCode, LanguageCode};

/// The library's name, time zone, currency, language and contact details.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LibrarySettings)]
pub(crate) struct LibrarySection {
    pub name: String,
    /// The IANA name of the library's time zone.
    pub time_zone: String,
    /// ISO 4217.
    pub currency: &'static str,
    /// The language of visitors and of people who have chosen none.
    #[schema(value_type = LanguageCode)]
    pub language: Language,
    pub contact_email: Option<String>,
    pub contact_phone: Option<String>,
    pub contact_address: Option<String>,
    /// The allowed codes for `currency`.
    pub currencies: Vec<&'static str>,
    /// The version of the section; a change must name it.
    pub version: String,
}

impl From<Versioned<LibrarySettings>> for LibrarySection {
    fn from(shown: Versioned<LibrarySettings>) -> Self {
        let LibrarySettings {
            name,
            time_zone,
            currency,
            language,
            contact,
        } = shown.section;
        LibrarySection {
            name,
            time_zone,
            currency: currency.code(),
            language,
            contact_email: contact.email,
            contact_phone: contact.phone,
            contact_address: contact.address,
            currencies: currencies(),
            version: shown.version,
        }
    }
}

/// The codes of all currencies.
pub(crate) fn currencies() -> Vec<&'static str> {
    carrel_domain::money::Currency::all()
        .map(carrel_domain::money::Currency::code)
        .collect()
}

/// The library's name, time zone, currency, language and contact details.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LibrarySettingsForm)]
pub(crate) struct LibraryBody {
    #[schema(required, nullable = false)]
    name: Option<String>,
    #[schema(required, nullable = false)]
    time_zone: Option<String>,
    #[schema(required, nullable = false, value_type = CurrencyCode)]
    currency: Option<String>,
    #[schema(required, nullable = false, value_type = LanguageCode)]
    language: Option<String>,
    contact_email: Option<String>,
    contact_phone: Option<String>,
    contact_address: Option<String>,
    /// The version that the change is based on.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

impl From<LibraryBody> for LibraryForm {
    fn from(body: LibraryBody) -> Self {
        LibraryForm {
            name: body.name,
            time_zone: body.time_zone,
            currency: body.currency,
            language: body.language,
            contact_email: body.contact_email,
            contact_phone: body.contact_phone,
            contact_address: body.contact_address,
        }
    }
}
