//! Undoing a merge: what the kept book got goes back.

use std::collections::{BTreeMap, BTreeSet};

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::merge::undo::{FormerRating, MergeId};
use carrel_domain::users::UserId;

use crate::counters::{self, Counter};
use crate::engine::{Value, record, values};
use crate::{Connection, Result, Transaction, totals};

record! {
    /// The record and the details of a kept book before and after its merge, as JSON.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct KeptRecords {
        pub before: String,
        pub after: String,
    }
}

/// The record of the kept book before and after a merge.
pub async fn kept_records(connection: &mut Connection, id: MergeId) -> Result<Option<KeptRecords>> {
    connection
        .optional(
            "SELECT before_record, after_record FROM merges WHERE id = $1",
            values![id],
        )
        .await
}

/// Moves the copies that a book had before a merge back to it, with all of their borrowings. `category` is that of the
/// kept book now. The caller has locked both books, and changes their counts.
pub async fn move_copies_back(
    transaction: &mut Transaction,
    id: MergeId,
    kept: BookId,
    to: &Book,
    category: &str,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE copies SET book_id = m.book_id, item_type = CASE WHEN copies.item_type = m.item_type THEN NULL \
             ELSE copies.item_type END FROM merge_copies m \
             WHERE m.merge_id = $1 AND m.book_id = $2 AND copies.id = m.copy_id AND copies.book_id = $3",
            values![id, &to.id, kept],
        )
        .await?;
    transaction
        .execute(
            "UPDATE borrowings SET book_id = $2 WHERE copy_id IN \
             (SELECT m.copy_id FROM merge_copies m WHERE m.merge_id = $1 AND m.book_id = $2)",
            values![id, &to.id],
        )
        .await?;
    if to.category != category {
        totals::move_book(transaction, to.id, category, &to.category).await?;
    }
    Ok(())
}

/// Moves the favorites that the people have not removed since back to the merged books.
pub async fn move_favorites_back(transaction: &mut Transaction, id: MergeId, kept: BookId) -> Result<()> {
    for statement in [
        "INSERT INTO favorites (user_id, book_id, created_at) SELECT m.user_id, m.book_id, m.created_at \
         FROM merge_favorites m JOIN favorites k ON k.user_id = m.user_id AND k.book_id = $2 \
         WHERE m.merge_id = $1 AND k.created_at = COALESCE(m.kept_at, m.created_at) \
         ON CONFLICT (user_id, book_id) DO NOTHING",
        // One that the kept book got from another book.
        "DELETE FROM favorites WHERE book_id = $2 AND EXISTS (SELECT 1 FROM merge_favorites m WHERE m.merge_id = $1 \
         AND m.user_id = favorites.user_id AND m.kept_at IS NULL AND m.created_at = favorites.created_at)",
    ] {
        transaction.execute(statement, values![id, kept]).await?;
    }
    Ok(())
}

/// The ratings of the merged books before the merge, and those of the kept one by the same people.
pub async fn former_ratings(connection: &mut Connection, id: MergeId) -> Result<Vec<FormerRating>> {
    let rows: Vec<(UserId, BookId, i64)> = connection
        .rows(
            "SELECT user_id, book_id, created_at FROM merge_ratings WHERE merge_id = $1 ORDER BY user_id, book_id",
            values![id],
        )
        .await?;
    let former = rows
        .into_iter()
        .map(|(user_id, book_id, created_at)| FormerRating {
            user_id,
            book_id,
            created_at,
        });
    Ok(former.collect())
}

/// The people who have rated a book, and when they first did.
pub async fn raters(connection: &mut Connection, book: BookId) -> Result<Vec<(UserId, i64)>> {
    connection
        .rows(
            "SELECT user_id, created_at FROM ratings WHERE book_id = $1 ORDER BY user_id",
            values![book],
        )
        .await
}

/// Which books of a merge the people who have rated the kept one have borrowed.
pub async fn borrowed_by_raters(
    connection: &mut Connection,
    id: MergeId,
    kept: BookId,
) -> Result<BTreeMap<UserId, BTreeSet<BookId>>> {
    let rows: Vec<(UserId, BookId)> = connection
        .rows(
            "SELECT DISTINCT r.user_id, o.book_id FROM ratings r JOIN borrowings o ON o.user_id = r.user_id \
             JOIN merge_books b ON b.merge_id = $1 AND b.book_id = o.book_id WHERE r.book_id = $2",
            values![id, kept],
        )
        .await?;
    let mut borrowed: BTreeMap<UserId, BTreeSet<BookId>> = BTreeMap::new();
    for (user_id, book_id) in rows {
        borrowed.entry(user_id).or_default().insert(book_id);
    }
    Ok(borrowed)
}

/// The books of a merge with borrowings whose person is not known any more.
pub async fn with_anonymous_borrowings(connection: &mut Connection, id: MergeId) -> Result<BTreeSet<BookId>> {
    let rows: Vec<(BookId,)> = connection
        .rows(
            "SELECT b.book_id FROM merge_books b WHERE b.merge_id = $1 AND EXISTS \
             (SELECT 1 FROM borrowings o WHERE o.book_id = b.book_id AND o.user_id IS NULL)",
            values![id],
        )
        .await?;
    Ok(rows.into_iter().map(|(book_id,)| book_id).collect())
}

