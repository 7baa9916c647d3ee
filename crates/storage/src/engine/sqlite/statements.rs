//! Statements on SQLite: prepared once a connection, bound by name.

use crate::engine::{Error, FromRow, Row, Value};

/// The first `wanted` rows of a query. The query runs to its end nevertheless, as on PostgreSQL.
pub(in crate::engine) fn rows<T: FromRow>(
    sqlite: &rusqlite::Connection,
    reprepared: &mut u64,
    sql: &str,
    values: &[Value<'_>],
    wanted: usize,
) -> Result<Vec<T>, Error> {
    let mut statement = sqlite.prepare_cached(sql)?;
    bind(&mut statement, values)?;
    let width = statement.column_count();
    let mut found = statement.raw_query();
    let mut rows = Vec::new();
    while let Some(row) = found.next()? {
        if rows.len() < wanted {
            let mut row = Row::of_sqlite(row);
            rows.push(T::from_row(&mut row)?);
            debug_assert_eq!(row.columns_read(), width, "the columns of {sql}");
        }
    }
    drop(found);
    count_reprepared(&statement, reprepared);
    Ok(rows)
}

pub(in crate::engine) fn execute(
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

/// Rows that one statement inserts; the rest is inserted one by one, so that each table has two texts.
const ROWS_AT_ONCE: usize = 32;

pub(in crate::engine) fn insert_rows(
    sqlite: &rusqlite::Connection,
    reprepared: &mut u64,
    table: &str,
    columns: &[&str],
    rows: &[Vec<Value<'_>>],
) -> Result<(), Error> {
    let text = |rows: usize| {
        let row = |row: usize| {
            let first = row * columns.len() + 1;
            let places: Vec<String> = (first..first + columns.len())
                .map(|place| format!("${place}"))
                .collect();
            format!("({})", places.join(", "))
        };
        let rows: Vec<String> = (0..rows).map(row).collect();
        format!(
            "INSERT INTO {table} ({}) VALUES {}",
            columns.join(", "),
            rows.join(", ")
        )
    };
    let chunks = rows.chunks_exact(ROWS_AT_ONCE);
    let rest = chunks.remainder();
    let many = text(ROWS_AT_ONCE);
    for chunk in chunks {
        execute(sqlite, reprepared, &many, &chunk.concat())?;
    }
    let one = text(1);
    for row in rest {
        execute(sqlite, reprepared, &one, row)?;
    }
    Ok(())
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
        let value = value.ok_or_else(|| Error::wrong_number(number, values))?;
        statement.raw_bind_parameter(index, value)?;
    }
    if placeholders == values.len() {
        Ok(())
    } else {
        Err(Error::wrong_number(placeholders, values))
    }
}
