//! The OpenAPI document: complete, valid, and checked in.

use std::collections::BTreeMap;

use carrel_testkit::Document;
use serde_json::{Value, json};

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
fn every_operation_documents_success_and_failure() {
    let document = Document::parse(carrel_api::openapi_json());
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
            let reference = response["$ref"].as_str().unwrap_or_default();
            if !reference.is_empty() {
                assert!(reference.starts_with("#/components/responses/"), "{reference}");
                assert!(!status.starts_with('2'), "{method} {path}: {status}");
                continue;
            }
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

/// Fields that responses always have are required, optional fields of requests are not, and lists of words are closed.
#[test]
fn schemas_have_required_fields_and_enumerations() {
    let document: Value = serde_json::from_str(carrel_api::openapi_json()).unwrap();
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let required = |name: &str| {
        let names = schemas[name]["required"].as_array().unwrap();
        names
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect::<Vec<_>>()
    };
    assert!(required("Book").contains(&"coverImage"));
    assert!(required("Borrowing").contains(&"returnedDate"));
    assert_eq!(required("Failure"), ["code", "message", "success", "values"]);
    assert_eq!(required("BookForm"), ["title", "author", "category"]);
    for (name, words) in [
        ("BorrowingStatus", json!(["active", "overdue", "returned"])),
        ("RoleName", json!(["student", "admin"])),
        ("MailSecurity", json!(["none", "starttls", "tls"])),
    ] {
        assert_eq!(schemas[name]["enum"], words);
    }
    assert_eq!(
        schemas["Borrowing"]["properties"]["status"]["$ref"],
        "#/components/schemas/BorrowingStatus"
    );
    let parameters = document["paths"]["/api/books"]["get"]["parameters"].as_array();
    let sorts = parameters
        .into_iter()
        .flatten()
        .find(|parameter| parameter["name"] == "sort");
    assert_eq!(sorts.expect("a sort")["schema"]["enum"][6], json!("relevance"));
}

/// The server reads an absent body as one without fields.
#[test]
fn a_body_is_required_if_it_has_a_required_field() {
    let document: Value = serde_json::from_str(carrel_api::openapi_json()).unwrap();
    for (path, is_required) in [
        ("/api/borrowings/{borrowingId}/renew", false),
        ("/api/admin/borrowings/{borrowingId}/payments", false),
        ("/api/books/{id}/copies", false),
        ("/api/admin/borrowings/{borrowingId}/waivers", true),
        ("/api/books", true),
        ("/api/auth/login", true),
        ("/api/admin/users", true),
    ] {
        let body = &document["paths"][path]["post"]["requestBody"];
        let required = body["required"].as_bool().unwrap_or_default();
        assert_eq!(required, is_required, "{path}");
    }
}

#[test]
fn every_operation_has_a_unique_id() {
    let document = Document::parse(carrel_api::openapi_json());
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for (method, path, operation) in document.operations() {
        let id = operation["operationId"].as_str().unwrap().to_owned();
        let call = format!("{method} {path}");
        if let Some(other) = seen.insert(id.clone(), call.clone()) {
            panic!("{call} and {other} are both {id}");
        }
    }
}

/// The names of all properties in a document, at any depth.
fn properties<'a>(value: &'a Value, names: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::Object(properties)) = fields.get("properties") {
                names.extend(properties.keys().map(String::as_str));
            }
            fields.values().for_each(|field| properties(field, names));
        }
        Value::Array(items) => items.iter().for_each(|item| properties(item, names)),
        _ => {}
    }
}

/// No field of a request or a response, and no parameter of an address, has a hint to a password or a secret question; no
/// parameter of an address is a secret.
#[test]
fn nothing_hints_at_a_password_and_no_address_has_a_secret() {
    let document: Value = serde_json::from_str(carrel_api::openapi_json()).unwrap();
    let mut names = Vec::new();
    properties(&document, &mut names);
    assert!(names.contains(&"currentPassword"), "{names:?}");
    let mut parameters = Vec::new();
    for (_, path, operation) in Document::parse(carrel_api::openapi_json()).operations() {
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let place = parameter["in"].as_str().unwrap();
            if place != "header" {
                parameters.push((path.to_owned(), parameter["name"].as_str().unwrap().to_owned()));
            }
        }
    }
    assert!(parameters.len() > 50, "{parameters:?}");
    for name in names
        .iter()
        .copied()
        .chain(parameters.iter().map(|(_, name)| name.as_str()))
    {
        let lower = name.to_lowercase();
        for word in ["hint", "question", "answer", "maiden", "birthplace"] {
            assert!(!lower.contains(word), "{name}");
        }
    }
    for (path, name) in &parameters {
        let lower = name.to_lowercase();
        for word in ["token", "password", "secret", "code", "key", "session"] {
            // The code of a role is its name.
            let is_code = path.starts_with("/api/admin/roles/") && name == "code";
            // The place in a public list.
            // A feed reader cannot sign in, and has nothing but an address.
            let is_feed = path == "/feed" && name == "token";
            let is_known = is_code || is_feed || (path == "/oai" && name == "resumptionToken");
            assert!(is_known || !lower.contains(word), "{path}: {name}");
        }
    }
}
