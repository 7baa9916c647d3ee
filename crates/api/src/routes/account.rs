use axum::Json;
use axum::extract::State;
use carrel_domain::users::Act;
use carrel_operations::identity::account;

use crate::caller::{Caller, Visitor};
use crate::failure::{Failure, FailureBody};
use crate::input::Body;
use crate::respond::{Answer, Envelope};
use crate::shapes::{DetailsForm, PasswordForm, SessionBody, User};
use crate::state::Api;

/// The caller's account.
#[utoipa::path(get, path = "/api/auth/me", tag = "auth", responses(
    (status = 200, body = Envelope<User>), (status = "default", body = FailureBody)))]
pub(crate) async fn me(Caller(context): Caller) -> Answer<Envelope<User>> {
    Ok(Envelope::of(
        (*context.require(Act::ReadOwnRecord)?.user).clone().into(),
    ))
}

/// Changes the caller's details.
#[utoipa::path(put, path = "/api/auth/updatedetails", tag = "auth",
    request_body = DetailsForm, responses((status = 200, body = Envelope<User>), (status = "default", body = FailureBody)))]
pub(crate) async fn update_details(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<DetailsForm>,
) -> Answer<Envelope<User>> {
    let user = account::change_details(&api.library, context, form.into()).await?;
    Ok(Envelope::saying("Profile updated successfully", user.into()))
}

/// Changes the caller's password. Every session ends; the response contains the token of a new session.
#[utoipa::path(put, path = "/api/auth/updatepassword", tag = "auth",
    request_body = PasswordForm, responses((status = 200, body = SessionBody), (status = "default", body = FailureBody)))]
pub(crate) async fn update_password(
    State(api): State<Api>,
    caller: Result<Caller, Failure>,
    visitor: Visitor,
    Body(form): Body<PasswordForm>,
) -> Answer<Json<SessionBody>> {
    let context = match caller {
        Ok(Caller(context)) => context,
        // A repeated request: the first one has ended its session.
        Err(failure) if failure.is_not_signed_in() => visitor.context,
        Err(failure) => return Err(failure),
    };
    let signed_in = account::change_password(&api.library, context, form.into(), visitor.origin).await?;
    Ok(Json(SessionBody::new("Password updated successfully", signed_in)))
}
