//! A book as it is stored: its record and its counts.

use carrel_domain::catalogue::book::{Book, BookId, BookRecord};
use const_format::concatcp;

use crate::engine::{Columns, FromRow, Query, Rank, Value, columns, fields, values};
use crate::{Connection, Result, Transaction};

fields!(BookRecord of "b" {
    title,
    author,
    category,
    description,
    cover_image,
    pages,
    isbn,
    publisher,
    edition_statement,
    language,
    published_year,
    borrowing_period_days,
    item_type,
    semester_categories,
});

columns!(Book of "b" {
    id,
    record: BookRecord as record,
    total_copies = "k.total_copies",
    available_copies = "k.available_copies",
    borrow_count = "k.borrow_count",
    popularity = "k.popularity",
    rating_sum = "k.rating_sum",
    rating_count = "k.rating_count",
    archived_at,
    created_at,
    updated_at,
    merged_into,
});

/// Books with their counts, for queries that find them by the record.
pub(crate) const SELECT: &str = concatcp!(
    "SELECT ",
    Book::COLUMNS,
    " FROM books b JOIN book_counts k ON k.book_id = b.id"
);

/// One book, archived or not. One that is deleted is not found.
pub async fn find(connection: &mut Connection, id: BookId) -> Result<Option<Book>> {
    connection
        .optional(
            concatcp!(SELECT, " WHERE b.id = $1 AND b.deleted_at IS NULL"),
            values![id],
        )
        .await
}

const FIND_UNDER_LOCK: &str = concatcp!(
    "SELECT ",
    Book::COLUMNS,
    " FROM book_counts k JOIN books b ON b.id = k.book_id WHERE k.book_id = $1 AND b.deleted_at IS NULL"
);

/// One book, locked until the transaction ends as by [`Lock::Book`](crate::engine::Lock::Book).
///
/// The counts come first in FROM, so that their row is locked first. The record is locked after them, because otherwise
/// PostgreSQL would return it as it was before the transaction waited for the counts.
pub async fn find_locked(transaction: &mut Transaction, id: BookId) -> Result<Option<Book>> {
    transaction.locked(Rank::Book, FIND_UNDER_LOCK, values![id]).await
}

/// [`find_locked`] as a query.
pub fn locking(id: BookId) -> Query<'static, Book> {
    Query::locking(Rank::Book, FIND_UNDER_LOCK, values![id])
}

const AVAILABLE_COPIES: &str = "SELECT available_copies FROM book_counts WHERE book_id = $1";

/// How many copies of a book are on the shelf. The book is locked until the transaction ends, as by
/// [`Lock::Book`](crate::engine::Lock::Book).
pub async fn available_copies_locked(transaction: &mut Transaction, id: BookId) -> Result<Option<i64>> {
    let found: Option<(i64,)> = transaction
        .locked(Rank::Book, AVAILABLE_COPIES, values![id])
        .await?;
    Ok(found.map(|(copies,)| copies))
}

/// [`available_copies_locked`] as a query.
pub fn locking_available_copies(id: BookId) -> Query<'static, (i64,)> {
    Query::locking(Rank::Book, AVAILABLE_COPIES, values![id])
}

/// The current books with these ids, in the order of the ids; those that are gone are left out.
pub async fn find_many(connection: &mut Connection, ids: &[BookId]) -> Result<Vec<Book>> {
    let mut found: Vec<Book> = of_ids(
        connection,
        concatcp!(
            SELECT,
            " WHERE b.archived_at IS NULL AND b.id IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, \
             $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)"
        ),
        ids,
    )
    .await?;
    let place = |id: BookId| ids.iter().position(|wanted| *wanted == id).unwrap_or(usize::MAX);
    found.sort_by_key(|book| place(book.id));
    Ok(found)
}

/// The books with these ids, archived or not, in no order. Deleted ones are left out.
pub async fn find_kept(connection: &mut Connection, ids: &[BookId]) -> Result<Vec<Book>> {
    of_ids(
        connection,
        concatcp!(
            SELECT,
            " WHERE b.deleted_at IS NULL AND b.id IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, \
             $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)"
        ),
        ids,
    )
    .await
}

/// The rows of all ids, which are bound twenty at a time, so that there is one statement to cache.
pub(crate) async fn of_ids<T: FromRow>(
    connection: &mut Connection,
    sql: &'static str,
    ids: &[BookId],
) -> Result<Vec<T>> {
    let mut found = Vec::new();
    for chunk in ids.chunks(20) {
        let mut bound = [Value::Null; 20];
        for (value, id) in bound.iter_mut().zip(chunk) {
            *value = id.into();
        }
        let rows: Vec<T> = connection.rows(sql, &bound).await?;
        found.extend(rows);
    }
    Ok(found)
}

/// The ids of the current books, or of those in the archive, after an id, in their order. Merged books are left out.
pub async fn ids_after(
    connection: &mut Connection,
    after: BookId,
    archived: bool,
    limit: i64,
) -> Result<Vec<BookId>> {
    let rows: Vec<(BookId,)> = connection
        .rows(
            "SELECT b.id FROM books b WHERE b.id > $1 AND b.deleted_at IS NULL AND b.merged_into IS NULL \
             AND CASE WHEN b.archived_at IS NULL THEN 0 ELSE 1 END = $2 ORDER BY b.id LIMIT $3",
            values![after, i64::from(archived), limit],
        )
        .await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// A page of all books after an id, archived or not, in the order of ids: for iterating over the whole catalogue.
pub async fn page_after(connection: &mut Connection, after_id: BookId, limit: i64) -> Result<Vec<Book>> {
    connection
        .rows(
            concatcp!(
                SELECT,
                " WHERE b.id > $1 AND b.deleted_at IS NULL ORDER BY b.id LIMIT $2"
            ),
            values![after_id, limit],
        )
        .await
}

/// The first other current books with an ISBN: their ids and titles.
pub async fn others_with_isbn(
    connection: &mut Connection,
    isbn: &str,
    except_id: BookId,
    limit: i64,
) -> Result<Vec<(BookId, String)>> {
    connection
        .rows(
            "SELECT b.id, b.title FROM book_identifiers i JOIN books b ON b.id = i.book_id \
             WHERE i.kind = 'isbn' AND i.value_key = $1 AND i.book_id <> $2 AND b.archived_at IS NULL \
             ORDER BY i.book_id LIMIT $3",
            values![isbn, except_id, limit],
        )
        .await
}

/// The other current books with the title and the author of a book, in no order.
pub async fn other_editions(connection: &mut Connection, id: BookId, limit: i64) -> Result<Vec<Book>> {
    connection
        .rows(
            concatcp!(
                SELECT,
                " JOIN books o ON o.title_key = b.title_key AND o.author_key = b.author_key \
                 WHERE o.id = $1 AND b.id <> $1 AND b.archived_at IS NULL LIMIT $2"
            ),
            values![id, limit],
        )
        .await
}

/// Current books by the same author, most popular first.
pub async fn by_author(connection: &mut Connection, author_key: &str, limit: i64) -> Result<Vec<(BookId,)>> {
    connection
        .rows(
            "SELECT b.id FROM books b JOIN book_counts k ON k.book_id = b.id WHERE b.author_key = $1 \
             AND b.archived_at IS NULL ORDER BY k.popularity DESC, b.id LIMIT $2",
            values![author_key, limit],
        )
        .await
}
