//! Validation of the forms about people, by the rules of the specification's section 5.
//!
//! Lengths count characters (Unicode scalar values). Names and addresses are trimmed; passwords are not, but they are
//! normalized ([`normalized_password`]).
//! Each field has at most one message: the first that applies.

use unicode_normalization::UnicodeNormalization as _;

use super::email::is_email;
pub use super::limits::{limit, message};
use super::password::normalized_password;
use super::user::UserId;
use crate::patch::Patch;
pub use crate::validation::FieldError;
use crate::validation::{
    Findings, is_single_line, length, optional_line, optional_lines, required_line, trimmed,
};

/// The maximum number of digits of a phone number.
const PHONE_DIGITS: usize = 16;

/// The sign-in form as it was sent.
#[derive(Clone, Default)]
pub struct LoginForm {
    /// `email`
    pub email: Option<String>,
    /// `password`
    pub password: Option<String>,
    /// `rememberMe`
    pub remember_me: Option<bool>,
    /// `deviceToken`
    pub device_token: Option<String>,
}

/// A valid sign-in form.
#[derive(Clone)]
pub struct ValidLogin {
    /// The address, trimmed.
    pub email: String,
    /// The password, normalized.
    pub password: String,
    /// Whether the session is a remembered one; false if absent.
    pub remember_me: bool,
    /// The token that the device kept from an earlier sign-in. An unknown one is ignored.
    pub device_token: Option<String>,
}

impl LoginForm {
    /// Validates the form like the specification's login.
    pub fn validate(self) -> Result<ValidLogin, Vec<FieldError>> {
        let mut findings = Findings::default();
        let email = findings.take("email", email(self.email.as_deref()));
        let password = findings.take(
            "password",
            password_length(self.password, message::PASSWORD_REQUIRED),
        );
        match (email, password) {
            (Some(email), Some(password)) => Ok(ValidLogin {
                email,
                password,
                remember_me: self.remember_me.unwrap_or(false),
                device_token: self.device_token,
            }),
            _ => Err(findings.into_errors()),
        }
    }
}

/// The registration form as it was sent.
#[derive(Clone, Default)]
pub struct Registration {
    /// `name`
    pub name: Option<String>,
    /// `email`
    pub email: Option<String>,
    /// `phone`
    pub phone: Option<String>,
    /// `address`
    pub address: Option<String>,
    /// `password`
    pub password: Option<String>,
    /// `confirmPassword`
    pub confirm_password: Option<String>,
    /// `agreeTerms`
    pub agree_terms: Option<bool>,
    /// `deviceToken`
    pub device_token: Option<String>,
}

/// A valid registration. The address may still be taken.
#[derive(Clone)]
pub struct ValidRegistration {
    /// The name, trimmed.
    pub name: String,
    /// The address, trimmed.
    pub email: String,
    /// The phone number.
    pub phone: Option<String>,
    /// The postal address, trimmed.
    pub address: Option<String>,
    /// The password, normalized.
    pub password: String,
    /// The token that the device kept from an earlier sign-in. An unknown one is ignored.
    pub device_token: Option<String>,
}

impl Registration {
    /// Validates the form, with the confirmation of the password and the terms.
    pub fn validate(self) -> Result<ValidRegistration, Vec<FieldError>> {
        let mut findings = Findings::default();
        let name = findings.take("name", name(self.name.as_deref()));
        let email = findings.take("email", email(self.email.as_deref()));
        let phone = findings.take("phone", phone(self.phone.as_deref()));
        let address = findings.take("address", address(self.address.as_deref()));
        let confirmed = confirmation(self.password.as_deref(), self.confirm_password.as_deref());
        let password = findings.take(
            "password",
            new_password(self.password, message::PASSWORD_REQUIRED),
        );
        let confirmed = findings.take("confirmPassword", confirmed);
        let agreed = self
            .agree_terms
            .filter(|agreed| *agreed)
            .ok_or(message::TERMS_REQUIRED);
        let agreed = findings.take("agreeTerms", agreed);
        match (name, email, phone, address, password, confirmed, agreed) {
            (Some(name), Some(email), Some(phone), Some(address), Some(password), Some(()), Some(_)) => {
                Ok(ValidRegistration {
                    name,
                    email,
                    phone,
                    address,
                    password,
                    device_token: self.device_token,
                })
            }
            _ => Err(findings.into_errors()),
        }
    }
}

/// A change of one's own profile as it was sent; a field that is `None` was not sent and stays as it is.
#[derive(Clone, Default)]
pub struct DetailsChange {
    /// `name`
    pub name: Option<String>,
    /// `email`
    pub email: Option<String>,
    /// `phone`
    pub phone: Option<String>,
    /// `address`
    pub address: Option<String>,
    /// `collegeName`
    pub college_name: Option<String>,
    /// `department`
    pub department: Option<String>,
    /// `currentSemester`
    pub current_semester: Option<String>,
    /// `currentSemesterCategory`
    pub current_semester_category: Option<String>,
}

