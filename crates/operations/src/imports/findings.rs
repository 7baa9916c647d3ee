//! The records of a file that need attention, as they were stored.

use carrel_domain::imports::ImportFinding;
use carrel_storage::imports::FindingRow;
use carrel_storage::{Connection, books, users};

use crate::core::error::Result;

/// A finding as it was stored, with what the library has.
pub(super) async fn stored(connection: &mut Connection, row: FindingRow) -> Result<ImportFinding> {
    let book = match row.book_id {
        Some(book_id) => books::find(connection, book_id).await?,
        None => None,
    };
    let user = match row.user_id {
        Some(user_id) => users::find(connection, user_id).await?,
        None => None,
    };
    Ok(ImportFinding {
        number: row.number,
        line: row.line,
        label: row.label,
        detail: row.detail,
        identifier: row.identifier,
        errors: serde_json::from_str(&row.errors).unwrap_or_default(),
        book,
        user,
    })
}
