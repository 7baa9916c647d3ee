//! How a running library is, in figures for whoever watches over it.

use carrel_storage::changes;

use crate::{Library, Result};

/// How a library is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Health {
    /// Whether the search index has been built at all.
    pub index_is_built: bool,
    /// Changes that the search index has not taken in yet, counted up to a limit.
    pub index_behind: i64,
}

/// Asks the database, and compares the search index with it. Counts at most `limit` changes.
pub async fn look(library: &Library, limit: i64) -> Result<Health> {
    let known = i64::try_from(library.index.last_sequence()).unwrap_or(i64::MAX);
    let index_behind = library
        .database
        .read(&(known, limit), |connection, (known, limit)| {
            Box::pin(changes::waiting(connection, *known, *limit))
        })
        .await?;
    Ok(Health {
        index_is_built: known > 0 || index_behind == 0,
        index_behind,
    })
}
