//! The set-up of a new library.

use super::home::{Figures, HomeSettings};
use super::library::{currency, name as library_name, zone};
use super::opening::weekdays_from;
use super::security::{SecuritySettings, least_password_length};
use crate::language::{self, Language};
use crate::money::Currency;
use crate::users::validation::{Registration, ValidRegistration, refuse_own_words};
use crate::users::{OwnWords, PasswordRules};
use crate::validation::{FieldError, Findings};

/// The set-up as it was sent.
#[derive(Clone, Default)]
pub struct SetupForm {
    /// `libraryName`
    pub library_name: Option<String>,
    /// `timeZone`
    pub time_zone: Option<String>,
    /// `currency`
    pub currency: Option<String>,
    /// `language`; the default one when absent
    pub language: Option<String>,
    /// `closedWeekdays`
    pub closed_weekdays: Vec<String>,
    /// `homeFigures`; the specification's samples when absent
    pub home_figures: Option<String>,
    /// `leastPasswordLength`; the specification's when absent
    pub least_password_length: Option<i64>,
    /// `passphrases`; the specification's rule for all when absent
    pub passphrases: Option<bool>,
    /// `name`, `email`, `password` and `confirmPassword` of the first administrator
    pub administrator: Registration,
}

/// A valid set-up.
#[derive(Clone)]
pub struct ValidSetup {
    pub library_name: String,
    /// IANA name.
    pub time_zone: String,
    pub currency: Currency,
    pub language: Language,
    /// Monday first.
    pub closed_weekdays: [bool; 7],
    pub home: HomeSettings,
    pub security: SecuritySettings,
    /// The administrator's name, trimmed.
    pub name: String,
    /// The administrator's address, trimmed.
    pub email: String,
    /// The password, normalized.
    pub password: String,
}

impl SetupForm {
    /// Validates the form; the administrator's part by the rules of a registration.
    pub fn validate(self) -> Result<ValidSetup, Vec<FieldError>> {
        let mut findings = Findings::default();
        let name = findings.take("libraryName", library_name(self.library_name.as_deref()));
        let zone = findings.take("timeZone", zone(self.time_zone.as_deref()));
        let currency = findings.take("currency", currency(self.currency.as_deref()));
        let language = findings.take("language", language::optional(self.language.as_deref()));
        let closed = findings.take("closedWeekdays", weekdays_from(&self.closed_weekdays));
        let figures = match self.home_figures.as_deref() {
            None => Some(Figures::default()),
            given => findings.take("homeFigures", Figures::named(given)),
        };
        let length = match self.least_password_length {
            None => Some(PasswordRules::default().least_length),
            given => findings.take("leastPasswordLength", least_password_length(given)),
        };
        let mut errors = findings.into_errors();
        let security = SecuritySettings {
            least_password_length: length.unwrap_or(PasswordRules::default().least_length),
            passphrases: self.passphrases.unwrap_or(false),
            ..SecuritySettings::default()
        };
        let administrator = Registration {
            // The person who sets up the library writes its terms.
            agree_terms: Some(true),
            ..self.administrator
        };
        let administrator: Option<ValidRegistration> = administrator
            .validate(security.password_rules())
            .map_err(|found| errors.extend(found))
            .ok();
        if let (Some(library), Some(who)) = (&name, &administrator) {
            let words = OwnWords::of([library.as_str(), &who.name, &who.email]);
            if let Err(found) = refuse_own_words("password", &who.password, &words) {
                errors.extend(found);
            }
        }
        match (
            name,
            zone,
            currency,
            language,
            closed,
            figures,
            length,
            administrator,
        ) {
            (
                Some(library_name),
                Some(time_zone),
                Some(currency),
                Some(language),
                Some(closed_weekdays),
                Some(figures),
                Some(_),
                Some(who),
            ) if errors.is_empty() => Ok(ValidSetup {
                library_name,
                time_zone,
                currency,
                language: language.unwrap_or_default(),
                closed_weekdays,
                home: HomeSettings::of_new_library(figures),
                security,
                name: who.name,
                email: who.email,
                password: who.password,
            }),
            _ => Err(errors),
        }
    }
}
