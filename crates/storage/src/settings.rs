//! Settings of the library, and its dated closures.

use carrel_domain::circulation::policy::PolicyRuleId;

use crate::counters::{self, Counter};
use crate::engine::{Query, record, values};
use crate::policies::PolicyRow;
pub use crate::settings_version::raise_version;
use crate::{Connection, Result, Transaction};

/// All settings of a library, which nearly every use case needs.
#[derive(Debug, Clone, Default)]
pub struct Everything {
    /// Key and value.
    pub settings: Vec<(String, String)>,
    /// Days on which the library is closed, with their names, in order.
    pub closures: Vec<(String, String)>,
    /// Circulation rules, by name.
    pub policies: Vec<PolicyRow>,
}

record! {
    /// One row of any of the three tables.
    struct Piece {
        table: String,
        policy_id: Option<PolicyRuleId>,
        name: String,
        value: String,
        patron_category: Option<String>,
        item_type: Option<String>,
        branch: Option<String>,
    }
}

/// Reads settings, closures and rules in one statement, so that they come from one snapshot.
pub async fn everything(connection: &mut Connection) -> Result<Everything> {
    let pieces: Vec<Piece> = connection
        .rows(
            "SELECT 'setting', CAST(NULL AS BIGINT), key, value, CAST(NULL AS TEXT), CAST(NULL AS TEXT), \
             CAST(NULL AS TEXT) FROM settings \
             UNION ALL SELECT 'closure', NULL, closed_on, name, NULL, NULL, NULL FROM closures WHERE branch IS NULL \
             UNION ALL SELECT 'policy', id, name, value, patron_category, item_type, branch FROM policies",
            &[],
        )
        .await?;
    let mut everything = Everything::default();
    for piece in pieces {
        match piece.policy_id {
            Some(id) => everything.policies.push(PolicyRow {
                id,
                name: piece.name,
                patron_category: piece.patron_category,
                item_type: piece.item_type,
                branch: piece.branch,
                value: piece.value,
            }),
            None if piece.table == "setting" => everything.settings.push((piece.name, piece.value)),
            None => everything.closures.push((piece.name, piece.value)),
        }
    }
    everything.closures.sort_unstable();
    everything
        .policies
        .sort_unstable_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
    Ok(everything)
}

/// The version of the data that [`everything`] reads. Each write to settings, closures, policies or code lists raises
/// it in the same transaction, so data that was read at a version is current for as long as the database has that
/// version. Read the version before the data.
pub async fn version(connection: &mut Connection) -> Result<i64> {
    counters::read(connection, Counter::SettingsVersion).await
}

/// [`version`] as a query; no row stands for 0.
pub fn asking_version() -> Query<'static, (i64,)> {
    counters::asking(Counter::SettingsVersion)
}

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
    raise_version(transaction).await
}

/// One setting.
pub async fn find(connection: &mut Connection, key: &str) -> Result<Option<String>> {
    let found: Option<(String,)> = connection
        .optional("SELECT value FROM settings WHERE key = $1", values![key])
        .await?;
    Ok(found.map(|(value,)| value))
}

/// When a setting was last written, in milliseconds; none when its default applies.
pub async fn written_at(connection: &mut Connection, key: &str) -> Result<Option<i64>> {
    let found: Option<(i64,)> = connection
        .optional("SELECT updated_at FROM settings WHERE key = $1", values![key])
        .await?;
    Ok(found.map(|(at,)| at))
}

/// Removes a setting, so that its default applies; a missing setting is no error.
pub async fn remove(transaction: &mut Transaction, key: &str) -> Result<()> {
    let removed = transaction
        .execute("DELETE FROM settings WHERE key = $1", values![key])
        .await?;
    if removed > 0 {
        raise_version(transaction).await?;
    }
    Ok(())
}

/// Removes a setting that has this value. Returns whether it existed: of several simultaneous calls, exactly one gets
/// true.
pub async fn take(transaction: &mut Transaction, key: &str, value: &str) -> Result<bool> {
    let removed = transaction
        .execute(
            "DELETE FROM settings WHERE key = $1 AND value = $2",
            values![key, value],
        )
        .await?;
    if removed > 0 {
        raise_version(transaction).await?;
    }
    Ok(removed > 0)
}

/// Adds a day on which every branch is closed.
pub async fn add_closure(transaction: &mut Transaction, closed_on: &str, name: &str) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO closures (closed_on, name) VALUES ($1, $2)",
            values![closed_on, name],
        )
        .await?;
    raise_version(transaction).await
}

/// Removes every dated closure of the whole library, before they are written again.
pub async fn remove_closures(transaction: &mut Transaction) -> Result<()> {
    transaction
        .execute("DELETE FROM closures WHERE branch IS NULL", &[])
        .await?;
    raise_version(transaction).await
}
