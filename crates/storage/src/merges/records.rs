//! Merges that were made, and what their undo needs.

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::merge::undo::{BookMerge, MergeId};
use carrel_domain::users::UserId;
use const_format::concatcp;

use crate::engine::{Columns, Statement, columns, record, values};
use crate::{Connection, Result, Transaction};

columns!(BookMerge of "m" {
    id,
    merged_at,
    merged_by,
    merged_by_name = "u.name",
    undone_at,
    kept_merged = "CAST(CASE WHEN EXISTS (SELECT 1 FROM merge_books k JOIN books b ON b.id = k.book_id \
        WHERE k.merge_id = m.id AND k.position = 0 AND b.merged_into IS NOT NULL) THEN 1 ELSE 0 END AS BIGINT)",
    merged_later = "CAST(CASE WHEN EXISTS (SELECT 1 FROM merge_books k JOIN merge_books l ON l.book_id = k.book_id \
        AND l.position = 0 JOIN merges n ON n.id = l.merge_id WHERE k.merge_id = m.id AND k.position = 0 \
        AND n.undone_at IS NULL AND n.merged_at > m.merged_at) THEN 1 ELSE 0 END AS BIGINT)",
});

const SELECT: &str = concatcp!(
    "SELECT ",
    BookMerge::COLUMNS,
    " FROM merges m LEFT JOIN users u ON u.id = m.merged_by"
);

/// A merge to record.
#[derive(Debug, Clone, Copy)]
pub struct NewMerge<'a> {
    pub id: MergeId,
    pub merged_at: i64,
    pub merged_by: Option<UserId>,
    /// The record and the details of the kept book before and after it, as JSON.
    pub before_record: &'a str,
    pub after_record: &'a str,
}

/// Records a merge of books, the kept one first, before it changes them.
pub async fn insert(transaction: &mut Transaction, merge: &NewMerge<'_>, books: &[&Book]) -> Result<()> {
    let kept = books.first().map_or(BookId::UNASSIGNED, |book| book.id);
    let mut statements = vec![Statement {
        sql: "INSERT INTO merges (id, merged_at, merged_by, before_record, after_record, had_marc) \
              VALUES ($1, $2, $3, $4, $5, (SELECT count(*) FROM marc_records WHERE book_id = $6))",
        values: values![
            merge.id,
            merge.merged_at,
            merge.merged_by,
            merge.before_record,
            merge.after_record,
            kept
        ]
        .to_vec(),
    }];
    for (position, book) in (0_i64..).zip(books) {
        statements.push(Statement {
            sql: "INSERT INTO merge_books (merge_id, position, book_id, borrow_count, popularity) VALUES ($1, $2, $3, $4, $5)",
            values: values![merge.id, position, &book.id, &book.borrow_count, &book.popularity].to_vec(),
        });
    }
    transaction.execute_all(&statements).await?;
    Ok(())
}

/// Keeps the uploaded cover of the kept book, which is about to get another one.
pub async fn keep_cover(transaction: &mut Transaction, id: MergeId, kept: BookId) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO merge_covers (merge_id, hash, small, medium, large, uploaded_at) \
             SELECT CAST($1 AS BIGINT), hash, small, medium, large, uploaded_at FROM covers WHERE book_id = $2",
            values![id, kept],
        )
        .await?;
    Ok(())
}

/// Records the ratings of the merged books, and those of the kept one by the same people, before any of them moves.
pub async fn keep_ratings(
    transaction: &mut Transaction,
    id: MergeId,
    kept: BookId,
    others: &[BookId],
) -> Result<()> {
    let of_others = others.iter().map(|other| Statement {
        sql: "INSERT INTO merge_ratings (merge_id, user_id, book_id, stars, created_at, review_id, body, hidden_at, \
              written_at, updated_at) SELECT CAST($1 AS BIGINT), r.user_id, r.book_id, r.stars, r.created_at, w.id, w.body, \
              w.hidden_at, w.created_at, w.updated_at FROM ratings r LEFT JOIN reviews w ON w.book_id = r.book_id \
              AND w.user_id = r.user_id WHERE r.book_id = $2",
        values: values![id, other].to_vec(),
    });
    let mut statements: Vec<Statement<'_>> = of_others.collect();
    statements.push(Statement {
        sql: "INSERT INTO merge_ratings (merge_id, user_id, book_id, stars, created_at, review_id, body, hidden_at, \
              written_at, updated_at) SELECT CAST($1 AS BIGINT), r.user_id, r.book_id, r.stars, r.created_at, w.id, w.body, \
              w.hidden_at, w.created_at, w.updated_at FROM ratings r LEFT JOIN reviews w ON w.book_id = r.book_id \
              AND w.user_id = r.user_id WHERE r.book_id = $2 \
              AND r.user_id IN (SELECT o.user_id FROM merge_ratings o WHERE o.merge_id = $1)",
        values: values![id, kept].to_vec(),
    });
    transaction.execute_all(&statements).await?;
    Ok(())
}

