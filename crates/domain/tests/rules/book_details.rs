//! The details of a book: people, subjects, series, further identifiers, notes, links.

use carrel_domain::catalogue::book::BookDraft;
use carrel_domain::catalogue::book::details::{
    BookDetails, Contributor, DetailsDraft, Identifier, IdentifierKind, Link, Series, Subject, is_web_address,
};
use carrel_domain::patch::Patch;
use serde_json::{Value, json};

fn sent(details: Value) -> DetailsDraft {
    serde_json::from_value(details).expect("details")
}

fn messages(details: Value) -> Vec<(&'static str, &'static str)> {
    let errors = sent(details).validate().expect_err("errors");
    errors.iter().map(|error| (error.field, error.message)).collect()
}

fn full() -> BookDetails {
    BookDetails {
        contributors: vec![
            Contributor {
                name: "Ursula K. Le Guin".to_owned(),
                role: "author".to_owned(),
            },
            Contributor {
                name: "Charles Vess".to_owned(),
                role: "illustrator".to_owned(),
            },
        ],
        subjects: vec![Subject {
            heading: "Dragons -- Fiction".to_owned(),
            scheme: Some("lcsh".to_owned()),
        }],
        series: vec![Series {
            title: "Earthsea".to_owned(),
            volume: Some("1".to_owned()),
        }],
        other_titles: vec!["Der Magier der Erdsee".to_owned()],
        identifiers: vec![
            Identifier {
                kind: IdentifierKind::Isbn,
                value: "9780140449136".to_owned(),
            },
            Identifier {
                kind: IdentifierKind::Doi,
                value: "10.1000/182".to_owned(),
            },
        ],
        call_number: Some("813.54 LEG".to_owned()),
        audience: Some("Young adults".to_owned()),
        reading_level: Some("Grade 6".to_owned()),
        notes: Some("First line\nSecond line".to_owned()),
        contents: Some("Warriors in the mist".to_owned()),
        links: vec![Link {
            address: "https://example.org/earthsea".to_owned(),
            label: None,
        }],
    }
}

#[test]
fn details_are_normalised() {
    let read = sent(json!({
        "contributors": [
            { "name": "  Ursula K. Le Guin " },
            { "name": "Charles Vess", "role": " Illustrator" },
            { "name": "Ursula K. Le Guin", "role": "author" },
        ],
        "subjects": [{ "heading": "Dragons -- Fiction", "scheme": "lcsh" }],
        "series": [{ "title": "Earthsea", "volume": "1" }],
        "otherTitles": ["Der Magier der Erdsee", "", "der magier der erdsee"],
        "identifiers": [{ "kind": "isbn", "value": "0-14-044913-2" }, { "kind": "doi", "value": "10.1000/182" }],
        "callNumber": " 813.54 LEG",
        "audience": "Young adults",
        "readingLevel": "Grade 6",
        "notes": "First line\r\nSecond line",
        "contents": "Warriors in the mist",
        "links": [{ "address": "https://example.org/earthsea", "label": " " }],
    }));
    assert_eq!(read.validate().unwrap(), full());
    assert_eq!(
        DetailsDraft::default().validate().unwrap(),
        BookDetails::default()
    );
    assert_eq!(
        sent(json!({ "notes": null, "links": null })).validate().unwrap(),
        BookDetails::default()
    );
}

#[test]
fn each_wrong_field_has_its_message() {
    for (details, field, message) in [
        (
            json!({ "contributors": [{ "name": " " }] }),
            "contributors",
            "A contributor needs a name",
        ),
        (
            json!({ "contributors": [{ "name": "a\u{0}" }] }),
            "contributors",
            "Contributor contains characters that are not allowed",
        ),
        (
            json!({ "contributors": [{ "name": "a", "role": "r".repeat(61) }] }),
            "contributors",
            "Contributor role cannot exceed 60 characters",
        ),
        (
            json!({ "contributors": vec![json!({ "name": "a" }); 101] }),
            "contributors",
            "A book can have at most 100 contributors",
        ),
        (
            json!({ "subjects": [{ "heading": "" }] }),
            "subjects",
            "A subject needs a heading",
        ),
        (
            json!({ "subjects": [{ "heading": "h".repeat(301) }] }),
            "subjects",
            "Subject cannot exceed 300 characters",
        ),
        (
            json!({ "series": [{ "title": "", "volume": "2" }] }),
            "series",
            "A series needs a title",
        ),
        (
            json!({ "otherTitles": ["t".repeat(301)] }),
            "otherTitles",
            "Other title cannot exceed 300 characters",
        ),
        (
            json!({ "identifiers": [{ "kind": "isbn", "value": "9780140449137" }] }),
            "identifiers",
            "Invalid ISBN",
        ),
        (
            json!({ "identifiers": [{ "kind": "oclc", "value": "" }] }),
            "identifiers",
            "An identifier needs a value",
        ),
        (
            json!({ "callNumber": "c".repeat(81) }),
            "callNumber",
            "Call number cannot exceed 80 characters",
        ),
        (
            json!({ "audience": "two\nlines" }),
            "audience",
            "Audience contains characters that are not allowed",
        ),
        (
            json!({ "notes": "n".repeat(10_001) }),
            "notes",
            "Notes cannot exceed 10000 characters",
        ),
        (
            json!({ "contents": "bell \u{7}" }),
            "contents",
            "Contents contain characters that are not allowed",
        ),
        (
            json!({ "links": [{ "address": "javascript:alert(1)" }] }),
            "links",
            "A link needs an http or https address",
        ),
        (
            json!({ "links": [{ "address": "", "label": "Nowhere" }] }),
            "links",
            "A link needs an http or https address",
        ),
    ] {
        assert_eq!(messages(details.clone()), [(field, message)], "{details}");
    }
}

