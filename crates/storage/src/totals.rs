//! Totals of past days: their figures no longer change, so they are counted once.
//!
//! Reads combine the totals with a count, by index, of the days that are not totalled yet: the figures do not depend on
//! how far the totals have come. Days here are days of UTC since 1970, quarters are quarters of an hour since 1970.

use std::collections::BTreeMap;

use carrel_domain::catalogue::book::BookId;
use carrel_domain::money::Amount;

use crate::counters::{self, Counter};
use crate::engine::{Lock, record, values};
use crate::{Connection, Result, Transaction};

/// A quarter of an hour in milliseconds.
pub const QUARTER_MS: i64 = 15 * 60 * 1000;
/// A day of UTC in milliseconds.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// How many days are totalled in one transaction: on SQLite all other writes wait for it.
const STRETCH_DAYS: i64 = 7;

record! {
    /// Money that moved within a quarter of an hour.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub struct MoneyRow {
        pub quarter: i64,
        pub charged_minor: i64,
        /// Payments less refunds.
        pub collected_minor: i64,
        pub waived_minor: i64,
    }
}

async fn totalled_until(connection: &mut Connection) -> Result<i64> {
    Ok(counters::read(connection, Counter::TotalledDays).await? * DAY_MS)
}

/// How many books were borrowed in each quarter of an hour between two instants, `[from, until)`: quarter and number.
/// Both instants are ends of quarters; quarters without borrowings are left out.
pub async fn borrowed_by_quarter(
    connection: &mut Connection,
    from: i64,
    until: i64,
) -> Result<Vec<(i64, i64)>> {
    let totalled = totalled_until(connection).await?;
    let mut quarters: Vec<(i64, i64)> = connection
        .rows(
            "SELECT quarter, borrowed FROM quarter_totals WHERE quarter >= $1 AND quarter < $2",
            values![from / QUARTER_MS, until / QUARTER_MS],
        )
        .await?;
    let since: Vec<(i64, i64)> = connection
        .rows(
            "SELECT borrowed_at / 900000 AS quarter, count(*) FROM borrowings \
             WHERE borrowed_at >= $1 AND borrowed_at < $2 GROUP BY quarter",
            values![from.max(totalled), until],
        )
        .await?;
    quarters.extend(since);
    Ok(quarters)
}

/// The money that moved in each quarter of an hour between two instants, `[from, until)`; both are ends of quarters.
pub async fn money_by_quarter(connection: &mut Connection, from: i64, until: i64) -> Result<Vec<MoneyRow>> {
    let totalled = totalled_until(connection).await?;
    let mut quarters: Vec<MoneyRow> = connection
        .rows(
            "SELECT quarter, charged_minor, collected_minor, waived_minor FROM quarter_totals \
             WHERE quarter >= $1 AND quarter < $2",
            values![from / QUARTER_MS, until / QUARTER_MS],
        )
        .await?;
    let since: Vec<MoneyRow> = connection
        .rows(
            "SELECT at / 900000 AS quarter, \
             CAST(sum(CASE kind WHEN 'charge' THEN amount_minor WHEN 'reversal' THEN -amount_minor ELSE 0 END) AS BIGINT), \
             CAST(sum(CASE kind WHEN 'payment' THEN amount_minor WHEN 'refund' THEN -amount_minor ELSE 0 END) AS BIGINT), \
             CAST(sum(CASE WHEN kind = 'waiver' THEN amount_minor ELSE 0 END) AS BIGINT) \
             FROM ledger WHERE at >= $1 AND at < $2 GROUP BY quarter",
            values![from.max(totalled), until],
        )
        .await?;
    quarters.extend(since);
    Ok(quarters)
}

/// How many books of each category were borrowed between two instants, `[from, until)`, by the categories that the
/// books have now.
pub async fn borrowed_by_category(
    connection: &mut Connection,
    from: i64,
    until: i64,
) -> Result<BTreeMap<String, i64>> {
    let totalled = counters::read(connection, Counter::TotalledDays).await?;
    // Whole days of UTC are read from the totals; the time before and after them is counted.
    let first = (from + DAY_MS - 1).div_euclid(DAY_MS);
    let last = until.div_euclid(DAY_MS).min(totalled);
    let mut categories = BTreeMap::new();
    let mut counted = vec![(from, until)];
    if first < last {
        let totals: Vec<(String, i64)> = connection
            .rows(
                "SELECT category, CAST(sum(borrowed) AS BIGINT) FROM category_totals \
                 WHERE day >= $1 AND day < $2 GROUP BY category",
                values![first, last],
            )
            .await?;
        categories.extend(totals.into_iter().filter(|(_, borrowed)| *borrowed > 0));
        counted = vec![(from, first * DAY_MS), (last * DAY_MS, until)];
    }
    for (from, until) in counted {
        let rows: Vec<(String, i64)> = connection
            .rows(
                "SELECT b.category, count(*) FROM borrowings o JOIN books b ON b.id = o.book_id \
                 WHERE o.borrowed_at >= $1 AND o.borrowed_at < $2 GROUP BY b.category",
                values![from, until],
            )
            .await?;
        for (category, borrowed) in rows {
            *categories.entry(category).or_default() += borrowed;
        }
    }
    Ok(categories)
}

