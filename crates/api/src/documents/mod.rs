//! The OpenAPI document: its general information, and what all operations share. Each handler documents its operation.

mod limits;

use std::collections::{BTreeMap, BTreeSet};

use carrel_domain::identity::{IDEMPOTENCY_KEY_PATTERN, LONGEST_IDEMPOTENCY_KEY};
use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{AllOf, AnyOf, ArrayItems, ObjectBuilder, OneOf, Schema, Type};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Content, Ref, RefOr, Required, Response};
use utoipa::{Modify, OpenApi};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Carrel",
        description = "The API of Carrel, a library management system for schools, colleges and universities. \
            Successes are `{success: true, data}`, failures `{success: false, message, code, errors?}`. \
            Times are RFC 3339 in UTC, civil dates `YYYY-MM-DD`, money is a decimal number in the library's currency.",
        license(name = "MIT", identifier = "MIT"),
    ),
    tags(
        (name = "auth", description = "Sign-in and the caller's account"),
        (name = "books", description = "The catalogue"),
        (name = "favorites", description = "The caller's favorite books"),
        (name = "saved searches", description = "Searches that the caller has saved, and their feeds"),
        (name = "borrowings", description = "Borrowings and returns"),
        (name = "charges", description = "Charges without a borrowing"),
        (name = "admin", description = "For administrators"),
        (name = "settings", description = "Settings of the library"),
        (name = "interoperation", description = "Protocols for programs of other libraries"),
        (name = "live", description = "Live changes"),
        (name = "library", description = "Public information about the library"),
    ),
    modifiers(&BearerToken),
)]
pub(crate) struct Document;

struct BearerToken;

impl Modify for BearerToken {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The token of a session, or an access token (`carrel_…`)"))
            .build();
        document
            .components
            .get_or_insert_default()
            .add_security_scheme("session", SecurityScheme::Http(scheme));
    }
}

/// The failures: status, name and description.
const FAILURES: [(&str, &str, &str); 10] = [
    ("400", "Malformed", "The request is malformed"),
    (
        "401",
        "NotSignedIn",
        "The token is missing, unknown or expired, or the credentials are wrong",
    ),
    (
        "403",
        "NotAllowed",
        "The role of the caller, or the scopes of the access token, do not allow this",
    ),
    ("404", "NotFound", "The resource does not exist"),
    (
        "406",
        "NotAcceptable",
        "The response has another content type than the client accepts",
    ),
    ("409", "Conflict", "The request conflicts with the current state"),
    ("413", "TooLarge", "The body is too large"),
    ("422", "NotValid", "A field or parameter is not valid"),
    (
        "429",
        "TooManyAttempts",
        "Too many attempts; `Retry-After` says when to try again",
    ),
    ("default", "ServerFailure", "The server failed: 500, 503 or 507"),
];

/// Properties that a response omits when they are empty. Every other property is present, possibly as null.
const LEFT_OUT: [&str; 4] = ["message", "errors", "refusals", "secondStep"];

/// Completes the document with what all operations share: failures, descriptions, required properties and limits.
pub(crate) fn complete(document: &mut utoipa::openapi::OpenApi) {
    let components = document.components.get_or_insert_default();
    for (_, name, description) in FAILURES {
        let mut response = Response::new(description);
        let failure = Content::new(Some(Ref::from_schema_name("Failure")));
        response
            .content
            .insert("application/json".to_owned(), failure.into());
        components.responses.insert(name.to_owned(), RefOr::T(response));
    }
    for item in document.paths.paths.values_mut() {
        let changing = [&mut item.post, &mut item.put, &mut item.delete];
        changing.into_iter().flatten().for_each(document_idempotency_key);
        let all = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        all.into_iter().flatten().for_each(complete_operation);
    }
    require_answers(document);
    allow_absent_bodies(document);
    limits::apply(document);
}