#[test]
fn lists_are_taken_up_to_their_limits() {
    for (field, entry, most, message) in [
        (
            "contributors",
            (|text| json!({ "name": text })) as fn(String) -> Value,
            100,
            "A book can have at most 100 contributors",
        ),
        (
            "subjects",
            |text| json!({ "heading": text }),
            100,
            "A book can have at most 100 subjects",
        ),
        (
            "series",
            |text| json!({ "title": text }),
            20,
            "A book can be in at most 20 series",
        ),
        (
            "otherTitles",
            |text| json!(text),
            30,
            "A book can have at most 30 other titles",
        ),
        (
            "identifiers",
            |text| json!({ "kind": "other", "value": text }),
            50,
            "A book can have at most 50 further identifiers",
        ),
        (
            "links",
            |text| json!({ "address": format!("https://example.org/{text}") }),
            30,
            "A book can have at most 30 links",
        ),
    ] {
        let of = |count: usize| {
            let entries: Vec<Value> = (0..count).map(|number| entry(number.to_string())).collect();
            json!({ field: entries })
        };
        let valid = sent(of(most)).validate().expect("valid details");
        assert_eq!(json!(valid)[field].as_array().map(Vec::len), Some(most));
        assert_eq!(messages(of(most + 1)), [(field, message)]);
    }
}

#[test]
fn only_authors_are_named_as_authors() {
    assert_eq!(full().author_names(), ["Ursula K. Le Guin"]);
    assert!(BookDetails::default().author_names().is_empty());
}

#[test]
fn addresses_that_could_run_code_are_no_links() {
    for (address, is_one) in [
        ("https://example.org", true),
        ("HTTP://example.org/a?b=c#d", true),
        ("https://", false),
        ("https:///path", false),
        ("ftp://example.org", false),
        ("javascript://example.org/%0aalert(1)", false),
        ("https://example.org/a b", false),
        ("https://example.org/\"><script>", false),
        ("example.org", false),
    ] {
        assert_eq!(is_web_address(address), is_one, "{address}");
    }
}

#[test]
fn a_change_keeps_what_it_does_not_name() {
    let over =
        |details: Value, author_changes| sent(details).over(&full(), author_changes).validate().unwrap();
    assert_eq!(over(json!({}), false), full());
    let changed = over(
        json!({ "subjects": [], "audience": null, "callNumber": "X" }),
        false,
    );
    let expected = BookDetails {
        subjects: Vec::new(),
        audience: None,
        call_number: Some("X".to_owned()),
        ..full()
    };
    assert_eq!(changed, expected);
    // Another text of the author: nobody knows which of the authors are meant.
    let names = |details: BookDetails| {
        details
            .contributors
            .into_iter()
            .map(|one| one.name)
            .collect::<Vec<_>>()
    };
    assert_eq!(names(over(json!({}), true)), ["Charles Vess"]);
    assert_eq!(
        names(over(json!({ "contributors": [{ "name": "Ann" }] }), true)),
        ["Ann"]
    );
    let same_author = BookDraft {
        author: Patch::Set(" Le Guin ".to_owned()),
        ..BookDraft::default()
    };
    let record = carrel_domain::catalogue::book::BookRecord {
        title: "A Wizard of Earthsea".to_owned(),
        author: "Le Guin".to_owned(),
        category: "Fantasy".to_owned(),
        ..Default::default()
    };
    assert_eq!(
        same_author.over(&record, &full()).validate(2026).unwrap().details,
        full()
    );
}

#[test]
fn stored_details_are_read_without_their_empty_fields() {
    let read: BookDetails = serde_json::from_value(json!({ "subjects": [{ "heading": "Bees" }] })).unwrap();
    assert_eq!(read.subjects[0].scheme, None);
    assert_eq!(
        BookDetails {
            subjects: Vec::new(),
            ..read
        },
        BookDetails::default()
    );
    assert_eq!(
        serde_json::from_value::<BookDetails>(json!(full())).unwrap(),
        full()
    );
    for kind in IdentifierKind::ALL {
        assert_eq!(json!(kind), json!(kind.name()));
    }
}
