use axum::extract::State;
use carrel_domain::circulation::check_in::CheckInOutcome;
use carrel_domain::circulation::desk::{CheckInForm, CheckOutForm};
use carrel_operations::Error;
use carrel_operations::circulation;

use crate::caller::Caller;
use crate::failure::refusals::{Action, Reader};
use crate::failure::{Failure, FailureBody};
use crate::input::Body;
use crate::respond::{Answer, Created, Envelope};
use crate::shapes::borrowing::Borrowing;
use crate::shapes::desk::{CheckInBody, CheckOutBody, CheckedInShape};
use crate::state::Api;

/// Lends a copy to a person. A refusal lists every reason, and whether staff may override it.
#[utoipa::path(post, path = "/api/desk/check-out", operation_id = "check_out",
    tag = "admin", request_body = CheckOutBody,
    responses((status = 201, body = Envelope<Borrowing>), (status = "default", body = FailureBody)))]
pub(crate) async fn check_out(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<CheckOutBody>,
) -> Answer<Created<Borrowing>> {
    let input = CheckOutForm::from(form).validate().map_err(Error::InvalidForm)?;
    let borrowing = circulation::check_out(&api.library, context, input)
        .await
        .map_err(|error| Failure::of_action(error, Action::Borrow, Reader::Staff))?;
    Ok(Created(Envelope::saying("Checked out", borrowing.into())))
}

/// Takes a copy back from any borrower and charges the fine.
#[utoipa::path(post, path = "/api/desk/check-in", operation_id = "check_in",
    tag = "admin", request_body = CheckInBody,
    responses((status = 200, body = Envelope<CheckedInShape>), (status = "default", body = FailureBody)))]
pub(crate) async fn check_in(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<CheckInBody>,
) -> Answer<Envelope<CheckedInShape>> {
    let input = CheckInForm::from(form).validate().map_err(Error::InvalidForm)?;
    let checked_in = circulation::check_in(&api.library, context, input).await?;
    let message = match checked_in.outcome {
        CheckInOutcome::Returned => "Book returned successfully!",
        CheckInOutcome::InHouseUse => "Use in the library recorded",
        CheckInOutcome::LostFound => "The lost copy is found",
    };
    let currency = api.library.shown_settings().currency;
    Ok(Envelope::saying(
        message,
        CheckedInShape::of(checked_in, currency),
    ))
}
