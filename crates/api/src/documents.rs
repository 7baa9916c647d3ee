//! The head of the OpenAPI document; the rest stands beside each route.

use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
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
        (name = "borrowings", description = "Lending and taking back"),
        (name = "admin", description = "For administrators"),
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
            .description(Some("The token of a session"))
            .build();
        document
            .components
            .get_or_insert_default()
            .add_security_scheme("session", SecurityScheme::Http(scheme));
    }
}
