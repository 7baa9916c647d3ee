use axum::extract::State;
use carrel_domain::users::passkey::PasskeyId;
use carrel_operations::identity::{confirmation, passkeys};

use crate::caller::Caller;
use crate::failure::FailureBody;
use crate::input::{Body, InPath};
use crate::respond::{Answer, Created, Envelope};
use crate::shapes::{
    AddedPasskey, NewPasskeyForm, Passkey, PasskeyChallenge, PasskeyNameForm, PasskeyOptions,
};
use crate::site::SiteOfCall;
use crate::state::Api;

/// Begins to add a passkey: what a browser needs for `navigator.credentials.create`. It needs a site with a host name.
#[utoipa::path(post, path = "/api/auth/passkeys/options", operation_id = "begin_passkey", tag = "auth",
    responses((status = 201, body = Envelope<PasskeyOptions>), (status = "default", body = FailureBody)))]
pub(crate) async fn begin(
    State(api): State<Api>,
    Caller(context): Caller,
    SiteOfCall(site): SiteOfCall,
) -> Answer<Created<PasskeyOptions>> {
    let options = passkeys::begin(&api.library, context, site).await?;
    Ok(Created(Envelope::of(options.into())))
}

/// Adds a passkey that a browser has made. From now on, sign-ins ask for a second step. The response to the first second
/// factor contains recovery codes.
#[utoipa::path(post, path = "/api/auth/passkeys", operation_id = "add_passkey", tag = "auth",
    request_body = NewPasskeyForm,
    responses((status = 201, body = Envelope<AddedPasskey>), (status = "default", body = FailureBody)))]
pub(crate) async fn add(
    State(api): State<Api>,
    Caller(context): Caller,
    SiteOfCall(site): SiteOfCall,
    Body(form): Body<NewPasskeyForm>,
) -> Answer<Created<AddedPasskey>> {
    let added = passkeys::add(&api.library, context, site, form.into()).await?;
    Ok(Created(Envelope::saying("Passkey added", added.into())))
}

/// Renames one of the caller's passkeys.
#[utoipa::path(put, path = "/api/auth/passkeys/{id}", operation_id = "rename_passkey", tag = "auth",
    params(("id" = inline(PasskeyId), Path)), request_body = PasskeyNameForm,
    responses((status = 200, body = Envelope<Passkey>), (status = "default", body = FailureBody)))]
pub(crate) async fn rename(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<PasskeyId>,
    Body(form): Body<PasskeyNameForm>,
) -> Answer<Envelope<Passkey>> {
    let passkey = passkeys::rename(&api.library, context, id, form.name).await?;
    Ok(Envelope::saying("Passkey renamed", passkey.into()))
}

/// Removes one of the caller's passkeys.
#[utoipa::path(delete, path = "/api/auth/passkeys/{id}", operation_id = "remove_passkey", tag = "auth",
    params(("id" = inline(PasskeyId), Path)),
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn remove(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<PasskeyId>,
) -> Answer<Envelope<Option<String>>> {
    passkeys::remove(&api.library, context, id).await?;
    Ok(Envelope::saying("Passkey removed", None))
}

/// Begins a confirmation by a passkey: what a browser needs for `navigator.credentials.get`.
#[utoipa::path(post, path = "/api/auth/confirm/options", operation_id = "begin_confirmation", tag = "auth",
    responses((status = 201, body = Envelope<PasskeyChallenge>), (status = "default", body = FailureBody)))]
pub(crate) async fn begin_confirmation(
    State(api): State<Api>,
    Caller(context): Caller,
) -> Answer<Created<PasskeyChallenge>> {
    let challenge = confirmation::begin(&api.library, context).await?;
    Ok(Created(Envelope::of(challenge.into())))
}
