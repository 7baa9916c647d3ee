//! Statements on PostgreSQL, each prepared once per session.

use futures_util::future::{join, try_join_all};
use tokio_postgres::types::ToSql;

use super::session::Session;
use crate::engine::statement::Statement;
use crate::engine::{Error, FromRow, Row, Value};

pub(in crate::engine) async fn rows<T: FromRow>(
    postgres: &mut Session,
    sql: &str,
    values: &[Value<'_>],
    wanted: usize,
) -> Result<Vec<T>, Error> {
    let statement = prepare(postgres, sql, values).await?;
    let (client, beginning) = postgres.client_and_beginning();
    let (begun, rows) = join(beginning, client.query(&statement, &references(values))).await;
    begun?;
    rows?
        .iter()
        .take(wanted)
        .map(|row| T::from_row(&mut Row::of_postgres(row)))
        .collect()
}

pub(in crate::engine) async fn execute(
    postgres: &mut Session,
    sql: &str,
    values: &[Value<'_>],
) -> Result<u64, Error> {
    let statement = prepare(postgres, sql, values).await?;
    let (client, beginning) = postgres.client_and_beginning();
    let (begun, changed) = join(beginning, client.execute(&statement, &references(values))).await;
    begun?;
    Ok(changed?)
}

/// Sends all statements without waiting for the first result; the driver keeps their order.
pub(in crate::engine) async fn execute_all(
    postgres: &mut Session,
    statements: &[Statement<'_>],
) -> Result<Vec<u64>, Error> {
    let mut prepared = Vec::with_capacity(statements.len());
    for Statement { sql, values } in statements {
        prepared.push((prepare(postgres, sql, values).await?, references(values)));
    }
    let (client, beginning) = postgres.client_and_beginning();
    let results = prepared
        .iter()
        .map(|(statement, values)| client.execute(statement, values));
    let (begun, changed) = join(beginning, try_join_all(results)).await;
    begun?;
    Ok(changed?)
}

pub(in crate::engine) async fn prepare(
    postgres: &mut Session,
    sql: &str,
    values: &[Value<'_>],
) -> Result<tokio_postgres::Statement, Error> {
    let statement = postgres.prepare(sql).await?;
    // The driver panics when the numbers differ.
    if statement.params().len() == values.len() {
        Ok(statement)
    } else {
        Err(Error::wrong_number(statement.params().len(), values))
    }
}

pub(in crate::engine) fn references<'a>(values: &'a [Value<'a>]) -> Vec<&'a (dyn ToSql + Sync)> {
    values.iter().map(|value| value as _).collect()
}
