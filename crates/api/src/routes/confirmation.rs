use axum::extract::State;
use carrel_operations::identity::confirmation;

use crate::caller::{Caller, Visitor};
use crate::failure::FailureBody;
use crate::input::Body;
use crate::respond::{Answer, Envelope};
use crate::shapes::{Confirmation, ConfirmationForm};
use crate::state::Api;

/// Confirms in a session that the caller is its owner. Calls whose `x-carrel-access` has `confirmation` are refused with
/// 403 `confirmation_needed` unless the owner has signed in or confirmed in the last 15 minutes. An account with a second
/// factor confirms with it; the password is refused.
#[utoipa::path(post, path = "/api/auth/confirm", operation_id = "confirm_identity",
    tag = "auth", request_body = ConfirmationForm,
    responses((status = 200, body = Envelope<Confirmation>), (status = "default", body = FailureBody)))]
pub(crate) async fn confirm(
    State(api): State<Api>,
    Caller(context): Caller,
    visitor: Visitor,
    Body(form): Body<ConfirmationForm>,
) -> Answer<Envelope<Confirmation>> {
    let valid_until = confirmation::confirm(&api.library, context, form.into(), visitor.origin).await?;
    Ok(Envelope::saying("Confirmed", valid_until.into()))
}
