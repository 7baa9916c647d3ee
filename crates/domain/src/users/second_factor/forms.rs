//! Forms of the second step.

use super::limit;
use super::recovery::normalized;
use crate::users::passkey::{PresentationForm, ValidPresentation};
use crate::validation::{FieldError, Findings, length};

/// The messages.
pub mod message {
    /// No code.
    pub const CODE_REQUIRED: &str = "Code is required";
    /// Neither six digits nor a recovery code.
    pub const CODE_INVALID: &str = "Enter the 6 digits of your authenticator app, or a recovery code";
    /// Not six digits, where a recovery code is not allowed.
    pub const DIGITS_INVALID: &str = "Enter the 6 digits of your authenticator app";
    /// A code that is not right, or was accepted before.
    pub const CODE_WRONG: &str = "This code is wrong or was already used";
}

/// What proves a second factor.
#[derive(Clone, PartialEq, Eq)]
pub enum Proof {
    /// The six digits of an authenticator app.
    Digits(String),
    /// A recovery code, as it is hashed.
    RecoveryCode(String),
    /// A passkey.
    Passkey(ValidPresentation),
}

impl Proof {
    /// The kind of the factor, for the log.
    pub fn name(&self) -> &'static str {
        match self {
            Proof::Digits(_) => "authenticator",
            Proof::RecoveryCode(_) => "recovery_code",
            Proof::Passkey(_) => "passkey",
        }
    }
}

/// Parses a code as people type it, with or without spaces.
pub fn parse_code(text: Option<&str>) -> Result<Proof, &'static str> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    let text = text.ok_or(message::CODE_REQUIRED)?;
    if length(text) > limit::CODE.max {
        return Err(message::CODE_INVALID);
    }
    let digits: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(Proof::Digits(digits));
    }
    normalized(text)
        .map(Proof::RecoveryCode)
        .ok_or(message::CODE_INVALID)
}

/// Parses the six digits of an authenticator app.
pub fn parse_digits(text: Option<&str>) -> Result<String, Vec<FieldError>> {
    let digits = parse_code(text).and_then(|proof| match proof {
        Proof::Digits(digits) => Ok(digits),
        Proof::RecoveryCode(_) | Proof::Passkey(_) => Err(message::DIGITS_INVALID),
    });
    digits.map_err(|message| vec![FieldError::new("code", message)])
}

/// The second step of a sign-in as it was sent.
#[derive(Clone, Default)]
pub struct SecondStepForm {
    /// `challenge`
    pub challenge: Option<String>,
    /// `code`
    pub code: Option<String>,
    /// `passkey`
    pub passkey: Option<PresentationForm>,
    /// `rememberDevice`
    pub remember_device: Option<bool>,
    /// `deviceToken`
    pub device_token: Option<String>,
}

/// A valid second step. The challenge may have expired, and the code may be wrong.
#[derive(Clone)]
pub struct ValidSecondStep {
    /// The challenge of the first step; empty when none was sent, which is no challenge.
    pub challenge: String,
    /// The proof of the second factor.
    pub proof: Proof,
    /// Whether the next sign-ins on this device need no second step.
    pub remember_device: bool,
    /// The token that the device kept from an earlier sign-in. An unknown one is ignored.
    pub device_token: Option<String>,
}

impl SecondStepForm {
    /// Validates the form. A passkey is preferred to a code.
    pub fn validate(self) -> Result<ValidSecondStep, Vec<FieldError>> {
        let mut findings = Findings::default();
        let proof = match self.passkey {
            Some(passkey) => findings.take("passkey", passkey.validate().map(Proof::Passkey)),
            None => findings.take("code", parse_code(self.code.as_deref())),
        };
        let Some(proof) = proof else {
            return Err(findings.into_errors());
        };
        Ok(ValidSecondStep {
            challenge: self.challenge.unwrap_or_default(),
            proof,
            remember_device: self.remember_device.unwrap_or(false),
            device_token: self.device_token,
        })
    }
}
