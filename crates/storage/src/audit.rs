//! The trail: who changed what, when, and what it was before and after. It only grows.

use const_format::concatcp;

use crate::engine::{Columns, Statement, record, values};
use crate::{Connection, Result};

/// A new entry of the trail.
pub struct NewEntry<'a> {
    pub id: &'a str,
    pub at: i64,
    /// Nobody when the system itself or the shell acted.
    pub actor_id: Option<&'a str>,
    pub action: &'a str,
    pub entity: &'a str,
    pub entity_id: &'a str,
    /// The state before, as JSON.
    pub before: Option<&'a str>,
    /// The state after, as JSON.
    pub after: Option<&'a str>,
    pub request_id: Option<&'a str>,
}

record! {
    /// An entry as it was written.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct EntryRow of "a" {
        pub id: String,
        pub at: i64,
        pub actor_id: Option<String>,
        pub action: String,
        /// The state before, as JSON.
        pub before_state: Option<String>,
        /// The state after, as JSON.
        pub after_state: Option<String>,
    }
}

/// What happened to one thing, the earliest first.
pub async fn of_entity(
    connection: &mut Connection,
    entity: &str,
    entity_id: &str,
    limit: i64,
) -> Result<Vec<EntryRow>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                EntryRow::COLUMNS,
                " FROM audit a WHERE a.entity = $1 AND a.entity_id = $2 ORDER BY a.at, a.id LIMIT $3"
            ),
            values![entity, entity_id, limit],
        )
        .await
}

/// Writes an entry.
pub fn inserting<'a>(entry: &NewEntry<'a>) -> Statement<'a> {
    Statement {
        sql: "INSERT INTO audit (id, at, actor_id, action, entity, entity_id, before_state, after_state, request_id) \
              VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        values: values![
            entry.id,
            entry.at,
            entry.actor_id,
            entry.action,
            entry.entity,
            entry.entity_id,
            entry.before,
            entry.after,
            entry.request_id
        ]
        .to_vec(),
    }
}
