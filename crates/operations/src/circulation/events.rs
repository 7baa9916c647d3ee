//! Events of circulation, as webhooks receive them.

use carrel_domain::webhooks::WebhookEvent;
use carrel_storage::Transaction;
use serde_json::{Value, json};

use crate::circulation::view::Borrowing;
use crate::core::context::Context;
use crate::core::error::Result;
use crate::integrations::webhooks::outbox::{publish, time};

/// Publishes an event about a borrowing in the transaction that causes it.
pub(crate) async fn announce(
    transaction: &mut Transaction,
    context: &Context,
    event: WebhookEvent,
    borrowing: &Borrowing,
) -> Result<()> {
    publish(transaction, context, event, &payload(borrowing)).await
}

/// A borrowing in the body of a webhook call. It has ids instead of people's names; a receiver with permission can read
/// the names through the API.
fn payload(borrowing: &Borrowing) -> Value {
    let record = &borrowing.record;
    json!({
        "borrowing": {
            "_id": record.id,
            "book": { "_id": record.book_id, "title": record.book_title, "author": record.book_author },
            "copy": { "_id": record.copy_id, "barcode": record.copy_barcode },
            "user": { "_id": record.user_id },
            "status": borrowing.status.as_str(),
            "borrowedDate": time(record.borrowed_at),
            "dueDate": time(record.due_at),
            "dueOn": record.due_on,
            "returnedDate": record.returned_at.map(time),
            "fineAmount": borrowing.currency.to_json(borrowing.fine),
        }
    })
}
