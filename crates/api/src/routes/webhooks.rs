use axum::extract::State;
use carrel_operations::integrations::webhooks;

use crate::caller::Caller;
use crate::failure::FailureBody;
use crate::input::{Asked, Body, Id, PageQuery};
use crate::respond::{Answer, Created, Envelope, Listed};
use crate::shapes::{MadeWebhook, Webhook, WebhookDelivery, WebhookForm, WebhookList};
use crate::state::Api;

/// Every webhook, the newest first, and where webhooks may lead.
#[utoipa::path(get, path = "/api/admin/webhooks", operation_id = "list_webhooks",
    tag = "admin", security(("session" = [])),
    responses((status = 200, body = Envelope<WebhookList>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(State(api): State<Api>, caller: Caller) -> Answer<Envelope<WebhookList>> {
    Ok(Envelope::of(
        webhooks::list(&api.library, &caller.0).await?.into(),
    ))
}

/// Makes a webhook. The secret that its deliveries are signed with is told this once.
#[utoipa::path(post, path = "/api/admin/webhooks", operation_id = "make_webhook",
    tag = "admin", security(("session" = [])), request_body = WebhookForm,
    responses((status = 201, body = Envelope<MadeWebhook>), (status = "default", body = FailureBody)))]
pub(crate) async fn make(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<WebhookForm>,
) -> Answer<Created<MadeWebhook>> {
    let made = webhooks::make(&api.library, context, form.into()).await?;
    Ok(Created(Envelope::saying("Webhook added", made.into())))
}

/// Changes a webhook. What waits for one that is switched off is given up.
#[utoipa::path(put, path = "/api/admin/webhooks/{id}", operation_id = "change_webhook",
    tag = "admin", security(("session" = [])), params(("id" = String, Path)), request_body = WebhookForm,
    responses((status = 200, body = Envelope<Webhook>), (status = "default", body = FailureBody)))]
pub(crate) async fn change(
    State(api): State<Api>,
    Caller(context): Caller,
    Id(id): Id,
    Body(form): Body<WebhookForm>,
) -> Answer<Envelope<Webhook>> {
    let changed = webhooks::change(&api.library, context, id, form.into()).await?;
    Ok(Envelope::saying("Webhook updated", changed.into()))
}

/// Removes a webhook with its log.
#[utoipa::path(delete, path = "/api/admin/webhooks/{id}", operation_id = "remove_webhook",
    tag = "admin", security(("session" = [])), params(("id" = String, Path)),
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn remove(
    State(api): State<Api>,
    Caller(context): Caller,
    Id(id): Id,
) -> Answer<Envelope<Option<String>>> {
    webhooks::remove(&api.library, context, id).await?;
    Ok(Envelope::saying("Webhook removed", None))
}

/// Sends a test to a webhook, as soon as the background job comes to it.
#[utoipa::path(post, path = "/api/admin/webhooks/{id}/test", operation_id = "test_webhook",
    tag = "admin", security(("session" = [])), params(("id" = String, Path)),
    responses((status = 201, body = Envelope<WebhookDelivery>), (status = "default", body = FailureBody)))]
pub(crate) async fn test(
    State(api): State<Api>,
    Caller(context): Caller,
    Id(id): Id,
) -> Answer<Created<WebhookDelivery>> {
    let delivery = webhooks::send_test(&api.library, context, id).await?;
    Ok(Created(Envelope::saying(
        "The test is on its way",
        delivery.into(),
    )))
}

/// What was, or is to be, sent to a webhook, the newest first.
#[utoipa::path(get, path = "/api/admin/webhooks/{id}/deliveries", operation_id = "list_webhook_deliveries",
    tag = "admin", security(("session" = [])), params(("id" = String, Path), PageQuery),
    responses((status = 200, body = Listed<WebhookDelivery>), (status = "default", body = FailureBody)))]
pub(crate) async fn deliveries(
    State(api): State<Api>,
    caller: Caller,
    Id(id): Id,
    Asked(page): Asked<PageQuery>,
) -> Answer<Listed<WebhookDelivery>> {
    let deliveries = webhooks::deliveries(&api.library, &caller.0, id, page.page()?).await?;
    Ok(Listed::of(deliveries, WebhookDelivery::from))
}

/// Sends a delivery once more, whatever became of it.
#[utoipa::path(post, path = "/api/admin/webhook-deliveries/{id}/resend", operation_id = "resend_webhook_delivery",
    tag = "admin", security(("session" = [])), params(("id" = String, Path)),
    responses((status = 200, body = Envelope<WebhookDelivery>), (status = "default", body = FailureBody)))]
pub(crate) async fn resend(
    State(api): State<Api>,
    Caller(context): Caller,
    Id(id): Id,
) -> Answer<Envelope<WebhookDelivery>> {
    let delivery = webhooks::send_again(&api.library, context, id).await?;
    Ok(Envelope::saying("It is on its way again", delivery.into()))
}
