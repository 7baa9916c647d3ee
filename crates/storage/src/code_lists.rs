//! The library's own code lists: patron categories, item types, branches.

use carrel_domain::settings::KindUse;

use crate::engine::{from_row, record, values};
use crate::settings::raise_version;
use crate::{Connection, Result, Transaction};

/// A list of codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeList {
    PatronCategories,
    ItemTypes,
    Branches,
}

/// The branch of a library that has only one; the first migration inserts it.
pub const MAIN_BRANCH: &str = "main";

record! {
    /// An entry of a code list.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct CodeRow {
        pub code: String,
        pub name: String,
        /// When the entry was archived; it is no longer offered.
        pub archived_at: Option<i64>,
    }
}

from_row!(KindUse {
    field,
    code,
    by,
    count
});

/// The statements of a list: all entries, one entry, insert or update one, remove one.
struct Texts {
    all: &'static str,
    find: &'static str,
    put: &'static str,
    remove: &'static str,
}

macro_rules! texts {
    ($table:literal) => {
        Texts {
            all: concat!("SELECT code, name, archived_at FROM ", $table, " ORDER BY position, code"),
            find: concat!("SELECT code, name, archived_at FROM ", $table, " WHERE code = $1"),
            put: concat!(
                "INSERT INTO ",
                $table,
                " (code, name, position, archived_at) VALUES ($1, $2, $3, $4) ON CONFLICT (code) DO UPDATE SET \
                 name = excluded.name, position = excluded.position, archived_at = excluded.archived_at"
            ),
            remove: concat!("DELETE FROM ", $table, " WHERE code = $1"),
        }
    };
}

impl CodeList {
    const fn texts(self) -> Texts {
        match self {
            CodeList::PatronCategories => texts!("patron_categories"),
            CodeList::ItemTypes => texts!("item_types"),
            CodeList::Branches => texts!("branches"),
        }
    }
}

/// Every entry of a list, in display order.
pub async fn all(connection: &mut Connection, list: CodeList) -> Result<Vec<CodeRow>> {
    connection.rows(list.texts().all, &[]).await
}

/// One entry.
pub async fn find(connection: &mut Connection, list: CodeList, code: &str) -> Result<Option<CodeRow>> {
    connection.optional(list.texts().find, values![code]).await
}

/// How many people, books, copies and rules use each patron category and item type.
pub async fn uses(connection: &mut Connection) -> Result<Vec<KindUse>> {
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

/// Adds an entry, or changes its name, its position and its archived state.
pub async fn put(
    transaction: &mut Transaction,
    list: CodeList,
    entry: &CodeRow,
    position: i64,
) -> Result<()> {
    transaction
        .execute(
            list.texts().put,
            values![&entry.code, &entry.name, position, entry.archived_at],
        )
        .await?;
    raise_version(transaction).await
}

/// Removes an entry. The database refuses it while people, books, copies or rules use it.
pub async fn remove(transaction: &mut Transaction, list: CodeList, code: &str) -> Result<()> {
    transaction.execute(list.texts().remove, values![code]).await?;
    raise_version(transaction).await
}
