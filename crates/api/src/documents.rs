//! The head of the OpenAPI document; the rest stands beside each route.

use carrel_domain::identity::LONGEST_IDEMPOTENCY_KEY;
use utoipa::openapi::path::{Operation, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{Content, Ref, RefOr, Required, Response};
use utoipa::{Modify, OpenApi};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Carrel",
        description = "The API of Carrel, a library management system for schools, colleges and universities. \
            Successes are `{success: true, data}`, failures `{success: false, message, code, errors?}`. \
            Times are RFC 3339 in UTC, civil dates `YYYY-MM-DD`, money is in dollars.",
        license(name = "MIT", identifier = "MIT"),
    ),
    tags(
        (name = "auth", description = "Signing in and one's own account"),
        (name = "books", description = "The catalogue"),
        (name = "favorites", description = "Books that one keeps for later"),
        (name = "borrowings", description = "Lending and taking back"),
        (name = "admin", description = "For administrators"),
        (name = "settings", description = "What administrators set"),
        (name = "library", description = "The library itself"),
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

/// Says what is the same for every call: how it fails, and what each answer is.
pub(crate) fn complete(document: &mut utoipa::openapi::OpenApi) {
    for item in document.paths.paths.values_mut() {
        let changing = [&mut item.post, &mut item.put, &mut item.delete];
        changing.into_iter().flatten().for_each(document_repeats);
        let all = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        all.into_iter().flatten().for_each(complete_operation);
    }
}

/// Every call that changes something for somebody who is signed in takes an idempotency key.
fn document_repeats(operation: &mut Operation) {
    if operation.security.is_none() {
        return;
    }
    let schema = ObjectBuilder::new()
        .schema_type(Type::String)
        .min_length(Some(1))
        .max_length(Some(LONGEST_IDEMPOTENCY_KEY));
    let parameter = ParameterBuilder::new()
        .name("Idempotency-Key")
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(
            "A key of your own for this call. Sent again with the same key within a day, it has no second effect, \
             and the answer is the first one's.",
        ))
        .schema(Some(schema));
    let parameters = operation.parameters.get_or_insert_default();
    parameters.push(RefOr::T(parameter.build()));
}

fn complete_operation(operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    responses.entry("default".to_owned()).or_insert_with(|| {
        let failure = Content::new(Some(Ref::from_schema_name("Failure")));
        let mut response = Response::new("");
        response
            .content
            .insert("application/json".to_owned(), failure.into());
        RefOr::T(response)
    });
    for (status, response) in responses {
        if let RefOr::T(response) = response {
            match status.as_str() {
                "default" => "Why it failed: a message for a person, a code for a program",
                "201" => "What was made",
                _ => "What was asked for",
            }
            .clone_into(&mut response.description);
        }
    }
}
