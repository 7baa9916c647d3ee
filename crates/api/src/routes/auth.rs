use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use carrel_operations::identity::registrations::{self, Registered};
use carrel_operations::identity::second_step;
use carrel_operations::identity::sessions::{self, SignedIn};

use crate::caller::Visitor;
use crate::failure::FailureBody;
use crate::input::Body;
use crate::respond::{Answer, Envelope};
use crate::shapes::{LoginBody, RegistrationBody, RegistrationConfirmationBody, SecondStepForm, SessionBody};
use crate::state::Api;

/// Signs in. An account with a second factor gets 401 `second_step_needed` with `secondStep`, for
/// `POST /api/auth/login/second`.
#[utoipa::path(post, path = "/api/auth/login", tag = "auth", request_body = LoginBody, responses(
    (status = 200, body = SessionBody), (status = "default", body = FailureBody)))]
pub(crate) async fn login(
    State(api): State<Api>,
    visitor: Visitor,
    Body(form): Body<LoginBody>,
) -> Answer<Json<SessionBody>> {
    let visitor = visitor.without_access_token()?;
    let signed_in = sessions::sign_in(&api.library, visitor.context, form.into(), visitor.origin).await?;
    Ok(Json(SessionBody::new(
        &api.library,
        "Login successful!",
        signed_in,
    )))
}

/// Finishes a sign-in by a second factor.
#[utoipa::path(post, path = "/api/auth/login/second", operation_id = "finish_login", tag = "auth",
    request_body = SecondStepForm,
    responses((status = 200, body = SessionBody), (status = "default", body = FailureBody)))]
pub(crate) async fn finish_login(
    State(api): State<Api>,
    visitor: Visitor,
    Body(form): Body<SecondStepForm>,
) -> Answer<Json<SessionBody>> {
    let visitor = visitor.without_access_token()?;
    let signed_in = second_step::finish(&api.library, visitor.context, form.into(), visitor.origin).await?;
    Ok(Json(SessionBody::new(
        &api.library,
        "Login successful!",
        signed_in,
    )))
}

/// Creates an account for a student and signs it in. In a library that confirms addresses first, the response is 202 for every
/// address, and its owner gets a mail: with the link that completes the registration, or with the note that there is an
/// account.
#[utoipa::path(post, path = "/api/auth/register", tag = "auth", request_body = RegistrationBody, responses(
    (status = 201, body = SessionBody), (status = 202, body = Envelope<Option<String>>),
    (status = "default", body = FailureBody)))]
pub(crate) async fn register(
    State(api): State<Api>,
    visitor: Visitor,
    Body(form): Body<RegistrationBody>,
) -> Answer<Response> {
    let visitor = visitor.without_access_token()?;
    let registered =
        registrations::register(&api.library, visitor.context, form.into(), visitor.origin).await?;
    Ok(match registered {
        Registered::SignedIn(signed_in) => welcome(&api, *signed_in).into_response(),
        Registered::Unconfirmed => {
            let body: Envelope<Option<String>> =
                Envelope::saying("Check your email to complete the registration", None);
            (StatusCode::ACCEPTED, body).into_response()
        }
    })
}

/// Completes a registration by the one-time link that was mailed to its address, and signs the new account in.
#[utoipa::path(post, path = "/api/auth/register/confirm", operation_id = "confirm_registration", tag = "auth",
    request_body = RegistrationConfirmationBody,
    responses((status = 201, body = SessionBody), (status = "default", body = FailureBody)))]
pub(crate) async fn confirm(
    State(api): State<Api>,
    visitor: Visitor,
    Body(form): Body<RegistrationConfirmationBody>,
) -> Answer<(StatusCode, Json<SessionBody>)> {
    let visitor = visitor.without_access_token()?;
    let signed_in =
        registrations::confirm(&api.library, visitor.context, form.into(), visitor.origin).await?;
    Ok(welcome(&api, signed_in))
}

fn welcome(api: &Api, signed_in: SignedIn) -> (StatusCode, Json<SessionBody>) {
    let body = SessionBody::new(&api.library, "Registration successful!", signed_in);
    (StatusCode::CREATED, Json(body))
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
