//! The ledger: charges, payments, waivers, refunds and reversals of charges. It only grows.

use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::money::{Amount, ChargeId, Debtor, LedgerEntry, LedgerEntryId, LedgerKind};
use carrel_domain::users::UserId;
use const_format::concatcp;
use jiff::Timestamp;

use crate::engine::{Columns, columns, new_row, record, values};
use crate::{Connection, Result, Transaction};

new_row! {
    /// A new entry.
    pub struct NewEntry<'a> into "ledger" {
        pub id: LedgerEntryId,
        pub user_id: UserId,
        pub borrowing_id: Option<BorrowingId>,
        /// The charge without a borrowing that a payment, a waiver or a reversal is about.
        pub charge_id: Option<ChargeId>,
        pub kind: LedgerKind,
        /// Of a charge or its reversal: `overdue`, `lost`, `processing`, `damage` or `other`.
        pub reason: Option<&'a str>,
        pub amount_minor: i64,
        /// The currency's code.
        pub currency: &'a str,
        pub at: i64,
        pub actor_id: UserId,
        /// Of a charge without a borrowing its description.
        pub note: Option<&'a str>,
        /// How the amount was computed, as JSON.
        pub explanation: Option<&'a str>,
        /// Of a payment.
        pub receipt_number: Option<i64>,
    }
}

columns!(LedgerEntry of "l" {
    id,
    borrowing_id,
    charge_id,
    kind,
    reason,
    amount = "l.amount_minor",
    at,
    note,
});

/// A person's entries after an instant and an id, the earliest first.
pub async fn of_user(
    connection: &mut Connection,
    user_id: UserId,
    (after_at, after_id): (i64, i64),
    limit: i64,
) -> Result<Vec<LedgerEntry>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                LedgerEntry::COLUMNS,
                " FROM ledger l WHERE l.user_id = $1 AND l.at >= $2 AND (l.at > $2 OR l.id > $3) \
                 ORDER BY l.at, l.id LIMIT $4"
            ),
            values![user_id, after_at, after_id, limit],
        )
        .await
}

/// A payment, with what its receipt shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaidItem {
    pub receipt_number: i64,
    pub at: Timestamp,
    pub amount: Amount,
    pub note: Option<String>,
    /// The book of the borrowing; none for a payment of a charge without a borrowing.
    pub title: Option<String>,
    pub barcode: Option<String>,
    /// The description of a charge without a borrowing.
    pub description: Option<String>,
    /// Who recorded it; none when the account is erased.
    pub recorded_by: Option<String>,
}

columns!(PaidItem of "l" {
    receipt_number,
    at,
    amount = "l.amount_minor",
    note,
    title = "b.title",
    barcode = "c.barcode",
    description = "h.note",
    recorded_by = "s.name",
});

/// Payments with what they are for.
const PAID: &str = concatcp!(
    "SELECT ",
    PaidItem::COLUMNS,
    " FROM ledger l LEFT JOIN borrowings o ON o.id = l.borrowing_id \
     LEFT JOIN books b ON b.id = o.book_id LEFT JOIN copies c ON c.id = o.copy_id \
     LEFT JOIN ledger h ON h.id = l.charge_id LEFT JOIN users s ON s.id = l.actor_id "
);

/// A person's payments with receipts, the latest first. Receipts of which a part is anonymous are left out.
pub async fn payments_of(connection: &mut Connection, user_id: UserId, limit: i64) -> Result<Vec<PaidItem>> {
    connection
        .rows(
            concatcp!(
                PAID,
                "WHERE l.user_id = $1 AND l.receipt_number IS NOT NULL \
                 AND NOT EXISTS (SELECT 1 FROM ledger m WHERE m.receipt_number = l.receipt_number AND m.user_id IS NULL) \
                 ORDER BY l.at DESC, l.id DESC LIMIT $2"
            ),
            values![user_id, limit],
        )
        .await
}

/// All payments of a receipt, the last one first.
pub async fn payments_of_receipt(connection: &mut Connection, receipt_number: i64) -> Result<Vec<PaidItem>> {
    connection
        .rows(
            concatcp!(PAID, "WHERE l.receipt_number = $1 ORDER BY l.at DESC, l.id DESC"),
            values![receipt_number],
        )
        .await
}

/// Whether nothing was ever booked.
pub async fn is_empty(connection: &mut Connection) -> Result<bool> {
    let (first,): (Option<i64>,) = connection.one("SELECT min(id) FROM ledger", &[]).await?;
    Ok(first.is_none())
}

record! {
    /// The sums of a person's ledger.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub struct Totals {
        pub charged: Amount,
        /// What is still owed: charges and refunds less payments, waivers and reversals.
        pub balance: Amount,
    }
}

/// Books an entry and updates the person's balance.
pub async fn insert(transaction: &mut Transaction, entry: &NewEntry<'_>) -> Result<()> {
    transaction.execute(NewEntry::INSERT, &entry.values()).await?;
    let owed = entry.kind.owed(Amount(entry.amount_minor)).0;
    transaction
        .execute(
            "INSERT INTO balances (user_id, amount_minor) VALUES ($1, $2) \
             ON CONFLICT (user_id) DO UPDATE SET amount_minor = balances.amount_minor + excluded.amount_minor",
            values![entry.user_id, owed],
        )
        .await?;
    Ok(())
}

columns!(Debtor of "u" {
    user_id = "u.id",
    name,
    email,
    patron_category,
    balance = "o.amount_minor",
});

/// Active people with at least this balance, the largest balance first.
pub async fn debtors(connection: &mut Connection, from_minor: i64, limit: i64) -> Result<Vec<Debtor>> {
    connection
        .rows(
            concatcp!(
                "SELECT ",
                Debtor::COLUMNS,
                " FROM balances o JOIN users u ON u.id = o.user_id \
                 WHERE o.amount_minor > 0 AND o.amount_minor >= $1 AND u.deactivated_at IS NULL \
                 ORDER BY o.amount_minor DESC, o.user_id DESC LIMIT $2"
            ),
            values![from_minor, limit],
        )
        .await
}

/// The balance of person `$1`: charges and refunds less payments and waivers, as kept by [`insert`].
pub(crate) const BALANCE: &str = "COALESCE((SELECT amount_minor FROM balances WHERE user_id = $1), 0)";

/// A person's sums.
pub async fn totals_of_user(connection: &mut Connection, user_id: UserId) -> Result<Totals> {
    connection
        .one(
            concatcp!(
                "SELECT (SELECT CAST(COALESCE(sum(CASE kind WHEN 'charge' THEN amount_minor ELSE -amount_minor END), 0) \
                 AS BIGINT) FROM ledger WHERE user_id = $1 AND kind IN ('charge', 'reversal')), ",
                BALANCE
            ),
            values![user_id],
        )
        .await
}

/// The sum of a person's payments less refunds.
pub async fn paid_by_user(connection: &mut Connection, user_id: UserId) -> Result<Amount> {
    let (paid,) = connection
        .one(
            "SELECT CAST(COALESCE(sum(CASE WHEN kind = 'payment' THEN amount_minor ELSE -amount_minor END), 0) \
             AS BIGINT) FROM ledger WHERE user_id = $1 AND kind IN ('payment', 'refund')",
            values![user_id],
        )
        .await?;
    Ok(paid)
}
