//! Tombstones: the ids of erased entities and the instants, for programs that harvest changes.

use carrel_domain::identity::{Entity, Id};

use crate::engine::values;
use crate::{Connection, Result, Transaction};

/// Records that an entity was erased; a book with its category.
pub async fn insert<E: Entity>(
    transaction: &mut Transaction,
    id: Id<E>,
    category: Option<&str>,
    now: i64,
) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO tombstones (entity, entity_id, deleted_at, category) VALUES ($1, $2, $3, $4)",
            values![E::NAME, id, now, category],
        )
        .await?;
    Ok(())
}

/// Removes the record of an erasure that was undone.
pub async fn remove<E: Entity>(transaction: &mut Transaction, id: Id<E>) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM tombstones WHERE entity = $1 AND entity_id = $2",
            values![E::NAME, id],
        )
        .await?;
    Ok(())
}

/// The entities erased at or after an instant, the earliest first: id and instant.
pub async fn since<E: Entity>(
    connection: &mut Connection,
    from: i64,
    limit: i64,
) -> Result<Vec<(Id<E>, i64)>> {
    connection
        .rows(
            "SELECT entity_id, deleted_at FROM tombstones WHERE entity = $1 AND deleted_at >= $2 \
             ORDER BY deleted_at, entity_id LIMIT $3",
            values![E::NAME, from, limit],
        )
        .await
}
