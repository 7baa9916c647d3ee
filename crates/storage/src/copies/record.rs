//! Single copies, and those of one book.

use std::collections::BTreeSet;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::condition::Condition;
use carrel_domain::catalogue::copy::{BookCopy, CopyId, Place};
use carrel_domain::circulation::copy_state::{CopyState, is_recorded_by_borrowing};
use carrel_domain::money::Amount;
use carrel_domain::users::UserId;
use const_format::concatcp;
use jiff::Timestamp;

use crate::books::record::of_ids;
use crate::engine::{Columns, Query, Statement, Value, columns, new_row, record, values};
use crate::{Connection, Result, Transaction};

columns!(BookCopy of "c" {
    id,
    book_id,
    barcode,
    state,
    state_reason,
    location,
    call_number,
    condition,
    item_type,
    is_lendable,
    price = "c.price_minor",
    created_at,
    borrower_id = "u.id",
    borrower_name = "u.name",
    due_on = "o.due_on",
});

const SELECT: &str = concatcp!(
    "SELECT ",
    BookCopy::COLUMNS,
    " FROM copies c LEFT JOIN borrowings o ON o.copy_id = c.id AND o.returned_at IS NULL \
     LEFT JOIN users u ON u.id = o.user_id"
);

new_row! {
    /// A new copy.
    pub struct NewCopy<'a> into "copies" {
        pub id: CopyId,
        pub book_id: BookId,
        pub barcode: &'a str,
        pub barcode_key: &'a str,
        pub state: CopyState,
        pub location: Option<&'a str>,
        pub call_number: Option<&'a str>,
        /// Made by [`carrel_domain::catalogue::call_number`].
        pub call_number_key: &'a str,
        pub condition: Option<Condition>,
        /// The price of a new copy, in minor units, when it is known.
        pub price_minor: Option<i64>,
        /// 0 for a copy that is only used in the library.
        pub is_lendable: i64,
        /// The code of an item type; none for that of the book.
        pub item_type: Option<&'a str>,
        /// The code of the branch that it belongs to.
        pub branch: &'a str,
        /// The code of the branch where it is.
        pub current_branch: &'a str,
        pub created_at: i64,
        pub updated_at: i64,
    }
}

record! {
    /// A copy of a book, as far as lending depends on it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct LoanCandidate of "c" {
        pub id: CopyId,
        pub barcode: String,
        pub barcode_key: String,
        pub state: CopyState,
        /// The code of its own item type; `None` for that of the book.
        pub item_type: Option<String>,
        pub is_lendable: bool,
        /// The price of a new copy, when it is known.
        pub price: Option<Amount> = "c.price_minor",
        /// The code of the branch where it is.
        pub branch: String = "c.current_branch",
        /// When its state or item type changed last.
        pub changed_at: Timestamp = "c.updated_at",
    }
}

/// A change of a copy's state.
pub struct StateChange<'a> {
    pub copy_id: CopyId,
    pub from: CopyState,
    pub to: CopyState,
    pub actor_id: Option<UserId>,
    pub reason: &'a str,
    pub at: i64,
}

record! {
    /// A copy with everything that another system can take over.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ExportedCopy of "c" {
        pub book_id: BookId,
        pub barcode: String,
        pub state: CopyState,
        pub location: Option<String>,
        pub call_number: Option<String>,
        pub condition: Option<Condition>,
        pub price_minor: Option<i64>,
        pub is_lendable: bool,
        pub item_type: Option<String>,
    }
}

/// The copies of some books, in no order.
pub async fn of_books(connection: &mut Connection, book_ids: &[BookId]) -> Result<Vec<ExportedCopy>> {
    of_ids(
        connection,
        concatcp!(
            "SELECT ",
            ExportedCopy::COLUMNS,
            " FROM copies c WHERE c.book_id IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, \
             $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)"
        ),
        book_ids,
    )
    .await
}

record! {
    /// Where a copy is found: its own call number, and its room or shelf.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct CopyPlace of "c" {
        pub book_id: BookId,
        pub call_number: Option<String>,
        pub location: Option<String>,
    }
}

/// Where the copies of some books are found, in no order. Withdrawn copies, and those of which nothing is known, are left out.
pub async fn copy_places_of(connection: &mut Connection, book_ids: &[BookId]) -> Result<Vec<CopyPlace>> {
    of_ids(
        connection,
        concatcp!(
            "SELECT ",
            CopyPlace::COLUMNS,
            " FROM copies c WHERE c.book_id IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, \
             $11, $12, $13, $14, $15, $16, $17, $18, $19, $20) \
             AND c.state <> 'withdrawn' AND (c.call_number IS NOT NULL OR c.location IS NOT NULL)"
        ),
        book_ids,
    )
    .await
}

