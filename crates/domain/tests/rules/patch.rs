//! Fields that can be absent, null or set.

use carrel_domain::catalogue::book::BookDraft;
use carrel_domain::patch::Patch::{self, Clear, Keep, Set};
use serde::Deserialize;

#[derive(Deserialize)]
struct Body {
    #[serde(default)]
    text: Patch<String>,
}

/// The number of pages in the body of a book; `Err` when the body is refused.
fn pages(json: &str) -> Result<Patch<i64>, String> {
    let draft = serde_json::from_str::<BookDraft>(&format!(r#"{{ "pages": {json} }}"#));
    draft.map(|draft| draft.pages).map_err(|error| error.to_string())
}

#[test]
fn json_tells_an_absent_field_from_null() {
    for (json, expected) in [
        ("{}", Keep),
        (r#"{ "text": null }"#, Clear),
        (r#"{ "text": "" }"#, Set(String::new())),
        (r#"{ "text": "a" }"#, Set("a".to_owned())),
    ] {
        assert_eq!(
            serde_json::from_str::<Body>(json).unwrap().text,
            expected,
            "{json}"
        );
    }
}

#[test]
fn only_a_field_that_is_set_has_a_value() {
    let set = Set("after".to_owned());
    assert_eq!(
        (set.as_str(), set.as_option()),
        (Some("after"), Some(&"after".to_owned()))
    );
    assert_eq!(set.into_option().as_deref(), Some("after"));
    for none in [Keep, Clear] {
        let none: Patch<String> = none;
        assert_eq!((none.as_str(), none.as_option()), (None, None));
        assert_eq!(none.into_option(), None);
    }
}

#[test]
fn a_stored_value_replaces_only_an_absent_field() {
    for stored in [Some(1), None] {
        assert_eq!(Keep.over(stored), Patch::from(stored));
        assert_eq!(Clear.over(stored), Clear);
        assert_eq!(Set(2).over(stored), Set(2));
    }
    assert_eq!((Patch::from(Some(1)), Patch::<i64>::from(None)), (Set(1), Clear));
}

#[test]
fn an_object_is_not_sent_as_a_list_of_its_values() {
    let read = |json: &str| {
        let draft = serde_json::from_str::<BookDraft>(&format!(r#"{{ "details": {json} }}"#));
        draft
            .map(|draft| draft.details.audience)
            .map_err(|error| error.to_string())
    };
    assert_eq!(read("{}"), Ok(Keep));
    assert_eq!(
        read(r#"{ "audience": "Children" }"#),
        Ok(Set("Children".to_owned()))
    );
    for json in ["[]", "[null]", "null", "1", r#""{}""#] {
        let error = read(json).expect_err(json);
        assert!(error.contains("expected an object"), "{json}: {error}");
    }
}

#[test]
fn a_whole_number_may_be_written_with_a_point() {
    for (json, expected) in [
        ("null", Clear),
        ("0", Set(0)),
        ("412", Set(412)),
        ("-412", Set(-412)),
        ("412.0", Set(412)),
        ("-412.0", Set(-412)),
        ("4.12e2", Set(412)),
        ("9223372036854775807", Set(i64::MAX)),
        ("-9223372036854775808", Set(i64::MIN)),
        // The greatest number that is read with a point.
        ("9e15", Set(9_000_000_000_000_000)),
        ("-9e15", Set(-9_000_000_000_000_000)),
    ] {
        assert_eq!(pages(json), Ok(expected), "{json}");
    }
    for json in [
        "1.5",
        "-0.5",
        "1e-3",
        "9223372036854775808",
        "9.1e15",
        "-9.1e15",
        "1e300",
        "\"412\"",
        "true",
        "[]",
    ] {
        let error = pages(json).expect_err(json);
        assert!(error.contains("expected a whole number"), "{json}: {error}");
    }
}
