//! The change log that feeds the search index.
//!
//! A reader remembers the sequence of the last change that it has read, and reads the changes with greater sequences.
//! So a greater sequence must never become visible before a smaller one. On SQLite this is always so: one transaction
//! writes at a time. On PostgreSQL a transaction that writes first may commit last. There a change is written with a
//! negative number, which readers ignore, and [`number`] replaces it by the next positive one after the commit. One
//! transaction at a time assigns numbers, under a lock that PostgreSQL releases after the numbers are visible, so that
//! sequences become visible in ascending order and a change that commits late gets a late number. Transactions of other
//! databases do not matter.
//!
//! [`trim`] removes old changes. A reader that may have missed some of them detects it by [`ChangeRow::mark`].

use carrel_domain::catalogue::book::BookId;
use const_format::concatcp;

use crate::engine::{Columns, Lock, Statement, record, values};
use crate::{Connection, Database, Result, Transaction};

/// The maximum number of changes that one transaction numbers.
const NUMBERED_AT_ONCE: i64 = 10_000;

record! {
    /// A change of a book.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ChangeRow of "c" {
        /// Its place in the log, from 1.
        pub sequence: i64,
        pub book_id: BookId = "c.entity_id",
        /// When it was made, in milliseconds.
        pub at: i64,
    }
}

impl ChangeRow {
    /// Distinguishes this change from the one with the same sequence in another log, such as that of a restored copy.
    pub fn mark(&self) -> String {
        format!("{} {}", self.at, self.book_id)
    }
}

/// Appends a change of the searchable fields of a book. `now` is in milliseconds.
pub async fn append(transaction: &mut Transaction, book_id: BookId, now: i64) -> Result<()> {
    transaction.execute_all(&[appending(book_id, now)]).await?;
    Ok(())
}

/// Appends changes of many books.
pub async fn append_many(transaction: &mut Transaction, book_ids: &[BookId], now: i64) -> Result<()> {
    let rows: Vec<_> = book_ids
        .iter()
        .map(|id| values!["book", *id, now].to_vec())
        .collect();
    transaction
        .insert_rows("changes", &["kind", "entity_id", "at"], &rows)
        .await
}

/// The statement of [`append`].
pub fn appending(book_id: BookId, now: i64) -> Statement<'static> {
    Statement {
        sql: "INSERT INTO changes (kind, entity_id, at) VALUES ('book', $1, $2)",
        values: values![book_id, now].to_vec(),
    }
}

/// Numbers the changes that are committed and have no sequence yet. When it returns, every change that was committed
/// before the call can be read by [`since`]. On SQLite it does nothing.
pub async fn number(database: &Database) -> Result<()> {
    if !database.read(&(), |c, ()| Box::pin(has_unnumbered(c))).await? {
        return Ok(());
    }
    loop {
        let numbered = database
            .write((), |transaction, ()| Box::pin(number_next(transaction)))
            .await?;
        if numbered < NUMBERED_AT_ONCE.unsigned_abs() {
            return Ok(());
        }
    }
}

/// Whether a committed change has no sequence yet.
pub async fn has_unnumbered(connection: &mut Connection) -> Result<bool> {
    let found: Option<(i64,)> = connection
        .optional("SELECT sequence FROM changes WHERE sequence < 0 LIMIT 1", &[])
        .await?;
    Ok(found.is_some())
}

/// Numbers the next changes, in one transaction of [`number`]; returns how many.
pub async fn number_next(transaction: &mut Transaction) -> Result<u64> {
    // Before the statement that numbers: it must see the numbers that the last holder of the lock has assigned.
    transaction.lock(Lock::ChangeLog).await?;
    // No response depends on a sequence: cached responses stay valid.
    transaction
        .execute_unseen(
            "UPDATE changes SET sequence = numbered.sequence FROM ( \
                 SELECT waiting.sequence AS written, row_number() OVER (ORDER BY waiting.sequence DESC) \
                     + COALESCE((SELECT max(sequence) FROM changes WHERE sequence > 0), 0) AS sequence \
                 FROM (SELECT sequence FROM changes WHERE sequence < 0 ORDER BY sequence DESC LIMIT $1) waiting \
             ) numbered WHERE changes.sequence = numbered.written",
            values![NUMBERED_AT_ONCE],
        )
        .await
}

/// The changes from a sequence on, in order. The change with that sequence comes first, unless it was trimmed or never
/// existed.
pub async fn since(connection: &mut Connection, sequence: i64, limit: i64) -> Result<Vec<ChangeRow>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                ChangeRow::COLUMNS,
                " FROM changes c WHERE c.sequence >= $1 ORDER BY c.sequence LIMIT $2"
            ),
            values![sequence.max(1), limit],
        )
        .await
}

/// The number of numbered changes after a sequence, counted up to `limit`.
pub async fn waiting(connection: &mut Connection, sequence: i64, limit: i64) -> Result<i64> {
    let (waiting,) = connection
        .one(
            "SELECT count(*) FROM (SELECT sequence FROM changes WHERE sequence > $1 LIMIT $2) waiting",
            values![sequence.max(0), limit],
        )
        .await?;
    Ok(waiting)
}

/// The last numbered change.
pub async fn newest(connection: &mut Connection) -> Result<Option<ChangeRow>> {
    connection
        .optional(
            concatcp!(
                "SELECT ",
                ChangeRow::COLUMNS,
                " FROM changes c WHERE c.sequence > 0 ORDER BY c.sequence DESC LIMIT 1"
            ),
            &[],
        )
        .await
}

/// Removes the numbered changes made before an instant in milliseconds, except the last one, from which numbering
/// continues. Returns how many.
pub async fn trim(transaction: &mut Transaction, oldest: i64) -> Result<u64> {
    transaction
        .execute(
            "DELETE FROM changes WHERE at < $1 AND sequence > 0 AND sequence < (SELECT max(sequence) FROM changes)",
            values![oldest],
        )
        .await
}
