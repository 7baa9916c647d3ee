//! The settings of security.

use carrel_domain::settings::{SecurityForm, SecuritySettings};
use carrel_operations::settings::Versioned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::input::Whole;

/// The settings of security.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecuritySettings)]
pub(crate) struct SecuritySection {
    /// Whether an email address is confirmed by a link before an account is created for it or gets it. It needs a mail
    /// server.
    pub confirm_addresses_first: bool,
    /// The minimum number of characters of a new password.
    pub least_password_length: usize,
    /// Whether a password of 15 characters and more needs no uppercase letter, lowercase letter and number.
    pub passphrases: bool,
    /// Whether staff without a second factor may do only what members may do, until they have added one.
    pub staff_need_second_factor: bool,
    /// After how many minutes without use a session ends that is not to be remembered.
    pub idle_minutes: i64,
    /// The same for a session of an administrator.
    pub idle_minutes_of_staff: i64,
    /// The same for a session in a browser that is marked as a shared computer.
    pub idle_minutes_of_shared_computers: i64,
    /// The version of the section; a change must name it.
    pub version: String,
}

impl From<Versioned<SecuritySettings>> for SecuritySection {
    fn from(shown: Versioned<SecuritySettings>) -> Self {
        let SecuritySettings {
            confirm_addresses_first,
            least_password_length,
            passphrases,
            staff_need_second_factor,
            idle_minutes,
            idle_minutes_of_staff,
            idle_minutes_of_shared_computers,
        } = shown.section;
        SecuritySection {
            confirm_addresses_first,
            least_password_length,
            passphrases,
            staff_need_second_factor,
            idle_minutes,
            idle_minutes_of_staff,
            idle_minutes_of_shared_computers,
            version: shown.version,
        }
    }
}

/// The settings of security.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecuritySettingsForm)]
pub(crate) struct SecurityBody {
    #[schema(required, nullable = false)]
    confirm_addresses_first: Option<bool>,
    #[schema(required, nullable = false, value_type = i64)]
    least_password_length: Option<Whole>,
    #[schema(required, nullable = false)]
    passphrases: Option<bool>,
    #[schema(required, nullable = false)]
    staff_need_second_factor: Option<bool>,
    #[schema(required, nullable = false, value_type = i64)]
    idle_minutes: Option<Whole>,
    #[schema(required, nullable = false, value_type = i64)]
    idle_minutes_of_staff: Option<Whole>,
    #[schema(required, nullable = false, value_type = i64)]
    idle_minutes_of_shared_computers: Option<Whole>,
    /// The version that the change is based on.
    #[schema(required, nullable = false)]
    pub version: Option<String>,
}

impl From<SecurityBody> for SecurityForm {
    fn from(body: SecurityBody) -> Self {
        SecurityForm {
            confirm_addresses_first: body.confirm_addresses_first,
            least_password_length: body.least_password_length.map(|length| length.0),
            passphrases: body.passphrases,
            staff_need_second_factor: body.staff_need_second_factor,
            idle_minutes: body.idle_minutes.map(|minutes| minutes.0),
            idle_minutes_of_staff: body.idle_minutes_of_staff.map(|minutes| minutes.0),
            idle_minutes_of_shared_computers: body.idle_minutes_of_shared_computers.map(|minutes| minutes.0),
        }
    }
}
