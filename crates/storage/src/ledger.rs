//! The ledger: charges, payments, waivers and refunds. It only grows.

use crate::engine::{from_row, values};
use crate::{Connection, Result, Transaction};

/// A new entry.
pub struct NewEntry<'a> {
    pub id: &'a str,
    pub user_id: &'a str,
    pub borrowing_id: Option<&'a str>,
    /// `charge`, `payment`, `waiver` or `refund`.
    pub kind: &'a str,
    /// Of a charge: `overdue`, `lost`, `processing`, `damage` or `other`.
    pub reason: Option<&'a str>,
    pub amount_minor: i64,
    /// The currency's code.
    pub currency: &'a str,
    pub at: i64,
    pub actor_id: &'a str,
    pub note: Option<&'a str>,
    /// How the amount came about, as JSON.
    pub explanation: Option<&'a str>,
}

/// An entry as it was booked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerRow {
    pub id: String,
    pub borrowing_id: Option<String>,
    pub kind: String,
    pub reason: Option<String>,
    pub amount_minor: i64,
    pub at: i64,
    pub note: Option<String>,
}

from_row!(LedgerRow {
    id,
    borrowing_id,
    kind,
    reason,
    amount_minor,
    at,
    note
});

/// A person's entries, the earliest first.
pub async fn of_user(connection: &mut Connection, user_id: &str, limit: i64) -> Result<Vec<LedgerRow>> {
    connection
        .rows(
            "SELECT id, borrowing_id, kind, reason, amount_minor, at, note FROM ledger \
             WHERE user_id = $1 ORDER BY at, id LIMIT $2",
            values![user_id, limit],
        )
        .await
}

/// What a person's borrowings cost in all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    pub charged_minor: i64,
    /// What is still owed: charges and refunds less payments and waivers.
    pub balance_minor: i64,
}

from_row!(Totals {
    charged_minor,
    balance_minor
});

/// Books an entry, and keeps what the person owes.
pub async fn insert(transaction: &mut Transaction, entry: &NewEntry<'_>) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO ledger (id, user_id, borrowing_id, kind, reason, amount_minor, currency, at, actor_id, note, \
             explanation) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            values![
                entry.id,
                entry.user_id,
                entry.borrowing_id,
                entry.kind,
                entry.reason,
                entry.amount_minor,
                entry.currency,
                entry.at,
                entry.actor_id,
                entry.note,
                entry.explanation
            ],
        )
        .await?;
    let owed = if matches!(entry.kind, "charge" | "refund") {
        entry.amount_minor
    } else {
        -entry.amount_minor
    };
    transaction
        .execute(
            "INSERT INTO balances (user_id, amount_minor) VALUES ($1, $2) \
             ON CONFLICT (user_id) DO UPDATE SET amount_minor = balances.amount_minor + excluded.amount_minor",
            values![entry.user_id, owed],
        )
        .await?;
    Ok(())
}

/// Somebody who owes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebtorRow {
    pub user_id: String,
    pub name: String,
    pub email: String,
    pub patron_category: Option<String>,
    pub balance_minor: i64,
}

from_row!(DebtorRow {
    user_id,
    name,
    email,
    patron_category,
    balance_minor
});

/// Active people who owe so much or more, whoever owes most first.
pub async fn debtors(connection: &mut Connection, from_minor: i64, limit: i64) -> Result<Vec<DebtorRow>> {
    connection
        .rows(
            "SELECT u.id, u.name, u.email, u.patron_category, o.amount_minor FROM balances o JOIN users u ON u.id = o.user_id \
             WHERE o.amount_minor > 0 AND o.amount_minor >= $1 AND u.deactivated_at IS NULL \
             ORDER BY o.amount_minor DESC, o.user_id LIMIT $2",
            values![from_minor, limit],
        )
        .await
}
/// What the person `$1` owes: charges and refunds less payments and waivers.
pub(crate) const BALANCE: &str = "SELECT CAST(COALESCE(sum(CASE WHEN kind IN ('charge', 'refund') THEN amount_minor \
    ELSE -amount_minor END), 0) AS BIGINT) FROM ledger WHERE user_id = $1";

/// A person's sums.
pub async fn totals_of_user(connection: &mut Connection, user_id: &str) -> Result<Totals> {
    connection
        .one(
            "SELECT CAST(COALESCE(sum(CASE WHEN kind = 'charge' THEN amount_minor ELSE 0 END), 0) AS BIGINT), \
             CAST(COALESCE(sum(CASE WHEN kind IN ('charge', 'refund') THEN amount_minor ELSE -amount_minor END), 0) \
             AS BIGINT) FROM ledger WHERE user_id = $1",
            values![user_id],
        )
        .await
}

/// What a person has paid in all, less what was given back.
pub async fn paid_by_user(connection: &mut Connection, user_id: &str) -> Result<i64> {
    let (cents,) = connection
        .one(
            "SELECT CAST(COALESCE(sum(CASE WHEN kind = 'payment' THEN amount_minor ELSE -amount_minor END), 0) \
             AS BIGINT) FROM ledger WHERE user_id = $1 AND kind IN ('payment', 'refund')",
            values![user_id],
        )
        .await?;
    Ok(cents)
}
