//! Rows in bulk: the binary form of COPY.

use bytes::{BufMut as _, BytesMut};
use futures_util::SinkExt as _;

use super::session::Session;
use crate::engine::{Error, Value};

/// The statement that takes rows of these columns.
pub(in crate::engine) fn statement(table: &str, columns: &[&str]) -> String {
    format!("COPY {table} ({}) FROM STDIN (FORMAT binary)", columns.join(", "))
}

/// Appends a row in the format of binary COPY.
pub(in crate::engine) fn put(waiting: &mut BytesMut, values: &[Value<'_>]) -> Result<(), Error> {
    let too_long = |_| Error::Other("a value is longer than PostgreSQL takes".to_owned());
    if waiting.is_empty() {
        waiting.put_slice(b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0");
    }
    waiting.put_i16(i16::try_from(values.len()).map_err(too_long)?);
    for value in values {
        match value {
            Value::Integer(integer) => {
                waiting.put_i32(8);
                waiting.put_i64(*integer);
            }
            value if value.has_nul() => {
                return Err(Error::Constraint {
                    what: "a text holds NUL".to_owned(),
                });
            }
            Value::Text(text) => {
                waiting.put_i32(i32::try_from(text.len()).map_err(too_long)?);
                waiting.put_slice(text.as_bytes());
            }
            Value::Lines(words) => {
                let text = words.join("\n");
                waiting.put_i32(i32::try_from(text.len()).map_err(too_long)?);
                waiting.put_slice(text.as_bytes());
            }
            Value::Blob(bytes) => {
                waiting.put_i32(i32::try_from(bytes.len()).map_err(too_long)?);
                waiting.put_slice(bytes);
            }
            Value::Null => waiting.put_i32(-1),
        }
    }
    Ok(())
}

/// Inserts rows in one COPY.
pub(in crate::engine) async fn insert_rows(
    postgres: &mut Session,
    table: &str,
    columns: &[&str],
    rows: &[Vec<Value<'_>>],
) -> Result<(), Error> {
    let mut waiting = BytesMut::new();
    for row in rows {
        put(&mut waiting, row)?;
    }
    send(postgres, &statement(table, columns), &mut waiting).await
}

/// Sends the buffered rows; `copy` is the text of the statement.
pub(in crate::engine) async fn send(
    postgres: &mut Session,
    copy: &str,
    waiting: &mut BytesMut,
) -> Result<(), Error> {
    if waiting.is_empty() {
        return Ok(());
    }
    waiting.put_i16(-1);
    let mut sink = std::pin::pin!(postgres.client().await?.copy_in::<_, bytes::Bytes>(copy).await?);
    sink.send(waiting.split().freeze()).await?;
    sink.finish().await?;
    Ok(())
}
