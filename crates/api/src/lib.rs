//! The HTTP API: thin. A route parses, calls one use case, and words the answer.
//!
//! [`router`] is the whole of it on one page. Errors, in the one documented shape, are made in [`failure`].

mod caller;
mod csv;
mod documents;
mod failure;
mod input;
mod kept;
mod repeat;
mod respond;
mod routes;
mod security;
mod shapes;
mod state;

use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::any;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi as _;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use caller::PeerAddress;
pub use failure::unreadable_request;
pub use kept::KeptAnswers;
pub use security::headers as security_headers;
pub use state::{Api, Clock, Demo, Entropy, Wiring};

use routes::{
    access_tokens, account, admin, auth, books, borrowings, copies, favorites, library, mail, pages,
    passwords, people, ratings, reports, sessions, settings, setup, webhooks,
};

/// The largest body of a request, in bytes.
pub const LARGEST_BODY: usize = 1024 * 1024;
/// The longest that an answer may take. Clients of the specification wait ten seconds.
pub const PATIENCE: Duration = Duration::from_secs(9);

/// Every route, on one page.
fn all_routes() -> OpenApiRouter<Api> {
    OpenApiRouter::with_openapi(documents::Document::openapi())
        .routes(routes!(library::show))
        .routes(routes!(library::health))
        .routes(routes!(library::openapi))
        .routes(routes!(auth::login))
        .routes(routes!(auth::register))
        .routes(routes!(auth::logout))
        .routes(routes!(account::me))
        .routes(routes!(account::update_details))
        .routes(routes!(account::update_password))
        .routes(routes!(access_tokens::list, access_tokens::make))
        .routes(routes!(access_tokens::revoke))
        .routes(routes!(account::export))
        .routes(routes!(sessions::list, sessions::end_others))
        .routes(routes!(sessions::end))
        .routes(routes!(passwords::forgot))
        .routes(routes!(passwords::reset))
        .routes(routes!(books::list, books::add))
        .routes(routes!(books::categories))
        .routes(routes!(books::popular))
        .routes(routes!(books::recommendations))
        .routes(routes!(books::show, books::change, books::remove))
        .routes(routes!(books::restore))
        .routes(routes!(books::cover))
        .routes(routes!(ratings::show, ratings::rate, ratings::unrate))
        .routes(routes!(ratings::reviews))
        .routes(routes!(favorites::list))
        .routes(routes!(favorites::ids))
        .routes(routes!(favorites::add, favorites::remove))
        .routes(routes!(copies::list, copies::add))
        .routes(routes!(copies::change, copies::withdraw))
        .routes(routes!(borrowings::all))
        .routes(routes!(borrowings::my_borrowings))
        .routes(routes!(borrowings::my_history))
        .routes(routes!(borrowings::my_summary))
        .routes(routes!(borrowings::overdue))
        .routes(routes!(borrowings::borrow))
        .routes(routes!(admin::stats))
        .routes(routes!(admin::most_borrowed))
        .routes(routes!(admin::books))
        .routes(routes!(admin::newest_borrowings))
        .routes(routes!(borrowings::table))
        .routes(routes!(admin::borrowings_of_user))
        .routes(routes!(admin::return_borrowing))
        .routes(routes!(admin::record_payment))
        .routes(routes!(admin::waive))
        .routes(routes!(reports::borrowings))
        .routes(routes!(reports::categories))
        .routes(routes!(reports::hours))
        .routes(routes!(reports::overdue))
        .routes(routes!(reports::fines))
        .routes(routes!(reports::attention))
        .routes(routes!(reports::table))
        .routes(routes!(ratings::moderate))
        .routes(routes!(webhooks::list, webhooks::make))
        .routes(routes!(webhooks::change, webhooks::remove))
        .routes(routes!(webhooks::test))
        .routes(routes!(webhooks::deliveries))
        .routes(routes!(webhooks::resend))
        .routes(routes!(people::list, people::add))
        .routes(routes!(people::import))
        .routes(routes!(people::show, people::change))
        .routes(routes!(pages::show))
        .routes(routes!(pages::home))
        .routes(routes!(pages::house))
        .routes(routes!(setup::check))
        .routes(routes!(setup::complete))
        .routes(routes!(settings::library, settings::change_library))
        .routes(routes!(settings::opening, settings::change_opening))
        .routes(routes!(settings::rules, settings::change_rules))
        .routes(routes!(settings::explain_rules))
        .routes(routes!(settings::kinds, settings::change_kinds))
        .routes(routes!(settings::home, settings::change_home))
        .routes(routes!(settings::page, settings::change_page))
        .routes(routes!(settings::registration, settings::change_registration))
        .routes(routes!(passwords::hand_out))
        .routes(routes!(mail::show, mail::change, mail::forget))
        .routes(routes!(mail::test))
}

/// The API under `/api`, with its limits and its error answers. Security headers are laid over all answers, also those
/// of the web app, by [`security_headers`].
pub fn router(api: Api) -> Router {
    let (router, _document) = all_routes().split_for_parts();
    router
        .method_not_allowed_fallback(failure::method_not_allowed)
        .route("/api", any(failure::unknown_path))
        .route("/api/", any(failure::unknown_path))
        .route("/api/{*path}", any(failure::unknown_path))
        // As one layer: axum boxes each layer of every route, and copies all boxes for every request.
        .layer(
            ServiceBuilder::new()
                .layer(from_fn_with_state(api.clone(), caller::trace))
                .layer(CatchPanicLayer::custom(failure::panicked))
                .layer(from_fn(security::private_and_patient))
                .layer(DefaultBodyLimit::max(LARGEST_BODY))
                .layer(from_fn(repeat::know)),
        )
        .with_state(api)
}

/// The OpenAPI 3.1 document, as text: what is checked in as `openapi.json`.
pub fn openapi_json() -> String {
    let (_router, mut document) = all_routes().split_for_parts();
    documents::complete(&mut document);
    let mut text = document.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}
