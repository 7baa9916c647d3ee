//! Policies: circulation rules, one value a row.

use crate::engine::from_row;
use crate::{Connection, Result};

/// A rule as stored.
#[derive(Debug, Clone)]
pub struct PolicyRow {
    pub id: String,
    pub name: String,
    pub patron_category: Option<String>,
    pub item_type: Option<String>,
    pub branch: Option<String>,
    pub value: String,
}

from_row!(PolicyRow {
    id,
    name,
    patron_category,
    item_type,
    branch,
    value
});

/// Every rule.
pub async fn all(connection: &mut Connection) -> Result<Vec<PolicyRow>> {
    connection
        .rows(
            "SELECT id, name, patron_category, item_type, branch, value FROM policies ORDER BY name, id",
            &[],
        )
        .await
}
