//! Shared parts of form validation: errors by field, and the parsing of lines and longer texts.

use jiff::civil::Date;
use serde::Serialize;

use crate::invisible::is_invisible;
use crate::limits::{Text, Whole};
use crate::messages::assert_coded;

/// An invalid field and its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FieldError {
    /// The field's name in JSON.
    pub field: &'static str,
    /// The message as shown.
    pub message: &'static str,
}

impl FieldError {
    /// An error of a field.
    pub fn new(field: &'static str, message: &'static str) -> FieldError {
        assert_coded(message);
        FieldError { field, message }
    }
}

/// An invalid list entry and its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryError {
    /// The path of the entry: list, index from 0, and part, such as `closures.3.date`.
    pub field: String,
    /// The message as shown.
    pub message: String,
}

impl EntryError {
    /// An error of a part of an entry.
    pub fn new(list: &str, index: usize, part: &str, message: &str) -> EntryError {
        EntryError {
            field: format!("{list}.{index}.{part}"),
            message: message.to_owned(),
        }
    }
}

/// The maximum number of reported entry errors: a file with a thousand wrong lines needs no thousand messages.
const MOST_ENTRY_ERRORS: usize = 50;

/// The errors of a form with lists.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormErrors(Vec<EntryError>);

impl FormErrors {
    /// A single error.
    pub fn of(error: EntryError) -> FormErrors {
        FormErrors(vec![error])
    }

    /// The first errors; none if there are no errors.
    pub fn of_all(errors: impl Iterator<Item = EntryError>) -> Option<FormErrors> {
        let errors: Vec<EntryError> = errors.take(MOST_ENTRY_ERRORS).collect();
        (!errors.is_empty()).then_some(FormErrors(errors))
    }

    /// Returns the value of a field, or records its error.
    pub(crate) fn take<T>(&mut self, field: &str, read: Result<T, &'static str>) -> Option<T> {
        read.map_err(|message| self.field(field, message)).ok()
    }

    /// Records an error of a field.
    pub(crate) fn field(&mut self, field: &str, message: &str) {
        self.entry(EntryError {
            field: field.to_owned(),
            message: message.to_owned(),
        });
    }

    /// Records an error of an entry.
    pub(crate) fn entry(&mut self, error: EntryError) {
        assert_coded(&error.message);
        if self.0.len() < MOST_ENTRY_ERRORS {
            self.0.push(error);
        }
    }

    /// Whether there are no errors.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The errors; at least one if the form was refused.
    pub fn into_errors(self) -> Vec<EntryError> {
        self.0
    }
}

/// Collects the errors of a form, at most one per field: the first.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    errors: Vec<FieldError>,
}

impl Findings {
    /// Returns the value of a field, or records its error.
    pub(crate) fn take<T>(&mut self, field: &'static str, read: Result<T, &'static str>) -> Option<T> {
        read.map_err(|message| self.errors.push(FieldError::new(field, message)))
            .ok()
    }

    /// Returns the value of a part of the form, or records all its errors.
    pub(crate) fn take_all<T>(&mut self, read: Result<T, Vec<FieldError>>) -> Option<T> {
        read.map_err(|errors| self.errors.extend(errors)).ok()
    }

    /// The collected errors.
    pub(crate) fn into_errors(self) -> Vec<FieldError> {
        self.errors
    }
}

/// The trimmed text; `None` when nothing in it can be seen.
pub(crate) fn trimmed(text: Option<&str>) -> Option<&str> {
    let is_seen = |sign: char| !sign.is_whitespace() && !is_invisible(sign);
    text.map(str::trim).filter(|text| text.contains(is_seen))
}

/// The number of characters (Unicode scalar values) of a text.
pub(crate) fn length(text: &str) -> usize {
    text.chars().count()
}

/// Whether a text is on one line and has no control characters. Line and paragraph separators count as line ends.
pub(crate) fn is_single_line(text: &str) -> bool {
    !text.contains(|c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}'))
}

/// Whether a text has no control characters except line ends and tabs.
pub(crate) fn is_plain_text(text: &str) -> bool {
    !text.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

/// A text of one line within `limit`, trimmed; `None` when it is empty.
pub(crate) fn optional_line(
    text: Option<&str>,
    limit: Text,
    too_long: &'static str,
    not_allowed: &'static str,
) -> Result<Option<String>, &'static str> {
    optional_text(text, is_single_line, limit, too_long, not_allowed)
}

/// Like [`optional_line`] for a text that must not be empty.
pub(crate) fn required_line(
    text: Option<&str>,
    limit: Text,
    required: &'static str,
    too_long: &'static str,
    not_allowed: &'static str,
) -> Result<String, &'static str> {
    if trimmed(text).is_none() {
        return Err(required);
    }
    optional_line(text, limit, too_long, not_allowed)?.ok_or(required)
}

/// A date such as `2026-12-24`.
pub(crate) fn day(text: Option<&str>) -> Result<Date, &'static str> {
    const INVALID: &str = "A date looks like 2026-12-24";
    let text = text.unwrap_or_default();
    let is_plain = text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    if !is_plain {
        return Err(INVALID);
    }
    text.parse().map_err(|_| INVALID)
}

/// Lines of plain text within `limit`, trimmed; `None` when they are empty.
pub(crate) fn optional_lines(
    text: Option<&str>,
    limit: Text,
    too_long: &'static str,
    not_allowed: &'static str,
) -> Result<Option<String>, &'static str> {
    optional_text(text, is_plain_text, limit, too_long, not_allowed)
}

/// A text of allowed characters within `limit`, trimmed; `None` when it is empty.
fn optional_text(
    text: Option<&str>,
    is_allowed: fn(&str) -> bool,
    limit: Text,
    too_long: &'static str,
    not_allowed: &'static str,
) -> Result<Option<String>, &'static str> {
    let Some(text) = text else {
        return Ok(None);
    };
    if !is_allowed(text) {
        return Err(not_allowed);
    }
    if length(text) > limit.max {
        return Err(too_long);
    }
    Ok(trimmed(Some(text)).map(str::to_owned))
}

/// A whole number within `limit`, or `None`.
pub(crate) fn optional_whole(
    value: Option<i64>,
    limit: Whole,
    out_of_range: &'static str,
) -> Result<Option<i64>, &'static str> {
    match value {
        Some(number) if !limit.holds(number) => Err(out_of_range),
        number => Ok(number),
    }
}

/// Texts of one line within `limit`, trimmed. Empty texts and duplicates (without regard to case) are dropped.
pub(crate) fn distinct_lines(
    texts: &[String],
    limit: Text,
    too_long: &'static str,
    not_allowed: &'static str,
) -> Result<Vec<String>, &'static str> {
    let mut lines: Vec<String> = Vec::new();
    for text in texts {
        let Some(line) = optional_line(Some(text), limit, too_long, not_allowed)? else {
            continue;
        };
        if !lines
            .iter()
            .any(|known| known.to_lowercase() == line.to_lowercase())
        {
            lines.push(line);
        }
    }
    Ok(lines)
}
