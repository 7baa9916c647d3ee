use std::collections::BTreeSet;

use super::{Coded, MESSAGES, assert_coded, coded, codes, texts};
use crate::validation::FieldError;

#[test]
fn every_message_has_its_own_code() {
    let different: BTreeSet<&str> = codes().into_iter().collect();
    assert_eq!(different.len(), MESSAGES.len());
    for (code, text) in MESSAGES {
        // A text with the names of its places in them is a message of itself.
        assert_eq!(coded(text).map(|found| found.code), Some(*code), "{text}");
    }
}

#[test]
fn every_code_has_its_text() {
    let mut of_texts: Vec<&str> = texts().map(|(code, _)| code).collect();
    of_texts.sort_unstable();
    assert_eq!(of_texts, codes());
    assert!(texts().any(|text| text == ("email_required", "Email is required")));
}

#[test]
fn values_are_taken_from_their_places() {
    for (message, code, values) in [
        ("Email is required", "email_required", vec![]),
        (
            "Name cannot exceed 50 characters",
            "name_too_long",
            vec![("max", "50")],
        ),
        (
            "The amount must be from 0.00 to 10.50",
            "amount_out_of_range",
            vec![("min", "0.00"), ("max", "10.50")],
        ),
        (
            "sort must be one of: title, author",
            "not_a_choice",
            vec![("field", "sort"), ("choices", "title, author")],
        ),
        (
            "Someone else changed this to “A {b} “c”” in the meantime",
            "changed_text_meanwhile",
            vec![("value", "A {b} “c”")],
        ),
    ] {
        assert_eq!(coded(message), Some(Coded { code, values }), "{message}");
    }
    assert_eq!(coded("Name cannot exceed  characters"), None);
    assert_eq!(coded("This text is in no table"), None);
}

#[test]
fn an_error_with_a_code_is_made() {
    assert_coded("Email is required");
    let error = FieldError::new("email", "Email is required");
    assert_eq!((error.field, error.message), ("email", "Email is required"));
}

/// Release builds make the error: a person would rather see a message in English than none.
#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "\"This text is in no table\" needs a code")]
fn a_message_without_a_code_fails_the_tests_that_meet_it() {
    FieldError::new("email", "This text is in no table");
}
