//! Undoing borrowings and returns.

use carrel_domain::circulation::borrowing::{BorrowingId, BorrowingRecord};
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::money::Amount;
use carrel_domain::users::UserId;
use const_format::concatcp;
use jiff::Timestamp;

use super::record::FROM;
use crate::engine::{Columns, Statement, record, values};
use crate::{Connection, Result};

record! {
    /// A borrowing, and the facts that decide whether it or its return can be undone.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct UndoCase of "o" {
        pub borrowing: BorrowingRecord as record,
        pub lent_by: Option<UserId>,
        pub returned_by: Option<UserId>,
        /// Later than the return if that was backdated.
        pub return_recorded_at: Option<Timestamp> = "COALESCE(o.return_recorded_at, o.returned_at)",
        pub copy_state: CopyState = "c.state",
        /// Events of the copy since the return was recorded, without uses in the library, and later borrowings of it.
        pub copy_moves: i64 =
            "(SELECT count(*) FROM copy_events e WHERE e.copy_id = o.copy_id AND e.from_state <> e.to_state AND e.at >= COALESCE(o.return_recorded_at, o.returned_at)) \
             + (SELECT count(*) FROM borrowings n WHERE n.copy_id = o.copy_id AND n.id <> o.id \
             AND n.borrowed_at >= COALESCE(o.return_recorded_at, o.returned_at))",
        /// Payments, waivers and refunds since the return was recorded.
        pub settlements: i64 =
            "(SELECT count(*) FROM ledger l WHERE l.borrowing_id = o.id AND l.kind NOT IN ('charge', 'reversal') \
             AND l.at >= COALESCE(o.return_recorded_at, o.returned_at))",
        /// Other borrowings of the book by the person, and the open ones among them.
        pub other_borrowings: i64 =
            "(SELECT count(*) FROM borrowings n WHERE n.user_id = o.user_id AND n.book_id = o.book_id AND n.id <> o.id)",
        pub other_open_borrowings: i64 =
            "(SELECT count(*) FROM borrowings n WHERE n.user_id = o.user_id AND n.book_id = o.book_id AND n.id <> o.id \
             AND n.returned_at IS NULL)",
        /// Ratings of the book by the person: none or one.
        pub ratings: i64 =
            "(SELECT count(*) FROM ratings r WHERE r.user_id = o.user_id AND r.book_id = o.book_id)",
    }
}

/// A borrowing, and the facts that decide whether it or its return can be undone.
pub async fn undo_case(connection: &mut Connection, id: BorrowingId) -> Result<Option<UndoCase>> {
    connection
        .optional(
            concatcp!("SELECT ", UndoCase::COLUMNS, FROM, " WHERE o.id = $1"),
            values![id],
        )
        .await
}

/// The overdue charges of a borrowing that were booked after an instant, less their reversals: a return can be undone,
/// recorded again, and undone again.
pub async fn charged_after(connection: &mut Connection, id: BorrowingId, after: i64) -> Result<Amount> {
    let (charged,) = connection
        .one(
            "SELECT CAST(COALESCE(sum(CASE kind WHEN 'charge' THEN amount_minor ELSE -amount_minor END), 0) AS BIGINT) \
             FROM ledger WHERE borrowing_id = $1 AND kind IN ('charge', 'reversal') AND reason = 'overdue' AND at > $2",
            values![id, after],
        )
        .await?;
    Ok(charged)
}

/// Opens a returned borrowing again.
pub fn reopening(id: BorrowingId) -> Statement<'static> {
    Statement {
        sql: "UPDATE borrowings SET returned_at = NULL, returned_by = NULL, return_recorded_at = NULL \
              WHERE id = $1 AND returned_at IS NOT NULL",
        values: values![id].to_vec(),
    }
}

/// Deletes an open borrowing without renewals, for which nothing was booked.
pub fn deleting(id: BorrowingId) -> Statement<'static> {
    Statement {
        sql: "DELETE FROM borrowings WHERE id = $1 AND returned_at IS NULL AND renewals = 0",
        values: values![id].to_vec(),
    }
}
