use axum::extract::State;
use carrel_domain::users::UserId;
use carrel_operations::identity::password_links;

use crate::caller::{Caller, Visitor};
use crate::failure::FailureBody;
use crate::input::{Body, InPath};
use crate::respond::{Answer, Created, Envelope};
use crate::shapes::{PasswordLink, PasswordRequestForm, PasswordResetForm};
use crate::state::Api;

/// Requests a mail with a link to set a new password. The response does not reveal whether the account exists.
#[utoipa::path(post, path = "/api/auth/forgot-password", operation_id = "forgot_password",
    tag = "auth", request_body = PasswordRequestForm,
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn forgot(
    State(api): State<Api>,
    visitor: Visitor,
    Body(form): Body<PasswordRequestForm>,
) -> Answer<Envelope<Option<String>>> {
    password_links::ask(&api.library, visitor.context, form.into(), visitor.origin).await?;
    Ok(Envelope::saying(
        "If an account uses this address, an email is on its way",
        None,
    ))
}

/// Sets a new password by a one-time link. Every session of the account ends.
#[utoipa::path(post, path = "/api/auth/reset-password", operation_id = "reset_password",
    tag = "auth", request_body = PasswordResetForm,
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn reset(
    State(api): State<Api>,
    visitor: Visitor,
    Body(form): Body<PasswordResetForm>,
) -> Answer<Envelope<Option<String>>> {
    password_links::reset(&api.library, visitor.context, form.into(), visitor.origin).await?;
    Ok(Envelope::saying("Password updated successfully", None))
}

/// Creates a one-time link by which a person sets a new password. Only this response contains the link.
#[utoipa::path(post, path = "/api/admin/users/{id}/password-link", operation_id = "make_password_link",
    tag = "admin", params(("id" = inline(UserId), Path)),
    responses((status = 201, body = Envelope<PasswordLink>), (status = "default", body = FailureBody)))]
pub(crate) async fn hand_out(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<UserId>,
) -> Answer<Created<PasswordLink>> {
    let link = password_links::hand_out(&api.library, context, id).await?;
    Ok(Created(Envelope::of(link.into())))
}
