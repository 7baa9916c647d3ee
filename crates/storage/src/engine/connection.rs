//! A connection of either engine.

use std::sync::Arc;

use futures_util::StreamExt as _;

use super::anchors::{Anchors, Version};
use super::postgres::session::Object;
use super::postgres::statements as on_postgres;
use super::row::{postgres_values, sqlite_values};
use super::sqlite::statements as on_sqlite;
use super::{Error, FromRow, Row, Value};

/// One connection. Its futures never suspend on SQLite.
pub struct Connection {
    pub(super) inner: Inner,
    /// Whether it runs a use case's transaction, which a failed statement ends.
    pub(super) in_transaction: bool,
    pub(super) failed: bool,
    /// Whether a statement changed rows, judged by the reported row counts.
    pub(super) changed_rows: bool,
    /// The disk error that a use case met, if any: SQLite may have rolled back the whole transaction.
    pub(super) failure_of_disk: Option<Error>,
    pub(super) reprepared: u64,
    /// Known offsets of lists; `None` where a transaction sees its own writes.
    pub(super) anchors: Option<Arc<Anchors>>,
    pub(super) snapshot: Snapshot,
    /// Statements with their plans, while recording is on.
    plans: Option<Vec<(String, String)>>,
}

/// The snapshot that a read on SQLite sees. The first query takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Snapshot {
    NotTaken,
    /// Its version was not found before it was taken.
    OfUnknownVersion,
    Of(Version),
}

impl Snapshot {
    fn take(&mut self) {
        if *self == Snapshot::NotTaken {
            *self = Snapshot::OfUnknownVersion;
        }
    }
}

pub(super) enum Inner {
    Sqlite(rusqlite::Connection),
    Postgres(Object),
}

impl Connection {
    pub(super) fn new(inner: Inner) -> Self {
        Connection {
            inner,
            in_transaction: false,
            failed: false,
            changed_rows: false,
            failure_of_disk: None,
            reprepared: 0,
            anchors: None,
            snapshot: Snapshot::NotTaken,
            plans: None,
        }
    }

    /// All rows of a query.
    pub async fn rows<T: FromRow>(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<T>, Error> {
        self.check(values)?;
        self.record(sql, values).await?;
        self.snapshot.take();
        let outcome = match &mut self.inner {
            Inner::Sqlite(sqlite) => on_sqlite::rows(sqlite, &mut self.reprepared, sql, values, usize::MAX),
            Inner::Postgres(postgres) => on_postgres::rows(postgres, sql, values, usize::MAX).await,
        };
        self.changed_rows |= !sql.starts_with("SELECT");
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
        self.snapshot.take();
        let outcome = match &mut self.inner {
            Inner::Sqlite(sqlite) => on_sqlite::rows(sqlite, &mut self.reprepared, sql, values, 1),
            Inner::Postgres(postgres) => on_postgres::rows(postgres, sql, values, 1).await,
        };
        self.changed_rows |= !sql.starts_with("SELECT");
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
            Inner::Sqlite(sqlite) => on_sqlite::execute(sqlite, &mut self.reprepared, sql, values),
            Inner::Postgres(postgres) => on_postgres::execute(postgres, sql, values).await,
        };
        self.changed_rows |= matches!(outcome, Ok(changed) if changed > 0);
        self.note(outcome)
    }

    /// Runs several statements without values, such as a migration.
    pub async fn batch(&mut self, sql: &str) -> Result<(), Error> {
        self.check(&[])?;
        let outcome = match &mut self.inner {
            Inner::Sqlite(sqlite) => sqlite.execute_batch(sql).map_err(Error::from),
            Inner::Postgres(postgres) => match postgres.client().await {
                Ok(client) => client.batch_execute(sql).await.map_err(Error::from),
                Err(error) => Err(Error::from(error)),
            },
        };
        self.changed_rows = true;
        self.note(outcome)
    }

    /// Refuses input that the engines treat differently: PostgreSQL stores no NUL in texts, and aborts a transaction in
    /// which a statement failed.
    pub(super) fn check(&self, values: &[Value<'_>]) -> Result<(), Error> {
        if self.failed {
            return Err(Error::Other(
                "a use case went on after a statement had failed".to_owned(),
            ));
        }
        if values.iter().any(Value::has_nul) {
            return Err(Error::Constraint {
                what: "a text holds NUL".to_owned(),
            });
        }
        Ok(())
    }

    pub(super) fn note<T>(&mut self, outcome: Result<T, Error>) -> Result<T, Error> {
        self.failed |= self.in_transaction && outcome.is_err();
        if let Err(error @ (Error::DiskFull | Error::DiskFailed(_) | Error::NotDurable)) = &outcome {
            self.failure_of_disk = Some(error.clone());
        }
        // Sessions with a server that was demoted stay read-only when another server takes over.
        if let (Err(Error::ReadOnly(_)), Inner::Postgres(session)) = (&outcome, &self.inner) {
            session.discard_all();
        }
        outcome
    }

    /// Whether PostgreSQL accepts writes: [`Error::ReadOnly`] from a standby, or a server that was made read-only.
    pub(super) async fn check_writable(&mut self) -> Result<(), Error> {
        let (setting,): (String,) = self
            .one("SELECT current_setting('transaction_read_only')", &[])
            .await?;
        let writable = match setting.as_str() {
            "off" => Ok(()),
            _ => Err(Error::ReadOnly(
                "a standby, or set by an administrator".to_owned(),
            )),
        };
        self.note(writable)
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
                let mut found = statement.raw_query();
                while let Some(row) = found.next().map_err(Error::from)? {
                    take(&sqlite_values(row)?)?;
                }
            }
            Inner::Postgres(postgres) => {
                let none: [i64; 0] = [];
                let client = postgres.client().await.map_err(Error::from)?;
                let found = client.query_raw(sql, none).await.map_err(Error::from)?;
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

    /// Whether this is the embedded engine. For migrations, checks and tests of plans; queries never use it.
    pub fn is_sqlite(&self) -> bool {
        matches!(self.inner, Inner::Sqlite(_))
    }

    /// Starts recording each statement together with its plan. For tests that assert the use of an index.
    pub fn record_plans(&mut self) {
        self.plans = Some(Vec::new());
    }

    /// The statements since [`Connection::record_plans`], each with its plan in the engine's words.
    pub fn take_plans(&mut self) -> Vec<(String, String)> {
        self.plans.take().unwrap_or_default()
    }

    pub(super) async fn record(&mut self, sql: &str, values: &[Value<'_>]) -> Result<(), Error> {
        let Some(plans) = &mut self.plans else {
            return Ok(());
        };
        let lines: Vec<PlanLine> = match &mut self.inner {
            Inner::Sqlite(sqlite) => {
                let explain = format!("EXPLAIN QUERY PLAN {sql}");
                on_sqlite::rows(sqlite, &mut self.reprepared, &explain, values, usize::MAX)?
            }
            Inner::Postgres(postgres) => {
                on_postgres::rows(postgres, &format!("EXPLAIN {sql}"), values, usize::MAX).await?
            }
        };
        let lines: Vec<String> = lines.into_iter().map(|PlanLine(line)| line).collect();
        plans.push((sql.to_owned(), lines.join("\n")));
        Ok(())
    }

    /// How often statements of this connection were recompiled while they ran. Stays at zero with QPSG on, unless the
    /// schema changes.
    pub fn reprepared(&self) -> u64 {
        self.reprepared
    }
}

struct PlanLine(String);

impl FromRow for PlanLine {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        if row.is_sqlite() {
            row.skip(3);
        }
        String::from_row(row).map(PlanLine)
    }
}
