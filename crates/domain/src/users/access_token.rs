//! Access tokens, and the form for a new one.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::scope::{Scope, Scopes};
use crate::identity::{Entity, Id};
use crate::validation::{FieldError, Findings, required_line};

/// The prefix of every access token, by which people and secret scanners recognise one.
pub const ACCESS_TOKEN_PREFIX: &str = "carrel_";

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, List, Text, Whole};
    use crate::users::Scope;

    /// The purpose of a token.
    pub const NAME: Text = Text::of(1, 100, Form::FILLED_LINE);
    /// Its scopes.
    pub const SCOPES: List = List::filled(Scope::ALL.len()).unique();
    /// Its lifetime.
    pub const EXPIRES_IN_DAYS: Whole = Whole::of(1, 365);
}

/// Whether a bearer token is an access token rather than a session's.
pub fn is_access_token(token: &str) -> bool {
    token.starts_with(ACCESS_TOKEN_PREFIX)
}

/// An access token as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccessToken {
    pub id: AccessTokenId,
    pub name: String,
    pub scopes: Scopes,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    /// Accurate to a few minutes.
    pub last_used_at: Option<Timestamp>,
}

/// The identifier of an access token.
pub type AccessTokenId = Id<AccessToken>;

impl Entity for AccessToken {
    const NAME: &'static str = "access_token";
}

/// The form as it was sent.
#[derive(Clone, Debug, Default)]
pub struct AccessTokenDraft {
    pub name: Option<String>,
    pub scopes: Option<Vec<String>>,
    pub expires_in_days: Option<i64>,
}

/// A valid form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidAccessToken {
    pub name: String,
    pub scopes: Scopes,
    /// 1 to 365.
    pub expires_in_days: i64,
}

impl AccessTokenDraft {
    /// Validates every field.
    pub fn validate(self) -> Result<ValidAccessToken, Vec<FieldError>> {
        let mut findings = Findings::default();
        let name = findings.take(
            "name",
            required_line(
                self.name.as_deref(),
                limit::NAME,
                "Name is required",
                "Name cannot exceed 100 characters",
                "Name contains characters that are not allowed",
            ),
        );
        let scopes = findings.take("scopes", scopes(self.scopes.as_deref().unwrap_or_default()));
        let days = self
            .expires_in_days
            .filter(|days| limit::EXPIRES_IN_DAYS.holds(*days));
        let days = findings.take(
            "expiresInDays",
            days.ok_or("An access token lasts between 1 and 365 days"),
        );
        match (name, scopes, days) {
            (Some(name), Some(scopes), Some(expires_in_days)) => Ok(ValidAccessToken {
                name,
                scopes,
                expires_in_days,
            }),
            _ => Err(findings.into_errors()),
        }
    }
}

fn scopes(names: &[String]) -> Result<Scopes, &'static str> {
    let known: Option<Scopes> = names.iter().map(|name| Scope::named(name)).collect();
    let known = known.ok_or("There is no such scope")?;
    if known.is_empty() {
        return Err("Please choose at least one scope");
    }
    if known.iter().count() < names.len() {
        return Err("Each scope can be chosen once");
    }
    Ok(known)
}
