use axum::extract::State;
use carrel_domain::users::UserId;
use carrel_operations::identity::{factor_reset, second_factors};

use crate::caller::Caller;
use crate::failure::FailureBody;
use crate::input::{Body, InPath};
use crate::respond::{Answer, Created, Envelope};
use crate::shapes::{AuthenticatorSecret, CodeForm, RecoveryCodesShape, SecondFactors};
use crate::state::Api;

/// The caller's second factors.
#[utoipa::path(get, path = "/api/auth/second-factors", operation_id = "show_second_factors", tag = "auth",
    responses((status = 200, body = Envelope<SecondFactors>), (status = "default", body = FailureBody)))]
pub(crate) async fn show(State(api): State<Api>, caller: Caller) -> Answer<Envelope<SecondFactors>> {
    let factors = second_factors::show(&api.library, &caller.0).await?;
    Ok(Envelope::of(factors.into()))
}

/// Begins to add an authenticator app. Only this response contains its secret.
#[utoipa::path(post, path = "/api/auth/second-factors/authenticator", operation_id = "begin_authenticator", tag = "auth",
    responses((status = 201, body = Envelope<AuthenticatorSecret>), (status = "default", body = FailureBody)))]
pub(crate) async fn begin_authenticator(
    State(api): State<Api>,
    Caller(context): Caller,
) -> Answer<Created<AuthenticatorSecret>> {
    let new = second_factors::begin(&api.library, context).await?;
    Ok(Created(Envelope::of(new.into())))
}

/// Confirms a new authenticator app by one of its codes. From now on, sign-ins ask for one. The response to the first
/// second factor contains recovery codes.
#[utoipa::path(post, path = "/api/auth/second-factors/authenticator/confirm", operation_id = "confirm_authenticator",
    tag = "auth", request_body = CodeForm,
    responses((status = 200, body = Envelope<RecoveryCodesShape>), (status = "default", body = FailureBody)))]
pub(crate) async fn confirm_authenticator(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<CodeForm>,
) -> Answer<Envelope<RecoveryCodesShape>> {
    let codes = second_factors::confirm(&api.library, context, form.code).await?;
    Ok(Envelope::saying("Authenticator app added", codes.into()))
}

/// Removes the caller's authenticator app.
#[utoipa::path(delete, path = "/api/auth/second-factors/authenticator", operation_id = "remove_authenticator", tag = "auth",
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn remove_authenticator(
    State(api): State<Api>,
    Caller(context): Caller,
) -> Answer<Envelope<Option<String>>> {
    second_factors::remove_authenticator(&api.library, context).await?;
    Ok(Envelope::saying("Authenticator app removed", None))
}

/// Replaces the caller's recovery codes. Only this response contains the new ones.
#[utoipa::path(post, path = "/api/auth/second-factors/recovery-codes", operation_id = "make_recovery_codes", tag = "auth",
    responses((status = 201, body = Envelope<RecoveryCodesShape>), (status = "default", body = FailureBody)))]
pub(crate) async fn make_recovery_codes(
    State(api): State<Api>,
    Caller(context): Caller,
) -> Answer<Created<RecoveryCodesShape>> {
    let codes = second_factors::make_recovery_codes(&api.library, context).await?;
    Ok(Created(Envelope::saying("Recovery codes created", codes.into())))
}

/// Removes all second factors of a person who has lost them, and ends all their sessions.
#[utoipa::path(delete, path = "/api/admin/users/{id}/second-factors", operation_id = "remove_second_factors",
    tag = "admin", params(("id" = inline(UserId), Path)),
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn reset(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<UserId>,
) -> Answer<Envelope<Option<String>>> {
    factor_reset::reset(&api.library, context, id).await?;
    Ok(Envelope::saying("Second sign-in steps removed", None))
}
