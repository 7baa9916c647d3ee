//! What webhooks are told, written beside what happened.

use carrel_domain::identity::Ids;
use carrel_domain::webhooks::{Events, TRIED_FOR_MS, WebhookEvent};
use carrel_storage::Transaction;
use carrel_storage::webhooks::{self, DeliveryRow, NewDelivery};
use jiff::Timestamp;
use serde_json::{Value, json};

use crate::circulation::Borrowing;
use crate::{Context, Error, Noun, Result};

fn time(milliseconds: i64) -> String {
    let instant = Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::UNIX_EPOCH);
    format!("{instant:.3}")
}

/// A borrowing as webhooks tell it: ids rather than people's names, which the receiver may ask for if it is allowed to.
fn told(borrowing: &Borrowing) -> Value {
    let row = &borrowing.row;
    json!({
        "borrowing": {
            "_id": row.id,
            "book": { "_id": row.book_id, "title": row.book_title, "author": row.book_author },
            "copy": { "_id": row.copy_id, "barcode": row.copy_barcode },
            "user": { "_id": row.user_id },
            "status": borrowing.status.as_str(),
            "borrowedDate": time(row.borrowed_at),
            "dueDate": time(row.due_at),
            "dueOn": row.due_on,
            "returnedDate": row.returned_at.map(time),
            "fineAmount": borrowing.fine.to_dollars_json(),
        }
    })
}

/// Puts an event into the outbox of every active webhook that wants it.
pub(crate) async fn announce(
    transaction: &mut Transaction,
    context: &Context,
    ids: &mut Ids,
    event: WebhookEvent,
    borrowing: &Borrowing,
) -> Result<()> {
    let webhooks = webhooks::all(transaction).await?;
    let wanting = webhooks
        .iter()
        .filter(|webhook| webhook.active == 1 && Events::parse(&webhook.events).contains(event));
    for webhook in wanting {
        enqueue(
            transaction,
            context,
            ids,
            &webhook.id,
            event.as_str(),
            told(borrowing),
        )
        .await?;
    }
    Ok(())
}

/// Puts one delivery into the outbox.
pub(super) async fn enqueue(
    transaction: &mut Transaction,
    context: &Context,
    ids: &mut Ids,
    webhook_id: &str,
    event: &str,
    data: Value,
) -> Result<DeliveryRow> {
    let (id, now) = (ids.next(), context.now_ms());
    let body = json!({ "id": id, "event": event, "time": time(now), "data": data }).to_string();
    let delivery = NewDelivery {
        id: &id,
        webhook_id,
        event,
        body: &body,
        created_at: now,
        until_at: now + TRIED_FOR_MS,
    };
    webhooks::enqueue(transaction, &delivery).await?;
    webhooks::find_delivery(transaction, &id)
        .await?
        .ok_or(Error::NotFound(Noun::Delivery))
}
