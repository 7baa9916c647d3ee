//! Single borrowings: find, insert, renew, close.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::circulation::borrowing::{BorrowingId, BorrowingRecord};
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::users::UserId;
use const_format::concatcp;

use crate::engine::{Columns, Query, Rank, Statement, Value, columns, new_row, record, values};
use crate::{Connection, Result, Transaction};

columns!(BorrowingRecord of "o" {
    id,
    book_id,
    book_title = "b.title",
    book_author = "b.author",
    book_cover_image = "b.cover_image",
    book_category = "b.category",
    user_id = "COALESCE(o.user_id, 0)",
    user_name = "COALESCE(u.name, '')",
    user_email = "COALESCE(u.email, '')",
    copy_id,
    copy_barcode = "c.barcode",
    borrowed_at,
    due_on,
    due_at,
    returned_at,
    renewals,
    renewed_at = "(SELECT max(r.at) FROM renewals r WHERE r.borrowing_id = o.id)",
    terms = "t.body",
    copy_price = "c.price_minor",
    charged =
        "(SELECT CAST(COALESCE(sum(CASE l.kind WHEN 'charge' THEN l.amount_minor ELSE -l.amount_minor END), 0) AS BIGINT) \
         FROM ledger l WHERE l.borrowing_id = o.id AND l.kind IN ('charge', 'reversal'))",
    // The index of the ledger has no reasons, so this reads its rows: only where it is needed.
    overdue_charged =
        "CASE WHEN o.returned_at IS NOT NULL THEN 0 ELSE (SELECT CAST(COALESCE(sum(CASE l.kind WHEN 'charge' \
         THEN l.amount_minor ELSE -l.amount_minor END), 0) AS BIGINT) FROM ledger l WHERE l.borrowing_id = o.id \
         AND l.kind IN ('charge', 'reversal') AND l.reason = 'overdue') END",
    settled =
        "(SELECT CAST(COALESCE(sum(CASE WHEN l.kind = 'refund' THEN -l.amount_minor ELSE l.amount_minor END), 0) \
         AS BIGINT) FROM ledger l WHERE l.borrowing_id = o.id AND l.kind NOT IN ('charge', 'reversal'))",
});

/// The tables of the columns of a record.
pub(super) const FROM: &str = " FROM borrowings o JOIN books b ON b.id = o.book_id LEFT JOIN users u ON u.id = o.user_id \
     JOIN copies c ON c.id = o.copy_id JOIN loan_terms t ON t.digest = o.terms_digest";

pub(crate) const SELECT: &str = concatcp!("SELECT ", BorrowingRecord::COLUMNS, FROM);

new_row! {
    /// A new borrowing.
    pub struct NewBorrowing<'a> into "borrowings" {
        pub id: BorrowingId,
        pub book_id: BookId,
        pub copy_id: CopyId,
        pub user_id: UserId,
        pub borrowed_at: i64,
        pub due_on: &'a str,
        pub due_at: i64,
        pub terms: Terms<'a> = "terms_digest",
        /// The code of the branch that lends it.
        pub branch: &'a str,
        /// The codes of the person's patron category and of the item type, as they are now.
        pub patron_category: Option<&'a str>,
        pub item_type: Option<&'a str>,
        pub lent_by: UserId,
    }
}

/// The terms of a loan. Equal terms are stored once.
#[derive(Debug, Clone, Copy)]
pub struct Terms<'a> {
    /// Taken from the digest of the body.
    pub id: i64,
    /// Versioned JSON.
    pub body: &'a str,
}

impl<'a> From<Terms<'a>> for Value<'a> {
    fn from(terms: Terms<'a>) -> Self {
        Value::Integer(terms.id)
    }
}

/// One borrowing.
pub async fn find(connection: &mut Connection, id: BorrowingId) -> Result<Option<BorrowingRecord>> {
    connection.optional(FIND, values![id]).await
}

const FIND: &str = concatcp!(SELECT, " WHERE o.id = $1");

/// [`find`] as a query.
pub fn asking(id: BorrowingId) -> Query<'static, BorrowingRecord> {
    Query::new(FIND, values![id])
}

/// The person and the book of a borrowing. They never change, but an anonymous borrowing has no person.
pub async fn parties(connection: &mut Connection, id: BorrowingId) -> Result<Option<(UserId, BookId)>> {
    connection
        .optional(
            "SELECT COALESCE(user_id, 0), book_id FROM borrowings WHERE id = $1",
            values![id],
        )
        .await
}

/// Adds a borrowing. The unique indexes refuse a second open one of the same copy, or of the same person and book.
pub async fn insert(transaction: &mut Transaction, borrowing: &NewBorrowing<'_>) -> Result<()> {
    transaction
        .execute_all(&[storing_terms(borrowing.terms), inserting(borrowing)])
        .await?;
    Ok(())
}

