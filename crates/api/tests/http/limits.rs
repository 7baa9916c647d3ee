//! The document and the validation agree: every limit of every form is tested through HTTP, at the limit and beyond it.

use std::collections::BTreeSet;

use carrel_testkit::{Server, TestDatabase, on_both_engines};
use serde_json::{Map, Value, json};

use super::calls::{CALLS, Call};
use super::world::{World, start};

/// Fields whose valid values depend on the state of the library, or that must agree with another field.
const BY_STATE: &[&str] = &[
    "authenticatorData",
    "clientData",
    "code",
    "confirmPassword",
    "currentPassword",
    "itemType",
    "patronCategory",
    "publicKey",
    "sheet",
    "staffRole",
    "timeZone",
    "token",
    "version",
];

/// Fields of forms without a limit of their own, and what limits them.
const UNLIMITED: &[(&str, &str)] = &[
    ("amount", "the outstanding fine and the currency"),
    ("challenge", "it is only compared; an unknown one is refused"),
    ("confirmPassword", "the password, which it must equal"),
    ("deviceToken", "it is only compared; an unknown one is ignored"),
    ("encoding", "it is looked up in a list; an unknown one is refused"),
    ("file", "the size of a body; each of its lines is validated"),
    ("price", "the currency; its smallest units have a maximum"),
    ("token", "it is only compared; an unknown one is refused"),
    ("version", "it is only compared; an old one is refused"),
];

/// A value to test: the field, the value, and whether the document allows it.
type Try = (String, Value, bool);

/// The properties of a form with their schemas.
fn properties<'a>(document: &'a Value, schema: &'a Value) -> Map<String, Value> {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().expect("a name");
        return properties(document, &document["components"]["schemas"][name]);
    }
    let mut found = Map::new();
    for part in schema["allOf"].as_array().into_iter().flatten() {
        found.extend(properties(document, part));
    }
    found.extend(schema["properties"].as_object().cloned().unwrap_or_default());
    found
}

fn is_of_type(schema: &Value, name: &str) -> bool {
    schema["type"] == name
        || schema["type"]
            .as_array()
            .is_some_and(|types| types.contains(&json!(name)))
}

/// A text of this many characters that also satisfies the rules for passwords.
fn text(characters: usize) -> Value {
    let text: String = "Aa1"
        .chars()
        .chain(std::iter::repeat('ä'))
        .take(characters)
        .collect();
    json!(text)
}

/// The values to test for a field.
fn tries(field: &str, schema: &Value) -> Vec<Try> {
    let mut tries = Vec::new();
    let mut add = |value: Value, allowed: bool| tries.push((field.to_owned(), value, allowed));
    let number = |name: &str| {
        schema[name]
            .as_u64()
            .and_then(|number| usize::try_from(number).ok())
    };
    let (is_text, is_list) = (is_of_type(schema, "string"), is_of_type(schema, "array"));
    let is_free = schema["format"].is_null() || schema["format"] == "new-password";
    if let Some(max) = number("maxLength") {
        add(text(max + 1), false);
        if is_free && !BY_STATE.contains(&field) {
            add(text(max), true);
        }
    }
    if let Some(min) = number("minLength") {
        add(text(min - 1), false);
        if is_free && !BY_STATE.contains(&field) {
            add(text(min.max(3)), true);
        }
    }
    if is_text && schema["pattern"].is_string() {
        add(json!("A\u{7}b"), false);
    }
    if is_of_type(schema, "integer") {
        let (min, max) = (schema["minimum"].as_i64(), schema["maximum"].as_i64());
        let (min, max) = (min.expect("a minimum"), max.expect("a maximum"));
        add(json!(min - 1), false);
        add(json!(min), true);
        add(json!(max + 1), false);
        // The latest year of a book is two years from now. The greatest minimum length of a password would refuse the
        // passwords of later calls. Most sheets have fewer labels than the largest one.
        if !["publishedYear", "leastPasswordLength", "first"].contains(&field) {
            add(json!(max), true);
        }
    }
    if let Some(max) = number("maxItems") {
        let entry = if is_of_type(&schema["items"], "string") {
            json!("Fiction")
        } else {
            json!({})
        };
        add(json!(vec![entry; max + 1]), false);
    }
    if is_list && number("minItems").is_some() {
        add(json!([]), false);
    }
    let may_be_null = is_of_type(schema, "null")
        || schema["oneOf"]
            .as_array()
            .is_some_and(|some| some.contains(&json!({ "type": "null" })));
    add(Value::Null, may_be_null);
    // No type allows this object.
    add(json!({ "not": "a value" }), false);
    tries
}

#[test]
fn every_field_of_a_form_has_a_limit() {
    let document: Value = serde_json::from_str(carrel_api::openapi_json()).expect("the document is JSON");
    let schemas = document["components"]["schemas"].as_object().expect("schemas");
    let mut fields = 0;
    let mut unlimited = BTreeSet::new();
    for (form, schema) in schemas.iter().filter(|(name, _)| name.ends_with("Form")) {
        for (field, schema) in properties(&document, schema) {
            fields += 1;
            if has_limits(&document, &schema) {
                continue;
            }
            let reason = UNLIMITED.iter().find(|(name, _)| *name == field);
            assert!(reason.is_some(), "{form}.{field} has no limit: {schema}");
            unlimited.insert(field);
        }
    }
    assert!(fields > 100, "{fields} fields");
    assert_eq!(
        unlimited.len(),
        UNLIMITED.len(),
        "only {unlimited:?} have no limit"
    );
}

