use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use carrel_operations::identity::setup;

use crate::caller::Visitor;
use crate::failure::FailureBody;
use crate::input::Body;
use crate::respond::{Answer, Envelope};
use crate::shapes::{SessionBody, SetupBody, SetupChoices, SetupLinkBody, currencies};
use crate::state::Api;

/// Checks a set-up link. Without a valid link the choices of the set-up are not revealed.
#[utoipa::path(post, path = "/api/setup/check", operation_id = "check_setup_link", tag = "library",
    request_body = SetupLinkBody,
    responses((status = 200, body = Envelope<SetupChoices>), (status = "default", body = FailureBody)))]
pub(crate) async fn check(
    State(api): State<Api>,
    Body(form): Body<SetupLinkBody>,
) -> Answer<Envelope<SetupChoices>> {
    setup::check(&api.library, form.token.as_deref().unwrap_or_default()).await?;
    Ok(Envelope::of(SetupChoices {
        currencies: currencies(),
    }))
}

/// Sets up a new library and creates its first administrator, who is signed in. The link expires.
#[utoipa::path(post, path = "/api/setup", operation_id = "set_up", tag = "library", request_body = SetupBody,
    responses((status = 201, body = SessionBody), (status = "default", body = FailureBody)))]
pub(crate) async fn complete(
    State(api): State<Api>,
    visitor: Visitor,
    Body(mut form): Body<SetupBody>,
) -> Answer<(StatusCode, Json<SessionBody>)> {
    let token = form.token.take().unwrap_or_default();
    let signed_in =
        setup::complete(&api.library, visitor.context, &token, form.into(), visitor.origin).await?;
    Ok((
        StatusCode::CREATED,
        Json(SessionBody::new(&api.library, "The library is set up", signed_in)),
    ))
}