/// Moves the ratings of some people, with their reviews, from one book to another, which they have not rated.
pub async fn move_ratings_of(
    transaction: &mut Transaction,
    from: BookId,
    to: BookId,
    people: &[UserId],
) -> Result<()> {
    for chunk in people.chunks(20) {
        // A fixed number of placeholders, so that there is one statement to cache.
        let mut bound = [Value::Null; 22];
        bound[0] = from.into();
        bound[1] = to.into();
        for (value, user) in bound[2..].iter_mut().zip(chunk) {
            *value = user.into();
        }
        for statement in [
            "INSERT INTO ratings (book_id, user_id, stars, created_at) SELECT CAST($2 AS BIGINT), user_id, stars, created_at \
             FROM ratings WHERE book_id = $1 AND user_id IN \
             ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)",
            "UPDATE reviews SET book_id = $2 WHERE book_id = $1 AND user_id IN \
             ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)",
            "DELETE FROM ratings WHERE book_id = $1 AND CAST($2 AS BIGINT) > 0 AND user_id IN \
             ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)",
        ] {
            transaction.execute(statement, &bound).await?;
        }
    }
    Ok(())
}

/// Gives a book the rating of a person back that the merge left out, with its review.
pub async fn put_rating_back(
    transaction: &mut Transaction,
    id: MergeId,
    former: &FormerRating,
) -> Result<()> {
    for statement in [
        "INSERT INTO ratings (book_id, user_id, stars, created_at) SELECT book_id, user_id, stars, created_at \
         FROM merge_ratings WHERE merge_id = $1 AND user_id = $2 AND book_id = $3",
        "INSERT INTO reviews (id, book_id, user_id, body, hidden_at, created_at, updated_at) \
         SELECT review_id, book_id, user_id, body, hidden_at, written_at, updated_at \
         FROM merge_ratings WHERE merge_id = $1 AND user_id = $2 AND book_id = $3 AND review_id IS NOT NULL",
    ] {
        transaction
            .execute(statement, values![id, &former.user_id, &former.book_id])
            .await?;
    }
    Ok(())
}

/// Removes the MARC record that the kept book got from a merged one, if it is still the same.
pub async fn take_marc(transaction: &mut Transaction, id: MergeId, kept: BookId) -> Result<()> {
    transaction
        .execute(
            "DELETE FROM marc_records WHERE book_id = $2 AND EXISTS (SELECT 1 FROM merges m \
             JOIN merge_books b ON b.merge_id = m.id AND b.position > 0 JOIN marc_records o ON o.book_id = b.book_id \
             WHERE m.id = $1 AND m.had_marc = 0 AND o.sha256 = marc_records.sha256)",
            values![id, kept],
        )
        .await?;
    Ok(())
}

/// Gives the kept book the uploaded cover back that it had before the merge; it has none.
/// [`books::update`](crate::books::update) writes the address.
pub async fn put_cover_back(transaction: &mut Transaction, id: MergeId, kept: BookId) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO covers (book_id, hash, small, medium, large, uploaded_at) \
             SELECT CAST($2 AS BIGINT), hash, small, medium, large, uploaded_at FROM merge_covers WHERE merge_id = $1",
            values![id, kept],
        )
        .await?;
    Ok(())
}

/// How many borrowings of a book began until an instant, and when the later ones did, the earliest first.
pub async fn borrowed_since(
    connection: &mut Connection,
    book: BookId,
    at: i64,
) -> Result<(i64, Vec<(i64,)>)> {
    let (before,) = connection
        .one(
            "SELECT count(*) FROM borrowings WHERE book_id = $1 AND borrowed_at <= $2",
            values![book, at],
        )
        .await?;
    let later = connection
        .rows(
            "SELECT borrowed_at FROM borrowings WHERE book_id = $1 AND borrowed_at > $2 ORDER BY borrowed_at",
            values![book, at],
        )
        .await?;
    Ok((before, later))
}

/// Counts the copies and the borrowings of a book again, and sets its popularity.
pub async fn recount(transaction: &mut Transaction, book: BookId, popularity: i64) -> Result<()> {
    transaction
        .execute(
            "UPDATE book_counts SET \
             total_copies = (SELECT count(*) FROM copies c WHERE c.book_id = $1 AND c.state <> 'withdrawn'), \
             available_copies = (SELECT count(*) FROM copies c WHERE c.book_id = $1 AND c.state = 'available' \
             AND c.is_lendable = 1), \
             borrow_count = (SELECT count(*) FROM borrowings o WHERE o.book_id = $1), popularity = $2 WHERE book_id = $1",
            values![book, popularity],
        )
        .await?;
    Ok(())
}

/// The merged books lead nowhere any more, and those that led to one of them lead there again.
pub async fn lead_back(
    transaction: &mut Transaction,
    id: MergeId,
    kept: BookId,
    others: &[BookId],
) -> Result<()> {
    counters::take(transaction, Counter::CatalogueVersion, 1).await?;
    for other in others {
        transaction
            .execute(
                "UPDATE books SET merged_into = NULL WHERE id = $1 AND merged_into = $2",
                values![other, kept],
            )
            .await?;
    }
    transaction
        .execute(
            "UPDATE books SET merged_into = r.led_to FROM merge_redirects r \
             WHERE r.merge_id = $1 AND books.id = r.book_id AND books.merged_into = $2",
            values![id, kept],
        )
        .await?;
    Ok(())
}

/// Records that a merge was undone, and removes what its undo needed.
pub async fn set_undone(transaction: &mut Transaction, id: MergeId, now: i64) -> Result<()> {
    for statement in [
        "DELETE FROM merge_copies WHERE merge_id = $1",
        "DELETE FROM merge_redirects WHERE merge_id = $1",
        "DELETE FROM merge_favorites WHERE merge_id = $1",
        "DELETE FROM merge_ratings WHERE merge_id = $1",
        "DELETE FROM merge_covers WHERE merge_id = $1",
    ] {
        transaction.execute(statement, values![id]).await?;
    }
    transaction
        .execute("UPDATE merges SET undone_at = $2 WHERE id = $1", values![id, now])
        .await?;
    Ok(())
}