/// Whether each text, list and number that a schema allows has a limit, also in lists and in other schemas.
fn has_limits(document: &Value, schema: &Value) -> bool {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().expect("a name");
        return has_limits(document, &document["components"]["schemas"][name]);
    }
    let has = |name: &str| !schema[name].is_null();
    let text = ["maxLength", "enum", "format", "pattern"]
        .iter()
        .any(|limit| has(limit));
    let number = has("enum") || has("minimum") && has("maximum");
    let parts = ["allOf", "anyOf", "oneOf"]
        .iter()
        .filter_map(|name| schema[name].as_array());
    (!is_of_type(schema, "string") || text)
        && (!is_of_type(schema, "integer") && !is_of_type(schema, "number") || number)
        && (!is_of_type(schema, "array") || has("maxItems") && has_limits(document, &schema["items"]))
        && parts.flatten().all(|part| has_limits(document, part))
        && properties(document, schema).iter().all(|(field, part)| {
            UNLIMITED.iter().any(|(name, _)| name == field) || has_limits(document, part)
        })
}

on_both_engines!(the_document_states_the_limits_of_the_validation);
async fn the_document_states_the_limits_of_the_validation(database: TestDatabase) {
    let server = start(database).await;
    let world = World::new(&server).await;
    let mut tried = 0;
    // The set-up form has a separate test: it is open only while the library has no administrator.
    for call in CALLS.iter().filter(|call| call.path != "/api/setup") {
        for (field, value, allowed) in all_tries(call) {
            // A password of the right form is wrong there, or there is none.
            // A text of letters is no MARC record; tests of exports and of book data have records.
            if allowed
                && (["/api/auth/confirm", "/api/books/{id}/marc"].contains(&call.path.as_str())
                    || field == "marcRecord")
            {
                continue;
            }
            let caller = Some(&world.administrator);
            let mut body = call.body(&world, caller);
            // Of several proofs in a confirmation, the server reads one.
            if body.is_null() || call.path == "/api/auth/confirm" {
                body = json!({});
            }
            // A valid new password must not be set: it would end the administrator's session.
            if body.get("currentPassword").is_some() {
                body["currentPassword"] = json!("not the password");
            }
            body[&field] = value.clone();
            let method = call.method.parse().expect("a method");
            let request = server.request(method, &world.path(&call.path, caller));
            let answer = request.as_(&world.administrator).json(&body).await;
            let is_refused = answer.status == 400
                || answer.status == 422 && is_named(answer.text(), &field)
                // A link with such a token does not exist.
                || [404, 409].contains(&answer.status) && field == "token" && !value.is_string();
            let call = format!("{} {}: {field} = {value:.60}", call.method, call.path);
            assert_eq!(
                is_refused,
                !allowed,
                "{call}: {} {}",
                answer.status,
                answer.text()
            );
            tried += 1;
        }
    }
    assert!(tried > 400, "{tried} values");
}

on_both_engines!(the_document_states_the_limits_of_the_set_up);
async fn the_document_states_the_limits_of_the_set_up(database: TestDatabase) {
    let server = Server::start(database).await;
    let token = server.setup_token().await.expect("a link");
    let set_up = CALLS
        .iter()
        .find(|call| call.path == "/api/setup")
        .expect("the call");
    let mut tried = 0;
    for (field, value, allowed) in all_tries(set_up)
        .into_iter()
        .filter(|(field, ..)| field != "token")
    {
        // The confirmation is wrong, so that no form sets the library up.
        let mut body = json!({
            "token": token, "libraryName": "Town Library", "timeZone": "UTC", "currency": "USD",
            "closedWeekdays": [], "name": "Ada Lovelace", "email": "ada@library.example",
            "password": "Analytical1", "confirmPassword": "Analytical2",
        });
        body[&field] = value.clone();
        let answer = server.post("/api/setup").json(&body).await;
        let is_refused = answer.status == 400 || answer.status == 422 && is_named(answer.text(), &field);
        assert_eq!(
            is_refused,
            !allowed,
            "{field} = {value:.60}: {} {}",
            answer.status,
            answer.text()
        );
        tried += 1;
    }
    assert!(tried > 30, "{tried} values");
}

/// The values to test for every field of a call's body.
fn all_tries(call: &Call) -> Vec<Try> {
    let document: Value = serde_json::from_str(carrel_api::openapi_json()).expect("the document is JSON");
    let operation = &document["paths"][&call.path][call.method.to_lowercase()];
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    if schema.is_null() {
        return Vec::new();
    }
    properties(&document, schema)
        .into_iter()
        .flat_map(|(field, schema)| tries(&field, &schema))
        .collect()
}

/// Whether a failure names a field, or an entry of it.
fn is_named(failure: &str, field: &str) -> bool {
    let failure: Value = serde_json::from_str(failure).expect("a failure");
    let within = format!("{field}.");
    failure["errors"].as_array().into_iter().flatten().any(|error| {
        let named = error["field"].as_str().unwrap_or_default();
        named == field || named.starts_with(&within)
    })
}

on_both_engines!(calls_that_need_no_session_read_small_bodies_only);
async fn calls_that_need_no_session_read_small_bodies_only(database: TestDatabase) {
    let server = Server::start(database).await;
    // Strangers with slow connections hold the memory of what they have sent.
    let public = carrel_api::LARGEST_PUBLIC_BODY;
    assert_eq!(public, 64 * 1024);
    for path in [
        "/api/auth/login",
        "/api/auth/login/second",
        "/api/auth/register",
        "/api/auth/forgot-password",
        "/api/auth/reset-password",
        "/api/setup/check",
    ] {
        for length in [public, public + 1] {
            let mut body = b"{}".to_vec();
            body.resize(length, b' ');
            let answer = server.post(path).bytes(body).await;
            assert_eq!(
                answer.status == 413,
                length > public,
                "{path} {length}: {}",
                answer.text()
            );
        }
    }
}
