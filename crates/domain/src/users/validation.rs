//! Validation of the forms about people, by the rules of the specification's section 5.
//!
//! Lengths count characters (Unicode scalar values). Names and addresses are trimmed; passwords are not, but they are
//! normalized ([`normalized_password`]).
//! Each field has at most one message: the first that applies.

use unicode_normalization::UnicodeNormalization as _;

use super::SessionKind;
use super::email::is_email;
pub use super::limits::{limit, message};
use super::password::PasswordRules;
use super::password_fields::{confirmation, new_password, password_length};
pub use super::password_forms::{
    PasswordChange, PasswordReset, RegistrationConfirmation, ValidPasswordChange, ValidPasswordReset,
    ValidRegistrationConfirmation, refuse_own_words, validate_current_password, validate_new_password,
};
use super::user::UserId;
use crate::language::{self, Language};
use crate::patch::Patch;
pub use crate::validation::FieldError;
use crate::validation::{Findings, length, optional_line, optional_lines, required_line, trimmed};

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
    /// `sharedComputer`
    pub shared_computer: Option<bool>,
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
    /// The kind of the session.
    pub session_kind: SessionKind,
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
                session_kind: SessionKind::asked_for(
                    self.remember_me.unwrap_or(false),
                    self.shared_computer.unwrap_or(false),
                ),
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
    /// `language`
    pub language: Option<String>,
    /// `sharedComputer`
    pub shared_computer: Option<bool>,
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
    /// The language of the account.
    pub language: Option<Language>,
    /// Ordinary, or that of a shared computer.
    pub session_kind: SessionKind,
    /// The token that the device kept from an earlier sign-in. An unknown one is ignored.
    pub device_token: Option<String>,
}

impl Registration {
    /// Validates the form, with the confirmation of the password and the terms.
    pub fn validate(self, rules: PasswordRules) -> Result<ValidRegistration, Vec<FieldError>> {
        let mut findings = Findings::default();
        let name = findings.take("name", name(self.name.as_deref()));
        let email = findings.take("email", email(self.email.as_deref()));
        let phone = findings.take("phone", phone(self.phone.as_deref()));
        let address = findings.take("address", address(self.address.as_deref()));
        let confirmed = confirmation(self.password.as_deref(), self.confirm_password.as_deref());
        let password = findings.take(
            "password",
            new_password(self.password, message::PASSWORD_REQUIRED, rules),
        );
        let confirmed = findings.take("confirmPassword", confirmed);
        let agreed = self
            .agree_terms
            .filter(|agreed| *agreed)
            .ok_or(message::TERMS_REQUIRED);
        let agreed = findings.take("agreeTerms", agreed);
        let language = findings.take("language", language::optional(self.language.as_deref()));
        let (Some(name), Some(email), Some(phone), Some(address), Some(password)) =
            (name, email, phone, address, password)
        else {
            return Err(findings.into_errors());
        };
        let (Some(()), Some(_), Some(language)) = (confirmed, agreed, language) else {
            return Err(findings.into_errors());
        };
        Ok(ValidRegistration {
            name,
            email,
            phone,
            address,
            password,
            language,
            session_kind: SessionKind::asked_for(false, self.shared_computer.unwrap_or(false)),
            device_token: self.device_token,
        })
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
    /// `class`, which only staff change
    pub class: Option<String>,
    /// `homeroom`, which only staff change
    pub homeroom: Option<String>,
    /// `language`
    pub language: Option<String>,
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
    /// The class.
    pub class: Patch<String>,
    /// The homeroom.
    pub homeroom: Patch<String>,
    /// The language.
    pub language: Patch<Language>,
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
        let change = ValidDetailsChange {
            name,
            email,
            phone: edit(&mut findings, "phone", self.phone, phone),
            address: edit(&mut findings, "address", self.address, address),
            college_name: edit(&mut findings, "collegeName", self.college_name, college),
            department: edit(&mut findings, "department", self.department, department),
            current_semester: edit(&mut findings, "currentSemester", self.current_semester, semester),
            current_semester_category: edit(
                &mut findings,
                "currentSemesterCategory",
                self.current_semester_category,
                semester_category,
            ),
            class: edit(&mut findings, "class", self.class, class),
            homeroom: edit(&mut findings, "homeroom", self.homeroom, homeroom),
            language: edit(&mut findings, "language", self.language, language::optional),
        };
        let errors = findings.into_errors();
        if errors.is_empty() {
            Ok(change)
        } else {
            Err(errors)
        }
    }
}

/// The change of an optional field: absent keeps, empty clears.
fn edit<T>(
    findings: &mut Findings,
    field: &'static str,
    text: Option<String>,
    read: impl FnOnce(Option<&str>) -> Result<Option<T>, &'static str>,
) -> Patch<T> {
    let Some(text) = text else {
        return Patch::Keep;
    };
    match findings.take(field, read(Some(&text))) {
        Some(Some(value)) => Patch::Set(value),
        Some(None) => Patch::Clear,
        None => Patch::Keep,
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

fn class(text: Option<&str>) -> ReadOptional {
    optional_line(
        text,
        limit::CLASS,
        message::CLASS_TOO_LONG,
        message::CLASS_NOT_ALLOWED,
    )
}

fn homeroom(text: Option<&str>) -> ReadOptional {
    optional_line(
        text,
        limit::HOMEROOM,
        message::HOMEROOM_TOO_LONG,
        message::HOMEROOM_NOT_ALLOWED,
    )
}
