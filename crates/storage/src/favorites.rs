//! Favorites: the books that people save for later.

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::favorite::Favorite;
use carrel_domain::users::UserId;
use const_format::concatcp;

use crate::books::DELETED_IDS;
use crate::engine::{Columns, List, Order, Remembered, columns, values};
use crate::{Connection, Result, Transaction};

columns!(Favorite of "f" {
    book: Book as record,
    added_at = "f.created_at",
});

/// Adds a favorite. False when it existed already.
pub async fn add(transaction: &mut Transaction, user_id: UserId, book_id: BookId, now: i64) -> Result<bool> {
    let changed = transaction
        .execute(
            "INSERT INTO favorites (user_id, book_id, created_at) VALUES ($1, $2, $3) \
             ON CONFLICT (user_id, book_id) DO NOTHING",
            values![user_id, book_id, now],
        )
        .await?;
    Ok(changed > 0)
}

/// Removes a favorite. False when there was none.
pub async fn remove(transaction: &mut Transaction, user_id: UserId, book_id: BookId) -> Result<bool> {
    let changed = transaction
        .execute(
            "DELETE FROM favorites WHERE user_id = $1 AND book_id = $2",
            values![user_id, book_id],
        )
        .await?;
    Ok(changed > 0)
}

/// Whether a book is a favorite of a person.
pub async fn has(connection: &mut Connection, user_id: UserId, book_id: BookId) -> Result<bool> {
    let found: Option<(BookId,)> = connection
        .optional(
            "SELECT book_id FROM favorites WHERE user_id = $1 AND book_id = $2",
            values![user_id, book_id],
        )
        .await?;
    Ok(found.is_some())
}

/// A page of a person's favorites, the latest first.
pub async fn list(
    connection: &mut Connection,
    user_id: UserId,
    limit: i64,
    offset: i64,
) -> Result<Vec<Favorite>> {
    let list = List {
        select: concatcp!(
            "SELECT ",
            Favorite::COLUMNS,
            " FROM favorites f JOIN books b ON b.id = f.book_id JOIN book_counts k ON k.book_id = b.id"
        ),
        bound: &[],
        table: "favorites f",
        condition: &|bound| {
            bound.push(user_id.into());
            concatcp!("f.user_id = $1 AND f.book_id NOT IN ", DELETED_IDS).to_owned()
        },
        order: Order::descending(&["f.created_at", "f.book_id"]),
        is_indexed: true,
        remembered: Remembered::UntilCommit,
    };
    connection.page(&list, limit, offset).await
}

/// The ids of a person's favorite books, the latest first.
pub async fn ids(connection: &mut Connection, user_id: UserId, limit: i64) -> Result<Vec<BookId>> {
    let found: Vec<(BookId,)> = connection
        .rows(
            concatcp!(
                "SELECT book_id FROM favorites WHERE user_id = $1 AND book_id NOT IN ",
                DELETED_IDS,
                " ORDER BY created_at DESC, book_id DESC LIMIT $2"
            ),
            values![user_id, limit],
        )
        .await?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}

/// How many favorites a person has.
pub async fn count(connection: &mut Connection, user_id: UserId) -> Result<i64> {
    let (count,) = connection
        .one(
            concatcp!(
                "SELECT count(*) FROM favorites WHERE user_id = $1 AND book_id NOT IN ",
                DELETED_IDS
            ),
            values![user_id],
        )
        .await?;
    Ok(count)
}
