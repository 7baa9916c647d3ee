//! Rows, read from the first column to the last.

use carrel_domain::catalogue::bulk_edit::BulkEditState;
use carrel_domain::catalogue::condition::Condition;
use carrel_domain::catalogue::duplicates::{DuplicateReason, DuplicateSearchState};
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::policy::Terms;
use carrel_domain::identity::Id;
use carrel_domain::imports::{ImportFormat, ImportKind, ImportState};
use carrel_domain::language::Language;
use carrel_domain::money::Amount;
use carrel_domain::settings::{KindField, KindHolder};
use carrel_domain::users::{Acts, Scopes, SessionKind};
use carrel_domain::webhooks::{DeliveryState, Events};
use jiff::Timestamp;
use jiff::civil::Date;
use rusqlite::types::ValueRef;
use tokio_postgres::types::Type;

use super::{Error, Value};

/// A cursor over one row of either engine. Every read takes the next column, so a nested record needs no offset.
pub struct Row<'a> {
    source: Source<'a>,
    /// The position of the next column.
    next: usize,
}

enum Source<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    Postgres(&'a tokio_postgres::Row),
}

/// A type of the drivers that a column can be read as.
trait Native<'a>: rusqlite::types::FromSql + tokio_postgres::types::FromSql<'a> {}

impl<'a, T: rusqlite::types::FromSql + tokio_postgres::types::FromSql<'a>> Native<'a> for T {}

impl<'a> Row<'a> {
    pub(super) fn of_sqlite(row: &'a rusqlite::Row<'a>) -> Self {
        Row {
            source: Source::Sqlite(row),
            next: 0,
        }
    }

    pub(super) fn of_postgres(row: &'a tokio_postgres::Row) -> Self {
        Row {
            source: Source::Postgres(row),
            next: 0,
        }
    }

    /// How many columns have been read.
    pub(super) fn columns_read(&self) -> usize {
        self.next
    }

    /// Skips columns.
    pub(super) fn skip(&mut self, columns: usize) {
        self.next += columns;
    }

    /// All columns of the row.
    pub(crate) fn values(&mut self) -> Result<Vec<Value<'a>>, Error> {
        let values = match self.source {
            Source::Sqlite(row) => sqlite_values(row),
            Source::Postgres(row) => postgres_values(row),
        }?;
        self.next = values.len();
        Ok(values)
    }

    /// Whether the row is SQLite's.
    pub(super) fn is_sqlite(&self) -> bool {
        matches!(self.source, Source::Sqlite(_))
    }

    #[inline]
    fn take<T: Native<'a>>(&mut self) -> Result<T, Error> {
        let position = self.next;
        self.next += 1;
        Ok(match self.source {
            Source::Sqlite(row) => row.get(position)?,
            Source::Postgres(row) => row.try_get(position)?,
        })
    }

    /// The next column as a text, without copying it.
    fn text(&mut self) -> Result<&'a str, Error> {
        let position = self.next;
        self.next += 1;
        match self.source {
            Source::Sqlite(row) => row
                .get_ref(position)?
                .as_str()
                .map_err(|_| Error::Unreadable("a column is not a text".to_owned())),
            Source::Postgres(row) => Ok(row.try_get(position)?),
        }
    }
}

/// A value made from the next columns of a row: a column, a record, or several of them.
pub trait FromRow: Sized {
    /// Reads the columns in order.
    ///
    /// # Errors
    /// A column has another type, or a text that is not one of the values of its type.
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error>;
}

macro_rules! natives {
    ($($type:ty),*) => {$(
        impl FromRow for $type {
            #[inline]
            fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
                row.take()
            }
        }
    )*};
}
natives!(i64, Option<i64>, String, Option<String>, Vec<u8>, Option<Vec<u8>>);

/// A list of words: one per line.
impl FromRow for Vec<String> {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        Ok(row.text()?.lines().map(str::to_owned).collect())
    }
}

/// Types of the domain that are stored as text.
macro_rules! texts {
    ($($type:ty: $what:literal),* $(,)?) => {$(
        impl FromRow for $type {
            fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
                let text = row.text()?;
                text.parse()
                    .map_err(|_| Error::Unreadable(format!("{text:?} is not {}", $what)))
            }
        }
    )*};
}
texts!(
    BulkEditState: "a state of a bulk edit",
    Date: "a day",
    DeliveryState: "a state of a delivery",
    DuplicateReason: "a reason of duplicates",
    DuplicateSearchState: "a state of a search for duplicates",
    ImportFormat: "a format of a file",
    ImportKind: "a kind of an import",
    ImportState: "a state of an import",
    KindField: "a field that names a kind",
    KindHolder: "what can have a kind",
    SessionKind: "a kind of a session",
);

