//! Texts that administrators write: the library's pages and the texts of its home page.

use crate::engine::values;
use crate::{Connection, Result, Transaction};

/// A text, and when it was written.
pub async fn find(connection: &mut Connection, name: &str) -> Result<Option<(String, i64)>> {
    connection
        .optional(
            "SELECT body, updated_at FROM texts WHERE name = $1",
            values![name],
        )
        .await
}

/// Writes a text.
pub async fn set(transaction: &mut Transaction, name: &str, body: &str, now: i64) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO texts (name, body, updated_at) VALUES ($1, $2, $3) \
             ON CONFLICT (name) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at",
            values![name, body, now],
        )
        .await?;
    Ok(())
}

/// Removes a text; a missing text is no error.
pub async fn remove(transaction: &mut Transaction, name: &str) -> Result<()> {
    transaction
        .execute("DELETE FROM texts WHERE name = $1", values![name])
        .await?;
    Ok(())
}
