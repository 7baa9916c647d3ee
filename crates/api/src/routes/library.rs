use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use carrel_operations::reports::kept_data;

use crate::respond::Envelope;
use crate::shapes::{Health, LibraryContact, LibraryShape};
use crate::state::Api;

/// The public facts of the library: name, time zone, currency, contact, and the accounts of the demo.
#[utoipa::path(get, path = "/api/library", operation_id = "show_library",
    tag = "library", responses((status = 200, body = Envelope<LibraryShape>)))]
pub(crate) async fn show(State(api): State<Api>) -> Envelope<LibraryShape> {
    let settings = api.library.shown_settings();
    Envelope::of(LibraryShape {
        name: settings.name.clone(),
        time_zone: settings.zone_name.clone(),
        currency: settings.currency.code(),
        language: settings.language,
        loan_days: settings.default_loan_days(),
        contact: LibraryContact {
            email: settings.contact.email.clone(),
            phone: settings.contact.phone.clone(),
            address: settings.contact.address.clone(),
        },
        registration_open: settings.registration_open,
        open_catalogue: settings.catalogue.open_to_visitors && !settings.awaits_setup,
        confirms_addresses: settings.security.confirm_addresses_first,
        password_rules: settings.security.password_rules().into(),
        covers_from_other_sites: settings.privacy.covers_from_other_sites,
        retention: kept_data::retention(&api.library).into(),
        is_set_up: !settings.awaits_setup,
        sends_mail: settings.sends_mail,
        demo: settings.demo.then(|| api.demo.into()),
        version: api.version,
    })
}

/// Whether the server is running.
#[utoipa::path(get, path = "/api/health", tag = "library", responses((status = 200, body = Envelope<Health>)))]
pub(crate) async fn health() -> Envelope<Health> {
    Envelope::of(Health { status: "ok" })
}

/// The OpenAPI document.
#[utoipa::path(get, path = "/api/openapi.json", operation_id = "openapi_document", tag = "library",
    responses((status = 200, content_type = "application/json", body = serde_json::Value)))]
pub(crate) async fn openapi(State(api): State<Api>) -> impl IntoResponse {
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CACHE_CONTROL, "public, max-age=300"),
    ];
    (headers, api.document)
}
