//! What imports of people and loans wrote, row by row, for their undo.

use carrel_domain::imports::ImportId;
use carrel_domain::users::UserId;
use const_format::concatcp;

use crate::engine::{Columns, record, values};
use crate::{Connection, Result, Transaction};

record! {
    /// What a row wrote.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ImportedRow of "e" {
        pub number: i64,
        /// The number of the id of what was written.
        pub entity_id: i64,
        /// As of [`crate::imports::effect`].
        pub effect: String,
        pub user_id: UserId,
        /// JSON.
        pub before_state: Option<String>,
        /// Of the person as the import left them.
        pub after_digest: Option<Vec<u8>>,
    }
}

/// Records what rows wrote.
pub async fn insert(transaction: &mut Transaction, id: ImportId, rows: &[ImportedRow]) -> Result<()> {
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
            values![
                id,
                row.number,
                row.entity_id,
                &row.effect,
                row.user_id,
                &row.before_state,
                row.after_digest.as_deref()
            ]
            .to_vec()
        })
        .collect();
    let columns = [
        "import_id",
        "number",
        "entity_id",
        "effect",
        "user_id",
        "before_state",
        "after_digest",
    ];
    transaction.insert_rows("import_rows", &columns, &rows).await
}

/// What the last rows of an import wrote, the last one first: an undo goes backwards.
pub async fn last(connection: &mut Connection, id: ImportId, limit: i64) -> Result<Vec<ImportedRow>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                ImportedRow::COLUMNS,
                " FROM import_rows e WHERE e.import_id = $1 ORDER BY e.number DESC LIMIT $2"
            ),
            values![id, limit],
        )
        .await
}

/// The people about whom an import wrote something.
pub async fn people(connection: &mut Connection, id: ImportId) -> Result<Vec<UserId>> {
    let found: Vec<(UserId,)> = connection
        .rows(
            "SELECT user_id FROM import_rows WHERE import_id = $1",
            values![id],
        )
        .await?;
    Ok(found.into_iter().map(|(user_id,)| user_id).collect())
}

/// Whether anything happened with an account since it was added that its row does not show: a borrowing, a charge, a card.
pub async fn has_used_library(connection: &mut Connection, user_id: UserId) -> Result<bool> {
    let (used,): (i64,) = connection
        .one(
            "SELECT CAST(CASE WHEN EXISTS (SELECT 1 FROM borrowings o WHERE o.user_id = $1) \
             OR EXISTS (SELECT 1 FROM ledger l WHERE l.user_id = $1) \
             OR EXISTS (SELECT 1 FROM cards k WHERE k.user_id = $1) THEN 1 ELSE 0 END AS BIGINT)",
            values![user_id],
        )
        .await?;
    Ok(used == 1)
}

/// Whether the list of patron categories has this code.
pub async fn has_patron_category(connection: &mut Connection, code: &str) -> Result<bool> {
    let found: Option<(String,)> = connection
        .optional(
            "SELECT code FROM patron_categories WHERE code = $1",
            values![code],
        )
        .await?;
    Ok(found.is_some())
}

/// Forgets what the rows from a number on wrote.
pub async fn remove_from(transaction: &mut Transaction, id: ImportId, number: i64) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM import_rows WHERE import_id = $1 AND number >= $2",
            values![id, number],
        )
        .await?;
    Ok(())
}

/// Forgets the personal data of imports that ended before an instant, in milliseconds: their findings, and how people were
/// before. A person whom such an import has changed stays as they are when it is undone.
pub async fn forget_ended_before(transaction: &mut Transaction, before: i64) -> Result<()> {
    let ended: Vec<(ImportId,)> = transaction
        .rows(
            "SELECT id FROM imports WHERE kind <> 'books' AND updated_at < $1 \
             AND state IN ('done', 'cancelled', 'failed', 'undone')",
            values![before],
        )
        .await?;
    for (id,) in ended {
        forget(transaction, id).await?;
    }
    Ok(())
}

/// Forgets the personal data of one import.
pub async fn forget(transaction: &mut Transaction, id: ImportId) -> Result<()> {
    transaction
        .execute("DELETE FROM import_findings WHERE import_id = $1", values![id])
        .await?;
    transaction
        .execute(
            "UPDATE import_rows SET before_state = NULL, after_digest = NULL WHERE import_id = $1 AND before_state IS NOT NULL",
            values![id],
        )
        .await?;
    Ok(())
}
