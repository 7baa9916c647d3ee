//! People: their addresses and the forms they fill in.

mod accounts;
mod phones;
mod registration;
mod rosters;
mod surnames;

use carrel_domain::users::email_key;
use carrel_domain::users::validation::FieldError;
use proptest::prelude::*;

/// A field that was sent.
#[expect(clippy::unnecessary_wraps, reason = "fields that were not sent are None")]
fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn errors<T>(result: Result<T, Vec<FieldError>>) -> Vec<(&'static str, &'static str)> {
    result
        .err()
        .into_iter()
        .flatten()
        .map(|error| (error.field, error.message))
        .collect()
}

#[test]
fn addresses_are_compared_without_case() {
    for (one, other) in [
        ("Ada@Example.ORG", "ada@example.org"),
        (" ada@example.org\n", "ada@example.org"),
        ("ＡＤＡ@example.org", "ada@example.org"),
        ("JÖRG@example.org", "jo\u{308}rg@example.org"),
    ] {
        assert_eq!(email_key(one), email_key(other), "{one}");
    }
    assert_ne!(email_key("ada@example.org"), email_key("a.da@example.org"));
}

proptest! {
    #[test]
    fn keys_are_stable(email: String) {
        let key = email_key(&email);
        prop_assert_eq!(email_key(&key), key);
    }
}
