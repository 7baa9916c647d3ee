//! Rows, read by position.

use super::Error;

/// A row of either engine, on loan while it is read.
pub enum Row<'a> {
    /// A row of the embedded engine.
    Sqlite(&'a rusqlite::Row<'a>),
    /// A row of PostgreSQL.
    Postgres(&'a tokio_postgres::Row),
}

/// A type that a column can be read as, on both engines: `i64`, `String`, `Vec<u8>` and their `Option`s.
pub trait Column: rusqlite::types::FromSql + for<'a> tokio_postgres::types::FromSql<'a> {}

impl<T: rusqlite::types::FromSql + for<'a> tokio_postgres::types::FromSql<'a>> Column for T {}

impl Row<'_> {
    /// The column at `position`, counted from 0.
    #[inline]
    pub fn get<T: Column>(&self, position: usize) -> Result<T, Error> {
        Ok(match self {
            Row::Sqlite(row) => row.get(position)?,
            Row::Postgres(row) => row.try_get(position)?,
        })
    }
}

/// A value made from a row.
pub trait FromRow: Sized {
    /// Reads the columns in order.
    fn from_row(row: &Row<'_>) -> Result<Self, Error>;
}

impl<A: Column> FromRow for (A,) {
    fn from_row(row: &Row<'_>) -> Result<Self, Error> {
        Ok((row.get(0)?,))
    }
}

impl<A: Column, B: Column> FromRow for (A, B) {
    fn from_row(row: &Row<'_>) -> Result<Self, Error> {
        Ok((row.get(0)?, row.get(1)?))
    }
}

impl<A: Column, B: Column, C: Column> FromRow for (A, B, C) {
    fn from_row(row: &Row<'_>) -> Result<Self, Error> {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
    }
}

/// Reads a struct's fields from the columns in the order they are listed.
macro_rules! from_row {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl $crate::engine::FromRow for $name {
            fn from_row(row: &$crate::engine::Row<'_>) -> ::std::result::Result<Self, $crate::engine::Error> {
                let mut positions = 0usize..;
                Ok($name {
                    $($field: row.get(positions.next().expect("positions do not end"))?),*
                })
            }
        }
    };
}
pub(crate) use from_row;
