//! Events of circulation, as webhooks receive them.

use carrel_domain::identity::Ids;
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
    ids: &mut Ids,
    event: WebhookEvent,
    borrowing: &Borrowing,
) -> Result<()> {
    publish(transaction, context, ids, event, &payload(borrowing)).await
}

/// A borrowing in the body of a webhook call. It has ids instead of people's names; a receiver with permission can read
/// the names through the API.
fn payload(borrowing: &Borrowing) -> Value {
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
            "fineAmount": borrowing.currency.to_json(borrowing.fine),
        }
    })
}
