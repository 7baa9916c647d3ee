//! Numbers that count up within the transaction that uses them: generated barcodes and student IDs, people, totals.

use crate::engine::{CATALOGUE_VERSION, Query, values};
use crate::{Connection, Result, Transaction};

/// A counter.
#[derive(Debug, Clone, Copy)]
pub enum Counter {
    Barcode,
    StudentId,
    /// Receipts of payments.
    Receipt,
    /// People who have an account.
    Users,
    /// The day of UTC, since 1970, before which all days are totalled; see [`crate::totals`].
    TotalledDays,
    /// Borrowings before that day.
    TotalledBorrowings,
    /// Changes of what the lists of books contain, and of the keys by which they are sorted.
    CatalogueVersion,
    /// Changes of settings, closures, policies and code lists; see [`crate::settings::version`].
    SettingsVersion,
}

impl Counter {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Counter::Barcode => "barcode",
            Counter::StudentId => "student_id",
            Counter::Receipt => "receipt",
            Counter::Users => "users",
            Counter::TotalledDays => "totalled_days",
            Counter::TotalledBorrowings => "totalled_borrowings",
            Counter::CatalogueVersion => CATALOGUE_VERSION,
            Counter::SettingsVersion => "settings_version",
        }
    }
}

/// Takes `count` numbers and returns the first of them. Counting starts at 1.
pub async fn take(transaction: &mut Transaction, counter: Counter, count: i64) -> Result<i64> {
    transaction.count_up(counter.name(), count).await
}

/// The last number that was taken.
pub async fn read(connection: &mut Connection, counter: Counter) -> Result<i64> {
    let found = connection.ask(asking(counter)).await?;
    Ok(found.first().map_or(0, |(value,)| *value))
}

/// [`read`] as a query; no row stands for 0.
pub(crate) fn asking(counter: Counter) -> Query<'static, (i64,)> {
    Query::new(
        "SELECT value FROM counters WHERE name = $1",
        values![counter.name()],
    )
}

/// Sets the last number that was taken.
pub async fn set(transaction: &mut Transaction, counter: Counter, value: i64) -> Result<()> {
    transaction
        .execute(
            "INSERT INTO counters (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            values![counter.name(), value],
        )
        .await?;
    Ok(())
}
