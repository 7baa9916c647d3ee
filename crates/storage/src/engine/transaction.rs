//! A connection inside a transaction.

use std::ops::{Deref, DerefMut};

use const_format::concatcp;

use super::connection::{Connection, Inner};
use super::ids::Ids;
use super::lock::{Lock, Rank};
use super::postgres::copy;
use super::postgres::statements as on_postgres;
use super::query::{LOCK_USER, Locked, Queries};
use super::sqlite::statements as on_sqlite;
use super::statement::Statement;
use super::{Error, FromRow, Value};

/// Whether the writes up to an instant in a transaction change the stamp of the data.
#[derive(Debug, Clone, Copy)]
pub struct Written(bool);

/// A connection inside a transaction, through which a use case writes. Reads through it see its own writes.
pub struct Transaction {
    pub(super) connection: Connection,
    /// The highest rank of the locks taken so far.
    rank: Option<Rank>,
    pub(super) ids_on_sqlite: Ids,
}

impl Transaction {
    pub(super) fn new(mut connection: Connection) -> Self {
        connection.in_transaction = true;
        Transaction {
            connection,
            rank: None,
            ids_on_sqlite: Ids::default(),
        }
    }

    /// Resets the lock order, for a caller that runs several use cases in one transaction. Such a caller must make sure
    /// that no other transaction waits for it, for example by [`Lock::Demo`] on an empty library.
    pub fn restart_lock_order(&mut self) {
        self.rank = None;
    }

    /// Lets the writer of the embedded engine keep more pages in memory, 64 MiB instead of 16, while much is written all
    /// over the database, as by an import. PostgreSQL has a memory of its own.
    pub async fn keep_many_pages(&mut self, many: bool) -> Result<(), Error> {
        if !self.is_sqlite() {
            return Ok(());
        }
        let sql = if many {
            "PRAGMA cache_size = -65536"
        } else {
            "PRAGMA cache_size = -16384"
        };
        self.connection.batch(sql).await
    }

    /// Whether the writes so far change the stamp of the data; for [`Transaction::keep_stamp`].
    pub fn written(&self) -> Written {
        Written(self.connection.changed_rows)
    }

    /// Leaves the stamp of the data as the writes up to `before` leave it: no cached answer depends on the rows written
    /// since. Other writes of the same transaction, before and after, change the stamp. SQLite counts every commit.
    pub fn keep_stamp(&mut self, before: Written) {
        self.connection.changed_rows = before.0;
    }

