//! The counts that are stored beside a book's record.

use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::copy::CopyId;
use const_format::concatcp;

use crate::books::record::SELECT;
use crate::engine::{List, Order, Remembered, Statement, values};
use crate::{Connection, Result, Transaction};

/// The most borrowed books of all time. Books that were never borrowed are left out.
pub async fn most_borrowed(connection: &mut Connection, limit: i64, offset: i64) -> Result<Vec<Book>> {
    let list = List {
        select: SELECT,
        bound: &[],
        table: "book_counts k",
        condition: &|_| "k.borrow_count > 0".to_owned(),
        order: Order::descending(&["k.borrow_count", "k.book_id"]),
        is_indexed: true,
        remembered: Remembered::UntilCommit,
    };
    connection.page(&list, limit, offset).await
}

/// How many books were ever borrowed.
pub async fn count_ever_borrowed(connection: &mut Connection) -> Result<i64> {
    let (count,) = connection
        .one("SELECT count(*) FROM book_counts WHERE borrow_count > 0", &[])
        .await?;
    Ok(count)
}

/// Current books without any copy, by title.
pub async fn without_copies(connection: &mut Connection, limit: i64) -> Result<Vec<Book>> {
    connection
        .rows(
            concatcp!(
                SELECT,
                " WHERE k.total_copies = 0 AND k.is_current = 1 ORDER BY b.title_key, b.id LIMIT $1"
            ),
            values![limit],
        )
        .await
}

/// How many current books have no copy.
pub async fn count_without_copies(connection: &mut Connection) -> Result<i64> {
    let (count,) = connection
        .one(
            "SELECT count(*) FROM book_counts WHERE total_copies = 0 AND is_current = 1",
            &[],
        )
        .await?;
    Ok(count)
}
/// Changes the counts of copies of a book. A CHECK refuses impossible counts.
pub async fn add_copies(transaction: &mut Transaction, id: BookId, total: i64, available: i64) -> Result<()> {
    transaction
        .execute_all(&[adding_copies(id, total, available)])
        .await?;
    Ok(())
}

/// The statement of [`add_copies`].
pub fn adding_copies(id: BookId, total: i64, available: i64) -> Statement<'static> {
    Statement {
        sql: "UPDATE book_counts SET total_copies = total_copies + $2, available_copies = available_copies + $3 \
              WHERE book_id = $1",
        values: values![id, total, available].to_vec(),
    }
}

/// The statement that counts a copy which comes to the shelf. One that is not for loan does not count.
pub fn shelving_copy(id: BookId, copy_id: CopyId) -> Statement<'static> {
    Statement {
        sql: "UPDATE book_counts SET available_copies = available_copies + \
              (SELECT c.is_lendable FROM copies c WHERE c.id = $2) WHERE book_id = $1",
        values: values![id, copy_id].to_vec(),
    }
}

/// The statement that no longer counts a copy which leaves the shelf. One that is not for loan did not count.
pub fn unshelving_copy(id: BookId, copy_id: CopyId) -> Statement<'static> {
    Statement {
        sql: "UPDATE book_counts SET available_copies = available_copies - \
              (SELECT c.is_lendable FROM copies c WHERE c.id = $2) WHERE book_id = $1",
        values: values![id, copy_id].to_vec(),
    }
}

/// The statement that takes one copy off the shelf for a borrowing. It changes no row when no copy was available. A copy
/// that is not for loan, but lent by an override, did not count among the available ones.
pub fn taking_copy(id: BookId, is_lendable: bool, popularity: i64) -> Statement<'static> {
    Statement {
        sql: "UPDATE book_counts SET available_copies = available_copies - $2, borrow_count = borrow_count + 1, \
              popularity = $3 WHERE book_id = $1 AND available_copies >= $2",
        values: values![id, i64::from(is_lendable), popularity].to_vec(),
    }
}

/// The statement that takes back a borrowing of a book: its copy is on the shelf, and it was borrowed once less.
pub fn returning_unborrowed_copy(id: BookId, copy_id: CopyId, popularity: i64) -> Statement<'static> {
    Statement {
        sql: "UPDATE book_counts SET available_copies = available_copies + \
              (SELECT c.is_lendable FROM copies c WHERE c.id = $2), borrow_count = borrow_count - 1, \
              popularity = $3 WHERE book_id = $1 AND borrow_count > 0",
        values: values![id, copy_id, popularity].to_vec(),
    }
}

/// Overwrites the values derived from ratings: their sum, their number, the average in hundredths.
pub async fn set_rating(
    transaction: &mut Transaction,
    id: BookId,
    sum: i64,
    count: i64,
    average_hundredths: i64,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE book_counts SET rating_sum = $2, rating_count = $3, rating_key = $4 WHERE book_id = $1",
            values![id, sum, count, average_hundredths],
        )
        .await?;
    Ok(())
}
