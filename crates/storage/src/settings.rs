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

/// One setting.
pub async fn find(connection: &mut Connection, key: &str) -> Result<Option<String>> {
    let found: Option<(String,)> = connection
        .optional("SELECT value FROM settings WHERE key = $1", values![key])
        .await?;
    Ok(found.map(|(value,)| value))
}

/// Removes a setting, so that its default holds; one that is not there is as good as removed.
pub async fn remove(transaction: &mut Transaction, key: &str) -> Result<()> {
    transaction
        .execute("DELETE FROM settings WHERE key = $1", values![key])
        .await?;
    Ok(())
}

/// Removes a setting that has this value, and says whether it was there: of many at once, one removes it.
pub async fn take(transaction: &mut Transaction, key: &str, value: &str) -> Result<bool> {
    let removed = transaction
        .execute(
            "DELETE FROM settings WHERE key = $1 AND value = $2",
            values![key, value],
        )
        .await?;
    Ok(removed > 0)
}

/// Adds a day on which the library is closed.
pub async fn add_closure(transaction: &mut Transaction, closed_on: &str, name: &str) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO closures (closed_on, name) VALUES ($1, $2)",
            values![closed_on, name],
        )
        .await?;
    Ok(())
}

/// Removes every dated closure, before they are written anew.
pub async fn remove_closures(transaction: &mut Transaction) -> Result<()> {
    transaction.execute("DELETE FROM closures", &[]).await?;
    Ok(())
}

/// Days on which the library is closed, with their names, in order.
pub async fn closures(connection: &mut Connection) -> Result<Vec<(String, String)>> {
    connection
        .rows("SELECT closed_on, name FROM closures ORDER BY closed_on", &[])
        .await
}
