use axum::extract::State;
use carrel_domain::webhooks::{DeliveryId, WebhookId};
use carrel_operations::integrations::webhooks;

use crate::caller::Caller;
use crate::failure::FailureBody;
use crate::input::{Body, InPath, PageQuery, QueryParams};
use crate::respond::{Answer, Created, Envelope, Listed};
use crate::shapes::{MadeWebhook, NewWebhookForm, Webhook, WebhookDelivery, WebhookForm, WebhookList};
use crate::state::Api;

/// All webhooks, the newest first, and the allowed hosts.
#[utoipa::path(get, path = "/api/admin/webhooks", operation_id = "list_webhooks",
    tag = "admin",
    responses((status = 200, body = Envelope<WebhookList>), (status = "default", body = FailureBody)))]
pub(crate) async fn list(State(api): State<Api>, caller: Caller) -> Answer<Envelope<WebhookList>> {
    Ok(Envelope::of(
        webhooks::list(&api.library, &caller.0).await?.into(),
    ))
}

/// Creates a webhook. Only this response contains the secret that signs its deliveries.
#[utoipa::path(post, path = "/api/admin/webhooks", operation_id = "make_webhook",
    tag = "admin", request_body = NewWebhookForm,
    responses((status = 201, body = Envelope<MadeWebhook>), (status = "default", body = FailureBody)))]
pub(crate) async fn make(
    State(api): State<Api>,
    Caller(context): Caller,
    Body(form): Body<NewWebhookForm>,
) -> Answer<Created<MadeWebhook>> {
    let made = webhooks::make(&api.library, context, form.into()).await?;
    Ok(Created(Envelope::saying("Webhook added", made.into())))
}

/// Changes a webhook. Waiting deliveries of an inactive webhook are abandoned.
#[utoipa::path(put, path = "/api/admin/webhooks/{id}", operation_id = "change_webhook",
    tag = "admin", params(("id" = inline(WebhookId), Path)), request_body = WebhookForm,
    responses((status = 200, body = Envelope<Webhook>), (status = "default", body = FailureBody)))]
pub(crate) async fn change(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<WebhookId>,
    Body(form): Body<WebhookForm>,
) -> Answer<Envelope<Webhook>> {
    let changed = webhooks::change(&api.library, context, id, form.into()).await?;
    Ok(Envelope::saying("Webhook updated", changed.into()))
}

/// Deletes a webhook with its log.
#[utoipa::path(delete, path = "/api/admin/webhooks/{id}", operation_id = "remove_webhook",
    tag = "admin", params(("id" = inline(WebhookId), Path)),
    responses((status = 200, body = Envelope<Option<String>>), (status = "default", body = FailureBody)))]
pub(crate) async fn remove(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<WebhookId>,
) -> Answer<Envelope<Option<String>>> {
    webhooks::remove(&api.library, context, id).await?;
    Ok(Envelope::saying("Webhook removed", None))
}

/// Queues a test delivery to a webhook.
#[utoipa::path(post, path = "/api/admin/webhooks/{id}/test", operation_id = "test_webhook",
    tag = "admin", params(("id" = inline(WebhookId), Path)),
    responses((status = 201, body = Envelope<WebhookDelivery>), (status = "default", body = FailureBody)))]
pub(crate) async fn test(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<WebhookId>,
) -> Answer<Created<WebhookDelivery>> {
    let delivery = webhooks::send_test(&api.library, context, id).await?;
    Ok(Created(Envelope::saying(
        "The test is on its way",
        delivery.into(),
    )))
}

/// The deliveries of a webhook, the newest first.
#[utoipa::path(get, path = "/api/admin/webhooks/{id}/deliveries", operation_id = "list_webhook_deliveries",
    tag = "admin", params(("id" = inline(WebhookId), Path), PageQuery),
    responses((status = 200, body = Listed<WebhookDelivery>), (status = "default", body = FailureBody)))]
pub(crate) async fn deliveries(
    State(api): State<Api>,
    caller: Caller,
    InPath(id): InPath<WebhookId>,
    QueryParams(page): QueryParams<PageQuery>,
) -> Answer<Listed<WebhookDelivery>> {
    let deliveries = webhooks::deliveries(&api.library, &caller.0, id, page.page()?).await?;
    Ok(Listed::of(deliveries, WebhookDelivery::from))
}

/// Queues a delivery again, whatever its state.
#[utoipa::path(post, path = "/api/admin/webhook-deliveries/{id}/resend", operation_id = "resend_webhook_delivery",
    tag = "admin", params(("id" = inline(DeliveryId), Path)),
    responses((status = 200, body = Envelope<WebhookDelivery>), (status = "default", body = FailureBody)))]
pub(crate) async fn resend(
    State(api): State<Api>,
    Caller(context): Caller,
    InPath(id): InPath<DeliveryId>,
) -> Answer<Envelope<WebhookDelivery>> {
    let delivery = webhooks::send_again(&api.library, context, id).await?;
    Ok(Envelope::saying(
        "The message is being sent again",
        delivery.into(),
    ))
}
