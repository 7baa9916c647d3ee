//! The audit log: who changed what, when, and what it was before and after. It only grows.

use carrel_domain::audit::AuditEntry;
use const_format::concatcp;

use crate::engine::{Columns, Statement, columns, new_row, values};
use crate::{Connection, Result, Transaction};

new_row! {
    /// A new entry of the audit log.
    pub struct NewEntry<'a> into "audit" {
        pub id: &'a str,
        pub at: i64,
        /// `None` when the system itself or the shell acted.
        pub actor_id: Option<&'a str>,
        pub action: &'a str,
        pub entity: &'a str,
        pub entity_id: &'a str,
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

/// What happened to one thing, the earliest first.
pub async fn of_entity(
    connection: &mut Connection,
    entity: &str,
    entity_id: &str,
    limit: i64,
) -> Result<Vec<AuditEntry>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                AuditEntry::COLUMNS,
                " FROM audit a WHERE a.entity = $1 AND a.entity_id = $2 ORDER BY a.at, a.id LIMIT $3"
            ),
            values![entity, entity_id, limit],
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

/// Writes entries in bulk.
pub async fn insert_many(transaction: &mut Transaction, entries: &[NewEntry<'_>]) -> Result<()> {
    let rows: Vec<_> = entries.iter().map(|entry| entry.values().to_vec()).collect();
    transaction.insert_rows("audit", NewEntry::NAMES, &rows).await
}