/// Stores terms, before the first borrowing under them. Changes no row when they exist already.
pub fn storing_terms(terms: Terms<'_>) -> Statement<'_> {
    Statement {
        sql: "INSERT INTO loan_terms (digest, body) VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING",
        values: values![terms.id, terms.body].to_vec(),
    }
}

/// Adds a borrowing under stored terms.
pub fn inserting<'a>(borrowing: &NewBorrowing<'a>) -> Statement<'a> {
    Statement {
        sql: NewBorrowing::INSERT,
        values: borrowing.values().to_vec(),
    }
}

/// The open borrowing of a copy, and its person.
pub async fn open_of_copy(
    connection: &mut Connection,
    copy_id: CopyId,
) -> Result<Option<(BorrowingId, UserId)>> {
    connection
        .optional(
            "SELECT id, user_id FROM borrowings WHERE copy_id = $1 AND returned_at IS NULL",
            values![copy_id],
        )
        .await
}

/// Moves the due instant of open borrowings that are due on a day from `old` to `new`, but not before the borrowing
/// itself. Returns the number of changed borrowings.
///
/// The borrowings belong to many people, whose locks are not taken. A caller moves the earliest instants first: then rows
/// are locked by due instant and id, as by the renewal of all borrowings of a person.
pub async fn move_due_instant(
    transaction: &mut Transaction,
    due_on: &str,
    old: i64,
    new: i64,
) -> Result<u64> {
    transaction
        .lock_rows(
            Rank::User,
            "SELECT id FROM borrowings WHERE returned_at IS NULL AND due_at = $2 AND due_on = $1 ORDER BY id",
            values![due_on, old],
        )
        .await?;
    transaction
        .execute(
            "UPDATE borrowings SET due_at = CASE WHEN borrowed_at < $3 THEN $3 ELSE borrowed_at + 1 END \
             WHERE returned_at IS NULL AND due_at = $2 AND due_on = $1",
            values![due_on, old, new],
        )
        .await
}

record! {
    /// A borrowing, and the facts that its renewal depends on.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct RenewalCase of "o" {
        pub borrowing: BorrowingRecord as record,
        /// The code of the item type as it was lent.
        pub item_type: Option<String>,
        /// The code of the branch that lent it.
        pub branch: String,
        pub copy_state: CopyState = "c.state",
    }
}

new_row! {
    /// A new renewal.
    pub struct NewRenewal<'a> into "renewals" {
        pub borrowing_id: BorrowingId,
        pub at: i64,
        pub actor_id: UserId,
        pub from_due_on: &'a str,
        pub to_due_on: &'a str,
        /// The overrides, as JSON.
        pub overrides: Option<&'a str>,
    }
}

/// A borrowing, and the facts that its renewal depends on.
pub async fn renewal_case(connection: &mut Connection, id: BorrowingId) -> Result<Option<RenewalCase>> {
    connection
        .optional(
            concatcp!("SELECT ", RenewalCase::COLUMNS, FROM, " WHERE o.id = $1"),
            values![id],
        )
        .await
}

/// Moves the due day of an open borrowing. Changes no row when it was returned or renewed in the meantime.
pub fn moving_due_day<'a>(renewal: &NewRenewal<'a>, due_at: i64) -> Statement<'a> {
    let NewRenewal {
        borrowing_id,
        from_due_on,
        to_due_on,
        ..
    } = *renewal;
    Statement {
        sql: "UPDATE borrowings SET due_on = $3, due_at = $4, renewals = renewals + 1 \
              WHERE id = $1 AND due_on = $2 AND returned_at IS NULL",
        values: values![borrowing_id, from_due_on, to_due_on, due_at].to_vec(),
    }
}

/// Records a renewal.
pub fn recording_renewal<'a>(renewal: &NewRenewal<'a>) -> Statement<'a> {
    Statement {
        sql: NewRenewal::INSERT,
        values: renewal.values().to_vec(),
    }
}

/// Closes an open borrowing. `returned_at` is when the copy came back, `recorded_at` when the return was recorded. False when it is closed already: of several simultaneous returns, exactly one gets true.
pub async fn close(
    transaction: &mut Transaction,
    id: BorrowingId,
    returned_at: i64,
    returned_by: UserId,
    recorded_at: i64,
) -> Result<bool> {
    let changed = transaction
        .execute(
            "UPDATE borrowings SET returned_at = $2, returned_by = $3, return_recorded_at = $4 \
             WHERE id = $1 AND returned_at IS NULL",
            values![id, returned_at, returned_by, recorded_at],
        )
        .await?;
    Ok(changed > 0)
}
