use axum::extract::State;
use carrel_operations::integrations::mail;

use crate::caller::Caller;
use crate::failure::FailureBody;
use crate::input::Body;
use crate::respond::{Answer, Envelope};
use crate::shapes::{MailSettingsForm, MailShape, TestMail};
use crate::state::Api;

/// The settings of the mail server without its password, and the state of the mail queue.
#[utoipa::path(get, path = "/api/admin/settings/mail", operation_id = "show_mail",
    tag = "admin",
    responses((status = 200, body = Envelope<MailShape>), (status = "default", body = FailureBody)))]
pub(crate) async fn show(State(api): State<Api>, caller: Caller) -> Answer<Envelope<MailShape>> {
    Ok(Envelope::of(mail::status(&api.library, &caller.0).await?.into()))
}

/// Changes the library's mail server.
#[utoipa::path(put, path = "/api/admin/settings/mail", operation_id = "change_mail",
    tag = "admin", request_body = MailSettingsForm,
    responses((status = 200, body = Envelope<MailShape>), (status = "default", body = FailureBody)))]
pub(crate) async fn change(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<MailSettingsForm>,
) -> Answer<Envelope<MailShape>> {
    let status = mail::change(&api.library, context, form.into()).await?;
    Ok(Envelope::saying("Email settings saved", status.into()))
}

/// Deletes the settings of the mail server: the library sends no more mail.
#[utoipa::path(delete, path = "/api/admin/settings/mail", operation_id = "forget_mail",
    tag = "admin",
    responses((status = 200, body = Envelope<MailShape>), (status = "default", body = FailureBody)))]
pub(crate) async fn forget(State(api): State<Api>, Caller(context): Caller) -> Answer<Envelope<MailShape>> {
    let status = mail::forget(&api.library, context).await?;
    Ok(Envelope::saying("Email turned off", status.into()))
}

/// Sends a test mail to the caller; a failure says why it could not be sent.
#[utoipa::path(post, path = "/api/admin/settings/mail/test", operation_id = "test_mail",
    tag = "admin",
    responses((status = 200, body = Envelope<TestMail>), (status = "default", body = FailureBody)))]
pub(crate) async fn test(State(api): State<Api>, caller: Caller) -> Answer<Envelope<TestMail>> {
    let sent_to = mail::send_test(&api.library, &caller.0).await?;
    Ok(Envelope::saying("Test email sent", TestMail { sent_to }))
}
