//! The document: complete, sound, and checked in.

use std::collections::BTreeMap;

use carrel_testkit::Document;

#[test]
fn the_checked_in_document_is_the_one_of_the_code() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../openapi.json");
    let checked_in = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        checked_in == carrel_api::openapi_json(),
        "openapi.json is stale: run make generate"
    );
}

#[test]
fn every_operation_tells_how_it_succeeds_and_how_it_fails() {
    let document = Document::parse(&carrel_api::openapi_json());
    let mut operations = 0;
    for (method, path, operation) in document.operations() {
        operations += 1;
        let responses = operation["responses"].as_object().unwrap();
        assert!(
            responses.keys().any(|status| status.starts_with('2')),
            "{method} {path}: no success"
        );
        assert!(responses.contains_key("default"), "{method} {path}: no failure");
        for (status, response) in responses {
            // The description is the one thing that OpenAPI 3.1 requires of a response.
            let described = response["description"].as_str().unwrap_or_default();
            assert!(
                !described.is_empty(),
                "{method} {path}: {status} is not described"
            );
        }
        assert!(operation["summary"].is_string(), "{method} {path}: no summary");
    }
    assert!(operations > 30, "{operations} operations");
}

#[test]
fn every_operation_has_an_id_of_its_own() {
    let document = Document::parse(&carrel_api::openapi_json());
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for (method, path, operation) in document.operations() {
        let id = operation["operationId"].as_str().unwrap().to_owned();
        let call = format!("{method} {path}");
        if let Some(other) = seen.insert(id.clone(), call.clone()) {
            panic!("{call} and {other} are both {id}");
        }
    }
}