/// Where the copies of all books after an id up to another one are found, as [`copy_places_of`] does: for iterating over the
/// whole catalogue.
pub async fn copy_places_between(
    connection: &mut Connection,
    after: BookId,
    last: BookId,
) -> Result<Vec<CopyPlace>> {
    let sql = concatcp!(
        "SELECT ",
        CopyPlace::COLUMNS,
        " FROM copies c WHERE c.book_id > $1 AND c.book_id <= $2 \
         AND c.state <> 'withdrawn' AND (c.call_number IS NOT NULL OR c.location IS NOT NULL)"
    );
    connection.rows(sql, values![after, last]).await
}

/// The copies of a book, by barcode.
pub async fn of_book(connection: &mut Connection, book_id: BookId) -> Result<Vec<BookCopy>> {
    let sql = concatcp!(SELECT, " WHERE c.book_id = $1 ORDER BY c.barcode_key");
    connection.rows(sql, values![book_id]).await
}

/// The condition that a copy's book is not deleted.
pub(super) const OF_KEPT_BOOK: &str =
    "NOT EXISTS (SELECT 1 FROM books d WHERE d.id = c.book_id AND d.deleted_at IS NOT NULL)";

/// One copy. One of a deleted book is not found.
pub async fn find(connection: &mut Connection, id: CopyId) -> Result<Option<BookCopy>> {
    connection
        .optional(
            concatcp!(SELECT, " WHERE c.id = $1 AND ", OF_KEPT_BOOK),
            values![id],
        )
        .await
}

/// The copy with a barcode, given by its key. One of a deleted book is not found.
pub async fn find_by_barcode(connection: &mut Connection, barcode_key: &str) -> Result<Option<BookCopy>> {
    connection
        .optional(
            concatcp!(SELECT, " WHERE c.barcode_key = $1 AND ", OF_KEPT_BOOK),
            values![barcode_key],
        )
        .await
}

/// The copies of a book that can be considered for lending, in any order. A caller that lends one holds the book's
/// lock.
pub fn asking_loan_candidates(book_id: BookId) -> Query<'static, LoanCandidate> {
    Query::new(
        concatcp!(
            "SELECT ",
            LoanCandidate::COLUMNS,
            " FROM copies c WHERE c.book_id = $1"
        ),
        values![book_id],
    )
}

/// The result of [`asking_loan_candidates`].
pub async fn loan_candidates(connection: &mut Connection, book_id: BookId) -> Result<Vec<LoanCandidate>> {
    connection.ask(asking_loan_candidates(book_id)).await
}

/// Adds a copy.
pub async fn insert(transaction: &mut Transaction, copy: &NewCopy<'_>) -> Result<()> {
    transaction.execute(NewCopy::INSERT, &copy.values()).await?;
    Ok(())
}

/// Adds copies in bulk.
pub async fn insert_many(transaction: &mut Transaction, copies: &[NewCopy<'_>]) -> Result<()> {
    let rows: Vec<_> = copies.iter().map(|copy| copy.values().to_vec()).collect();
    transaction.insert_rows("copies", NewCopy::NAMES, &rows).await
}

/// The reason of the event of a copy that an import brought in with another state than available.
pub const IMPORTED: &str = "import";

/// Erases a copy that was never lent and whose state never changed after its import. Returns its state, and whether it
/// was for loan; `None` when it was used, or is gone.
pub async fn erase_unused(transaction: &mut Transaction, id: CopyId) -> Result<Option<(CopyState, bool)>> {
    let unused: Option<(CopyState, bool)> = transaction
        .optional(
            "SELECT c.state, c.is_lendable FROM copies c WHERE c.id = $1 \
             AND NOT EXISTS (SELECT 1 FROM borrowings o WHERE o.copy_id = $1) \
             AND NOT EXISTS (SELECT 1 FROM copy_events e WHERE e.copy_id = $1 AND e.reason <> $2)",
            values![id, IMPORTED],
        )
        .await?;
    if unused.is_some() {
        transaction
            .execute("DELETE FROM copy_events WHERE copy_id = $1", values![id])
            .await?;
        transaction
            .execute("DELETE FROM copies WHERE id = $1", values![id])
            .await?;
    }
    Ok(unused)
}

/// The details of a copy that staff enter.
pub struct Details<'a> {
    pub barcode: &'a str,
    pub barcode_key: &'a str,
    pub location: Option<&'a str>,
    pub call_number: Option<&'a str>,
    /// Made by [`carrel_domain::catalogue::call_number`].
    pub call_number_key: &'a str,
    pub condition: Option<Condition>,
    /// The code of an item type; none for that of the book.
    pub item_type: Option<&'a str>,
    pub is_lendable: bool,
    pub price: Option<Amount>,
    /// Why it is in its state.
    pub state_reason: Option<&'a str>,
}

/// Sets the details of a copy.
pub async fn set_details(
    transaction: &mut Transaction,
    id: CopyId,
    details: &Details<'_>,
    now: i64,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE copies SET barcode = $2, barcode_key = $3, location = $4, call_number = $5, call_number_key = $6, \
             condition = $7, item_type = $8, is_lendable = $9, price_minor = $10, state_reason = $11, \
             updated_at = CASE WHEN updated_at > $12 THEN updated_at ELSE $12 END WHERE id = $1",
            values![
                id,
                details.barcode,
                details.barcode_key,
                details.location,
                details.call_number,
                details.call_number_key,
                details.condition,
                details.item_type,
                i64::from(details.is_lendable),
                details.price.map(|price| price.0),
                details.state_reason,
                now
            ],
        )
        .await?;
    Ok(())
}

