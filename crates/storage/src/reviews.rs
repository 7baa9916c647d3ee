//! Reviews: the text beside a rating.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::rating::{Review, ReviewId};
use carrel_domain::users::UserId;
use const_format::concatcp;

use crate::engine::{Columns, List, Order, Remembered, columns, values};
use crate::{Connection, Result, Transaction};

columns!(Review of "r" {
    id,
    book_id,
    user_id,
    user_name = "u.name",
    stars = "s.stars",
    body,
    hidden_at,
    created_at,
    updated_at,
});

const SELECT: &str = concatcp!(
    "SELECT ",
    Review::COLUMNS,
    " FROM reviews r JOIN ratings s ON s.book_id = r.book_id AND s.user_id = r.user_id \
    JOIN users u ON u.id = r.user_id"
);

/// A new review.
pub struct NewReview<'a> {
    pub id: ReviewId,
    pub book_id: BookId,
    pub user_id: UserId,
    pub body: &'a str,
}

/// Writes a person's review of a book they have rated. It replaces the text of an earlier one, which stays hidden if it
/// was.
pub async fn set(transaction: &mut Transaction, review: &NewReview<'_>, now: i64) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO reviews (id, book_id, user_id, body, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5) \
             ON CONFLICT (book_id, user_id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at",
            values![review.id, review.book_id, review.user_id, review.body, now],
        )
        .await?;
    Ok(())
}

/// Removes a person's review; the rating stays.
pub async fn remove(transaction: &mut Transaction, book_id: BookId, user_id: UserId) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM reviews WHERE book_id = $1 AND user_id = $2",
            values![book_id, user_id],
        )
        .await?;
    Ok(())
}

/// Hides a review since an instant, or shows it again.
pub async fn set_hidden(transaction: &mut Transaction, id: ReviewId, hidden_at: Option<i64>) -> Result<()> {
    transaction
        .execute(
            "UPDATE reviews SET hidden_at = $2 WHERE id = $1",
            values![id, hidden_at],
        )
        .await?;
    Ok(())
}

/// One review, hidden or not.
pub async fn find(connection: &mut Connection, id: ReviewId) -> Result<Option<Review>> {
    connection
        .optional(concatcp!(SELECT, " WHERE r.id = $1"), values![id])
        .await
}

/// A person's review of a book, hidden or not.
pub async fn of_person(
    connection: &mut Connection,
    book_id: BookId,
    user_id: UserId,
) -> Result<Option<Review>> {
    connection
        .optional(
            concatcp!(SELECT, " WHERE r.book_id = $1 AND r.user_id = $2"),
            values![book_id, user_id],
        )
        .await
}

/// A page of a book's reviews, the newest first, with or without the hidden ones.
pub async fn of_book(
    connection: &mut Connection,
    book_id: BookId,
    with_hidden: bool,
    limit: i64,
    offset: i64,
) -> Result<Vec<Review>> {
    let condition = if with_hidden {
        "r.book_id = $1"
    } else {
        "r.book_id = $1 AND r.hidden_at IS NULL"
    };
    let list = List {
        select: SELECT,
        bound: &[],
        table: "reviews r",
        condition: &|bound| {
            bound.push(book_id.into());
            condition.to_owned()
        },
        order: Order::descending(&["r.created_at", "r.id"]),
        is_indexed: true,
        remembered: Remembered::UntilCommit,
    };
    connection.page(&list, limit, offset).await
}

/// How many reviews a book has, with or without the hidden ones.
pub async fn count_of_book(connection: &mut Connection, book_id: BookId, with_hidden: bool) -> Result<i64> {
    let sql = if with_hidden {
        "SELECT count(*) FROM reviews WHERE book_id = $1"
    } else {
        "SELECT count(*) FROM reviews WHERE book_id = $1 AND hidden_at IS NULL"
    };
    let (count,) = connection.one(sql, values![book_id]).await?;
    Ok(count)
}
