//! Values bound to placeholders.

use bytes::BytesMut;
use carrel_domain::catalogue::condition::Condition;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::identity::Id;
use carrel_domain::language::Language;
use carrel_domain::money::LedgerKind;
use carrel_domain::users::SessionKind;
use rusqlite::types::{ToSqlOutput, Value as SqliteValue, ValueRef};
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

/// A value for a `$n` placeholder. The schema uses only 64-bit integers, text and bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value<'a> {
    /// A 64-bit integer: an id, a count, an instant in milliseconds, an amount in minor units.
    Integer(i64),
    /// Text: a civil date, words, JSON.
    Text(&'a str),
    /// A list of words: one per line.
    Lines(&'a [String]),
    /// Bytes, such as an imported record.
    Blob(&'a [u8]),
    /// NULL.
    Null,
}

impl Value<'_> {
    /// Whether a text contains the character NUL, which PostgreSQL does not store.
    pub(super) fn has_nul(&self) -> bool {
        match self {
            Value::Text(text) => text.contains('\0'),
            Value::Lines(words) => words.iter().any(|word| word.contains('\0')),
            Value::Integer(_) | Value::Blob(_) | Value::Null => false,
        }
    }
}

impl From<i64> for Value<'_> {
    fn from(value: i64) -> Self {
        Value::Integer(value)
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(value: &'a str) -> Self {
        Value::Text(value)
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(value: &'a String) -> Self {
        Value::Text(value)
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(value: &'a [u8]) -> Self {
        Value::Blob(value)
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

impl<'a> From<&'a Option<String>> for Value<'a> {
    fn from(value: &'a Option<String>) -> Self {
        value.as_deref().into()
    }
}

impl<E> From<Id<E>> for Value<'_> {
    fn from(id: Id<E>) -> Self {
        Value::Integer(id.number())
    }
}

impl<E> From<&Id<E>> for Value<'_> {
    fn from(id: &Id<E>) -> Self {
        (*id).into()
    }
}

impl<E> From<&Option<Id<E>>> for Value<'_> {
    fn from(id: &Option<Id<E>>) -> Self {
        (*id).into()
    }
}

impl From<&i64> for Value<'_> {
    fn from(value: &i64) -> Self {
        Value::Integer(*value)
    }
}

impl From<&Option<i64>> for Value<'_> {
    fn from(value: &Option<i64>) -> Self {
        (*value).into()
    }
}

impl<'a> From<&'a Vec<String>> for Value<'a> {
    fn from(value: &'a Vec<String>) -> Self {
        Value::Lines(value)
    }
}

impl From<LedgerKind> for Value<'_> {
    fn from(value: LedgerKind) -> Self {
        Value::Text(value.as_str())
    }
}

impl From<Language> for Value<'_> {
    fn from(value: Language) -> Self {
        Value::Text(value.as_str())
    }
}

impl From<&Option<Language>> for Value<'_> {
    fn from(value: &Option<Language>) -> Self {
        value.map_or(Value::Null, |language| Value::Text(language.as_str()))
    }
}

impl From<SessionKind> for Value<'_> {
    fn from(value: SessionKind) -> Self {
        Value::Text(value.as_str())
    }
}

impl From<Option<Condition>> for Value<'_> {
    fn from(value: Option<Condition>) -> Self {
        value.map_or(Value::Null, |condition| Value::Text(condition.as_str()))
    }
}

impl From<CopyState> for Value<'_> {
    fn from(value: CopyState) -> Self {
        Value::Text(value.as_str())
    }
}

/// The values of a statement, in the order of its placeholders: `values![id, title]`.
macro_rules! values {
    ($($value:expr),* $(,)?) => { &[$($crate::engine::Value::from($value)),*] };
}
pub(crate) use values;

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Value::Integer(integer) => ToSqlOutput::Owned(SqliteValue::Integer(*integer)),
            Value::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Value::Lines(words) => ToSqlOutput::Owned(SqliteValue::Text(words.join("\n"))),
            Value::Blob(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
            Value::Null => ToSqlOutput::Owned(SqliteValue::Null),
        })
    }
}

impl ToSql for Value<'_> {
    fn to_sql(
        &self,
        wanted: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn std::error::Error + Sync + Send>> {
        match self {
            Value::Integer(integer) => match *wanted {
                Type::INT4 => i32::try_from(*integer)?.to_sql(wanted, out),
                Type::INT2 => i16::try_from(*integer)?.to_sql(wanted, out),
                Type::INT8 => integer.to_sql(wanted, out),
                _ => Err(format!("an integer is bound where {wanted} is wanted").into()),
            },
            Value::Text(text) if <&str as ToSql>::accepts(wanted) => text.to_sql(wanted, out),
            Value::Lines(words) if <&str as ToSql>::accepts(wanted) => {
                words.join("\n").as_str().to_sql(wanted, out)
            }
            Value::Text(_) | Value::Lines(_) => {
                Err(format!("a text is bound where {wanted} is wanted").into())
            }
            Value::Blob(bytes) if *wanted == Type::BYTEA => bytes.to_sql(wanted, out),
            Value::Blob(_) => Err(format!("bytes are bound where {wanted} is wanted").into()),
            Value::Null => Ok(IsNull::Yes),
        }
    }

    // `to_sql` decides by the value, so that a text is never bound as a number, nor a number as a text.
    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}
