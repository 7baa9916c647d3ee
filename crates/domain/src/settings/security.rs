//! The settings of security: registration and passwords.

use serde::{Deserialize, Serialize};

use crate::users::validation::limit::NEW_PASSWORD;
use crate::validation::{FieldError, Findings};

/// The limits of the fields.
pub mod limit {
    use crate::limits::Whole;

    /// The minimum length of a new password. A longer minimum would refuse most passphrases.
    pub const LEAST_PASSWORD_LENGTH: Whole = Whole::of(6, 64);
}

/// The messages.
pub mod message {
    /// `confirmAddressesFirst` is missing.
    pub const CONFIRM_REQUIRED: &str = "Please say whether email addresses are confirmed first";
    /// `confirmAddressesFirst` without a mail server.
    pub const CONFIRM_NEEDS_MAIL: &str = "Set up the mail server first: the confirmation is sent by mail";
    /// `leastPasswordLength` is missing or out of range.
    pub const LENGTH_INVALID: &str = "The minimum length must be a whole number from 6 to 64";
}

/// The settings of security. A field that is not stored has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SecuritySettings {
    /// Whether an e-mail address must be confirmed by a link before an account is created for it or gets it.
    pub confirm_addresses_first: bool,
    /// The minimum number of characters of a new password.
    pub least_password_length: usize,
}

impl Default for SecuritySettings {
    /// As the specification says.
    fn default() -> Self {
        SecuritySettings {
            confirm_addresses_first: false,
            least_password_length: NEW_PASSWORD.min,
        }
    }
}

/// The section as it was sent.
#[derive(Clone, Debug, Default)]
pub struct SecurityForm {
    /// `confirmAddressesFirst`
    pub confirm_addresses_first: Option<bool>,
    /// `leastPasswordLength`
    pub least_password_length: Option<i64>,
}

impl SecurityForm {
    /// Validates the section. Every field is required, because the section is changed as a whole.
    pub fn validate(self) -> Result<SecuritySettings, Vec<FieldError>> {
        let mut findings = Findings::default();
        let confirm = self.confirm_addresses_first.ok_or(message::CONFIRM_REQUIRED);
        let confirm = findings.take("confirmAddressesFirst", confirm);
        let length = self
            .least_password_length
            .filter(|length| limit::LEAST_PASSWORD_LENGTH.holds(*length))
            .and_then(|length| usize::try_from(length).ok())
            .ok_or(message::LENGTH_INVALID);
        let length = findings.take("leastPasswordLength", length);
        match (confirm, length) {
            (Some(confirm_addresses_first), Some(least_password_length)) => Ok(SecuritySettings {
                confirm_addresses_first,
                least_password_length,
            }),
            _ => Err(findings.into_errors()),
        }
    }
}
