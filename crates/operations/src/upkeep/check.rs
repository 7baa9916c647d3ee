//! Auditing the data: every invariant, and whether the search index knows what the database knows.

use carrel_storage::check::{self, Violation};

use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// Checks every invariant of the data over one state of it. An empty list says that all hold.
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