/// How many borrowings exist, open or returned.
pub async fn borrowed_ever(connection: &mut Connection) -> Result<i64> {
    let totalled = totalled_until(connection).await?;
    let (since,): (i64,) = connection
        .one(
            "SELECT count(*) FROM borrowings WHERE borrowed_at >= $1",
            values![totalled],
        )
        .await?;
    Ok(counters::read(connection, Counter::TotalledBorrowings).await? + since)
}

/// Totals the next days before `until_day`. False when all of them are totalled.
pub async fn advance(transaction: &mut Transaction, until_day: i64) -> Result<bool> {
    transaction.lock(Lock::Totals).await?;
    let totalled = counters::read(transaction, Counter::TotalledDays).await?;
    if totalled >= until_day {
        return Ok(false);
    }
    let Some(first) = first_day_from(transaction, totalled)
        .await?
        .filter(|day| *day < until_day)
    else {
        // No activity, so nothing to total.
        counters::set(transaction, Counter::TotalledDays, until_day).await?;
        return Ok(false);
    };
    let last = (first + STRETCH_DAYS).min(until_day);
    let stretch = values![first * DAY_MS, last * DAY_MS];
    transaction
        .execute(
            "INSERT INTO category_totals (day, category, borrowed) \
             SELECT o.borrowed_at / 86400000, b.category, count(*) FROM borrowings o JOIN books b ON b.id = o.book_id \
             WHERE o.borrowed_at >= $1 AND o.borrowed_at < $2 GROUP BY o.borrowed_at / 86400000, b.category",
            stretch,
        )
        .await?;
    transaction
        .execute(
            "INSERT INTO quarter_totals (quarter, borrowed, charged_minor, collected_minor, waived_minor) \
             SELECT borrowed_at / 900000, count(*), 0, 0, 0 FROM borrowings \
             WHERE borrowed_at >= $1 AND borrowed_at < $2 GROUP BY borrowed_at / 900000",
            stretch,
        )
        .await?;
    transaction
        .execute(
            "INSERT INTO quarter_totals (quarter, borrowed, charged_minor, collected_minor, waived_minor) \
             SELECT at / 900000, 0, sum(CASE kind WHEN 'charge' THEN amount_minor WHEN 'reversal' THEN -amount_minor ELSE 0 END), \
             sum(CASE kind WHEN 'payment' THEN amount_minor WHEN 'refund' THEN -amount_minor ELSE 0 END), \
             sum(CASE WHEN kind = 'waiver' THEN amount_minor ELSE 0 END) \
             FROM ledger WHERE at >= $1 AND at < $2 GROUP BY at / 900000 \
             ON CONFLICT (quarter) DO UPDATE SET charged_minor = excluded.charged_minor, \
             collected_minor = excluded.collected_minor, waived_minor = excluded.waived_minor",
            stretch,
        )
        .await?;
    let (borrowed,): (i64,) = transaction
        .one(
            "SELECT count(*) FROM borrowings WHERE borrowed_at >= $1 AND borrowed_at < $2",
            stretch,
        )
        .await?;
    counters::take(transaction, Counter::TotalledBorrowings, borrowed).await?;
    counters::set(transaction, Counter::TotalledDays, last).await?;
    Ok(last < until_day)
}

/// The first day from `day` on with a borrowing, a charge or a payment.
async fn first_day_from(transaction: &mut Transaction, day: i64) -> Result<Option<i64>> {
    let from = day * DAY_MS;
    let (borrowed_at,): (Option<i64>,) = transaction
        .one(
            "SELECT min(borrowed_at) FROM borrowings WHERE borrowed_at >= $1",
            values![from],
        )
        .await?;
    let (booked_at,): (Option<i64>,) = transaction
        .one("SELECT min(at) FROM ledger WHERE at >= $1", values![from])
        .await?;
    let first = borrowed_at.into_iter().chain(booked_at).min();
    Ok(first.map(|at| at / DAY_MS))
}

/// Whether the totals agree with the books and the balances. They differ only after the clock went back by days, so
/// that a borrowing or a payment fell on a day that was totalled before.
pub async fn are_whole(connection: &mut Connection) -> Result<bool> {
    let (borrowed,): (i64,) = connection
        .one(
            "SELECT CAST(COALESCE(sum(borrow_count), 0) AS BIGINT) FROM book_counts WHERE borrow_count > 0",
            &[],
        )
        .await?;
    let (owed,): (i64,) = connection
        .one(
            "SELECT CAST(COALESCE(sum(amount_minor), 0) AS BIGINT) FROM balances",
            &[],
        )
        .await?;
    let money = money_by_quarter(connection, 0, i64::MAX).await?;
    let owed_by_totals: i64 = money
        .iter()
        .map(|row| row.charged_minor - row.collected_minor - row.waived_minor)
        .sum();
    Ok(borrowed == borrowed_ever(connection).await? && owed == owed_by_totals)
}

