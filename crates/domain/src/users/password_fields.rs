//! The fields of forms that hold a password.

use super::limits::{limit, message};
use super::password::{PasswordRules, normalized_password};
use crate::validation::length;

/// A normalized password, or why it is refused.
type Read = Result<String, &'static str>;

/// The current password, which proves who the caller is.
pub(super) fn current_password(password: Option<String>) -> Read {
    let password = password.filter(|password| !password.is_empty());
    not_longer_than_a_password(&password.ok_or(message::CURRENT_PASSWORD_REQUIRED)?)
}

/// The password of a sign-in.
pub(super) fn password_length(password: Option<String>, required: &'static str) -> Read {
    let password = password.filter(|password| !password.is_empty()).ok_or(required)?;
    let password = not_longer_than_a_password(&password)?;
    if length(&password) < limit::PASSWORD.min {
        return Err(message::PASSWORD_TOO_SHORT);
    }
    Ok(password)
}

/// Returns the password, normalized.
pub(super) fn not_longer_than_a_password(password: &str) -> Read {
    let password = normalized_password(password);
    if length(&password) > limit::PASSWORD.max {
        Err(message::PASSWORD_TOO_LONG)
    } else {
        Ok(password)
    }
}

/// A new password.
pub(super) fn new_password(password: Option<String>, required: &'static str, rules: PasswordRules) -> Read {
    let password = password.filter(|password| !password.is_empty()).ok_or(required)?;
    let password = not_longer_than_a_password(&password)?;
    rules.check(&password)?;
    Ok(password)
}

/// The repeated password.
pub(super) fn confirmation(password: Option<&str>, confirmation: Option<&str>) -> Result<(), &'static str> {
    match confirmation.filter(|text| !text.is_empty()) {
        None => Err(message::CONFIRMATION_REQUIRED),
        Some(text) if Some(normalized_password(text)) != password.map(normalized_password) => {
            Err(message::CONFIRMATION_DIFFERS)
        }
        Some(_) => Ok(()),
    }
}
