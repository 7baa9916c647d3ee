//! Merging books: what a book has is moved to the kept one, and back by an undo.

pub mod records;
pub mod undo;

use carrel_domain::catalogue::book::{Book, BookId};
use serde::{Deserialize, Serialize};

use crate::books::record::of_ids;
use crate::counters::{self, Counter};
use crate::engine::{record, values};
use crate::{Connection, Result, Transaction, totals};

record! {
    /// What a book has besides its record.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Holdings {
        pub book_id: BookId,
        /// With those that are withdrawn.
        pub copies: i64,
        pub open_borrowings: i64,
        pub past_borrowings: i64,
        pub favorites: i64,
        pub ratings: i64,
        pub reviews: i64,
    }
}

/// What some books have, in no order.
pub async fn holdings(connection: &mut Connection, ids: &[BookId]) -> Result<Vec<Holdings>> {
    of_ids(
        connection,
        "SELECT b.id, (SELECT count(*) FROM copies c WHERE c.book_id = b.id), \
         (SELECT count(*) FROM borrowings o WHERE o.book_id = b.id AND o.returned_at IS NULL), \
         (SELECT count(*) FROM borrowings o WHERE o.book_id = b.id AND o.returned_at IS NOT NULL), \
         (SELECT count(*) FROM favorites f WHERE f.book_id = b.id), \
         (SELECT count(*) FROM ratings r WHERE r.book_id = b.id), \
         (SELECT count(*) FROM reviews w WHERE w.book_id = b.id) FROM books b WHERE b.id IN \
         ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)",
        ids,
    )
    .await
}

/// How many people have copies of several of these books, at most four: a person has a book at most once.
pub async fn people_with_several(connection: &mut Connection, ids: &[BookId]) -> Result<i64> {
    let id = |place: usize| ids.get(place).copied().unwrap_or(BookId::UNASSIGNED);
    let (people,) = connection
        .one(
            "SELECT count(*) FROM (SELECT o.user_id FROM borrowings o WHERE o.book_id IN ($1, $2, $3, $4) \
             AND o.returned_at IS NULL GROUP BY o.user_id HAVING count(*) > 1) several",
            values![id(0), id(1), id(2), id(3)],
        )
        .await?;
    Ok(people)
}

/// Moves the copies of a book to another one, with their borrowings. Copies without an item type get `item_type`.
/// `category` is that of the other book. The caller has locked both books, and changes their counts.
pub async fn move_copies(
    transaction: &mut Transaction,
    from: &Book,
    to: BookId,
    category: &str,
    item_type: Option<&str>,
) -> Result<()> {
    if from.category != category {
        totals::move_book(transaction, from.id, &from.category, category).await?;
    }
    transaction
        .execute(
            "UPDATE copies SET book_id = $2, item_type = COALESCE(item_type, $3) WHERE book_id = $1",
            values![&from.id, to, item_type],
        )
        .await?;
    transaction
        .execute(
            "UPDATE borrowings SET book_id = $2 WHERE book_id = $1",
            values![&from.id, to],
        )
        .await?;
    Ok(())
}

/// Moves the favorites of a book to another one. People who have both keep that of the other book.
pub async fn move_favorites(transaction: &mut Transaction, from: BookId, to: BookId) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO favorites (user_id, book_id, created_at) SELECT user_id, CAST($2 AS BIGINT), created_at \
             FROM favorites WHERE book_id = $1 ON CONFLICT (user_id, book_id) DO NOTHING",
            values![from, to],
        )
        .await?;
    transaction
        .execute("DELETE FROM favorites WHERE book_id = $1", values![from])
        .await?;
    Ok(())
}

/// Moves the ratings of a book, with their reviews, to another one. Of a person who has rated both, the newest stays.
pub async fn move_ratings(transaction: &mut Transaction, from: BookId, to: BookId) -> Result<()> {
    // Reviews follow the deleted ratings.
    for statement in [
        "DELETE FROM ratings WHERE book_id = $2 AND user_id IN (SELECT o.user_id FROM ratings o JOIN ratings k \
         ON k.user_id = o.user_id AND k.book_id = $2 WHERE o.book_id = $1 AND o.created_at > k.created_at)",
        "DELETE FROM ratings WHERE book_id = $1 AND user_id IN (SELECT k.user_id FROM ratings k WHERE k.book_id = $2)",
        "INSERT INTO ratings (book_id, user_id, stars, created_at) SELECT CAST($2 AS BIGINT), user_id, stars, created_at \
         FROM ratings WHERE book_id = $1",
        "UPDATE reviews SET book_id = $2 WHERE book_id = $1",
    ] {
        transaction.execute(statement, values![from, to]).await?;
    }
    transaction
        .execute("DELETE FROM ratings WHERE book_id = $1", values![from])
        .await?;
    Ok(())
}

/// Gives a book the uploaded cover of another one; it has none. [`books::update`](crate::books::update) writes the address.
pub async fn copy_cover(transaction: &mut Transaction, from: BookId, to: BookId) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO covers (book_id, hash, small, medium, large, uploaded_at) \
             SELECT CAST($2 AS BIGINT), hash, small, medium, large, uploaded_at FROM covers WHERE book_id = $1",
            values![from, to],
        )
        .await?;
    Ok(())
}

/// Gives a book the MARC record of another one, if it has none. False when there is none to give, or it has one.
pub async fn copy_marc(transaction: &mut Transaction, from: BookId, to: BookId) -> Result<bool> {
    let copied = transaction
        .execute(
            "INSERT INTO marc_records (book_id, format, raw, control_number, source, sha256, imported_at) \
             SELECT CAST($2 AS BIGINT), format, raw, control_number, source, sha256, imported_at FROM marc_records \
             WHERE book_id = $1 ON CONFLICT (book_id) DO NOTHING",
            values![from, to],
        )
        .await?;
    Ok(copied > 0)
}

/// The counts of a merged book.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MergedCounts {
    pub total_copies: i64,
    pub available_copies: i64,
    pub borrow_count: i64,
    pub popularity: i64,
}

/// Overwrites the counts of copies and borrowings of a book. Those of ratings stay.
pub async fn set_counts(transaction: &mut Transaction, id: BookId, counts: &MergedCounts) -> Result<()> {
    transaction
        .execute(
            "UPDATE book_counts SET total_copies = $2, available_copies = $3, borrow_count = $4, popularity = $5 \
             WHERE book_id = $1",
            values![
                id,
                counts.total_copies,
                counts.available_copies,
                counts.borrow_count,
                counts.popularity
            ],
        )
        .await?;
    Ok(())
}

/// Records into which book an archived one was merged. The books that were merged into it before lead there, too.
pub async fn set_merged_into(transaction: &mut Transaction, from: BookId, to: BookId) -> Result<()> {
    counters::take(transaction, Counter::CatalogueVersion, 1).await?;
    transaction
        .execute(
            "UPDATE books SET merged_into = $2 WHERE merged_into = $1",
            values![from, to],
        )
        .await?;
    transaction
        .execute(
            "UPDATE books SET merged_into = $2 WHERE id = $1",
            values![from, to],
        )
        .await?;
    Ok(())
}

/// Whether other books were merged into a book.
pub async fn has_merged(connection: &mut Connection, id: BookId) -> Result<bool> {
    let found: Option<(BookId,)> = connection
        .optional("SELECT id FROM books WHERE merged_into = $1 LIMIT 1", values![id])
        .await?;
    Ok(found.is_some())
}
