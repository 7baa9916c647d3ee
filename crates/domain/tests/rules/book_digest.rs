//! The digest of a book, by which an undo finds out whether the book was changed.

use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{BookRecord, digest};
use carrel_domain::identity::hexadecimal;
use serde_json::{Map, Value, json};

/// All fields of a record.
fn record() -> Value {
    json!({
        "title": "A Wizard of Earthsea", "author": "Ursula K. Le Guin", "category": "Fantasy",
        "description": "A boy learns magic.\n\nHe meets his shadow.", "coverImage": "https://covers.example/1.jpg",
        "pages": 205, "isbn": "9780547773742", "publisher": "Parnassus Press", "editionStatement": "1st edition",
        "language": "English", "publishedYear": -1968, "borrowingPeriod": 10, "itemType": "reference",
        "semesterCategories": ["Literature 1", "Literature 2"],
    })
}

/// All fields of the details.
fn details() -> Value {
    json!({
        "contributors": [{ "name": "Ursula K. Le Guin", "role": "author" }, { "name": "Charles Vess", "role": "illustrator" }],
        "subjects": [{ "heading": "Dragons -- Fiction", "scheme": "lcsh" }, { "heading": "Wizards", "scheme": null }],
        "series": [{ "title": "Earthsea", "volume": "1" }, { "title": "Puffin classics", "volume": null }],
        "otherTitles": ["Der Magier der Erdsee", "Le sorcier de Terremer"],
        "identifiers": [{ "kind": "isbn", "value": "9780553383041" }, { "kind": "oclc", "value": "123" }],
        "callNumber": "813.54 LEG", "audience": "Young adults", "readingLevel": "Grade 6", "notes": "With a map.\nSigned.",
        "contents": "Warriors in the mist", "links": [{ "address": "https://example.org/e", "label": "A map" }],
    })
}

fn digest_of(record: &Value, details: &Value, marc: Option<&str>) -> String {
    let record: BookRecord = serde_json::from_value(record.clone()).expect("a record");
    let details: BookDetails = serde_json::from_value(details.clone()).expect("details");
    hexadecimal(&digest(&record, &details, marc))
}

#[test]
fn digests_that_are_stored_stay_valid() {
    let all = digest_of(&record(), &details(), Some("5c1b"));
    assert_eq!(
        all,
        "404a687792f8570c67fdb72a8a0040bdcda000442b6d186f67ff73b61747c0ef"
    );
    let required = json!({ "title": "Emma", "author": "Jane Austen", "category": "Novels", "description": "",
        "language": "English", "semesterCategories": [] });
    assert_eq!(
        digest_of(&required, &json!({}), None),
        "7ccdc1054886a92335d171a1aa30fe35552dd7601069c3a436952901e8e486a9"
    );
}

/// Other values of the same kind.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::String(text) if text == "isbn" || text == "oclc" => vec![json!("doi")],
        Value::String(text) => vec![json!(format!("{text}x")), json!(format!(" {text}"))],
        Value::Number(number) => vec![json!(number.as_i64().expect("a whole number") + 1)],
        Value::Null => vec![json!("something"), json!("")],
        Value::Array(list) => {
            let mut shorter = list.clone();
            shorter.pop();
            let mut turned = list.clone();
            turned.reverse();
            let mut others = vec![json!([])];
            if list.len() > 1 {
                others.extend([shorter, turned].map(Value::Array));
            }
            for (place, entry) in list.iter().enumerate() {
                others.extend(self::others(entry).into_iter().map(|other| {
                    let mut list = list.clone();
                    list[place] = other;
                    Value::Array(list)
                }));
            }
            others
        }
        Value::Object(fields) => changed(fields).into_iter().map(Value::Object).collect(),
        Value::Bool(_) => unreachable!("no field is true or false"),
    }
}

/// The objects in which one field has another value.
fn changed(fields: &Map<String, Value>) -> Vec<Map<String, Value>> {
    let fields_and_others = fields.iter().flat_map(|(name, value)| {
        others(value).into_iter().map(move |other| {
            let mut changed = fields.clone();
            changed.insert(name.clone(), other);
            changed
        })
    });
    fields_and_others.collect()
}

#[test]
fn every_field_is_part_of_the_digest() {
    let (record, details) = (record(), details());
    let mut digests = vec![
        digest_of(&record, &details, Some("5c1b")),
        digest_of(&record, &details, Some("5c1c")),
        digest_of(&record, &details, None),
    ];
    for other in others(&record) {
        digests.push(digest_of(&other, &details, None));
    }
    for other in others(&details) {
        digests.push(digest_of(&record, &other, None));
    }
    for name in [
        "coverImage",
        "pages",
        "isbn",
        "publisher",
        "editionStatement",
        "publishedYear",
        "borrowingPeriod",
        "itemType",
    ] {
        let mut without = record.clone();
        without[name] = Value::Null;
        digests.push(digest_of(&without, &details, None));
    }
    for name in ["callNumber", "audience", "readingLevel", "notes", "contents"] {
        let mut without = details.clone();
        without[name] = Value::Null;
        digests.push(digest_of(&record, &without, None));
    }
    let all = digests.len();
    assert!(all > 80, "{all}");
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), all);
}

#[test]
fn a_text_that_moves_to_the_next_field_changes_the_digest() {
    let digest = |publisher: Value, edition: Value, notes: Value| {
        let mut record = record();
        record["publisher"] = publisher;
        record["editionStatement"] = edition;
        let mut details = details();
        details["notes"] = notes;
        digest_of(&record, &details, None)
    };
    let (none, text) = (Value::Null, json!("A"));
    let digests = [
        digest(text.clone(), none.clone(), none.clone()),
        digest(none.clone(), text.clone(), none.clone()),
        digest(none.clone(), none, text),
    ];
    assert_ne!(digests[0], digests[1]);
    assert_ne!(digests[1], digests[2]);
    assert_ne!(digests[0], digests[2]);
}
