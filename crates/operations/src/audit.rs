//! The audit log: every change, with its actor, its instant, and the state before and after.

use carrel_domain::identity::Ids;
use carrel_storage::engine::Statement;
use carrel_storage::{Transaction, audit};
use serde_json::Value;

use crate::core::context::Context;
use crate::core::error::Result;

/// An action on an entity.
pub struct Event<'a> {
    pub action: &'a str,
    pub entity: &'a str,
    pub entity_id: &'a str,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// An event as it is stored.
pub struct Entry<'a> {
    id: String,
    at: i64,
    actor_id: Option<&'a str>,
    action: &'a str,
    entity: &'a str,
    entity_id: &'a str,
    before: Option<String>,
    after: Option<String>,
    request_id: Option<&'a str>,
}

impl<'a> Entry<'a> {
    /// An event with its actor and its instant.
    pub fn new(context: &'a Context, ids: &mut Ids, event: Event<'a>) -> Self {
        Entry {
            id: ids.next(),
            at: context.now_ms(),
            actor_id: context.actor_id(),
            action: event.action,
            entity: event.entity,
            entity_id: event.entity_id,
            before: event.before.map(|state| state.to_string()),
            after: event.after.map(|state| state.to_string()),
            request_id: context.request_id.as_deref(),
        }
    }

    /// The statement that appends it to the audit log, in the transaction of the change itself.
    pub fn writing(&self) -> Statement<'_> {
        audit::inserting(&self.row())
    }

    fn row(&self) -> audit::NewEntry<'_> {
        audit::NewEntry {
            id: &self.id,
            at: self.at,
            actor_id: self.actor_id,
            action: self.action,
            entity: self.entity,
            entity_id: self.entity_id,
            before_state: self.before.as_deref(),
            after_state: self.after.as_deref(),
            request_id: self.request_id,
        }
    }
}

/// Appends an event to the audit log, in the transaction of the change itself.
pub async fn record(
    transaction: &mut Transaction,
    context: &Context,
    ids: &mut Ids,
    event: Event<'_>,
) -> Result<()> {
    let entry = Entry::new(context, ids, event);
    transaction.execute_all(&[entry.writing()]).await?;
    Ok(())
}

/// Appends entries in bulk.
pub async fn record_all(transaction: &mut Transaction, entries: &[Entry<'_>]) -> Result<()> {
    let rows: Vec<_> = entries.iter().map(Entry::row).collect();
    Ok(audit::insert_many(transaction, &rows).await?)
}
