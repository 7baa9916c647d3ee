//! Fields and errors of forms, for tests.

use carrel_domain::validation::{EntryError, FormErrors};

/// A field that was sent.
#[expect(clippy::unnecessary_wraps, reason = "fields that were not sent are None")]
pub fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// The fields and messages of a refused form; none of a valid one.
pub fn errors<T>(result: Result<T, FormErrors>) -> Vec<(String, String)> {
    let errors = result.err().map(FormErrors::into_errors).unwrap_or_default();
    errors
        .into_iter()
        .map(|EntryError { field, message }| (field, message))
        .collect()
}

/// Fields and messages, as [`errors`] returns them.
pub fn expected<const N: usize>(errors: [(&str, &str); N]) -> Vec<(String, String)> {
    errors
        .map(|(field, message)| (field.to_owned(), message.to_owned()))
        .to_vec()
}
