//! A connection of either engine, and the transaction over it.

use std::ops::{Deref, DerefMut};

use super::{Error, FromRow, Row, Value};

/// One connection. Its futures never suspend on SQLite.
pub struct Connection(pub(super) Inner);

pub(super) enum Inner {
    Sqlite(rusqlite::Connection),
    Postgres(deadpool_postgres::Object),
}

/// Rows that decide, locked in this order wherever several are locked: user, then book, then copy.
#[derive(Debug, Clone, Copy)]
pub enum Lock<'a> {
    /// A user, by id.
    User(&'a str),
    /// A book, by id.
    Book(&'a str),
    /// A borrowing, by id.
    Borrowing(&'a str),
    /// Every administrator's row: held while one of them is demoted or deactivated.
    Administrators,
}

impl Connection {
    /// All rows of a query.
    pub async fn rows<T: FromRow>(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<T>, Error> {
        match &mut self.0 {
            Inner::Sqlite(sqlite) => {
                let mut statement = sqlite.prepare_cached(sql)?;
                bind(&mut statement, values)?;
                let mut found = statement.raw_query();
                let mut rows = Vec::new();
                while let Some(row) = found.next()? {
                    rows.push(T::from_row(&Row::Sqlite(row))?);
                }
                Ok(rows)
            }
            Inner::Postgres(postgres) => {
                let statement = postgres.prepare_cached(sql).await?;
                let rows = postgres.query(&statement, &references(values)).await?;
                rows.iter().map(|row| T::from_row(&Row::Postgres(row))).collect()
            }
        }
    }

    /// The first row of a query, if there is one.
    pub async fn optional<T: FromRow>(
        &mut self,
        sql: &str,
        values: &[Value<'_>],
    ) -> Result<Option<T>, Error> {
        match &mut self.0 {
            Inner::Sqlite(sqlite) => {
                let mut statement = sqlite.prepare_cached(sql)?;
                bind(&mut statement, values)?;
                let mut found = statement.raw_query();
                let first = found
                    .next()?
                    .map(|row| T::from_row(&Row::Sqlite(row)))
                    .transpose()?;
                // Run to the end: a `… RETURNING` left half-way would not have finished its work.
                while found.next()?.is_some() {}
                Ok(first)
            }
            Inner::Postgres(postgres) => {
                let statement = postgres.prepare_cached(sql).await?;
                let rows = postgres.query(&statement, &references(values)).await?;
                rows.first()
                    .map(|row| T::from_row(&Row::Postgres(row)))
                    .transpose()
            }
        }
    }

    /// The one row of a query that always has one; [`Error::NoRow`] otherwise.
    pub async fn one<T: FromRow>(&mut self, sql: &str, values: &[Value<'_>]) -> Result<T, Error> {
        self.optional(sql, values).await?.ok_or(Error::NoRow)
    }

    /// Runs a statement and returns how many rows it changed.
    pub async fn execute(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, Error> {
        match &mut self.0 {
            Inner::Sqlite(sqlite) => {
                let mut statement = sqlite.prepare_cached(sql)?;
                bind(&mut statement, values)?;
                Ok(statement.raw_execute()? as u64)
            }
            Inner::Postgres(postgres) => {
                let statement = postgres.prepare_cached(sql).await?;
                Ok(postgres.execute(&statement, &references(values)).await?)
            }
        }
    }

    /// Runs several statements without values, such as a migration.
    pub async fn batch(&mut self, sql: &str) -> Result<(), Error> {
        match &mut self.0 {
            Inner::Sqlite(sqlite) => Ok(sqlite.execute_batch(sql)?),
            Inner::Postgres(postgres) => Ok(postgres.batch_execute(sql).await?),
        }
    }

    /// Whether this is the embedded engine. For migrations, checks and tests of plans; queries never ask.
    pub fn is_sqlite(&self) -> bool {
        matches!(self.0, Inner::Sqlite(_))
    }

    /// How the engine would run a query: its plan, as text. For tests that assert the use of an index.
    pub async fn explain(&mut self, sql: &str, values: &[Value<'_>]) -> Result<String, Error> {
        let lines: Vec<String> = if self.is_sqlite() {
            let explained = format!("EXPLAIN QUERY PLAN {sql}");
            let rows: Vec<PlanLine> = self.rows(&explained, values).await?;
            rows.into_iter().map(|line| line.0).collect()
        } else {
            let rows: Vec<(String,)> = self.rows(&format!("EXPLAIN {sql}"), values).await?;
            rows.into_iter().map(|line| line.0).collect()
        };
        Ok(lines.join("\n"))
    }

    /// How often cached statements of this connection were compiled anew while they ran. Stays at zero with QPSG on.
    pub fn reprepared(&self, sql: &str) -> Result<i32, Error> {
        match &self.0 {
            Inner::Sqlite(sqlite) => Ok(sqlite
                .prepare_cached(sql)?
                .get_status(rusqlite::StatementStatus::RePrepare)),
            Inner::Postgres(_) => Ok(0),
        }
    }

    /// The oldest transaction that may still commit, as PostgreSQL numbers them: what later ones wrote may have gaps
    /// before it. SQLite has one writer and so no such gap: the largest number.
    pub async fn oldest_open_transaction(&mut self) -> Result<i64, Error> {
        if self.is_sqlite() {
            return Ok(i64::MAX);
        }
        let (oldest,) = self
            .one(
                "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)",
                &[],
            )
            .await?;
        Ok(oldest)
    }
}

struct PlanLine(String);

impl FromRow for PlanLine {
    fn from_row(row: &Row<'_>) -> Result<Self, Error> {
        Ok(PlanLine(row.get(3)?))
    }
}

/// SQLite takes `$1` for a *named* parameter and numbers names by first appearance, so values are bound by name.
fn bind(statement: &mut rusqlite::CachedStatement<'_>, values: &[Value<'_>]) -> Result<(), Error> {
    for index in 1..=statement.parameter_count() {
        let number = statement
            .parameter_name(index)
            .and_then(|name| name.get(1..))
            .and_then(|digits| digits.parse::<usize>().ok())
            .unwrap_or(index);
        let value = number.checked_sub(1).and_then(|position| values.get(position));
        let value = value.ok_or_else(|| Error::Other(format!("no value for placeholder ${number}")))?;
        statement.raw_bind_parameter(index, value)?;
    }
    Ok(())
}

fn references<'a>(values: &'a [Value<'a>]) -> Vec<&'a (dyn tokio_postgres::types::ToSql + Sync)> {
    values.iter().map(|value| value as _).collect()
}

/// A connection inside a transaction: what a use case writes through. Reads through it see its own writes.
pub struct Transaction(pub(super) Connection);

impl Transaction {
    /// Keeps others from changing these rows until this transaction ends. SQLite has one writer and needs nothing.
    pub async fn lock(&mut self, lock: Lock<'_>) -> Result<(), Error> {
        if self.is_sqlite() {
            return Ok(());
        }
        let (sql, id) = match lock {
            Lock::User(id) => ("SELECT id FROM users WHERE id = $1 FOR UPDATE", Some(id)),
            Lock::Book(id) => ("SELECT id FROM books WHERE id = $1 FOR UPDATE", Some(id)),
            Lock::Borrowing(id) => ("SELECT id FROM borrowings WHERE id = $1 FOR UPDATE", Some(id)),
            Lock::Administrators => (
                "SELECT id FROM users WHERE role = 'admin' ORDER BY id FOR UPDATE",
                None,
            ),
        };
        match id {
            Some(id) => self.rows::<(String,)>(sql, &[Value::Text(id)]).await?,
            None => self.rows::<(String,)>(sql, &[]).await?,
        };
        Ok(())
    }
}

impl Deref for Transaction {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.0
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.0
    }
}
