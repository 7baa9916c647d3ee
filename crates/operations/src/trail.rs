//! The trail: every change, with who, when, and what was before and after.

use carrel_domain::identity::Ids;
use carrel_storage::{Transaction, audit};
use serde_json::Value;

use crate::{Context, Result};

/// What happened to what.
pub(crate) struct Event<'a> {
    pub action: &'a str,
    pub entity: &'a str,
    pub entity_id: &'a str,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// Appends an event to the trail, in the transaction of the change itself.
pub(crate) async fn record(
    transaction: &mut Transaction,
    context: &Context,
    ids: &mut Ids,
    event: Event<'_>,
) -> Result<()> {
    let (before, after) = (
        event.before.map(|v| v.to_string()),
        event.after.map(|v| v.to_string()),
    );
    audit::insert(
        transaction,
        &audit::NewEntry {
            id: &ids.next(),
            at: context.now_ms(),
            actor_id: context.actor_id(),
            action: event.action,
            entity: event.entity,
            entity_id: event.entity_id,
            before: before.as_deref(),
            after: after.as_deref(),
            request_id: context.request_id.as_deref(),
        },
    )
    .await?;
    Ok(())
}
