//! Counts of borrowings, and the books that a person borrowed or that were borrowed together.

use std::collections::{BTreeSet, HashSet};

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::money::Amount;
use carrel_domain::users::UserId;
use const_format::concatcp;
use jiff::Timestamp;
use jiff::civil::Date;

use crate::engine::{Columns, Query, record, values};
use crate::ledger::BALANCE;
use crate::{Connection, Result};

record! {
    /// The facts about a person that a decision to lend depends on.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Standing {
        /// Open borrowings.
        pub open: i64,
        /// Open borrowings that are overdue.
        pub overdue: i64,
        /// What the person owes.
        pub balance: Amount,
        /// The last day of the membership.
        pub expires_on: Option<Date>,
        /// Their open borrowing of the same book, with its due day and due instant.
        pub same_id: Option<BorrowingId>,
        pub same_due_on: Option<Date>,
        pub same_due_at: Option<Timestamp>,
    }
}

/// The facts at `now` about a person who wants a book: open borrowings, balance, and whether they already have it.
pub fn asking_standing(user_id: UserId, book_id: BookId, now: i64) -> Query<'static, Standing> {
    Query::new(
        concatcp!(
            // The range starts at 0, so that SQLite reads only the open borrowings, by their index.
            "SELECT (SELECT count(*) FROM borrowings WHERE user_id = $1 AND returned_at IS NULL AND due_at > 0), \
             (SELECT count(*) FROM borrowings WHERE user_id = $1 AND returned_at IS NULL AND due_at < $3), ",
            BALANCE,
            ", u.expires_on, o.id, o.due_on, o.due_at FROM users u \
             LEFT JOIN borrowings o ON o.user_id = u.id AND o.book_id = $2 AND o.returned_at IS NULL \
             WHERE u.id = $1"
        ),
        values![user_id, book_id, now],
    )
}

/// The result of [`asking_standing`].
pub async fn standing(
    connection: &mut Connection,
    user_id: UserId,
    book_id: BookId,
    now: i64,
) -> Result<Standing> {
    connection.ask_one(asking_standing(user_id, book_id, now)).await
}

/// How many open borrowings a person has of each item type, as lent.
pub fn asking_open_by_type(user_id: UserId) -> Query<'static, (Option<String>, i64)> {
    Query::new(
        "SELECT item_type, count(*) FROM borrowings \
         WHERE user_id = $1 AND returned_at IS NULL AND due_at > 0 GROUP BY item_type",
        values![user_id],
    )
}

/// How many open borrowings a person has, and how many of them are overdue.
pub async fn load_of_user(connection: &mut Connection, user_id: UserId, now: i64) -> Result<(i64, i64)> {
    connection
        .one(
            "SELECT count(*), CAST(COALESCE(sum(CASE WHEN due_at < $2 THEN 1 ELSE 0 END), 0) AS BIGINT) \
             FROM borrowings WHERE user_id = $1 AND returned_at IS NULL AND due_at > 0",
            values![user_id, now],
        )
        .await
}

/// Whether a person has or ever had a book.
pub async fn ever_borrowed(connection: &mut Connection, user_id: UserId, book_id: BookId) -> Result<bool> {
    let found: Option<(BorrowingId,)> = connection
        .optional(
            "SELECT id FROM borrowings WHERE user_id = $1 AND book_id = $2 LIMIT 1",
            values![user_id, book_id],
        )
        .await?;
    Ok(found.is_some())
}

/// When a copy was returned last, in milliseconds.
pub async fn last_return_of_copy(connection: &mut Connection, copy_id: CopyId) -> Result<Option<i64>> {
    let (returned_at,) = connection
        .one(
            "SELECT max(returned_at) FROM borrowings WHERE copy_id = $1",
            values![copy_id],
        )
        .await?;
    Ok(returned_at)
}

/// Every book that a person has, or ever had.
pub async fn books_ever_borrowed(connection: &mut Connection, user_id: UserId) -> Result<HashSet<BookId>> {
    let books: Vec<(BookId,)> = connection
        .rows(
            "SELECT book_id FROM borrowings WHERE user_id = $1",
            values![user_id],
        )
        .await?;
    Ok(books.into_iter().map(|(id,)| id).collect())
}

/// When the next copy of a book is due back.
pub async fn next_due_of_book(connection: &mut Connection, book_id: BookId) -> Result<Option<Timestamp>> {
    let found: Option<(Timestamp,)> = connection
        .optional(
            "SELECT o.due_at FROM copies c JOIN borrowings o ON o.copy_id = c.id AND o.returned_at IS NULL \
             WHERE c.book_id = $1 ORDER BY o.due_at LIMIT 1",
            values![book_id],
        )
        .await?;
    Ok(found.map(|(due_at,)| due_at))
}

/// How many borrowings of a book there are or were, and how many are open.
pub async fn counts_of_book(connection: &mut Connection, book_id: BookId) -> Result<(i64, i64)> {
    connection
        .one(
            "SELECT count(*), CAST(COALESCE(sum(CASE WHEN returned_at IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT) \
             FROM borrowings WHERE book_id = $1",
            values![book_id],
        )
        .await
}

