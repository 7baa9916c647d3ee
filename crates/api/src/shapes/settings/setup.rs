//! The set-up of a new library.

use carrel_domain::settings::setup::SetupForm;
use carrel_domain::users::validation::Registration;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::input::{Whole, given};
use crate::shapes::words::{CurrencyCode, Figures, LanguageCode, Weekday};

/// The token of the set-up link.
#[derive(Deserialize, ToSchema)]
#[schema(as = SetupLink)]
pub(crate) struct SetupLinkBody {
    #[schema(required, nullable = false)]
    pub token: Option<String>,
}

/// The possible values in the set-up.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SetupChoices {
    /// The allowed codes for `currency`.
    pub currencies: Vec<&'static str>,
}

/// A new library: its settings and its first administrator.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SetupForm)]
pub(crate) struct SetupBody {
    /// The token of the set-up link.
    #[schema(required, nullable = false)]
    pub token: Option<String>,
    #[schema(required, nullable = false)]
    library_name: Option<String>,
    /// The IANA name of the library's time zone.
    #[schema(required, nullable = false)]
    time_zone: Option<String>,
    /// ISO 4217.
    #[schema(required, nullable = false, value_type = CurrencyCode)]
    currency: Option<String>,
    /// The library's language; `en` when absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = LanguageCode)]
    language: Option<String>,
    /// No closed weekdays when absent.
    #[serde(default)]
    #[schema(value_type = Vec<Weekday>)]
    closed_weekdays: Vec<String>,
    /// The figures of the home page: the specification's samples with sample testimonials, the current ones of the library,
    /// or none; `samples` when absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = Figures)]
    home_figures: Option<String>,
    /// The minimum number of characters of a new password; 6 when absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false, value_type = i64)]
    least_password_length: Option<Whole>,
    /// Whether a password of 15 characters and more needs no uppercase letter, lowercase letter and number; false when absent.
    #[serde(default, deserialize_with = "given")]
    #[schema(nullable = false)]
    passphrases: Option<bool>,
    /// The administrator's name; the fields that follow belong to the administrator, too.
    #[schema(required, nullable = false)]
    name: Option<String>,
    #[schema(required, nullable = false)]
    email: Option<String>,
    #[schema(required, nullable = false)]
    password: Option<String>,
    #[schema(required, nullable = false)]
    confirm_password: Option<String>,
}

impl From<SetupBody> for SetupForm {
    fn from(body: SetupBody) -> Self {
        SetupForm {
            library_name: body.library_name,
            time_zone: body.time_zone,
            currency: body.currency,
            language: body.language,
            closed_weekdays: body.closed_weekdays,
            home_figures: body.home_figures,
            least_password_length: body.least_password_length.map(|length| length.0),
            passphrases: body.passphrases,
            administrator: Registration {
                name: body.name,
                email: body.email,
                password: body.password,
                confirm_password: body.confirm_password,
                ..Registration::default()
            },
        }
    }
}