    /// [`Connection::execute`] for rows that no cached answer depends on: the statement leaves the stamp of the data.
    pub async fn execute_unseen(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, Error> {
        let before = self.written();
        let changed = self.execute(sql, values).await;
        self.keep_stamp(before);
        changed
    }

    /// Clears the state of an earlier use case: its locks, and the failure of a statement.
    pub(super) fn begin(&mut self) {
        self.rank = None;
        self.connection.failed = false;
        self.connection.failure_of_disk = None;
    }

    /// Whether the transaction can be committed: no statement of the use case failed.
    pub(super) fn check_whole(&self) -> Result<(), Error> {
        self.connection.check(&[])
    }

    /// The rows of several queries, in their order. PostgreSQL gets all queries at once, without a round trip for each. Their
    /// locks are taken in the same order, and each query sees what was committed when its turn came.
    pub async fn ask_all<Q: Queries>(&mut self, queries: Q) -> Result<Q::Rows, Error> {
        for rank in queries.ranks().into_iter().flatten() {
            self.enter(rank);
        }
        queries.ask(&mut self.connection).await
    }

    /// Runs statements that do not depend on each other's results, in their order, and returns how many rows each
    /// changed. PostgreSQL gets them all at once, without a round trip for each.
    pub async fn execute_all(&mut self, statements: &[Statement<'_>]) -> Result<Vec<u64>, Error> {
        for Statement { sql, values } in statements {
            self.connection.check(values)?;
            self.connection.record(sql, values).await?;
        }
        let outcome = match &mut self.connection.inner {
            Inner::Sqlite(sqlite) => statements
                .iter()
                .map(|Statement { sql, values }| {
                    on_sqlite::execute(sqlite, &mut self.connection.reprepared, sql, values)
                })
                .collect(),
            Inner::Postgres(postgres) => on_postgres::execute_all(postgres, statements).await,
        };
        let changed = self.connection.note(outcome)?;
        self.connection.changed_rows |= changed.iter().any(|changed| *changed > 0);
        Ok(changed)
    }

    /// Inserts rows of one table that have values for the same columns: many at once on SQLite, by COPY on PostgreSQL. The
    /// number of rows does not change the text of a statement.
    ///
    /// # Errors
    /// A constraint that a row violates; then none of the rows is there, as after every failed statement.
    pub async fn insert_rows(
        &mut self,
        table: &str,
        columns: &[&str],
        rows: &[Vec<Value<'_>>],
    ) -> Result<(), Error> {
        for row in rows {
            self.connection.check(row)?;
            if row.len() != columns.len() {
                return Err(Error::wrong_number(columns.len(), row));
            }
        }
        if rows.is_empty() {
            return Ok(());
        }
        let outcome = match &mut self.connection.inner {
            Inner::Sqlite(sqlite) => {
                on_sqlite::insert_rows(sqlite, &mut self.connection.reprepared, table, columns, rows)
            }
            Inner::Postgres(postgres) => copy::insert_rows(postgres, table, columns, rows).await,
        };
        self.connection.changed_rows = true;
        self.connection.note(outcome)
    }

    /// The first row of a query over rows of a rank, locked until this transaction ends, in all its tables in the order of
    /// its FROM. SQLite has one writer, and needs no lock.
    pub async fn locked<T: FromRow>(
        &mut self,
        rank: Rank,
        sql: &str,
        values: &[Value<'_>],
    ) -> Result<Option<T>, Error> {
        self.enter(rank);
        if self.is_sqlite() {
            self.optional(sql, values).await
        } else {
            self.optional(&format!("{sql} FOR NO KEY UPDATE"), values).await
        }
    }

    /// Locks the rows of a query for their ids, in its order, until this transaction ends. SQLite has one writer, and needs
    /// no lock.
    pub async fn lock_rows(&mut self, rank: Rank, sql: &str, values: &[Value<'_>]) -> Result<(), Error> {
        self.enter(rank);
        if self.is_sqlite() {
            self.rows::<Locked>(sql, values).await?;
        } else {
            self.rows::<Locked>(&format!("{sql} FOR NO KEY UPDATE"), values)
                .await?;
        }
        Ok(())
    }

    /// Prevents other transactions from changing these rows until this transaction ends. SQLite has one writer and
    /// needs no lock.
    ///
    /// Rows are locked `FOR NO KEY UPDATE`: ids never change, and an insert that refers to a locked row by a foreign
    /// key (`KEY SHARE`) does not wait.
    pub async fn lock(&mut self, lock: Lock<'_>) -> Result<(), Error> {
        self.enter(lock.rank());
        if self.is_sqlite() {
            return Ok(());
        }
        let (sql, value) = match lock {
            Lock::User(id) => (concatcp!(LOCK_USER, " FOR NO KEY UPDATE"), Some(id.into())),
            Lock::Book(id) => (
                "SELECT book_id FROM book_counts WHERE book_id = $1 FOR NO KEY UPDATE",
                Some(id.into()),
            ),
            // The row may not exist yet.
            Lock::Call(text) => (
                "SELECT CAST(pg_advisory_xact_lock(hashtextextended($1, 0)) AS TEXT)",
                Some(Value::Text(text)),
            ),
            Lock::Address(key) => (
                "SELECT CAST(pg_advisory_xact_lock(hashtextextended($1, 1)) AS TEXT)",
                Some(Value::Text(key)),
            ),
            Lock::Settings => ("SELECT CAST(pg_advisory_xact_lock(72675003) AS TEXT)", None),
            Lock::SettingsUnchanged => (
                "SELECT CAST(pg_advisory_xact_lock_shared(72675003) AS TEXT)",
                None,
            ),
            Lock::Roles => ("SELECT CAST(pg_advisory_xact_lock(72675007) AS TEXT)", None),
            Lock::Totals => ("SELECT CAST(pg_advisory_xact_lock(72675004) AS TEXT)", None),
            Lock::ChangeLog => ("SELECT CAST(pg_advisory_xact_lock(72675006) AS TEXT)", None),
            Lock::Demo => {
                // The other server fills a whole library meanwhile, which takes longer than any request may.
                self.batch("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
                    .await?;
                ("SELECT CAST(pg_advisory_xact_lock(72675005) AS TEXT)", None)
            }
        };
        self.rows::<Locked>(sql, value.as_slice()).await?;
        Ok(())
    }

    /// Checks that a lock of this rank may be taken next.
    fn enter(&mut self, rank: Rank) {
        debug_assert!(
            self.rank.is_none_or(|last| last <= rank),
            "{rank:?} is locked after {:?}; the order is that of Rank",
            self.rank
        );
        self.rank = self.rank.max(Some(rank));
    }
}

impl Deref for Transaction {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }
}