/// A valid change of one's own profile. The address may still be taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValidDetailsChange {
    /// The new name.
    pub name: Option<String>,
    /// The new e-mail address.
    pub email: Option<String>,
    /// The phone number.
    pub phone: Patch<String>,
    /// The postal address.
    pub address: Patch<String>,
    /// The college.
    pub college_name: Patch<String>,
    /// The department.
    pub department: Patch<String>,
    /// The semester.
    pub current_semester: Patch<String>,
    /// The semester category.
    pub current_semester_category: Patch<String>,
}

impl DetailsChange {
    /// Validates the sent fields. Name and e-mail address must not be sent empty; any other detail that is sent
    /// empty is cleared.
    pub fn validate(self) -> Result<ValidDetailsChange, Vec<FieldError>> {
        let mut findings = Findings::default();
        let name = self
            .name
            .and_then(|text| findings.take("name", name(Some(&text))));
        let email = self
            .email
            .and_then(|text| findings.take("email", email(Some(&text))));
        let mut edit = |field, text: Option<String>, read: fn(Option<&str>) -> ReadOptional| match text {
            None => Patch::Keep,
            Some(text) => match findings.take(field, read(Some(&text))) {
                Some(Some(value)) => Patch::Set(value),
                Some(None) => Patch::Clear,
                None => Patch::Keep,
            },
        };
        let change = ValidDetailsChange {
            name,
            email,
            phone: edit("phone", self.phone, phone),
            address: edit("address", self.address, address),
            college_name: edit("collegeName", self.college_name, college),
            department: edit("department", self.department, department),
            current_semester: edit("currentSemester", self.current_semester, semester),
            current_semester_category: edit(
                "currentSemesterCategory",
                self.current_semester_category,
                semester_category,
            ),
        };
        let errors = findings.into_errors();
        if errors.is_empty() {
            Ok(change)
        } else {
            Err(errors)
        }
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
    pub fn validate(self) -> Result<ValidPasswordChange, Vec<FieldError>> {
        let mut findings = Findings::default();
        let current = self.current_password.filter(|password| !password.is_empty());
        let current = current
            .ok_or(message::CURRENT_PASSWORD_REQUIRED)
            .and_then(|password| not_longer_than_a_password(&password));
        let current = findings.take("currentPassword", current);
        let new = findings.take(
            "newPassword",
            new_password(self.new_password, message::NEW_PASSWORD_REQUIRED),
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

/// A request for a link to set a new password, as it was sent.
#[derive(Clone, Default)]
pub struct PasswordRequest {
    /// `email`
    pub email: Option<String>,
}

impl PasswordRequest {
    /// Validates the address and returns it, trimmed.
    pub fn validate(self) -> Result<String, Vec<FieldError>> {
        email(self.email.as_deref()).map_err(|message| vec![FieldError::new("email", message)])
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
    pub fn validate(self) -> Result<ValidPasswordReset, Vec<FieldError>> {
        let mut findings = Findings::default();
        let confirmed = confirmation(self.password.as_deref(), self.confirm_password.as_deref());
        let password = findings.take(
            "password",
            new_password(self.password, message::PASSWORD_REQUIRED),
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

/// Validates a new password without a confirmation, such as one from the command line. The field is `password`.
pub fn validate_new_password(password: String) -> Result<String, Vec<FieldError>> {
    new_password(Some(password), message::PASSWORD_REQUIRED)
        .map_err(|message| vec![FieldError::new("password", message)])
}

/// Validates a student ID from an administrator: at most 40 characters on one line, and not the id of an account such as
/// `user_12`, because the desk accepts either of them for a person. Absent keeps, empty clears.
pub fn validate_student_id(student_id: Option<String>) -> Result<Patch<String>, Vec<FieldError>> {
    let Some(text) = student_id else {
        return Ok(Patch::Keep);
    };
    // The desk ignores marks and compatibility forms, as in `ＵＳＥＲ_12`.
    let plain: String = text.nfkd().filter(char::is_ascii).collect();
    if plain.trim().to_lowercase().parse::<UserId>().is_ok() {
        return Err(vec![FieldError::new("studentId", message::STUDENT_ID_IS_AN_ID)]);
    }
    optional_line(
        Some(&text),
        limit::STUDENT_ID,
        message::STUDENT_ID_TOO_LONG,
        message::STUDENT_ID_NOT_ALLOWED,
    )
    .map(|value| value.map_or(Patch::Clear, Patch::Set))
    .map_err(|message| vec![FieldError::new("studentId", message)])
}

/// Validates the reason for which staff block a person, and trims it: at most 500 characters. Absent keeps the block or its
/// absence, null ends the block; an empty text is no reason.
pub fn validate_block_reason(reason: Patch<String>) -> Result<Patch<String>, Vec<FieldError>> {
    let Patch::Set(text) = reason else {
        return Ok(reason);
    };
    optional_lines(
        Some(&text),
        limit::BLOCK_REASON,
        message::BLOCK_REASON_TOO_LONG,
        message::BLOCK_REASON_NOT_ALLOWED,
    )
    .and_then(|reason| reason.ok_or(message::BLOCK_REASON_REQUIRED))
    .map(Patch::Set)
    .map_err(|message| vec![FieldError::new("blockReason", message)])
}

pub(crate) type Read = Result<String, &'static str>;
pub(crate) type ReadOptional = Result<Option<String>, &'static str>;

fn name(text: Option<&str>) -> Read {
    let name = required_line(
        text,
        limit::NAME,
        message::NAME_REQUIRED,
        message::NAME_TOO_LONG,
        message::NAME_NOT_ALLOWED,
    )?;
    if length(&name) < limit::NAME.min {
        return Err(message::NAME_TOO_SHORT);
    }
    Ok(name)
}

fn email(text: Option<&str>) -> Read {
    let email = trimmed(text).ok_or(message::EMAIL_REQUIRED)?;
    if is_email(email) {
        Ok(email.to_owned())
    } else {
        Err(message::EMAIL_INVALID)
    }
}

/// An optional plus, a digit from 1 to 9, then up to 15 more digits.
pub(crate) fn phone(text: Option<&str>) -> ReadOptional {
    let Some(phone) = trimmed(text) else {
        return Ok(None);
    };
    let digits = phone.strip_prefix('+').unwrap_or(phone);
    let is_phone = digits.len() <= PHONE_DIGITS
        && digits.starts_with(|c: char| matches!(c, '1'..='9'))
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_phone {
        Ok(Some(phone.to_owned()))
    } else {
        Err(message::PHONE_INVALID)
    }
}

/// A postal address may have several lines.
pub(crate) fn address(text: Option<&str>) -> ReadOptional {
    optional_lines(
        text,
        limit::ADDRESS,
        message::ADDRESS_TOO_LONG,
        message::ADDRESS_NOT_ALLOWED,
    )
}

fn college(text: Option<&str>) -> ReadOptional {
    optional_line(
        text,
        limit::PLACE,
        message::COLLEGE_TOO_LONG,
        message::COLLEGE_NOT_ALLOWED,
    )
}

fn department(text: Option<&str>) -> ReadOptional {
    optional_line(
        text,
        limit::PLACE,
        message::DEPARTMENT_TOO_LONG,
        message::DEPARTMENT_NOT_ALLOWED,
    )
}

fn semester(text: Option<&str>) -> ReadOptional {
    optional_line(
        text,
        limit::SEMESTER,
        message::SEMESTER_TOO_LONG,
        message::SEMESTER_NOT_ALLOWED,
    )
}

fn semester_category(text: Option<&str>) -> ReadOptional {
    optional_line(
        text,
        limit::SEMESTER_CATEGORY,
        message::SEMESTER_CATEGORY_TOO_LONG,
        message::SEMESTER_CATEGORY_NOT_ALLOWED,
    )
}

fn password_length(password: Option<String>, required: &'static str) -> Read {
    let password = password.filter(|password| !password.is_empty()).ok_or(required)?;
    let password = not_longer_than_a_password(&password)?;
    if length(&password) < limit::PASSWORD.min {
        return Err(message::PASSWORD_TOO_SHORT);
    }
    Ok(password)
}

/// Returns the password, normalized.
fn not_longer_than_a_password(password: &str) -> Read {
    let password = normalized_password(password);
    if length(&password) > limit::PASSWORD.max {
        Err(message::PASSWORD_TOO_LONG)
    } else {
        Ok(password)
    }
}

/// Upper-case and lower-case letters are those with the Unicode properties Uppercase and Lowercase, in any script;
/// numbers are the digits 0 to 9.
fn new_password(password: Option<String>, required: &'static str) -> Read {
    let password = password_length(password, required)?;
    if !is_single_line(&password) {
        return Err(message::PASSWORD_NOT_ALLOWED);
    }
    let has = |kind: fn(char) -> bool| password.contains(kind);
    if has(char::is_uppercase) && has(char::is_lowercase) && has(|c| c.is_ascii_digit()) {
        Ok(password)
    } else {
        Err(message::PASSWORD_TOO_SIMPLE)
    }
}

fn confirmation(password: Option<&str>, confirmation: Option<&str>) -> Result<(), &'static str> {
    match confirmation.filter(|text| !text.is_empty()) {
        None => Err(message::CONFIRMATION_REQUIRED),
        Some(text) if Some(normalized_password(text)) != password.map(normalized_password) => {
            Err(message::CONFIRMATION_DIFFERS)
        }
        Some(_) => Ok(()),
    }
}
