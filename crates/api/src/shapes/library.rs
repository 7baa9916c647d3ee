use serde::Serialize;
use utoipa::ToSchema;

use crate::state::Demo;

/// The public facts of the library.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Library)]
pub(crate) struct LibraryShape {
    pub name: String,
    /// The IANA name of the library's time zone.
    pub time_zone: String,
    /// ISO 4217.
    pub currency: &'static str,
    /// The default loan period of a book, in days.
    pub loan_days: u16,
    pub contact: LibraryContact,
    /// Whether visitors may register.
    pub registration_open: bool,
    /// False while a new library waits for its set-up.
    pub is_set_up: bool,
    /// Whether the library sends mail, such as a link for a new password.
    pub sends_mail: bool,
    /// The published accounts of the demo library.
    pub demo: Option<DemoCredentials>,
    pub version: &'static str,
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
