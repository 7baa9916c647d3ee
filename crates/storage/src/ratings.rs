//! Ratings: one to five stars by people who borrowed the book.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::rating::Rating;
use carrel_domain::users::UserId;
use const_format::concatcp;

use crate::engine::{Columns, Value, columns, values};
use crate::{Connection, Result, Transaction};

/// Writes a person's rating of a book; it replaces an earlier one.
pub async fn set(
    transaction: &mut Transaction,
    book_id: BookId,
    user_id: UserId,
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

columns!(Rating of "r" {
    book_id,
    title = "b.title",
    stars,
    created_at,
    review = "(SELECT w.body FROM reviews w WHERE w.book_id = r.book_id AND w.user_id = r.user_id)",
});

/// A person's ratings after an instant and the id of a book, with their reviews, the earliest first.
pub async fn all_of_user(
    connection: &mut Connection,
    user_id: UserId,
    (after_at, after_book): (i64, i64),
    limit: i64,
) -> Result<Vec<Rating>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                Rating::COLUMNS,
                " FROM ratings r JOIN books b ON b.id = r.book_id WHERE r.user_id = $1 AND r.created_at >= $2 \
                 AND (r.created_at > $2 OR r.book_id > $3) ORDER BY r.created_at, r.book_id LIMIT $4"
            ),
            values![user_id, after_at, after_book, limit],
        )
        .await
}

/// Sum and number of a book's ratings.
pub async fn sums_of_book(connection: &mut Connection, book_id: BookId) -> Result<(i64, i64)> {
    connection
        .one(
            "SELECT CAST(COALESCE(sum(stars), 0) AS BIGINT), count(*) FROM ratings WHERE book_id = $1",
            values![book_id],
        )
        .await
}

/// A person's stars for a book.
pub async fn find(connection: &mut Connection, book_id: BookId, user_id: UserId) -> Result<Option<i64>> {
    let found: Option<(i64,)> = connection
        .optional(
            "SELECT stars FROM ratings WHERE book_id = $1 AND user_id = $2",
            values![book_id, user_id],
        )
        .await?;
    Ok(found.map(|(stars,)| stars))
}

/// A person's stars for some books: book id and stars, in any order.
pub async fn of_user(
    connection: &mut Connection,
    user_id: UserId,
    book_ids: &[BookId],
) -> Result<Vec<(BookId, i64)>> {
    let mut found = Vec::new();
    for chunk in book_ids.chunks(20) {
        // A fixed number of placeholders, so that there is one statement to cache.
        let mut bound = [Value::Null; 21];
        bound[0] = user_id.into();
        for (value, id) in bound[1..].iter_mut().zip(chunk) {
            *value = id.into();
        }
        let rows: Vec<(BookId, i64)> = connection
            .rows(
                "SELECT book_id, stars FROM ratings WHERE user_id = $1 AND book_id IN ($2, $3, $4, $5, $6, $7, $8, \
                 $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)",
                &bound,
            )
            .await?;
        found.extend(rows);
    }
    Ok(found)
}

/// Removes a person's rating of a book, and its review; also what a merge of other books into it keeps of them. False when
/// there was none.
pub async fn remove(transaction: &mut Transaction, book_id: BookId, user_id: UserId) -> Result<bool> {
    transaction
        .execute(
            "DELETE FROM merge_ratings WHERE user_id = $2 AND merge_id IN \
             (SELECT b.merge_id FROM merge_books b WHERE b.book_id = $1 AND b.position = 0)",
            values![book_id, user_id],
        )
        .await?;
    let changed = transaction
        .execute(
            "DELETE FROM ratings WHERE book_id = $1 AND user_id = $2",
            values![book_id, user_id],
        )
        .await?;
    Ok(changed > 0)
}