/// Removes all totals: [`advance`] starts again from the first day.
pub async fn forget(transaction: &mut Transaction) -> Result<()> {
    transaction.lock(Lock::Totals).await?;
    transaction.execute("DELETE FROM quarter_totals", &[]).await?;
    transaction.execute("DELETE FROM category_totals", &[]).await?;
    counters::set(transaction, Counter::TotalledBorrowings, 0).await?;
    counters::set(transaction, Counter::TotalledDays, 0).await
}

/// Moves the totalled borrowings of a book to another category. It does not refuse the change of a book when the totals
/// are wrong and wait to be recomputed.
pub(crate) async fn move_book(
    transaction: &mut Transaction,
    book_id: BookId,
    from: &str,
    to: &str,
) -> Result<()> {
    transaction.lock(Lock::Totals).await?;
    let totalled = totalled_until(transaction).await?;
    transaction
        .execute(
            "UPDATE category_totals SET borrowed = CASE WHEN category_totals.borrowed >= moved.borrowed \
             THEN category_totals.borrowed - moved.borrowed ELSE 0 END \
             FROM (SELECT borrowed_at / 86400000 AS day, count(*) AS borrowed FROM borrowings \
             WHERE book_id = $1 AND borrowed_at < $2 GROUP BY borrowed_at / 86400000) AS moved \
             WHERE category_totals.day = moved.day AND category_totals.category = $3",
            values![book_id, totalled, from],
        )
        .await?;
    transaction
        .execute(
            "INSERT INTO category_totals (day, category, borrowed) \
             SELECT borrowed_at / 86400000, CAST($3 AS TEXT), count(*) FROM borrowings \
             WHERE book_id = $1 AND borrowed_at < $2 GROUP BY borrowed_at / 86400000 \
             ON CONFLICT (day, category) DO UPDATE SET borrowed = category_totals.borrowed + excluded.borrowed",
            values![book_id, totalled, to],
        )
        .await?;
    Ok(())
}

/// Counts borrowings that are added to days that are totalled by now: the category of the book and the instant of the borrowing.
/// Later days are counted when they are totalled.
pub async fn add_past(transaction: &mut Transaction, borrowings: &[(String, i64)]) -> Result<()> {
    transaction.lock(Lock::Totals).await?;
    let totalled = totalled_until(transaction).await?;
    for (category, at) in borrowings.iter().filter(|(_, at)| *at < totalled) {
        transaction
            .execute(
                "INSERT INTO category_totals (day, category, borrowed) VALUES ($1, $2, 1) \
                 ON CONFLICT (day, category) DO UPDATE SET borrowed = category_totals.borrowed + 1",
                values![at / DAY_MS, category],
            )
            .await?;
        transaction
            .execute(
                "INSERT INTO quarter_totals (quarter, borrowed, charged_minor, collected_minor, waived_minor) \
                 VALUES ($1, 1, 0, 0, 0) \
                 ON CONFLICT (quarter) DO UPDATE SET borrowed = quarter_totals.borrowed + 1",
                values![at / QUARTER_MS],
            )
            .await?;
        counters::take(transaction, Counter::TotalledBorrowings, 1).await?;
    }
    Ok(())
}

/// Adds charges of days that are totalled by now: the instant and the amount. Later days are counted when they are totalled.
pub async fn add_past_charges(transaction: &mut Transaction, charges: &[(i64, Amount)]) -> Result<()> {
    transaction.lock(Lock::Totals).await?;
    let totalled = totalled_until(transaction).await?;
    for (at, amount) in charges.iter().filter(|(at, _)| *at < totalled) {
        transaction
            .execute(
                "INSERT INTO quarter_totals (quarter, borrowed, charged_minor, collected_minor, waived_minor) \
                 VALUES ($1, 0, $2, 0, 0) \
                 ON CONFLICT (quarter) DO UPDATE SET charged_minor = quarter_totals.charged_minor + excluded.charged_minor",
                values![at / QUARTER_MS, amount.0],
            )
            .await?;
    }
    Ok(())
}

/// Takes borrowings that are removed out of the totals, as [`add_past`] adds them.
pub async fn remove_past(transaction: &mut Transaction, borrowings: &[(String, i64)]) -> Result<()> {
    transaction.lock(Lock::Totals).await?;
    let totalled = totalled_until(transaction).await?;
    for (category, at) in borrowings.iter().filter(|(_, at)| *at < totalled) {
        transaction
            .execute(
                "UPDATE category_totals SET borrowed = borrowed - 1 WHERE day = $1 AND category = $2 AND borrowed > 0",
                values![at / DAY_MS, category],
            )
            .await?;
        transaction
            .execute(
                "UPDATE quarter_totals SET borrowed = borrowed - 1 WHERE quarter = $1 AND borrowed > 0",
                values![at / QUARTER_MS],
            )
            .await?;
        counters::take(transaction, Counter::TotalledBorrowings, -1).await?;
    }
    Ok(())
}