/// Marks the properties of responses as required: in every schema that no request body uses.
fn require_answers(document: &mut utoipa::openapi::OpenApi) {
    let forms = forms(document);
    for item in document.paths.paths.values_mut() {
        let all = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        for operation in all.into_iter().flatten() {
            for response in operation.responses.responses.values_mut() {
                let RefOr::T(response) = response else { continue };
                for content in response.content.values_mut() {
                    if let RefOr::T(content) = content
                        && let Some(schema) = &mut content.schema
                    {
                        require(schema);
                    }
                }
            }
        }
    }
    let components = document.components.get_or_insert_default();
    for (name, schema) in &mut components.schemas {
        if !forms.contains(name) {
            require(schema);
        }
    }
}

/// Marks the body of an operation as optional if it has no required field: the server reads an absent body as `{}`.
fn allow_absent_bodies(document: &mut utoipa::openapi::OpenApi) {
    let components = document.components.get_or_insert_default();
    let schemas = &components.schemas;
    for item in document.paths.paths.values_mut() {
        let changing = [&mut item.post, &mut item.put, &mut item.delete];
        for operation in changing.into_iter().flatten() {
            let Some(RefOr::T(body)) = &mut operation.request_body else {
                continue;
            };
            let json = body.content.get("application/json");
            let schema = json.and_then(|content| match content {
                RefOr::T(content) => content.schema.as_ref(),
                RefOr::Ref(_) => None,
            });
            if schema.is_some_and(|schema| !has_required_field(schema, schemas)) {
                body.required = Some(Required::False);
            }
        }
    }
}

fn has_required_field(schema: &RefOr<Schema>, schemas: &BTreeMap<String, RefOr<Schema>>) -> bool {
    match schema {
        RefOr::Ref(reference) => {
            let name = reference.ref_location.rsplit('/').next().unwrap_or_default();
            schemas
                .get(name)
                .is_none_or(|schema| has_required_field(schema, schemas))
        }
        RefOr::T(Schema::Object(object)) => !object.required.is_empty(),
        RefOr::T(Schema::AllOf(AllOf { items, .. })) => {
            items.iter().any(|item| has_required_field(item, schemas))
        }
        RefOr::T(_) => true,
    }
}

/// The names of the schemas that request bodies use.
fn forms(document: &utoipa::openapi::OpenApi) -> BTreeSet<String> {
    let items = document.paths.paths.values();
    let operations = items
        .flat_map(|item| [&item.post, &item.put, &item.delete])
        .flatten();
    let bodies = operations.filter_map(|operation| operation.request_body.as_ref());
    let mut wanted: Vec<String> = Vec::new();
    for body in bodies {
        let RefOr::T(body) = body else { continue };
        for content in body.content.values() {
            if let RefOr::T(content) = content
                && let Some(schema) = &content.schema
            {
                refer(schema, &mut wanted);
            }
        }
    }
    let schemas = document.components.as_ref().map(|components| &components.schemas);
    let mut seen = BTreeSet::new();
    while let Some(name) = wanted.pop() {
        if let Some(schema) = schemas.and_then(|schemas| schemas.get(&name))
            && seen.insert(name)
        {
            refer(schema, &mut wanted);
        }
    }
    seen
}

/// Collects the names of the schemas that a schema refers to.
fn refer(schema: &RefOr<Schema>, wanted: &mut Vec<String>) {
    match schema {
        RefOr::Ref(reference) => {
            let name = reference.ref_location.rsplit('/').next();
            wanted.extend(name.map(str::to_owned));
        }
        RefOr::T(Schema::Object(object)) => {
            for property in object.properties.values() {
                refer(property, wanted);
            }
        }
        RefOr::T(Schema::Array(array)) => {
            if let ArrayItems::RefOrSchema(items) = &array.items {
                refer(items, wanted);
            }
        }
        RefOr::T(
            Schema::OneOf(OneOf { items, .. })
            | Schema::AllOf(AllOf { items, .. })
            | Schema::AnyOf(AnyOf { items, .. }),
        ) => {
            for item in items {
                refer(item, wanted);
            }
        }
        RefOr::T(_) => {}
    }
}

