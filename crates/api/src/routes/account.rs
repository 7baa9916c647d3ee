use axum::Json;
use axum::extract::State;
use carrel_domain::users::Act;
use carrel_operations::identity::account;

use crate::caller::{Caller, Visitor};
use crate::failure::{Failure, FailureBody};
use crate::input::Body;
use crate::respond::{Answer, Envelope};
use crate::shapes::{OwnDetailsForm, PasswordForm, SessionBody, SignedInUser};
use crate::state::Api;

/// The caller's account.
#[utoipa::path(get, path = "/api/auth/me", tag = "auth", responses(
    (status = 200, body = Envelope<SignedInUser>), (status = "default", body = FailureBody)))]
pub(crate) async fn me(State(api): State<Api>, Caller(context): Caller) -> Answer<Envelope<SignedInUser>> {
    let actor = context.require(Act::ReadOwnRecord)?;
    Ok(Envelope::of(SignedInUser::of(
        &api.library,
        (*actor.user).clone(),
        actor.session_kind,
    )))
}

/// Changes the caller's details. A new email address needs the current password, and in a library with a mail server it takes
/// effect when the link that is mailed to it is opened. The address of an account with a second factor also needs a recent
/// confirmation: 403 `confirmation_needed`.
#[utoipa::path(put, path = "/api/auth/updatedetails", tag = "auth",
    request_body = OwnDetailsForm, responses((status = 200, body = Envelope<SignedInUser>), (status = "default", body = FailureBody)))]
pub(crate) async fn update_details(
    State(api): State<Api>,
    Caller(context): Caller,
    visitor: Visitor,
    Body(form): Body<OwnDetailsForm>,
) -> Answer<Envelope<SignedInUser>> {
    let (details, password) = (form.details.into(), form.current_password);
    let kind = context.actor.as_ref().and_then(|actor| actor.session_kind);
    let user = account::change_details(&api.library, context, details, password, visitor.origin).await?;
    let user = SignedInUser::of(&api.library, user, kind);
    Ok(Envelope::saying("Profile updated successfully", user))
}

/// Changes the caller's password. Every session ends; the response contains the token of a new session. An account with a
/// second factor needs a recent confirmation: 403 `confirmation_needed`.
#[utoipa::path(put, path = "/api/auth/updatepassword", tag = "auth",
    request_body = PasswordForm, responses((status = 200, body = SessionBody), (status = "default", body = FailureBody)))]
pub(crate) async fn update_password(
    State(api): State<Api>,
    caller: Result<Caller, Failure>,
    visitor: Visitor,
    form: Result<Body<PasswordForm>, Failure>,
) -> Answer<Json<SessionBody>> {
    let (context, form) = match (caller, form) {
        (Ok(Caller(context)), form) => (context, form?),
        // A repeated request: the first one has ended its session.
        (Err(failure), Ok(form)) if failure.is_not_signed_in() => (visitor.context, form),
        (Err(failure), _) => return Err(failure),
    };
    let Body(form) = form;
    let signed_in = account::change_password(&api.library, context, form.into(), visitor.origin).await?;
    Ok(Json(SessionBody::new(
        &api.library,
        "Password updated successfully",
        signed_in,
    )))
}
