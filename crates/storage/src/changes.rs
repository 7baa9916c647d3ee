//! The change log that feeds the search index.

use crate::engine::values;
use crate::{Connection, Result, Transaction};

/// Notes that a book changed in what can be found of it.
pub async fn book(transaction: &mut Transaction, book_id: &str) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO changes (kind, entity_id) VALUES ('book', $1)",
            values![book_id],
        )
        .await?;
    Ok(())
}

/// Changes after a sequence, in order: sequence and book id. Only those below the oldest transaction still open, since
/// an earlier number may yet be committed after a later one.
pub async fn after(connection: &mut Connection, sequence: i64, limit: i64) -> Result<Vec<(i64, String)>> {
    let oldest_open = connection.oldest_open_transaction().await?;
    connection
        .rows(
            "SELECT sequence, entity_id FROM changes WHERE sequence > $1 AND transaction_id < $2 \
             ORDER BY sequence LIMIT $3",
            values![sequence, oldest_open, limit],
        )
        .await
}

/// The newest sequence that [`after`] would reach.
pub async fn newest(connection: &mut Connection) -> Result<i64> {
    let oldest_open = connection.oldest_open_transaction().await?;
    let (sequence,) = connection
        .one(
            "SELECT COALESCE((SELECT sequence FROM changes WHERE transaction_id < $1 ORDER BY sequence DESC LIMIT 1), 0)",
            values![oldest_open],
        )
        .await?;
    Ok(sequence)
}