/// Marks the properties of a schema as required.
fn require(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            let is_envelope = object.properties.contains_key("success");
            let declared = std::mem::take(&mut object.required);
            let names = object.properties.keys();
            let always = |name: &&String| {
                declared.contains(name) || !(is_envelope && LEFT_OUT.contains(&name.as_str()))
            };
            object.required = names.filter(always).cloned().collect();
            object.properties.values_mut().for_each(require);
        }
        RefOr::T(Schema::Array(array)) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                require(items);
            }
        }
        RefOr::T(
            Schema::OneOf(OneOf { items, .. })
            | Schema::AllOf(AllOf { items, .. })
            | Schema::AnyOf(AnyOf { items, .. }),
        ) => items.iter_mut().for_each(require),
        RefOr::Ref(_) | RefOr::T(_) => {}
    }
}

/// Adds the idempotency key to an operation that changes something for a signed-in caller.
fn document_idempotency_key(operation: &mut Operation) {
    if operation.security.is_none() {
        return;
    }
    let schema = ObjectBuilder::new()
        .schema_type(Type::String)
        .min_length(Some(1))
        .max_length(Some(LONGEST_IDEMPOTENCY_KEY))
        .pattern(Some(IDEMPOTENCY_KEY_PATTERN));
    let parameter = ParameterBuilder::new()
        .name("Idempotency-Key")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(
            "An idempotency key that the client chooses. A request with the same key within a day has no second effect, \
             and its response is the stored response of the first one. The key belongs to one method, address and body; the \
             body of a file is compared as a whole too.",
        ))
        .schema(Some(schema));
    let parameters = operation.parameters.get_or_insert_default();
    parameters.push(RefOr::T(parameter.build()));
}

fn complete_operation(operation: &mut Operation) {
    let statuses = failures(operation);
    let responses = &mut operation.responses.responses;
    for (status, name, _) in FAILURES {
        if statuses.contains(&status) {
            responses.insert(status.to_owned(), RefOr::Ref(Ref::from_response_name(name)));
        }
    }
    for (status, response) in responses {
        if let RefOr::T(response) = response {
            match status.as_str() {
                "201" => "Created",
                _ => "Success",
            }
            .clone_into(&mut response.description);
        }
    }
}

/// The failures of an operation, derived from its parameters, its body and its security.
fn failures(operation: &Operation) -> Vec<&'static str> {
    let takes = |place: &ParameterIn| {
        let mut parameters = operation.parameters.iter().flatten();
        parameters.any(|parameter| match parameter {
            RefOr::T(parameter) => parameter.parameter_in == *place,
            RefOr::Ref(_) => false,
        })
    };
    let is_secured = operation.security.is_some();
    // The calls of visitors are limited by address.
    let is_of_visitors = operation.security.as_ref().is_some_and(|ways| ways.len() > 1);
    let has_body = operation.request_body.is_some();
    // With an idempotency key the body is read, even if the operation has none.
    let repeats = takes(&ParameterIn::Header);
    let changes = repeats || has_body;
    // The body or the query refers to something that may not exist: a set-up token, a person, a barcode or a book. Other
    // systems find nothing while the library shares no records, and feed readers once a feed has ended.
    let names_a_resource = matches!(
        operation.operation_id.as_deref(),
        Some(
            "set_up"
                | "check_setup_link"
                | "check_out"
                | "check_in"
                | "export_books"
                | "feed"
                | "oai_pmh"
                | "oai_pmh_form"
                | "sru"
                | "sru_form"
        )
    );
    let is_stream = operation.operation_id.as_deref() == Some("stream_changes");
    [
        (
            "400",
            changes || takes(&ParameterIn::Path) || takes(&ParameterIn::Query),
        ),
        ("401", is_secured || has_body),
        ("403", is_secured || has_body),
        ("404", takes(&ParameterIn::Path) || names_a_resource),
        ("406", is_stream),
        ("409", changes),
        ("413", changes),
        ("422", changes || takes(&ParameterIn::Query)),
        (
            "429",
            changes
                || is_stream
                || is_of_visitors
                || operation.operation_id.as_deref() == Some("export_own_data"),
        ),
        ("default", true),
    ]
    .into_iter()
    .filter_map(|(status, meets)| meets.then_some(status))
    .collect()
}