/// Sets why a copy is in its state.
pub async fn set_state_reason(transaction: &mut Transaction, id: CopyId, reason: Option<&str>) -> Result<()> {
    transaction
        .execute(
            "UPDATE copies SET state_reason = $2 WHERE id = $1",
            values![id, reason],
        )
        .await?;
    Ok(())
}

/// Which of these barcodes copies have, by their keys.
pub async fn taken_barcodes(connection: &mut Connection, keys: &[String]) -> Result<BTreeSet<String>> {
    let mut taken = BTreeSet::new();
    for chunk in keys.chunks(20) {
        // Always twenty placeholders, so that there is one statement to cache.
        let mut bound = [Value::Null; 20];
        for (value, key) in bound.iter_mut().zip(chunk) {
            *value = Value::Text(key);
        }
        let rows: Vec<(String,)> = connection
            .rows(
                "SELECT barcode_key FROM copies WHERE barcode_key IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, \
                 $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)",
                &bound,
            )
            .await?;
        taken.extend(rows.into_iter().map(|(key,)| key));
    }
    Ok(taken)
}

/// The books that have copies with these barcodes, given by their keys: key, copy and book. Copies of deleted books count.
pub async fn with_barcodes(
    connection: &mut Connection,
    keys: &[String],
) -> Result<Vec<(String, CopyId, BookId)>> {
    let mut found = Vec::new();
    for chunk in keys.chunks(20) {
        // Always twenty placeholders, so that there is one statement to cache.
        let mut bound = [Value::Null; 20];
        for (value, key) in bound.iter_mut().zip(chunk) {
            *value = Value::Text(key);
        }
        let rows: Vec<(String, CopyId, BookId)> = connection
            .rows(
                "SELECT barcode_key, id, book_id FROM copies WHERE barcode_key IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, \
                 $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)",
                &bound,
            )
            .await?;
        found.extend(rows);
    }
    Ok(found)
}

columns!(Place of "c" {
    location,
    call_number,
    available = "CAST(sum(CASE WHEN c.state = 'available' THEN c.is_lendable ELSE 0 END) AS BIGINT)",
    not_for_loan = "CAST(sum(1 - c.is_lendable) AS BIGINT)",
    total = "count(*)",
});

/// Where the copies of a book stand: those in the collection, by location and call number.
pub async fn places_of_book(connection: &mut Connection, book_id: BookId) -> Result<Vec<Place>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                Place::COLUMNS,
                " FROM copies c WHERE c.book_id = $1 AND c.state <> 'withdrawn' \
                 GROUP BY c.location, c.call_number, c.call_number_key ORDER BY COALESCE(c.location, ''), c.call_number_key"
            ),
            values![book_id],
        )
        .await
}

/// Moves a copy from one state to another and records it. False when it was not in the first state.
pub async fn change_state(transaction: &mut Transaction, change: &StateChange<'_>) -> Result<bool> {
    if transaction.execute_all(&[moving(change)]).await? == [0] {
        return Ok(false);
    }
    if let Some(event) = recording(change) {
        transaction.execute_all(&[event]).await?;
    }
    Ok(true)
}

/// Moves a copy from one state to another, and clears the reason of the first. Changes no row when it was not in the first
/// state.
///
/// Of two calls at almost the same time, the later one may run first: the instant of the change never goes back.
pub fn moving<'a>(change: &StateChange<'a>) -> Statement<'a> {
    Statement {
        sql: "UPDATE copies SET state = $3, state_reason = NULL, updated_at = CASE WHEN updated_at > $4 THEN updated_at ELSE $4 END \
              WHERE id = $1 AND state = $2",
        values: values![change.copy_id, change.from, change.to, change.at].to_vec(),
    }
}

/// Records the event of a copy's change of state. None for a change that the borrowing records.
///
/// Of two calls at almost the same time, the later one may run first; the last event of the copy must have the latest
/// instant nevertheless.
pub fn recording<'a>(change: &StateChange<'a>) -> Option<Statement<'a>> {
    if is_recorded_by_borrowing(change.from, change.to) {
        return None;
    }
    Some(Statement {
        sql: "INSERT INTO copy_events (copy_id, number, at, actor_id, from_state, to_state, reason) \
              SELECT $1, COALESCE(max(number), 0) + 1, CASE WHEN max(at) > $2 THEN max(at) ELSE $2 END, $3, $4, $5, $6 \
              FROM copy_events WHERE copy_id = $1",
        values: values![
            change.copy_id,
            change.at,
            change.actor_id,
            change.from,
            change.to,
            change.reason
        ]
        .to_vec(),
    })
}
