//! The current books in the order of their ids, for the sitemap.

use carrel_domain::catalogue::book::BookId;
use jiff::Timestamp;

use crate::engine::values;
use crate::{Connection, Result};

/// The current books after an id, each with the instant of its last change.
pub async fn current_after(
    connection: &mut Connection,
    after_id: BookId,
    limit: i64,
) -> Result<Vec<(BookId, Timestamp)>> {
    connection
        .rows(
            "SELECT id, updated_at FROM books WHERE id > $1 AND archived_at IS NULL ORDER BY id LIMIT $2",
            values![after_id, limit],
        )
        .await
}

/// The id of the current book that follows an id after `skipped` others; `None` when there are fewer.
pub async fn current_at(
    connection: &mut Connection,
    after_id: BookId,
    skipped: i64,
) -> Result<Option<(BookId,)>> {
    connection
        .optional(
            "SELECT id FROM books WHERE id > $1 AND archived_at IS NULL ORDER BY id LIMIT 1 OFFSET $2",
            values![after_id, skipped],
        )
        .await
}
