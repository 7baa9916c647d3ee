//! The records that other systems harvest: current and archived books, and erased ones, in the order of their last change.
//!
//! A list continues behind the instant and the id of the last record that was read. A book that changes moves to the end of
//! the order, so a harvest meets it again, and skips none.

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::identity::Entity as _;
use jiff::Timestamp;

use crate::engine::{record, values};
use crate::{Connection, Result, Transaction};

record! {
    /// A record, without its content.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Entry {
        pub id: BookId,
        /// When what others harvest changed last.
        pub at: Timestamp,
        pub category: String,
        /// 1 for a book that is archived or erased.
        pub is_deleted: i64,
    }
}

/// Which records are read.
#[derive(Debug, Clone)]
pub struct Range {
    /// The instant and the id behind which the list begins, in milliseconds. Records of the instant itself with a larger id
    /// are in it.
    pub after: (i64, i64),
    /// The last instant, in milliseconds.
    pub until: i64,
    /// Only books of this category.
    pub category: Option<String>,
}

/// The first records of a range, at most `limit`.
pub async fn page(connection: &mut Connection, range: &Range, limit: i64) -> Result<Vec<Entry>> {
    let mut entries: Vec<Entry> = match &range.category {
        None => {
            let values = values![range.after.0, range.after.1, range.until, limit];
            let mut books = connection
                .rows(
                    "SELECT b.id, b.shared_at, b.category, CAST(CASE WHEN b.archived_at IS NULL THEN 0 ELSE 1 END AS BIGINT) \
                     FROM books b WHERE b.deleted_at IS NULL AND b.shared_at > 0 AND b.shared_at >= $1 \
                     AND (b.shared_at > $1 OR b.id > $2) AND b.shared_at <= $3 ORDER BY b.shared_at, b.id LIMIT $4",
                    values,
                )
                .await?;
            let erased: Vec<Entry> = connection
                .rows(
                    "SELECT t.entity_id, t.deleted_at, COALESCE(t.category, ''), CAST(1 AS BIGINT) FROM tombstones t \
                     WHERE t.entity = 'book' AND t.deleted_at >= $1 AND (t.deleted_at > $1 OR t.entity_id > $2) \
                     AND t.deleted_at <= $3 ORDER BY t.deleted_at, t.entity_id LIMIT $4",
                    values,
                )
                .await?;
            books.extend(erased);
            books
        }
        Some(category) => {
            let values = values![range.after.0, range.after.1, range.until, limit, category];
            let mut books = connection
                .rows(
                    "SELECT b.id, b.shared_at, b.category, CAST(CASE WHEN b.archived_at IS NULL THEN 0 ELSE 1 END AS BIGINT) \
                     FROM books b WHERE b.deleted_at IS NULL AND b.category = $5 AND b.shared_at > 0 \
                     AND b.shared_at >= $1 AND (b.shared_at > $1 OR b.id > $2) AND b.shared_at <= $3 \
                     ORDER BY b.shared_at, b.id LIMIT $4",
                    values,
                )
                .await?;
            let erased: Vec<Entry> = connection
                .rows(
                    "SELECT t.entity_id, t.deleted_at, t.category, CAST(1 AS BIGINT) FROM tombstones t \
                     WHERE t.entity = 'book' AND t.category = $5 AND t.deleted_at >= $1 \
                     AND (t.deleted_at > $1 OR t.entity_id > $2) AND t.deleted_at <= $3 \
                     ORDER BY t.deleted_at, t.entity_id LIMIT $4",
                    values,
                )
                .await?;
            books.extend(erased);
            books
        }
    };
    entries.sort_by_key(|entry| (entry.at, entry.id));
    entries.truncate(usize::try_from(limit).unwrap_or_default());
    Ok(entries)
}

/// One record, also of an erased book.
pub async fn find(connection: &mut Connection, id: BookId) -> Result<Option<Entry>> {
    let erased: Option<Entry> = connection
        .optional(
            "SELECT t.entity_id, t.deleted_at, COALESCE(t.category, ''), CAST(1 AS BIGINT) FROM tombstones t \
             WHERE t.entity = $1 AND t.entity_id = $2",
            values![Book::NAME, id],
        )
        .await?;
    if erased.is_some() {
        return Ok(erased);
    }
    connection
        .optional(
            "SELECT b.id, b.shared_at, b.category, CAST(CASE WHEN b.archived_at IS NULL THEN 0 ELSE 1 END AS BIGINT) \
             FROM books b WHERE b.id = $1 AND b.deleted_at IS NULL",
            values![id],
        )
        .await
}

/// The instant of the earliest record, in milliseconds; `None` when there is none.
pub async fn earliest(connection: &mut Connection) -> Result<Option<i64>> {
    let book: Option<(i64,)> = connection
        .optional(
            "SELECT shared_at FROM books WHERE deleted_at IS NULL AND shared_at > 0 ORDER BY shared_at LIMIT 1",
            &[],
        )
        .await?;
    let erased: Option<(i64,)> = connection
        .optional(
            "SELECT deleted_at FROM tombstones WHERE entity = $1 ORDER BY deleted_at LIMIT 1",
            values![Book::NAME],
        )
        .await?;
    Ok(book.into_iter().chain(erased).map(|(at,)| at).min())
}

/// The categories behind a name, at most `limit`; also those whose books are all archived or erased.
pub async fn categories_after(connection: &mut Connection, after: &str, limit: i64) -> Result<Vec<String>> {
    let rows: Vec<(String,)> = connection
        .rows(
            "SELECT category FROM category_counts WHERE category > $1 ORDER BY category LIMIT $2",
            values![after, limit],
        )
        .await?;
    Ok(rows.into_iter().map(|(category,)| category).collect())
}

/// Dates the record of a book whose copies have changed. The instant never goes back.
pub async fn date(transaction: &mut Transaction, id: BookId, now: i64) -> Result<()> {
    transaction
        .execute(
            "UPDATE books SET shared_at = $2 WHERE id = $1 AND shared_at < $2",
            values![id, now],
        )
        .await?;
    Ok(())
}

/// The books with an ISSN such as `0028-0836`; at most 1000.
pub async fn with_issn(connection: &mut Connection, issn: &str) -> Result<Vec<BookId>> {
    let rows: Vec<(BookId,)> = connection
        .rows(
            "SELECT book_id FROM book_identifiers WHERE kind = 'issn' AND value_key = $1 ORDER BY book_id LIMIT 1000",
            values![issn],
        )
        .await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
