//! Tombstones: the ids of erased entities and the instants, for programs that harvest changes.

use crate::engine::values;
use crate::{Connection, Result, Transaction};

/// The kinds of entities that can be erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entity {
    Book,
    User,
}

impl Entity {
    const fn name(self) -> &'static str {
        match self {
            Entity::Book => "book",
            Entity::User => "user",
        }
    }
}

/// Records that an entity was erased.
pub async fn insert(transaction: &mut Transaction, entity: Entity, id: &str, now: i64) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO tombstones (entity, entity_id, deleted_at) VALUES ($1, $2, $3) \
             ON CONFLICT (entity, entity_id) DO UPDATE SET deleted_at = excluded.deleted_at",
            values![entity.name(), id, now],
        )
        .await?;
    Ok(())
}

/// The entities erased at or after an instant, the earliest first: id and instant.
pub async fn since(
    connection: &mut Connection,
    entity: Entity,
    from: i64,
    limit: i64,
) -> Result<Vec<(String, i64)>> {
    connection
        .rows(
            "SELECT entity_id, deleted_at FROM tombstones WHERE entity = $1 AND deleted_at >= $2 \
             ORDER BY deleted_at, entity_id LIMIT $3",
            values![entity.name(), from, limit],
        )
        .await
}
