use axum::extract::State;
use carrel_domain::users::AccessTokenId;
use carrel_operations::identity::access_tokens;

use crate::caller::Caller;
use crate::failure::FailureBody;
use crate::input::{Body, InPath};
use crate::respond::{Answer, Created, Envelope};
use crate::shapes::{AccessToken, AccessTokenForm, MadeAccessToken};
use crate::state::Api;

/// The caller's access tokens, the newest first.
#[utoipa::path(get, path = "/api/auth/tokens", operation_id = "list_access_tokens",
    tag = "auth",
    responses((status = 200, body = Envelope<Vec<AccessToken>>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(State(api): State<Api>, caller: Caller) -> Answer<Envelope<Vec<AccessToken>>> {
    let tokens = access_tokens::list(&api.library, &caller.0).await?;
    Ok(Envelope::of(tokens.into_iter().map(AccessToken::from).collect()))
}

/// Creates an access token for the caller. Only this response contains the token.
#[utoipa::path(post, path = "/api/auth/tokens", operation_id = "make_access_token",
    tag = "auth", request_body = AccessTokenForm,
    responses((status = 201, body = Envelope<MadeAccessToken>), (status = "default", body = FailureBody)))]
pub(crate) async fn make(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<AccessTokenForm>,
) -> Answer<Created<MadeAccessToken>> {
    let made = access_tokens::make(&api.library, context, form.into()).await?;
    Ok(Created(Envelope::saying("Access token created", made.into())))
}

/// Revokes one of the caller's access tokens.
#[utoipa::path(delete, path = "/api/auth/tokens/{id}", operation_id = "revoke_access_token",
    tag = "auth", params(("id" = inline(AccessTokenId), Path)),
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn revoke(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<AccessTokenId>,
) -> Answer<Envelope<Option<String>>> {
    access_tokens::revoke(&api.library, context, id).await?;
    Ok(Envelope::saying("Access token revoked", None))
}