/// Records what else of a book is about to move to the kept one. `item_type` is what its copies without one get.
pub async fn keep_holdings(
    transaction: &mut Transaction,
    id: MergeId,
    from: BookId,
    kept: BookId,
    item_type: Option<&str>,
) -> Result<()> {
    let statements = [
        Statement {
            sql: "INSERT INTO merge_copies (merge_id, copy_id, book_id, item_type) SELECT CAST($1 AS BIGINT), c.id, c.book_id, \
                  CASE WHEN c.item_type IS NULL THEN CAST($3 AS TEXT) END FROM copies c WHERE c.book_id = $2",
            values: values![id, from, item_type].to_vec(),
        },
        Statement {
            sql: "INSERT INTO merge_redirects (merge_id, book_id, led_to) \
                  SELECT CAST($1 AS BIGINT), b.id, b.merged_into FROM books b WHERE b.merged_into = $2",
            values: values![id, from].to_vec(),
        },
        Statement {
            sql: "INSERT INTO merge_favorites (merge_id, user_id, book_id, created_at, kept_at) \
                  SELECT CAST($1 AS BIGINT), f.user_id, f.book_id, f.created_at, k.created_at FROM favorites f \
                  LEFT JOIN favorites k ON k.user_id = f.user_id AND k.book_id = $3 WHERE f.book_id = $2",
            values: values![id, from, kept].to_vec(),
        },
    ];
    transaction.execute_all(&statements).await?;
    Ok(())
}

/// One merge.
pub async fn find(connection: &mut Connection, id: MergeId) -> Result<Option<BookMerge>> {
    connection
        .optional(concatcp!(SELECT, " WHERE m.id = $1"), values![id])
        .await
}

/// A page of all merges, the newest first; or of those of one book, which was the kept one or not.
pub async fn list(
    connection: &mut Connection,
    book: Option<BookId>,
    limit: i64,
    offset: i64,
) -> Result<Vec<BookMerge>> {
    if let Some(book) = book {
        let sql = concatcp!(
            SELECT,
            " WHERE m.id IN (SELECT b.merge_id FROM merge_books b WHERE b.book_id = $1) \
             ORDER BY m.merged_at DESC, m.id DESC LIMIT $2 OFFSET $3"
        );
        return connection.rows(sql, values![book, limit, offset]).await;
    }
    let sql = concatcp!(SELECT, " ORDER BY m.merged_at DESC, m.id DESC LIMIT $1 OFFSET $2");
    connection.rows(sql, values![limit, offset]).await
}

/// The number of all merges, or of those of one book.
pub async fn count(connection: &mut Connection, book: Option<BookId>) -> Result<i64> {
    let (count,) = match book {
        Some(book) => {
            connection
                .one(
                    "SELECT count(*) FROM merge_books WHERE book_id = $1",
                    values![book],
                )
                .await?
        }
        None => connection.one("SELECT count(*) FROM merges", &[]).await?,
    };
    Ok(count)
}

record! {
    /// A book of a merge, as it was before.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct FormerCounts {
        pub book_id: BookId,
        pub borrow_count: i64,
        pub popularity: i64,
    }
}

/// The books of a merge, the kept one first.
pub async fn books_of(connection: &mut Connection, id: MergeId) -> Result<Vec<FormerCounts>> {
    connection
        .rows(
            "SELECT book_id, borrow_count, popularity FROM merge_books WHERE merge_id = $1 ORDER BY position",
            values![id],
        )
        .await
}

/// Removes merges that were made before an instant; at most `limit`. Returns how many.
pub async fn remove_before(transaction: &mut Transaction, before: i64, limit: i64) -> Result<u64> {
    transaction
        .execute(
            "DELETE FROM merges WHERE id IN (SELECT m.id FROM merges m WHERE m.merged_at < $1 \
             ORDER BY m.merged_at, m.id LIMIT $2)",
            values![before, limit],
        )
        .await
}
