//! The settings of security: registration, passwords, second factors and sessions.

use serde::{Deserialize, Serialize};

use crate::users::{PasswordRules, SessionKind};
use crate::validation::{FieldError, Findings};

/// The limits of the fields.
pub mod limit {
    use crate::limits::Whole;

    /// The minimum length of a new password. A longer minimum would refuse most passphrases.
    pub const LEAST_PASSWORD_LENGTH: Whole = Whole::of(6, 64);
    /// The minutes after which an unused session ends, up to a day.
    pub const IDLE_MINUTES: Whole = Whole::of(5, 1440);
}

/// The messages.
pub mod message {
    /// `confirmAddressesFirst` is missing.
    pub const CONFIRM_REQUIRED: &str = "Please say whether email addresses are confirmed first";
    /// `confirmAddressesFirst` without a mail server.
    pub const CONFIRM_NEEDS_MAIL: &str = "Set up the mail server first: the confirmation is sent by mail";
    /// `passphrases` is missing.
    pub const PASSPHRASES_REQUIRED: &str = "Please say whether passphrases are allowed";
    /// `staffNeedSecondFactor` is missing.
    pub const SECOND_FACTOR_REQUIRED: &str = "Please say whether staff need a second sign-in step";
    /// `idleMinutes`, `idleMinutesOfStaff` or `idleMinutesOfSharedComputers` is missing or out of range.
    pub const IDLE_INVALID: &str = "The time must be a whole number of minutes from 5 to 1440";
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
    /// Whether a long password needs no uppercase letter, lowercase letter and number. False as long as the specification's
    /// rule is for all passwords.
    pub passphrases: bool,
    /// Whether staff without a second factor may do only what members may do.
    pub staff_need_second_factor: bool,
    /// After how many minutes without use a session ends that is not to be remembered.
    pub idle_minutes: i64,
    /// The same for a session of staff.
    pub idle_minutes_of_staff: i64,
    /// The same for a session in a browser that is marked as a shared computer.
    pub idle_minutes_of_shared_computers: i64,
}

impl SecuritySettings {
    /// After how many minutes without use a session of this kind ends; None if it lasts until it expires.
    pub fn idle_minutes(&self, kind: SessionKind, is_staff: bool) -> Option<i64> {
        let ordinary = if is_staff {
            self.idle_minutes_of_staff
        } else {
            self.idle_minutes
        };
        match kind {
            SessionKind::Remembered => None,
            SessionKind::Ordinary => Some(ordinary),
            SessionKind::SharedComputer => Some(ordinary.min(self.idle_minutes_of_shared_computers)),
        }
    }

    /// The same in milliseconds.
    pub fn idle_ms(&self, kind: SessionKind, is_staff: bool) -> Option<i64> {
        const MINUTE_MS: i64 = 60_000;
        self.idle_minutes(kind, is_staff)
            .map(|minutes| minutes * MINUTE_MS)
    }

    /// The rules for new passwords.
    pub fn password_rules(&self) -> PasswordRules {
        PasswordRules {
            least_length: self.least_password_length,
            passphrases: self.passphrases,
        }
    }
}

impl Default for SecuritySettings {
    /// As the specification says; it says nothing about sessions that are not used.
    fn default() -> Self {
        let PasswordRules {
            least_length,
            passphrases,
        } = PasswordRules::default();
        SecuritySettings {
            confirm_addresses_first: false,
            least_password_length: least_length,
            passphrases,
            staff_need_second_factor: false,
            idle_minutes: 60,
            idle_minutes_of_staff: 30,
            idle_minutes_of_shared_computers: 10,
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
    /// `passphrases`
    pub passphrases: Option<bool>,
    /// `staffNeedSecondFactor`
    pub staff_need_second_factor: Option<bool>,
    /// `idleMinutes`
    pub idle_minutes: Option<i64>,
    /// `idleMinutesOfStaff`
    pub idle_minutes_of_staff: Option<i64>,
    /// `idleMinutesOfSharedComputers`
    pub idle_minutes_of_shared_computers: Option<i64>,
}

impl SecurityForm {
    /// Validates the section. Every field is required, because the section is changed as a whole.
    pub fn validate(self) -> Result<SecuritySettings, Vec<FieldError>> {
        let mut findings = Findings::default();
        let confirm = self.confirm_addresses_first.ok_or(message::CONFIRM_REQUIRED);
        let confirm = findings.take("confirmAddressesFirst", confirm);
        let length = least_password_length(self.least_password_length);
        let length = findings.take("leastPasswordLength", length);
        let passphrases = self.passphrases.ok_or(message::PASSPHRASES_REQUIRED);
        let passphrases = findings.take("passphrases", passphrases);
        let second_factor = self
            .staff_need_second_factor
            .ok_or(message::SECOND_FACTOR_REQUIRED);
        let second_factor = findings.take("staffNeedSecondFactor", second_factor);
        let idle = findings.take("idleMinutes", idle_minutes(self.idle_minutes));
        let of_staff = idle_minutes(self.idle_minutes_of_staff);
        let of_staff = findings.take("idleMinutesOfStaff", of_staff);
        let shared = idle_minutes(self.idle_minutes_of_shared_computers);
        let shared = findings.take("idleMinutesOfSharedComputers", shared);
        match (
            confirm,
            length,
            passphrases,
            second_factor,
            idle,
            of_staff,
            shared,
        ) {
            (
                Some(confirm_addresses_first),
                Some(least_password_length),
                Some(passphrases),
                Some(staff_need_second_factor),
                Some(idle_minutes),
                Some(idle_minutes_of_staff),
                Some(idle_minutes_of_shared_computers),
            ) => Ok(SecuritySettings {
                confirm_addresses_first,
                least_password_length,
                passphrases,
                staff_need_second_factor,
                idle_minutes,
                idle_minutes_of_staff,
                idle_minutes_of_shared_computers,
            }),
            _ => Err(findings.into_errors()),
        }
    }
}

fn idle_minutes(minutes: Option<i64>) -> Result<i64, &'static str> {
    minutes
        .filter(|minutes| limit::IDLE_MINUTES.holds(*minutes))
        .ok_or(message::IDLE_INVALID)
}

/// The minimum length of a new password.
pub(crate) fn least_password_length(length: Option<i64>) -> Result<usize, &'static str> {
    length
        .filter(|length| limit::LEAST_PASSWORD_LENGTH.holds(*length))
        .and_then(|length| usize::try_from(length).ok())
        .ok_or(message::LENGTH_INVALID)
}
