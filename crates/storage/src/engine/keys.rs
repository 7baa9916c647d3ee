//! Finding the rows of many keys: one statement looks up a fixed number of them.

use std::iter::repeat;

use carrel_domain::identity::{Entity, Id};

use super::{Connection, Error, FromRow, Value};

/// Keys that one statement looks up.
const KEYS_AT_ONCE: usize = 64;

impl Connection {
    /// The rows of all these keys. The query ends with the column that holds a key, and binds no other values. The
    /// number of keys does not change the text of the statement: the last key fills the places that are left.
    pub async fn rows_of_keys<T: FromRow>(&mut self, query: &str, keys: &[&str]) -> Result<Vec<T>, Error> {
        let keys: Vec<Value<'_>> = keys.iter().copied().map(Value::Text).collect();
        self.rows_of_values(query, &keys).await
    }

    /// The rows of all these ids, as [`Connection::rows_of_keys`] finds those of keys.
    pub async fn rows_of_ids<E: Entity, T: FromRow>(
        &mut self,
        query: &str,
        ids: &[Id<E>],
    ) -> Result<Vec<T>, Error> {
        let ids: Vec<Value<'_>> = ids.iter().map(Value::from).collect();
        self.rows_of_values(query, &ids).await
    }

    async fn rows_of_values<T: FromRow>(
        &mut self,
        query: &str,
        values: &[Value<'_>],
    ) -> Result<Vec<T>, Error> {
        let places: Vec<String> = (1..=KEYS_AT_ONCE).map(|place| format!("${place}")).collect();
        let sql = format!("{query} IN ({})", places.join(", "));
        let mut found = Vec::new();
        for values in values.chunks(KEYS_AT_ONCE) {
            let last = values.last().into_iter().flat_map(repeat);
            let bound: Vec<Value<'_>> = values.iter().chain(last).take(KEYS_AT_ONCE).copied().collect();
            found.extend(self.rows(&sql, &bound).await?);
        }
        Ok(found)
    }
}
