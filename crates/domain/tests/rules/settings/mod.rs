//! The settings: each section as it is sent and as it is stored.

mod home;
mod kinds;
mod library;
mod opening;
mod pages;
mod privacy;
mod rules;
mod security;
mod setup;

use carrel_domain::validation::{EntryError, FormErrors};

use crate::forms::{errors, expected, text};

#[test]
fn a_form_with_one_error_reports_it() {
    let error = EntryError::new("rules", 3, "value", "A whole number is needed here");
    let errors = FormErrors::of(error);
    assert!(!errors.is_empty());
    assert_eq!(
        errors.into_errors(),
        [EntryError {
            field: "rules.3.value".to_owned(),
            message: "A whole number is needed here".to_owned(),
        }]
    );
}
