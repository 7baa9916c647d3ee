//! Kinds: the library's own lists of patron categories and item types.

use crate::engine::{from_row, values};
use crate::{Connection, Result, Transaction};

/// The list of kinds of people.
pub const PATRON_CATEGORY: &str = "patron_category";
/// The list of kinds of what is lent.
pub const ITEM_TYPE: &str = "item_type";

/// A kind as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindRow {
    pub list: String,
    pub code: String,
    pub name: String,
    pub archived_at: Option<i64>,
}

from_row!(KindRow {
    list,
    code,
    name,
    archived_at
});

/// How many of something have a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UseRow {
    pub list: String,
    pub code: String,
    /// `people`, `books`, `copies` or `rules`.
    pub noun: String,
    pub count: i64,
}

from_row!(UseRow {
    list,
    code,
    noun,
    count
});

/// Every kind, list by list, in the order in which they are offered.
pub async fn all(connection: &mut Connection) -> Result<Vec<KindRow>> {
    connection
        .rows(
            "SELECT list, code, name, archived_at FROM kinds ORDER BY list, position, code",
            &[],
        )
        .await
}

/// One kind.
pub async fn find(connection: &mut Connection, list: &str, code: &str) -> Result<Option<KindRow>> {
    connection
        .optional(
            "SELECT list, code, name, archived_at FROM kinds WHERE list = $1 AND code = $2",
            values![list, code],
        )
        .await
}

/// What has a kind: how many people, books, copies and rules.
pub async fn uses(connection: &mut Connection) -> Result<Vec<UseRow>> {
    connection
        .rows(
            "SELECT 'patron_category', patron_category, 'people', count(*) FROM users \
             WHERE patron_category IS NOT NULL GROUP BY patron_category \
             UNION ALL SELECT 'item_type', item_type, 'books', count(*) FROM books \
             WHERE item_type IS NOT NULL GROUP BY item_type \
             UNION ALL SELECT 'item_type', item_type, 'copies', count(*) FROM copies \
             WHERE item_type IS NOT NULL GROUP BY item_type \
             UNION ALL SELECT 'patron_category', patron_category, 'rules', count(*) FROM policies \
             WHERE patron_category IS NOT NULL GROUP BY patron_category \
             UNION ALL SELECT 'item_type', item_type, 'rules', count(*) FROM policies \
             WHERE item_type IS NOT NULL GROUP BY item_type",
            &[],
        )
        .await
}

/// Adds a kind, or changes its name, its place and whether it is offered.
pub async fn put(transaction: &mut Transaction, kind: &KindRow, position: i64) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO kinds (list, code, name, position, archived_at) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (list, code) DO UPDATE SET name = $3, position = $4, archived_at = $5",
            values![&kind.list, &kind.code, &kind.name, position, kind.archived_at],
        )
        .await?;
    Ok(())
}

/// Removes a kind that nothing has.
pub async fn remove(transaction: &mut Transaction, list: &str, code: &str) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM kinds WHERE list = $1 AND code = $2",
            values![list, code],
        )
        .await?;
    Ok(())
}