/// A language that only a newer version supports counts as none: the person gets that of the library.
impl FromRow for Option<Language> {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        let code: Option<String> = row.take()?;
        Ok(code.as_deref().and_then(Language::named))
    }
}

/// A condition that only a newer version knows counts as none.
impl FromRow for Option<Condition> {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        let name: Option<String> = row.take()?;
        Ok(name.as_deref().and_then(Condition::named))
    }
}

/// A state that a newer version stored is not known here, and the other copies of the book are shown and lent nevertheless.
impl FromRow for CopyState {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        Ok(row.text()?.parse().unwrap_or(CopyState::Unknown))
    }
}

impl FromRow for Acts {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        Ok(Acts::parse(row.text()?))
    }
}

impl FromRow for Scopes {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        Ok(Scopes::parse(row.text()?))
    }
}

impl FromRow for Events {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        Ok(Events::parse(row.text()?))
    }
}

impl<E> FromRow for Id<E> {
    #[inline]
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        Ok(Id::new(row.take()?))
    }
}

impl<E> FromRow for Option<Id<E>> {
    #[inline]
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        let number: Option<i64> = row.take()?;
        Ok(number.map(Id::new))
    }
}

/// 1 or 0.
impl FromRow for bool {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        Ok(i64::from_row(row)? != 0)
    }
}

impl FromRow for Amount {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        Ok(Amount(i64::from_row(row)?))
    }
}

impl FromRow for Timestamp {
    #[inline]
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        instant(i64::from_row(row)?)
    }
}

impl FromRow for Option<Timestamp> {
    #[inline]
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        Option::from_row(row)?.map(instant).transpose()
    }
}

fn instant(milliseconds: i64) -> Result<Timestamp, Error> {
    Timestamp::from_millisecond(milliseconds)
        .map_err(|error| Error::Unreadable(format!("{milliseconds} is no instant: {error}")))
}

impl FromRow for Option<Date> {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        let text: Option<String> = FromRow::from_row(row)?;
        text.map(|text| {
            text.parse()
                .map_err(|_| Error::Unreadable(format!("{text:?} is not a day")))
        })
        .transpose()
    }
}

/// JSON.
impl FromRow for Terms {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        serde_json::from_str(row.text()?).map_err(|error| Error::Unreadable(format!("terms: {error}")))
    }
}

impl FromRow for Option<Amount> {
    fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
        let minor: Option<i64> = FromRow::from_row(row)?;
        Ok(minor.map(Amount))
    }
}

macro_rules! tuples {
    ($($name:ident)+) => {
        impl<$($name: FromRow),+> FromRow for ($($name,)+) {
            #[inline]
            fn from_row(row: &mut Row<'_>) -> Result<Self, Error> {
                Ok(($($name::from_row(row)?,)+))
            }
        }
    };
}
tuples!(A);
tuples!(A B);
tuples!(A B C);

/// All columns of a row.
pub(super) fn sqlite_values<'a>(row: &'a rusqlite::Row<'_>) -> Result<Vec<Value<'a>>, Error> {
    let width = row.as_ref().column_count();
    (0..width).map(|place| sqlite_value(row, place)).collect()
}

fn sqlite_value<'a>(row: &'a rusqlite::Row<'_>, place: usize) -> Result<Value<'a>, Error> {
    Ok(match row.get_ref(place)? {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(integer) => Value::Integer(integer),
        ValueRef::Text(text) => Value::Text(
            std::str::from_utf8(text).map_err(|_| Error::Unreadable("a text is not UTF-8".to_owned()))?,
        ),
        ValueRef::Blob(bytes) => Value::Blob(bytes),
        ValueRef::Real(_) => return Err(not_ours()),
    })
}

/// All columns of a row.
pub(super) fn postgres_values(row: &tokio_postgres::Row) -> Result<Vec<Value<'_>>, Error> {
    let columns = row.columns().iter().enumerate();
    columns
        .map(|(place, column)| match *column.type_() {
            Type::INT8 => Ok(row.try_get::<_, Option<i64>>(place)?.into()),
            Type::TEXT => Ok(row.try_get::<_, Option<&str>>(place)?.into()),
            Type::BYTEA => Ok(row.try_get::<_, Option<&[u8]>>(place)?.into()),
            _ => Err(not_ours()),
        })
        .collect()
}

fn not_ours() -> Error {
    Error::Unreadable("a column is neither a 64-bit integer nor a text nor bytes".to_owned())
}
