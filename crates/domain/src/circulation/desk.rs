//! What staff enter at the desk: a check-out and a check-in.

use jiff::Timestamp;
use jiff::civil::Date;

use super::overrides::{Override, OverrideError};
use super::refusal::Refusal;
use crate::validation::{EntryError, FormErrors, day, required_line};

/// The limits of the fields.
pub mod limit {
    use super::super::overrides::COMMENT_CHARACTERS;
    use crate::limits::{Form, List, Text};

    /// A person's id, the barcode of their card, or their student ID.
    pub const USER: Text = Text::of(1, 100, Form::FILLED_LINE);
    /// The barcode of a copy.
    pub const BARCODE: Text = Text::of(1, 100, Form::FILLED_LINE);
    /// The refusals to override.
    pub const OVERRIDES: List = List::up_to(20);
    /// The reason for an override.
    pub const COMMENT: Text = Text::of(1, COMMENT_CHARACTERS, Form::FILLED_LINES);
    /// The due day, instead of the one of the policies.
    pub const DUE_ON: Text = Text::of(10, 10, Form::DATE);
}

const USER_REQUIRED: &str = "Please scan or enter the person's card";
const USER_TOO_LONG: &str = "The card cannot exceed 100 characters";
const BARCODE_REQUIRED: &str = "Please scan or enter the barcode of the copy";
const BARCODE_TOO_LONG: &str = "The barcode cannot exceed 100 characters";
const NOT_ALLOWED: &str = "This contains characters that are not allowed";
const TOO_MANY_OVERRIDES: &str = "There cannot be more than 20 overrides";
const UNKNOWN_CODE: &str = "There is no such reason to refuse";
const COMMENT_REQUIRED: &str = "Please give the reason";
const COMMENT_TOO_LONG: &str = "The reason cannot exceed 500 characters";
const TIME_INVALID: &str = "A time looks like 2026-12-24T16:30:00Z";

/// A check-out as it was sent.
#[derive(Clone, Debug, Default)]
pub struct CheckOutForm {
    /// `user`
    pub user: Option<String>,
    /// `barcode`
    pub barcode: Option<String>,
    /// `overrides`
    pub overrides: Vec<OverrideForm>,
    /// `dueOn`
    pub due_on: Option<String>,
}

/// An override as it was sent.
#[derive(Clone, Debug, Default)]
pub struct OverrideForm {
    /// `code`
    pub code: Option<String>,
    /// `comment`
    pub comment: Option<String>,
}

/// A check-out of a copy to a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckOut {
    /// The person's id, the barcode of their card, or their student ID.
    pub user: String,
    /// The barcode of the copy.
    pub barcode: String,
    /// The refusals to override, with the reasons for it.
    pub overrides: Vec<Override>,
    /// The due day, instead of the one of the policies.
    pub due_on: Option<Date>,
}

impl CheckOutForm {
    /// Validates the form.
    ///
    /// # Errors
    /// Every field that is not valid.
    pub fn validate(self) -> Result<CheckOut, FormErrors> {
        let mut errors = FormErrors::default();
        let user = required_line(
            self.user.as_deref(),
            limit::USER,
            USER_REQUIRED,
            USER_TOO_LONG,
            NOT_ALLOWED,
        );
        let user = errors.take("user", user);
        let barcode = errors.take("barcode", barcode(self.barcode.as_deref()));
        let overrides = all_overrides(&self.overrides, &mut errors);
        let due_on = self.due_on.as_deref().map(|text| day(Some(text)));
        let due_on = errors.take("dueOn", due_on.transpose());
        match (user, barcode, overrides, due_on) {
            (Some(user), Some(barcode), Some(overrides), Some(due_on)) => Ok(CheckOut {
                user,
                barcode,
                overrides,
                due_on,
            }),
            _ => Err(errors),
        }
    }
}

/// A check-in as it was sent.
#[derive(Clone, Debug, Default)]
pub struct CheckInForm {
    /// `barcode`
    pub barcode: Option<String>,
    /// `returnedAt`
    pub returned_at: Option<String>,
}

/// A check-in of a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckIn {
    /// The barcode of the copy.
    pub barcode: String,
    /// When the copy came back, if earlier than now.
    pub returned_at: Option<Timestamp>,
}

impl CheckInForm {
    /// Validates the form.
    ///
    /// # Errors
    /// Every field that is not valid.
    pub fn validate(self) -> Result<CheckIn, FormErrors> {
        let mut errors = FormErrors::default();
        let barcode = errors.take("barcode", barcode(self.barcode.as_deref()));
        let returned_at = self
            .returned_at
            .map(|text| text.parse().map_err(|_| TIME_INVALID));
        let returned_at = errors.take("returnedAt", returned_at.transpose());
        match (barcode, returned_at) {
            (Some(barcode), Some(returned_at)) => Ok(CheckIn { barcode, returned_at }),
            _ => Err(errors),
        }
    }
}

fn barcode(text: Option<&str>) -> Result<String, &'static str> {
    required_line(
        text,
        limit::BARCODE,
        BARCODE_REQUIRED,
        BARCODE_TOO_LONG,
        NOT_ALLOWED,
    )
}

/// Validates the overrides of a form without other fields.
///
/// # Errors
/// Every override that is not valid.
pub fn validate_overrides(forms: &[OverrideForm]) -> Result<Vec<Override>, FormErrors> {
    let mut errors = FormErrors::default();
    all_overrides(forms, &mut errors).ok_or(errors)
}

/// Validates the overrides of a form; `None` when one is not valid.
fn all_overrides(forms: &[OverrideForm], errors: &mut FormErrors) -> Option<Vec<Override>> {
    if forms.len() > limit::OVERRIDES.max {
        errors.field("overrides", TOO_MANY_OVERRIDES);
        return None;
    }
    let read = forms.iter().enumerate().map(|(index, form)| {
        let mut wrong =
            |part, message: &str| errors.entry(EntryError::new("overrides", index, part, message));
        let code = form.code.as_deref().unwrap_or_default();
        if !Refusal::CODES.contains(&code) {
            wrong("code", UNKNOWN_CODE);
            return None;
        }
        Override::new(code, form.comment.as_deref().unwrap_or_default())
            .map_err(|error| {
                wrong(
                    "comment",
                    match error {
                        OverrideError::CommentRequired => COMMENT_REQUIRED,
                        OverrideError::CommentTooLong => COMMENT_TOO_LONG,
                        OverrideError::CommentNotAllowed => NOT_ALLOWED,
                    },
                );
            })
            .ok()
    });
    let read: Vec<Option<Override>> = read.collect();
    read.into_iter().collect()
}
