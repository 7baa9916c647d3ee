//! Payments of everything that a person owes, and receipts.

use axum::extract::State;
use carrel_domain::users::UserId;
use carrel_operations::money::receipts;

use crate::caller::Caller;
use crate::failure::FailureBody;
use crate::input::{Body, InPath};
use crate::respond::{Answer, Envelope};
use crate::routes::admin::{PaymentForm, amount};
use crate::shapes::Receipt;
use crate::state::Api;

/// Records a payment of everything that a person owes
///
/// Without an amount, it settles everything that is owed for borrowings and other charges; a smaller amount settles the
/// oldest charges first.
#[utoipa::path(post, path = "/api/admin/users/{id}/payments", operation_id = "pay_all_fines", tag = "admin",
    params(("id" = inline(UserId), Path)), request_body = PaymentForm,
    responses((status = 200, body = Envelope<Receipt>), (status = "default", body = FailureBody)))]
pub(crate) async fn pay_all(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<UserId>,
    Body(form): Body<PaymentForm>,
) -> Answer<Envelope<Receipt>> {
    let amount = amount(&api, form.amount)?;
    let receipt = receipts::pay_all(&api.library, context, id, amount, form.note).await?;
    Ok(Envelope::saying("Payment recorded", receipt.into()))
}

/// The receipts of the latest payments of a person, the latest first.
#[utoipa::path(get, path = "/api/admin/users/{id}/receipts", operation_id = "list_receipts", tag = "admin",
    params(("id" = inline(UserId), Path)),
    responses((status = 200, body = Envelope<Vec<Receipt>>), (status = "default", body = FailureBody)))]
pub(crate) async fn receipts(
    State(api): State<Api>,
    caller: Caller,
    InPath(id): InPath<UserId>,
) -> Answer<Envelope<Vec<Receipt>>> {
    let receipts = receipts::receipts(&api.library, &caller.0, id).await?;
    Ok(Envelope::of(receipts.into_iter().map(Receipt::from).collect()))
}
