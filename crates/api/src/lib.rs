//! The HTTP API. A handler parses the request, calls one use case, and converts the result to a response.
//!
//! [`table`] lists every route with its access. [`failure`] makes all error responses, in one documented shape.

mod access;
mod address;
mod cached;
mod caller;
mod codes;
mod compressed;
mod crawlers;
mod csv;
mod deadline;
mod documents;
mod failure;
mod idempotency;
mod input;
mod interoperation;
mod limits;
mod log_limit;
mod logged_query;
mod malformed_json;
mod origin;
mod respond;
mod response_cache;
mod routes;
mod security;
mod shapes;
mod site;
mod state;
mod table;
mod trace;

use std::sync::LazyLock;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::any;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;

pub use address::PeerAddress;
pub use compressed::accepts;
pub use crawlers::{PageHead, crawler_routes, head_of};
pub use failure::{malformed_request, too_many_connections, unreadable_request};
pub use limits::{LARGEST_BODY, LARGEST_PUBLIC_BODY, REQUEST_DEADLINE};
pub use response_cache::ResponseCache;
pub use security::headers as security_headers;
pub use state::{Api, Clock, Demo, Entropy, Wiring};

use access::Access;
use table::Route;

/// The routes and their document. They are the same for every library, so a process builds them once.
static ROUTES: LazyLock<(Router<Api>, String)> = LazyLock::new(|| {
    let mut router = OpenApiRouter::with_openapi(documents::Document::openapi());
    let table = table::routes();
    let declared = table.iter();
    access::declare(declared.map(|route| (route.access, route.handler.1.clone())));
    for Route { access, handler } in table {
        let (schemas, mut paths, mut methods) = handler;
        access::describe(access, &mut paths);
        if matches!(access, Access::Everybody | Access::Visitors) {
            methods = methods.layer(DefaultBodyLimit::max(LARGEST_PUBLIC_BODY));
        }
        router = router.routes((schemas, paths, methods));
    }
    let (router, mut document) = router.split_for_parts();
    documents::complete(&mut document);
    let mut text = document.to_pretty_json().unwrap_or_default();
    text.push('\n');
    (router, text)
});

/// The API under `/api`, with its limits and error responses. [`security_headers`] adds the security headers to all
/// responses, also those of the web app.
pub fn router(api: Api) -> Router {
    let (router, _document) = &*ROUTES;
    router
        .clone()
        .method_not_allowed_fallback(failure::method_not_allowed)
        .route("/api", any(failure::unknown_path))
        .route("/api/", any(failure::unknown_path))
        .route("/api/{*path}", any(failure::unknown_path))
        // As a single layer: axum boxes each layer of every route, and clones all boxes for every request.
        .layer(
            ServiceBuilder::new()
                .layer(from_fn_with_state(api.clone(), trace::trace))
                .layer(from_fn(compressed::compress))
                .layer(CatchPanicLayer::custom(failure::panicked))
                .layer(from_fn(deadline::limit_time_and_caching))
                .layer(from_fn(origin::refuse_other_sites))
                .layer(DefaultBodyLimit::max(LARGEST_BODY))
                .layer(from_fn(idempotency::read_key)),
        )
        .with_state(api)
}

/// The OpenAPI 3.1 document as text, the content of `openapi.json`.
pub fn openapi_json() -> &'static str {
    &ROUTES.1
}
