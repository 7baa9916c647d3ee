//! The audit log: who changed what, when, and what it was before and after. It only grows.

use carrel_domain::audit::AuditEntry;
use carrel_domain::identity::{Entity, Id};
use carrel_domain::users::UserId;
use const_format::concatcp;

use crate::engine::{Columns, Statement, columns, new_row, values};
use crate::{Connection, Result, Transaction};

new_row! {
    /// A new entry of the audit log.
    pub struct NewEntry<'a> into "audit" {
        pub at: i64,
        /// `None` when the system itself or the shell acted.
        pub actor_id: Option<UserId>,
        pub action: &'a str,
        /// What was acted on: the name of a type with the number of an id, or a name without one.
        pub entity: &'a str,
        pub entity_id: Option<i64>,
        /// The state before, as JSON.
        pub before_state: Option<&'a str>,
        /// The state after, as JSON.
        pub after_state: Option<&'a str>,
        pub request_id: Option<&'a str>,
    }
}

columns!(AuditEntry of "a" {
    id,
    at,
    actor_id,
    action,
    before_state,
    after_state,
});

/// What happened to an entity after an instant and the id of an entry, the earliest first.
pub async fn of_entity<E: Entity>(
    connection: &mut Connection,
    id: Id<E>,
    (after_at, after_id): (i64, i64),
    limit: i64,
) -> Result<Vec<AuditEntry>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                AuditEntry::COLUMNS,
                " FROM audit a WHERE a.entity = $1 AND a.entity_id = $2 AND a.at >= $3 \
                 AND (a.at > $3 OR a.id > $4) ORDER BY a.at, a.id LIMIT $5"
            ),
            values![E::NAME, id, after_at, after_id, limit],
        )
        .await
}

/// Whether the actor of an entry has caused an equal one, with the same action on the same thing and the same state
/// after, later than `since`.
pub async fn has_equal_since(connection: &mut Connection, entry: &NewEntry<'_>, since: i64) -> Result<bool> {
    const OF_ENTITY: &str = "SELECT a.id FROM audit a WHERE a.entity = $1 AND a.entity_id = $2 AND a.at > $3 \
        AND a.actor_id = $4 AND a.action = $5 AND COALESCE(a.after_state, '') = $6 LIMIT 1";
    const WITHOUT_ID: &str = "SELECT a.id FROM audit a WHERE a.entity = $1 AND a.entity_id IS NULL AND a.at > $2 \
        AND a.actor_id = $3 AND a.action = $4 AND COALESCE(a.after_state, '') = $5 LIMIT 1";
    let state = entry.after_state.unwrap_or_default();
    let found: Option<(i64,)> = if let Some(id) = entry.entity_id {
        let bound = values![entry.entity, id, since, entry.actor_id, entry.action, state];
        connection.optional(OF_ENTITY, bound).await?
    } else {
        let bound = values![entry.entity, since, entry.actor_id, entry.action, state];
        connection.optional(WITHOUT_ID, bound).await?
    };
    Ok(found.is_some())
}

/// The statement that writes an entry.
pub fn inserting<'a>(entry: &NewEntry<'a>) -> Statement<'a> {
    Statement {
        sql: NewEntry::INSERT,
        values: entry.values().to_vec(),
    }
}

/// Writes an entry.
pub async fn insert(connection: &mut Connection, entry: &NewEntry<'_>) -> Result<()> {
    connection.execute(NewEntry::INSERT, &entry.values()).await?;
    Ok(())
}

/// Writes entries in bulk.
pub async fn insert_many(transaction: &mut Transaction, entries: &[NewEntry<'_>]) -> Result<()> {
    let rows: Vec<_> = entries.iter().map(|entry| entry.values().to_vec()).collect();
    transaction.insert_rows("audit", NewEntry::NAMES, &rows).await
}
