//! The change log that feeds the search index.
//!
//! A change's sequence says in which order changes are read, not in which they were made. On PostgreSQL it is the
//! number of the transaction times 2^20, plus a number that tells its changes apart: all transactions below the oldest
//! one still open have ended, so below it no sequence can be added any more. A reader that has come to a sequence there
//! has missed nothing, however late a transaction is committed.

use crate::engine::{Statement, values};
use crate::{Connection, Result, Transaction};

/// Notes that a book changed in what can be found of it.
pub async fn book(transaction: &mut Transaction, book_id: &str) -> Result<()> {
    transaction.execute_all(&[noting_book(book_id)]).await?;
    Ok(())
}

/// What [`book`] does.
pub fn noting_book(book_id: &str) -> Statement<'_> {
    Statement {
        sql: "INSERT INTO changes (kind, entity_id) VALUES ('book', $1)",
        values: values![book_id].to_vec(),
    }
}

/// Changes after a sequence, in order: sequence and book id. Only those below which no other can be added any more.
pub async fn after(connection: &mut Connection, sequence: i64, limit: i64) -> Result<Vec<(i64, String)>> {
    let settled = connection.settled_sequence().await?;
    connection
        .rows(
            "SELECT sequence, entity_id FROM changes WHERE sequence > $1 AND sequence < $2 \
             ORDER BY sequence LIMIT $3",
            values![sequence, settled, limit],
        )
        .await
}

/// How many changes there are after a sequence, counted up to `limit`.
pub async fn waiting(connection: &mut Connection, sequence: i64, limit: i64) -> Result<i64> {
    let settled = connection.settled_sequence().await?;
    let (waiting,) = connection
        .one(
            "SELECT count(*) FROM (SELECT sequence FROM changes WHERE sequence > $1 AND sequence < $2 LIMIT $3) waiting",
            values![sequence, settled, limit],
        )
        .await?;
    Ok(waiting)
}

/// The newest sequence that [`after`] would reach; 0 when there is none.
pub async fn newest(connection: &mut Connection) -> Result<i64> {
    let settled = connection.settled_sequence().await?;
    let (sequence,) = connection
        .one(
            "SELECT COALESCE((SELECT sequence FROM changes WHERE sequence < $1 ORDER BY sequence DESC LIMIT 1), 0)",
            values![settled],
        )
        .await?;
    Ok(sequence)
}