/// The books a person borrowed, the latest first: id, title, author, author key, category.
pub async fn recent_books_of(
    connection: &mut Connection,
    user_id: UserId,
    limit: i64,
) -> Result<Vec<PastBook>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                PastBook::COLUMNS,
                " FROM borrowings o JOIN books b ON b.id = o.book_id WHERE o.user_id = $1 ORDER BY o.borrowed_at DESC, o.id DESC LIMIT $2"
            ),
            values![user_id, limit],
        )
        .await
}

record! {
    /// A book that a person has borrowed.
    #[derive(Debug, Clone)]
    pub struct PastBook of "b" {
        pub book_id: BookId = "b.id",
        pub title: String,
        pub author: String,
        pub author_key: String,
        pub category: String,
    }
}

/// The other books that borrowers of a book borrowed: book id and number of common borrowers. It reads at most the 200
/// latest borrowers of the book, so that the cost stays bounded.
pub async fn also_borrowed(
    connection: &mut Connection,
    book_id: BookId,
    except_user_id: UserId,
    limit: i64,
) -> Result<Vec<(BookId, i64)>> {
    connection
        .rows(
            "WITH people AS (SELECT DISTINCT recent.user_id FROM (SELECT user_id FROM borrowings \
               WHERE book_id = $1 AND user_id <> $2 ORDER BY borrowed_at DESC LIMIT 200) recent) \
             SELECT o.book_id, count(DISTINCT o.user_id) AS together FROM people p \
             JOIN borrowings o ON o.user_id = p.user_id WHERE o.book_id <> $1 \
             GROUP BY o.book_id ORDER BY together DESC, o.book_id LIMIT $3",
            values![book_id, except_user_id, limit],
        )
        .await
}

/// The first and the last instant at which a person borrowed, if ever.
pub async fn span_of_user(
    connection: &mut Connection,
    user_id: UserId,
) -> Result<(Option<i64>, Option<i64>)> {
    connection
        .one(
            // SQLite finds one minimum or maximum of a query by its index, but reads all rows for two.
            "SELECT (SELECT min(borrowed_at) FROM borrowings WHERE user_id = $1), \
             (SELECT max(borrowed_at) FROM borrowings WHERE user_id = $1)",
            values![user_id],
        )
        .await
}

/// The category a person has borrowed from most often, and how often; of two equal ones, the first by name.
pub async fn most_read_category(
    connection: &mut Connection,
    user_id: UserId,
) -> Result<Option<(String, i64)>> {
    connection
        .optional(
            "SELECT b.category, count(*) AS times FROM borrowings o JOIN books b ON b.id = o.book_id \
             WHERE o.user_id = $1 GROUP BY b.category ORDER BY times DESC, b.category LIMIT 1",
            values![user_id],
        )
        .await
}

/// How many open borrowings were due before `now`, grouped by age: first those due at or after the first of `floors`
/// (the latest instant comes first), then those due at or after the second, and so on; the remaining ones come last.
pub async fn overdue_by_age(connection: &mut Connection, now: i64, floors: [i64; 4]) -> Result<[i64; 5]> {
    let [first, second, third, fourth] = floors;
    let rows: Vec<(i64, i64)> = connection
        .rows(
            "SELECT CAST(CASE WHEN due_at >= $2 THEN 0 WHEN due_at >= $3 THEN 1 WHEN due_at >= $4 THEN 2 \
             WHEN due_at >= $5 THEN 3 ELSE 4 END AS BIGINT) AS age, count(*) FROM borrowings \
             WHERE returned_at IS NULL AND due_at < $1 GROUP BY age",
            values![now, first, second, third, fourth],
        )
        .await?;
    let mut ages = [0; 5];
    for (age, count) in rows {
        if let Some(place) = usize::try_from(age).ok().and_then(|age| ages.get_mut(age)) {
            *place = count;
        }
    }
    Ok(ages)
}

/// The due days of open borrowings with their stored due instants, each pair once, the earliest instant first.
pub async fn open_due_days(connection: &mut Connection) -> Result<Vec<(String, i64)>> {
    connection
        .rows(
            "SELECT DISTINCT due_on, due_at FROM borrowings WHERE returned_at IS NULL ORDER BY due_at, due_on",
            &[],
        )
        .await
}

/// When the newest borrowing was made, in milliseconds; 0 when there is none.
pub async fn newest_at(connection: &mut Connection) -> Result<i64> {
    let newest: Option<(i64,)> = connection
        .optional(
            "SELECT borrowed_at FROM borrowings ORDER BY borrowed_at DESC LIMIT 1",
            &[],
        )
        .await?;
    Ok(newest.map_or(0, |(at,)| at))
}

/// The books borrowed after an instant in milliseconds, each once.
pub async fn books_borrowed_after(connection: &mut Connection, at: i64) -> Result<Vec<BookId>> {
    let books: Vec<(BookId,)> = connection
        .rows(
            // With DISTINCT, SQLite would read all borrowings in the order of their books.
            "SELECT book_id FROM borrowings WHERE borrowed_at > $1",
            values![at],
        )
        .await?;
    let books: BTreeSet<BookId> = books.into_iter().map(|(book,)| book).collect();
    Ok(books.into_iter().collect())
}
