//! The connection that reads the stamp of the data.

use std::sync::{Mutex, PoisonError};

use crate::engine::error::Error;
use crate::engine::stamp::Stamp;

/// A connection that only detects commits, by this process or another.
pub(in crate::engine) struct Watch(Mutex<rusqlite::Connection>);

impl Watch {
    pub(super) fn new(sqlite: rusqlite::Connection) -> Self {
        Watch(Mutex::new(sqlite))
    }

    /// The present stamp. Its number only means something on this connection, so all threads use the same one; that
    /// takes about a microsecond.
    pub(in crate::engine) fn stamp(&self) -> Result<Stamp, Error> {
        let version = self.version()?;
        Ok(Stamp { session: 0, version })
    }

    /// The number of the present stamp.
    pub(in crate::engine) fn version(&self) -> Result<i64, Error> {
        let sqlite = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut statement = sqlite.prepare_cached("PRAGMA data_version")?;
        Ok(statement.query_row([], |row| row.get(0))?)
    }
}
