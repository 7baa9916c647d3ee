use axum::extract::State;
use carrel_domain::users::EmailChangeId;
use carrel_operations::identity::email_changes;

use crate::caller::{Caller, Visitor};
use crate::failure::FailureBody;
use crate::input::{Body, InPath};
use crate::respond::{Answer, Envelope};
use crate::shapes::{EmailChange, LinkForm, PasswordLink, User};
use crate::state::Api;

/// The changes of the caller's email address that are pending, or whose notice was not dismissed. The session that made a
/// change does not see its notice.
#[utoipa::path(get, path = "/api/auth/email-changes", operation_id = "list_email_changes", tag = "auth",
    responses((status = 200, body = Envelope<Vec<EmailChange>>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(State(api): State<Api>, caller: Caller) -> Answer<Envelope<Vec<EmailChange>>> {
    let changes = email_changes::list(&api.library, &caller.0).await?;
    Ok(Envelope::of(changes.into_iter().map(EmailChange::from).collect()))
}

/// Cancels a pending change of the caller's email address, or dismisses the notice of a change.
#[utoipa::path(delete, path = "/api/auth/email-changes/{id}", operation_id = "dismiss_email_change", tag = "auth",
    params(("id" = inline(EmailChangeId), Path)),
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn dismiss(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<EmailChangeId>,
) -> Answer<Envelope<Option<String>>> {
    email_changes::dismiss(&api.library, context, id).await?;
    Ok(Envelope::of(None))
}

/// Confirms the caller's new email address by the one-time link that was mailed to it.
#[utoipa::path(post, path = "/api/auth/email-changes/confirm", operation_id = "confirm_email_change", tag = "auth",
    request_body = LinkForm,
    responses((status = 200, body = Envelope<User>), (status = "default", body = FailureBody)))]
pub(crate) async fn confirm(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<LinkForm>,
) -> Answer<Envelope<User>> {
    let user = email_changes::confirm(&api.library, context, &form.token).await?;
    Ok(Envelope::saying("Email address confirmed", user.into()))
}

/// Undoes a change of an email address by the one-time link that was mailed to the old address. The account gets its old
/// address; its password, sessions and access tokens become invalid. The response has a link to set a new password.
#[utoipa::path(post, path = "/api/auth/email-changes/undo", operation_id = "undo_email_change", tag = "auth",
    request_body = LinkForm,
    responses((status = 200, body = Envelope<PasswordLink>), (status = "default", body = FailureBody)))]
pub(crate) async fn undo(
    State(api): State<Api>,
    visitor: Visitor,
    Body(form): Body<LinkForm>,
) -> Answer<Envelope<PasswordLink>> {
    let link = email_changes::undo(&api.library, visitor.context, &form.token, visitor.origin).await?;
    Ok(Envelope::saying("The old email address is restored", link.into()))
}
