//! The forms by which a person proves, changes or sets a password.

use super::SessionKind;
use super::limits::message;
use super::own_words::OwnWords;
use super::password::PasswordRules;
use super::password_fields::{confirmation, current_password, new_password, password_length};
use crate::validation::{FieldError, Findings};

/// The confirmation of a registration by a link, as it was sent.
#[derive(Clone, Default)]
pub struct RegistrationConfirmation {
    /// `token`
    pub token: Option<String>,
    /// `password`
    pub password: Option<String>,
    /// `sharedComputer`
    pub shared_computer: Option<bool>,
    /// `deviceToken`
    pub device_token: Option<String>,
}

/// A valid confirmation of a registration. The link may still be wrong.
#[derive(Clone)]
pub struct ValidRegistrationConfirmation {
    /// The link's token; empty when none was sent, which matches no link.
    pub token: String,
    /// The password of the registration, normalized.
    pub password: String,
    /// Ordinary, or that of a shared computer.
    pub session_kind: SessionKind,
    /// The token that the device kept from an earlier sign-in. An unknown one is ignored.
    pub device_token: Option<String>,
}

impl RegistrationConfirmation {
    /// Validates the password as at a sign-in.
    pub fn validate(self) -> Result<ValidRegistrationConfirmation, Vec<FieldError>> {
        let password = password_length(self.password, message::PASSWORD_REQUIRED)
            .map_err(|message| vec![FieldError::new("password", message)])?;
        Ok(ValidRegistrationConfirmation {
            token: self.token.unwrap_or_default(),
            password,
            session_kind: SessionKind::asked_for(false, self.shared_computer.unwrap_or(false)),
            device_token: self.device_token,
        })
    }
}

/// A change of one's own password as it was sent.
#[derive(Clone, Default)]
pub struct PasswordChange {
    /// `currentPassword`
    pub current_password: Option<String>,
    /// `newPassword`
    pub new_password: Option<String>,
}

/// A valid change of password. The current password may still be wrong.
#[derive(Clone)]
pub struct ValidPasswordChange {
    /// The current password, normalized.
    pub current_password: String,
    /// The new password, normalized.
    pub new_password: String,
}

impl PasswordChange {
    /// Validates both passwords.
    pub fn validate(self, rules: PasswordRules) -> Result<ValidPasswordChange, Vec<FieldError>> {
        let mut findings = Findings::default();
        let current = findings.take("currentPassword", current_password(self.current_password));
        let new = findings.take(
            "newPassword",
            new_password(self.new_password, message::NEW_PASSWORD_REQUIRED, rules),
        );
        match (current, new) {
            (Some(current_password), Some(new_password)) => Ok(ValidPasswordChange {
                current_password,
                new_password,
            }),
            _ => Err(findings.into_errors()),
        }
    }
}

/// A new password set by a one-time link, as it was sent.
#[derive(Clone, Default)]
pub struct PasswordReset {
    /// `token`
    pub token: Option<String>,
    /// `password`
    pub password: Option<String>,
    /// `confirmPassword`
    pub confirm_password: Option<String>,
}

/// A valid form for a new password. The link may still be wrong.
#[derive(Clone)]
pub struct ValidPasswordReset {
    /// The link's token; empty when none was sent, which matches no link.
    pub token: String,
    /// The password, normalized.
    pub password: String,
}

impl PasswordReset {
    /// Validates the password and its confirmation like the registration.
    pub fn validate(self, rules: PasswordRules) -> Result<ValidPasswordReset, Vec<FieldError>> {
        let mut findings = Findings::default();
        let confirmed = confirmation(self.password.as_deref(), self.confirm_password.as_deref());
        let password = findings.take(
            "password",
            new_password(self.password, message::PASSWORD_REQUIRED, rules),
        );
        let confirmed = findings.take("confirmPassword", confirmed);
        match (password, confirmed) {
            (Some(password), Some(())) => Ok(ValidPasswordReset {
                token: self.token.unwrap_or_default(),
                password,
            }),
            _ => Err(findings.into_errors()),
        }
    }
}

/// Refuses a valid password that is made of the person's own words.
pub fn refuse_own_words(
    field: &'static str,
    password: &str,
    words: &OwnWords,
) -> Result<(), Vec<FieldError>> {
    if words.make(password) {
        Err(vec![FieldError::new(field, message::PASSWORD_OWN_WORDS)])
    } else {
        Ok(())
    }
}

/// Validates the current password, which proves who the caller is. The field is `currentPassword`.
pub fn validate_current_password(password: Option<String>) -> Result<String, Vec<FieldError>> {
    current_password(password).map_err(|message| vec![FieldError::new("currentPassword", message)])
}

/// Validates a new password without a confirmation, such as one from the command line. The field is `password`.
pub fn validate_new_password(password: String, rules: PasswordRules) -> Result<String, Vec<FieldError>> {
    new_password(Some(password), message::PASSWORD_REQUIRED, rules)
        .map_err(|message| vec![FieldError::new("password", message)])
}
