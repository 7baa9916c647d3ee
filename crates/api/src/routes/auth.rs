use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use carrel_operations::identity::sessions;

use crate::caller::Visitor;
use crate::failure::FailureBody;
use crate::input::Body;
use crate::respond::{Answer, Envelope};
use crate::shapes::{LoginBody, RegistrationBody, SessionBody};
use crate::state::Api;

/// Signs in.
#[utoipa::path(post, path = "/api/auth/login", tag = "auth", request_body = LoginBody, responses(
    (status = 200, body = SessionBody), (status = "default", body = FailureBody)))]
pub(crate) async fn login(
    State(api): State<Api>,
    visitor: Visitor,
    Body(form): Body<LoginBody>,
) -> Answer<Json<SessionBody>> {
    let visitor = visitor.without_access_token()?;
    let signed_in = sessions::sign_in(&api.library, visitor.context, form.into(), visitor.origin).await?;
    Ok(Json(SessionBody::new("Login successful!", signed_in)))
}

/// Creates an account for a student and signs it in.
#[utoipa::path(post, path = "/api/auth/register", tag = "auth", request_body = RegistrationBody, responses(
    (status = 201, body = SessionBody), (status = "default", body = FailureBody)))]
pub(crate) async fn register(
    State(api): State<Api>,
    visitor: Visitor,
    Body(form): Body<RegistrationBody>,
) -> Answer<(StatusCode, Json<SessionBody>)> {
    let visitor = visitor.without_access_token()?;
    let signed_in = sessions::register(&api.library, visitor.context, form.into(), visitor.origin).await?;
    Ok((
        StatusCode::CREATED,
        Json(SessionBody::new("Registration successful!", signed_in)),
    ))
}

/// Ends the caller's session, if there is one.
#[utoipa::path(get, path = "/api/auth/logout", tag = "auth", security((), ("session" = [])), responses(
    (status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn logout(State(api): State<Api>, visitor: Visitor) -> Answer<Envelope<Option<String>>> {
    let Visitor {
        context,
        origin,
        token,
    } = visitor.without_access_token()?;
    if let Some(token) = token {
        sessions::sign_out(&api.library, context, &token, origin).await?;
    }
    Ok(Envelope::saying("Logged out successfully", None))
}
