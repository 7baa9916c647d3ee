//! Settings of the library, and its dated closures.

use crate::engine::values;
use crate::{Connection, Result, Transaction};

/// Every setting: key and value.
pub async fn all(connection: &mut Connection) -> Result<Vec<(String, String)>> {
    connection
        .rows("SELECT key, value FROM settings ORDER BY key", &[])
        .await
}

/// Writes a setting.
pub async fn set(transaction: &mut Transaction, key: &str, value: &str, now: i64) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO settings (key, value, updated_at) VALUES ($1, $2, $3) \
             ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at",
            values![key, value, now],
        )
        .await?;
    Ok(())
}

/// Days on which the library is closed, with their names, in order.
pub async fn closures(connection: &mut Connection) -> Result<Vec<(String, String)>> {
    connection
        .rows("SELECT closed_on, name FROM closures ORDER BY closed_on", &[])
        .await
}
