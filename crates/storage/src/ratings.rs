//! Ratings: one to five stars by people who borrowed the book.

use crate::engine::values;
use crate::{Connection, Result, Transaction};

/// Writes a person's rating of a book; it replaces an earlier one.
pub async fn set(
    transaction: &mut Transaction,
    book_id: &str,
    user_id: &str,
    stars: i64,
    now: i64,
) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO ratings (book_id, user_id, stars, created_at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (book_id, user_id) DO UPDATE SET stars = excluded.stars",
            values![book_id, user_id, stars, now],
        )
        .await?;
    Ok(())
}

/// Sum and number of a book's ratings.
pub async fn sums_of_book(connection: &mut Connection, book_id: &str) -> Result<(i64, i64)> {
    connection
        .one(
            "SELECT CAST(COALESCE(sum(stars), 0) AS BIGINT), count(*) FROM ratings WHERE book_id = $1",
            values![book_id],
        )
        .await
}
