use carrel_domain::language::Language;
use carrel_domain::users::{PASSPHRASE_LENGTH, PasswordRules};
use carrel_operations::reports::kept_data::Retention;
use serde::Serialize;
use utoipa::ToSchema;

use super::words::LanguageCode;
use crate::state::Demo;

/// The public facts of the library.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Library)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub(crate) struct LibraryShape {
    pub name: String,
    /// The IANA name of the library's time zone.
    pub time_zone: String,
    /// ISO 4217.
    pub currency: &'static str,
    /// The language of visitors and of people who have chosen none.
    #[schema(value_type = LanguageCode)]
    pub language: Language,
    /// The default loan period of a book, in days.
    pub loan_days: u16,
    pub contact: LibraryContact,
    /// Whether visitors may register.
    pub registration_open: bool,
    /// Whether visitors without an account may search and read the catalogue.
    pub open_catalogue: bool,
    /// Whether an email address is confirmed by a link before an account is created for it or gets it.
    pub confirms_addresses: bool,
    pub password_rules: PasswordRulesShape,
    /// Whether browsers may load covers from other sites. Otherwise a cover with an address elsewhere is drawn.
    pub covers_from_other_sites: bool,
    pub retention: RetentionShape,
    /// False while a new library waits for its set-up.
    pub is_set_up: bool,
    /// Whether the library sends mail, such as a link for a new password.
    pub sends_mail: bool,
    /// The published accounts of the demo library.
    pub demo: Option<DemoCredentials>,
    pub version: &'static str,
}

/// For how long the library keeps some data about people, as far as it or its operator sets this.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Retention)]
pub(crate) struct RetentionShape {
    /// After how many days a returned borrowing loses its person; null when it keeps them.
    pub borrowing_days: Option<i64>,
    /// For how many days entries of the audit log are kept.
    pub audit_days: i64,
    /// How many hours after the sign-in a session ends.
    pub session_hours: i64,
    /// How many days after the sign-in a session with Remember me ends.
    pub remembered_session_days: i64,
}

impl From<Retention> for RetentionShape {
    fn from(retention: Retention) -> Self {
        RetentionShape {
            borrowing_days: retention.borrowing_days,
            audit_days: retention.audit_days,
            session_hours: retention.session_hours,
            remembered_session_days: retention.remembered_session_days,
        }
    }
}

/// The rules for new passwords, beside those that every library has: at most 128 characters on one line, no common password,
/// and none that is made of the person's own words.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PasswordRules)]
pub(crate) struct PasswordRulesShape {
    /// The minimum number of characters.
    pub least_length: usize,
    /// From this number of characters on, a password needs no uppercase letter, lowercase letter and number; null when every
    /// password needs them.
    pub passphrase_length: Option<usize>,
}

impl From<PasswordRules> for PasswordRulesShape {
    fn from(rules: PasswordRules) -> Self {
        PasswordRulesShape {
            least_length: rules.least_length,
            passphrase_length: rules.passphrases.then_some(PASSPHRASE_LENGTH),
        }
    }
}

/// The contact details of the library.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LibraryContact {
    pub email: Option<String>,
    pub phone: Option<String>,
    pub address: Option<String>,
}

/// The published accounts of the demo library.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DemoCredentials {
    pub admin: Credentials,
    pub student: Credentials,
}

/// The credentials of a public account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Credentials {
    pub email: &'static str,
    pub password: &'static str,
}

impl From<Demo> for DemoCredentials {
    fn from(demo: Demo) -> Self {
        let credentials = |(email, password)| Credentials { email, password };
        DemoCredentials {
            admin: credentials(demo.admin),
            student: credentials(demo.student),
        }
    }
}

/// Whether the server is running.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`.
    pub status: &'static str,
}
