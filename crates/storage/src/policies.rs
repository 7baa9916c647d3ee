//! Policies: circulation rules, one value a row.

use carrel_domain::circulation::policy::PolicyRuleId;
use const_format::concatcp;

use crate::engine::{Columns, record, values};
use crate::settings_version::raise_version;
use crate::{Connection, Result, Transaction};

record! {
    /// A rule as stored.
    #[derive(Debug, Clone)]
    pub struct PolicyRow of "p" {
        pub id: PolicyRuleId,
        pub name: String,
        pub patron_category: Option<String>,
        pub item_type: Option<String>,
        pub branch: Option<String>,
        pub value: String,
    }
}

/// Every rule.
pub async fn all(connection: &mut Connection) -> Result<Vec<PolicyRow>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                PolicyRow::COLUMNS,
                " FROM policies p ORDER BY p.name, p.id"
            ),
            &[],
        )
        .await
}

/// Adds a rule. The unique index refuses a second one for the same name and case.
pub async fn insert(transaction: &mut Transaction, rule: &PolicyRow, now: i64) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO policies (id, name, patron_category, item_type, branch, value, updated_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            values![
                &rule.id,
                &rule.name,
                &rule.patron_category,
                &rule.item_type,
                &rule.branch,
                &rule.value,
                now
            ],
        )
        .await?;
    raise_version(transaction).await
}

/// Changes the value of a rule.
pub async fn set_value(transaction: &mut Transaction, id: PolicyRuleId, value: &str, now: i64) -> Result<()> {
    transaction
        .execute(
            "UPDATE policies SET value = $2, updated_at = $3 WHERE id = $1",
            values![id, value, now],
        )
        .await?;
    raise_version(transaction).await
}

/// Removes a rule.
pub async fn remove(transaction: &mut Transaction, id: PolicyRuleId) -> Result<()> {
    transaction
        .execute("DELETE FROM policies WHERE id = $1", values![id])
        .await?;
    raise_version(transaction).await
}
