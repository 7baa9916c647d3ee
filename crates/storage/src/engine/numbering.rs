//! Identifiers for new rows.
//!
//! One counter numbers the entities of all types: a row of `counters` on SQLite, a sequence on PostgreSQL. A
//! connection takes a block of numbers at once and assigns them one by one, so that a new identifier rarely costs a
//! statement. Numbers of a block that a process does not use up are never assigned.
//!
//! The block of a connection to PostgreSQL ends with that connection, and so with the server: after a crash of the
//! server the sequence may go back to blocks that no committed row used. A rollback on SQLite resets the counter, so a
//! block that was taken in the same transaction is dropped.

use std::ops::Range;

use carrel_domain::identity::Id;

use super::connection::{Connection, Inner};
use super::error::Error;
use super::ids::Ids;
use super::transaction::Transaction;
use super::value::values;

/// Numbers in a block. The sequence of PostgreSQL counts up by as many.
const BLOCK: i64 = 64;

/// The counter of identifiers on SQLite.
const COUNTER: &str = "ids";

impl Transaction {
    /// A new identifier.
    pub async fn fresh_id<E>(&mut self) -> Result<Id<E>, Error> {
        let ids = self.fresh_ids(1).await?;
        let first = ids.first().copied();
        first.ok_or_else(|| Error::Other("a block of identifiers is empty".to_owned()))
    }

    /// New identifiers, in ascending order.
    pub async fn fresh_ids<E>(&mut self, count: usize) -> Result<Vec<Id<E>>, Error> {
        let mut numbers: Vec<i64> = self.ids().left.by_ref().take(count).collect();
        if numbers.len() < count {
            for mut block in self.blocks(count - numbers.len()).await? {
                numbers.extend(block.by_ref().take(count - numbers.len()));
                *self.ids() = Ids::of(block);
            }
        }
        Ok(numbers.into_iter().map(Id::new).collect())
    }

    /// As many blocks as these numbers need.
    async fn blocks(&mut self, numbers: usize) -> Result<Vec<Range<i64>>, Error> {
        let numbers = i64::try_from(numbers).map_err(|_| Error::Other("too many identifiers".to_owned()))?;
        let blocks = (numbers + BLOCK - 1) / BLOCK;
        let firsts: Vec<(i64,)> = if self.is_sqlite() {
            let first = self.count_up(COUNTER, blocks * BLOCK).await?;
            (0..blocks).map(|block| (first + block * BLOCK,)).collect()
        } else {
            self.rows(
                "SELECT nextval('ids') FROM generate_series(1, CAST($1 AS BIGINT))",
                values![blocks],
            )
            .await?
        };
        Ok(firsts.into_iter().map(|(first,)| first..first + BLOCK).collect())
    }

    /// Takes `count` numbers of a counter and returns the first of them. Counting starts at 1.
    pub(crate) async fn count_up(&mut self, counter: &str, count: i64) -> Result<i64, Error> {
        let (last,): (i64,) = self
            .one(
                "INSERT INTO counters (name, value) VALUES ($1, $2) \
                 ON CONFLICT (name) DO UPDATE SET value = counters.value + excluded.value RETURNING value",
                values![counter, count],
            )
            .await?;
        Ok(last - count + 1)
    }

    /// The block of this connection.
    pub(super) fn ids(&mut self) -> &mut Ids {
        match &mut self.connection.inner {
            Inner::Sqlite(_) => &mut self.ids_on_sqlite,
            Inner::Postgres(session) => &mut session.ids,
        }
    }
}

/// Continues all numbering after the greatest numbers of the loaded rows. The audit log and the counter of a backup may
/// contain greater numbers: those of entities that were removed.
pub(super) async fn continue_after_rows(connection: &mut Connection) -> Result<(), Error> {
    let tables = connection.tables_with_ids().await?;
    let highest: Vec<String> = tables
        .iter()
        .map(|table| format!("SELECT max(id) AS number FROM {table}"))
        .collect();
    let highest = format!(
        "(SELECT COALESCE(max(number), 0) FROM ({} UNION ALL SELECT max(entity_id) FROM tombstones \
         UNION ALL SELECT max(entity_id) FROM audit UNION ALL SELECT value FROM counters WHERE name = '{COUNTER}') numbers)",
        highest.join(" UNION ALL ")
    );
    if connection.is_sqlite() {
        return connection
            .batch(&format!(
                "INSERT INTO counters (name, value) VALUES ('{COUNTER}', {highest}) \
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value"
            ))
            .await;
    }
    connection
        .batch(&format!("SELECT setval('ids', {highest} + 1)"))
        .await?;
    for (table, column) in connection.counted_columns().await? {
        connection
            .batch(&format!(
                "SELECT setval(pg_get_serial_sequence('{table}', '{column}'), \
                 COALESCE((SELECT max({column}) FROM {table}), 0) + 1, false)"
            ))
            .await?;
    }
    Ok(())
}
