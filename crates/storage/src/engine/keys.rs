//! Finding the rows of many keys: one statement looks up a fixed number of them.

use std::iter::repeat;

use super::{Connection, Error, FromRow, Value};

/// Keys that one statement looks up.
const KEYS_AT_ONCE: usize = 64;

impl Connection {
    /// The rows of all these keys. The query ends with the column that holds a key, and binds no other values. The
    /// number of keys does not change the text of the statement: the last key fills the places that are left.
    pub async fn rows_of_keys<T: FromRow>(&mut self, query: &str, keys: &[&str]) -> Result<Vec<T>, Error> {
        let places: Vec<String> = (1..=KEYS_AT_ONCE).map(|place| format!("${place}")).collect();
        let sql = format!("{query} IN ({})", places.join(", "));
        let mut found = Vec::new();
        for keys in keys.chunks(KEYS_AT_ONCE) {
            let last = keys.last().copied().unwrap_or_default();
            let bound: Vec<Value<'_>> = keys
                .iter()
                .copied()
                .chain(repeat(last))
                .take(KEYS_AT_ONCE)
                .map(Value::Text)
                .collect();
            found.extend(self.rows(&sql, &bound).await?);
        }
        Ok(found)
    }
}
