//! A connection of either engine, and the transaction over it.

use std::ops::{Deref, DerefMut};

use futures_util::StreamExt as _;
use futures_util::future::try_join_all;
use rusqlite::types::ValueRef;
use tokio_postgres::types::Type;

use super::{Error, FromRow, Row, Value};

/// One connection. Its futures never suspend on SQLite.
pub struct Connection {
    pub(super) inner: Inner,
    /// Whether it runs a use case's transaction, in which a failed statement is the end.
    in_transaction: bool,
    failed: bool,
    /// The disk's failure that a use case met, if any: SQLite may have ended its whole transaction for it.
    pub(super) failure_of_disk: Option<Error>,
    reprepared: u64,
    /// Statements with their plans, while they are recorded.
    plans: Option<Vec<(String, String)>>,
}

pub(super) enum Inner {
    Sqlite(rusqlite::Connection),
    Postgres(deadpool_postgres::Object),
}

/// A statement that changes something, with its values: what [`Transaction::execute_all`] takes several of.
#[derive(Debug, Clone)]
pub struct Statement<'a> {
    /// The text, with `$n` placeholders.
    pub sql: &'static str,
    /// The values, in the order of the placeholders.
    pub values: Vec<Value<'a>>,
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
    /// An ISBN: held while a book takes it, so that of two books that come at once one sees the other.
    Isbn(&'a str),
    /// All settings: held while some of them are compared with what somebody saw and then changed.
    Settings,
    /// The totals of past days: held while days are totalled, or a book's borrowings move to another category.
    Totals,
    /// A call that may come twice, by its caller and key: locked before anything else.
    Call(&'a str),
}

impl Connection {
    pub(super) fn new(inner: Inner) -> Self {
        Connection {
            inner,
            in_transaction: false,
            failed: false,
            failure_of_disk: None,
            reprepared: 0,
            plans: None,
        }
    }

    /// All rows of a query.
    pub async fn rows<T: FromRow>(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<T>, Error> {
        self.check(values)?;
        self.record(sql, values).await?;
        let outcome = match &mut self.inner {
            Inner::Sqlite(sqlite) => sqlite_rows(sqlite, &mut self.reprepared, sql, values, usize::MAX),
            Inner::Postgres(postgres) => postgres_rows(postgres, sql, values, usize::MAX).await,
        };
        self.note(outcome)
    }

    /// The first row of a query, if there is one.
    pub async fn optional<T: FromRow>(
        &mut self,
        sql: &str,
        values: &[Value<'_>],
    ) -> Result<Option<T>, Error> {
        self.check(values)?;
        self.record(sql, values).await?;
        let outcome = match &mut self.inner {
            Inner::Sqlite(sqlite) => sqlite_rows(sqlite, &mut self.reprepared, sql, values, 1),
            Inner::Postgres(postgres) => postgres_rows(postgres, sql, values, 1).await,
        };
        self.note(outcome).map(|mut rows| rows.pop())
    }

    /// The one row of a query that always has one; [`Error::NoRow`] otherwise.
    pub async fn one<T: FromRow>(&mut self, sql: &str, values: &[Value<'_>]) -> Result<T, Error> {
        self.optional(sql, values).await?.ok_or(Error::NoRow)
    }

    /// Runs a statement and returns how many rows it changed.
    pub async fn execute(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, Error> {
        self.check(values)?;
        self.record(sql, values).await?;
        let outcome = match &mut self.inner {
            Inner::Sqlite(sqlite) => sqlite_execute(sqlite, &mut self.reprepared, sql, values),
            Inner::Postgres(postgres) => postgres_execute(postgres, sql, values).await,
        };
        self.note(outcome)
    }

    /// Runs several statements without values, such as a migration.
    pub async fn batch(&mut self, sql: &str) -> Result<(), Error> {
        self.check(&[])?;
        let outcome = match &mut self.inner {
            Inner::Sqlite(sqlite) => sqlite.execute_batch(sql).map_err(Error::from),
            Inner::Postgres(postgres) => postgres.batch_execute(sql).await.map_err(Error::from),
        };
        self.note(outcome)
    }

    /// Refuses what the engines would take differently: PostgreSQL has no NUL in texts, and has given up a
    /// transaction in which a statement failed.
    fn check(&self, values: &[Value<'_>]) -> Result<(), Error> {
        if self.failed {
            return Err(Error::Other(
                "a use case went on after a statement had failed".to_owned(),
            ));
        }
        if values
            .iter()
            .any(|value| matches!(value, Value::Text(text) if text.contains('\0')))
        {
            return Err(Error::Constraint {
                what: "a text holds NUL".to_owned(),
            });
        }
        Ok(())
    }

    fn note<T>(&mut self, outcome: Result<T, Error>) -> Result<T, Error> {
        self.failed |= self.in_transaction && outcome.is_err();
        if let Err(error @ (Error::DiskFull | Error::DiskFailed(_) | Error::NotDurable)) = &outcome {
            self.failure_of_disk = Some(error.clone());
        }
        outcome
    }

    /// Whether a table is there.
    pub async fn has_table(&mut self, table: &str) -> Result<bool, Error> {
        let sql = if self.is_sqlite() {
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = $1"
        } else {
            "SELECT CAST(tablename AS TEXT) FROM pg_tables \
             WHERE schemaname = current_schema() AND tablename = CAST($1 AS TEXT)"
        };
        let found: Option<(String,)> = self.optional(sql, &[Value::Text(table)]).await?;
        Ok(found.is_some())
    }

    /// The columns of a table, in their order; none when there is no such table.
    pub async fn columns(&mut self, table: &str) -> Result<Vec<String>, Error> {
        let sql = if self.is_sqlite() {
            "SELECT name FROM pragma_table_info($1) ORDER BY cid"
        } else {
            "SELECT CAST(column_name AS TEXT) FROM information_schema.columns \
             WHERE table_schema = current_schema() AND table_name = CAST($1 AS TEXT) ORDER BY ordinal_position"
        };
        let columns: Vec<(String,)> = self.rows(sql, &[Value::Text(table)]).await?;
        Ok(columns.into_iter().map(|(column,)| column).collect())
    }

    /// Hands each row of a query without values to `take`, one at a time, however many there are.
    pub async fn each<E: From<Error>>(
        &mut self,
        sql: &str,
        mut take: impl FnMut(&[Value<'_>]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.check(&[])?;
        match &mut self.inner {
            Inner::Sqlite(sqlite) => {
                let mut statement = sqlite.prepare(sql).map_err(Error::from)?;
                let width = statement.column_count();
                let mut found = statement.raw_query();
                while let Some(row) = found.next().map_err(Error::from)? {
                    let values: Result<Vec<Value<'_>>, Error> =
                        (0..width).map(|place| sqlite_value(row, place)).collect();
                    take(&values?)?;
                }
            }
            Inner::Postgres(postgres) => {
                let none: [i64; 0] = [];
                let found = postgres.query_raw(sql, none).await.map_err(Error::from)?;
                let mut found = std::pin::pin!(found);
                while let Some(row) = found.next().await {
                    let row = row.map_err(Error::from)?;
                    let values = postgres_values(&row)?;
                    take(&values)?;
                }
            }
        }
        Ok(())
    }

    /// Whether this is the embedded engine. For migrations, checks and tests of plans; queries never ask.
    pub fn is_sqlite(&self) -> bool {
        matches!(self.inner, Inner::Sqlite(_))
    }

    /// From now on keeps each statement together with its plan. For tests that assert the use of an index.
    pub fn record_plans(&mut self) {
        self.plans = Some(Vec::new());
    }

    /// The statements since [`Connection::record_plans`], each with its plan in the engine's words.
    pub fn take_plans(&mut self) -> Vec<(String, String)> {
        self.plans.take().unwrap_or_default()
    }

    async fn record(&mut self, sql: &str, values: &[Value<'_>]) -> Result<(), Error> {
        let Some(plans) = &mut self.plans else {
            return Ok(());
        };
        let lines: Vec<PlanLine> = match &mut self.inner {
            Inner::Sqlite(sqlite) => {
                let explain = format!("EXPLAIN QUERY PLAN {sql}");
                sqlite_rows(sqlite, &mut self.reprepared, &explain, values, usize::MAX)?
            }
            Inner::Postgres(postgres) => {
                postgres_rows(postgres, &format!("EXPLAIN {sql}"), values, usize::MAX).await?
            }
        };
        let lines: Vec<String> = lines.into_iter().map(|PlanLine(line)| line).collect();
        plans.push((sql.to_owned(), lines.join("\n")));
        Ok(())
    }

    /// How often statements of this connection were compiled anew while they ran. Stays at zero with QPSG on, unless
    /// the schema changes.
    pub fn reprepared(&self) -> u64 {
        self.reprepared
    }

    /// The sequence below which the change log is complete: every transaction that could add to it has ended. SQLite
    /// has one writer, so that what can be read is complete.
    pub async fn settled_sequence(&mut self) -> Result<i64, Error> {
        if self.is_sqlite() {
            return Ok(i64::MAX);
        }
        let (settled,) = self
            .one(
                "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT) * 1048576",
                &[],
            )
            .await?;
        Ok(settled)
    }
}

fn sqlite_value<'a>(row: &'a rusqlite::Row<'_>, place: usize) -> Result<Value<'a>, Error> {
    Ok(match row.get_ref(place)? {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(integer) => Value::Integer(integer),
        ValueRef::Text(text) => Value::Text(
            std::str::from_utf8(text).map_err(|_| Error::Other("a text is not UTF-8".to_owned()))?,
        ),
        ValueRef::Real(_) | ValueRef::Blob(_) => return Err(not_ours()),
    })
}

fn postgres_values(row: &tokio_postgres::Row) -> Result<Vec<Value<'_>>, Error> {
    let columns = row.columns().iter().enumerate();
    columns
        .map(|(place, column)| match *column.type_() {
            Type::INT8 => Ok(row.try_get::<_, Option<i64>>(place)?.into()),
            Type::TEXT => Ok(row.try_get::<_, Option<&str>>(place)?.into()),
            _ => Err(not_ours()),
        })
        .collect()
}

fn not_ours() -> Error {
    Error::Other("a column is neither a 64-bit integer nor a text".to_owned())
}

struct PlanLine(String);

impl FromRow for PlanLine {
    fn from_row(row: &Row<'_>) -> Result<Self, Error> {
        let position = if matches!(row, Row::Sqlite(_)) { 3 } else { 0 };
        Ok(PlanLine(row.get(position)?))
    }
}

/// The first `wanted` rows of a query, which is run to its end all the same, as PostgreSQL does.
fn sqlite_rows<T: FromRow>(
    sqlite: &rusqlite::Connection,
    reprepared: &mut u64,
    sql: &str,
    values: &[Value<'_>],
    wanted: usize,
) -> Result<Vec<T>, Error> {
    let mut statement = sqlite.prepare_cached(sql)?;
    bind(&mut statement, values)?;
    let mut found = statement.raw_query();
    let mut rows = Vec::new();
    while let Some(row) = found.next()? {
        if rows.len() < wanted {
            rows.push(T::from_row(&Row::Sqlite(row))?);
        }
    }
    drop(found);
    count_reprepared(&statement, reprepared);
    Ok(rows)
}

fn sqlite_execute(
    sqlite: &rusqlite::Connection,
    reprepared: &mut u64,
    sql: &str,
    values: &[Value<'_>],
) -> Result<u64, Error> {
    let mut statement = sqlite.prepare_cached(sql)?;
    bind(&mut statement, values)?;
    let changed = statement.raw_execute()?;
    count_reprepared(&statement, reprepared);
    Ok(changed as u64)
}

fn count_reprepared(statement: &rusqlite::CachedStatement<'_>, reprepared: &mut u64) {
    let times = statement.reset_status(rusqlite::StatementStatus::RePrepare);
    *reprepared += u64::from(times.unsigned_abs());
}

/// SQLite takes `$1` for a *named* parameter and numbers names by first appearance, so values are bound by name.
fn bind(statement: &mut rusqlite::CachedStatement<'_>, values: &[Value<'_>]) -> Result<(), Error> {
    let mut placeholders = 0;
    for index in 1..=statement.parameter_count() {
        let number = statement
            .parameter_name(index)
            .and_then(|name| name.get(1..))
            .and_then(|digits| digits.parse::<usize>().ok())
            .unwrap_or(index);
        placeholders = placeholders.max(number);
        let value = number.checked_sub(1).and_then(|position| values.get(position));
        let value = value.ok_or_else(|| wrong_number(number, values))?;
        statement.raw_bind_parameter(index, value)?;
    }
    if placeholders == values.len() {
        Ok(())
    } else {
        Err(wrong_number(placeholders, values))
    }
}

async fn postgres_rows<T: FromRow>(
    postgres: &mut deadpool_postgres::Object,
    sql: &str,
    values: &[Value<'_>],
    wanted: usize,
) -> Result<Vec<T>, Error> {
    let statement = prepare(postgres, sql, values).await?;
    let rows = postgres.query(&statement, &references(values)).await?;
    rows.iter()
        .take(wanted)
        .map(|row| T::from_row(&Row::Postgres(row)))
        .collect()
}

async fn postgres_execute(
    postgres: &mut deadpool_postgres::Object,
    sql: &str,
    values: &[Value<'_>],
) -> Result<u64, Error> {
    let statement = prepare(postgres, sql, values).await?;
    Ok(postgres.execute(&statement, &references(values)).await?)
}

/// All of them are under way before the first is answered; the driver keeps their order.
async fn postgres_execute_all(
    postgres: &mut deadpool_postgres::Object,
    statements: &[Statement<'_>],
) -> Result<Vec<u64>, Error> {
    let mut prepared = Vec::with_capacity(statements.len());
    for Statement { sql, values } in statements {
        prepared.push((prepare(postgres, sql, values).await?, references(values)));
    }
    let postgres = &*postgres;
    let answers = prepared
        .iter()
        .map(|(statement, values)| postgres.execute(statement, values));
    Ok(try_join_all(answers).await?)
}

async fn prepare(
    postgres: &mut deadpool_postgres::Object,
    sql: &str,
    values: &[Value<'_>],
) -> Result<tokio_postgres::Statement, Error> {
    let statement = postgres.prepare_cached(sql).await?;
    // The driver panics when the numbers differ.
    if statement.params().len() == values.len() {
        Ok(statement)
    } else {
        Err(wrong_number(statement.params().len(), values))
    }
}

fn wrong_number(placeholders: usize, values: &[Value<'_>]) -> Error {
    Error::Other(format!("{} values for {placeholders} placeholders", values.len()))
}

fn references<'a>(values: &'a [Value<'a>]) -> Vec<&'a (dyn tokio_postgres::types::ToSql + Sync)> {
    values.iter().map(|value| value as _).collect()
}

/// A connection inside a transaction: what a use case writes through. Reads through it see its own writes.
pub struct Transaction(pub(super) Connection);

impl Transaction {
    pub(super) fn new(mut connection: Connection) -> Self {
        connection.in_transaction = true;
        Transaction(connection)
    }

    /// Forgets that a statement of an earlier use case failed.
    pub(super) fn begin(&mut self) {
        self.0.failed = false;
        self.0.failure_of_disk = None;
    }

    /// Whether what was done can be kept: no statement of the use case failed.
    pub(super) fn check_whole(&self) -> Result<(), Error> {
        self.0.check(&[])
    }

    /// Runs statements of which none needs the answer of another, in their order, and tells how many rows each changed.
    /// PostgreSQL gets them all at once instead of waiting for each answer to arrive.
    pub async fn execute_all(&mut self, statements: &[Statement<'_>]) -> Result<Vec<u64>, Error> {
        for Statement { sql, values } in statements {
            self.0.check(values)?;
            self.0.record(sql, values).await?;
        }
        let outcome = match &mut self.0.inner {
            Inner::Sqlite(sqlite) => statements
                .iter()
                .map(|Statement { sql, values }| sqlite_execute(sqlite, &mut self.0.reprepared, sql, values))
                .collect(),
            Inner::Postgres(postgres) => postgres_execute_all(postgres, statements).await,
        };
        self.0.note(outcome)
    }

    /// The first row of a query, kept from others until this transaction ends. SQLite has one writer and keeps it anyway.
    pub async fn locked<T: FromRow>(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Option<T>, Error> {
        if self.is_sqlite() {
            self.optional(sql, values).await
        } else {
            self.optional(&format!("{sql} FOR UPDATE"), values).await
        }
    }

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
            // There may be no row to lock yet.
            Lock::Isbn(text) | Lock::Call(text) => (
                "SELECT CAST(pg_advisory_xact_lock(hashtextextended($1, 0)) AS TEXT)",
                Some(text),
            ),
            Lock::Settings => ("SELECT CAST(pg_advisory_xact_lock(72675003) AS TEXT)", None),
            Lock::Totals => ("SELECT CAST(pg_advisory_xact_lock(72675004) AS TEXT)", None),
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
