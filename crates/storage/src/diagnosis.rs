//! Facts about a database for `carrel doctor`.

use crate::{Connection, Result};

/// Whether a commit is on the disk when it is acknowledged. On SQLite every connection verifies this when it opens.
pub async fn is_durable(connection: &mut Connection) -> Result<bool> {
    if connection.is_sqlite() {
        return Ok(true);
    }
    let (durable,): (i64,) = connection
        .one(
            "SELECT CAST(CASE WHEN current_setting('fsync') = 'on' AND current_setting('synchronous_commit') <> 'off' \
             THEN 1 ELSE 0 END AS BIGINT)",
            &[],
        )
        .await?;
    Ok(durable == 1)
}

/// The instant of the newest entry of the audit.
pub async fn newest_entry_at(connection: &mut Connection) -> Result<Option<i64>> {
    let found: Option<(i64,)> = connection
        .optional("SELECT at FROM audit ORDER BY at DESC, id DESC LIMIT 1", &[])
        .await?;
    Ok(found.map(|(at,)| at))
}
