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

/// What happened to an entity, the earliest first.
pub async fn of_entity<E: Entity>(
    connection: &mut Connection,
    id: Id<E>,
    limit: i64,
) -> Result<Vec<AuditEntry>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                AuditEntry::COLUMNS,
                " FROM audit a WHERE a.entity = $1 AND a.entity_id = $2 ORDER BY a.at, a.id LIMIT $3"
            ),
            values![E::NAME, id, limit],
        )
        .await
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
