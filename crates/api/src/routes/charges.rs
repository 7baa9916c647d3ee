//! Charges without a borrowing: a lost card, prints, damage, and unpaid fines of another system.

use axum::extract::State;
use axum::http::StatusCode;
use carrel_domain::money::charge::ChargeForm as Form;
use carrel_domain::money::{self, ChargeId};
use carrel_domain::users::UserId;
use carrel_operations::money::charges;
use carrel_operations::money::payments::{self, SettlementKind};

use crate::caller::Caller;
use crate::failure::FailureBody;
use crate::input::{Body, InPath, PageQuery, QueryParams};
use crate::respond::{Answer, Envelope, Listed};
use crate::routes::admin::{PaymentForm, WaiverForm, amount};
use crate::shapes::{Charge, ChargeForm};
use crate::state::Api;

fn shape(api: &Api, charge: money::Charge) -> Charge {
    Charge::of(charge, api.library.shown_settings().currency)
}

/// Adds a charge without a borrowing to the account of a person.
#[utoipa::path(post, path = "/api/users/{id}/charges", operation_id = "add_charge", tag = "charges",
    params(("id" = inline(UserId), Path)), request_body = ChargeForm,
    responses((status = 201, body = Envelope<Charge>), (status = "default", body = FailureBody)))]
pub(crate) async fn add(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<UserId>,
    Body(form): Body<ChargeForm>,
) -> Answer<(StatusCode, Envelope<Charge>)> {
    let form = Form {
        amount: amount(&api, form.amount)?,
        reason: form.reason,
        description: form.description,
    };
    let charge = charges::add(&api.library, context, id, form).await?;
    Ok((
        StatusCode::CREATED,
        Envelope::saying("Charge added", shape(&api, charge)),
    ))
}

/// The charges of a person without a borrowing, for staff: the open ones first, then the settled ones, the newest first.
#[utoipa::path(get, path = "/api/users/{id}/charges", operation_id = "list_charges", tag = "charges",
    params(("id" = inline(UserId), Path), PageQuery),
    responses((status = 200, body = Listed<Charge>), (status = "default", body = FailureBody)))]
pub(crate) async fn of_person(
    State(api): State<Api>,
    caller: Caller,
    InPath(id): InPath<UserId>,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<Charge>> {
    let charges = charges::of_person(&api.library, &caller.0, id, page.page()?).await?;
    Ok(Listed::of(charges, |charge| shape(&api, charge)))
}

/// One's own charges without a borrowing: the open ones first, then the settled ones, the newest first.
#[utoipa::path(get, path = "/api/charges/my", operation_id = "my_charges", tag = "charges", params(PageQuery),
    responses((status = 200, body = Listed<Charge>), (status = "default", body = FailureBody)))]
pub(crate) async fn my(
    State(api): State<Api>,
    caller: Caller,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<Charge>> {
    let charges = charges::my_charges(&api.library, &caller.0, page.page()?).await?;
    Ok(Listed::of(charges, |charge| shape(&api, charge)))
}

/// Records a payment of a charge without a borrowing.
#[utoipa::path(post, path = "/api/charges/{id}/payment", operation_id = "pay_charge", tag = "charges",
    params(("id" = inline(ChargeId), Path)), request_body = PaymentForm,
    responses((status = 200, body = Envelope<Charge>), (status = "default", body = FailureBody)))]
pub(crate) async fn pay(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<ChargeId>,
    Body(form): Body<PaymentForm>,
) -> Answer<Envelope<Charge>> {
    let amount = amount(&api, form.amount)?;
    let charge = payments::settle_charge(
        &api.library,
        context,
        id,
        SettlementKind::Payment,
        amount,
        form.note,
    )
    .await?;
    Ok(Envelope::saying("Payment recorded", shape(&api, charge)))
}

/// Waives a charge without a borrowing.
#[utoipa::path(post, path = "/api/charges/{id}/waiver", operation_id = "waive_charge", tag = "charges",
    params(("id" = inline(ChargeId), Path)), request_body = WaiverForm,
    responses((status = 200, body = Envelope<Charge>), (status = "default", body = FailureBody)))]
pub(crate) async fn waive(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<ChargeId>,
    Body(form): Body<WaiverForm>,
) -> Answer<Envelope<Charge>> {
    let amount = amount(&api, form.amount)?;
    let charge = payments::settle_charge(
        &api.library,
        context,
        id,
        SettlementKind::Waiver,
        amount,
        form.note,
    )
    .await?;
    Ok(Envelope::saying("Charge waived", shape(&api, charge)))
}

/// Cancels a charge that was added by mistake: it counts as never charged.
///
/// Refused with 409 when something was paid or waived for it (`charge_settled`), and when it was cancelled before
/// (`charge_cancelled`).
#[utoipa::path(post, path = "/api/charges/{id}/cancel", operation_id = "cancel_charge", tag = "charges",
    params(("id" = inline(ChargeId), Path)),
    responses((status = 200, body = Envelope<Charge>), (status = "default", body = FailureBody)))]
pub(crate) async fn cancel(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<ChargeId>,
) -> Answer<Envelope<Charge>> {
    let charge = charges::cancel(&api.library, context, id).await?;
    Ok(Envelope::saying("Charge canceled", shape(&api, charge)))
}
