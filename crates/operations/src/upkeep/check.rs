//! Auditing the data: every invariant, and whether the search index agrees with the database.

use carrel_storage::check::{self, Violation};

use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// Checks every invariant in one snapshot of the data. An empty list means that all hold.
pub async fn violations(library: &Library) -> Result<Vec<Violation>> {
    library
        .database
        .read_long((), |connection, ()| Box::pin(check::violations(connection)))
        .await
        .map_err(Error::Storage)
}

/// How many invariants are checked.
pub const fn count() -> usize {
    check::count()
}
