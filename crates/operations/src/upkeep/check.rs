//! Checking the data: every invariant, the stored result of the last check, and the quick check of a start.

use std::sync::atomic::Ordering;
use std::time::Duration;

use carrel_storage::check::{self, Violation};
use carrel_storage::{Connection, settings};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::core::settings::key;

/// The result of the last check of all data, as stored for all servers and for `carrel doctor`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastCheck {
    /// When the data were checked, in milliseconds since 1970.
    pub at_ms: i64,
    /// How many violations were found; at most 20 of each invariant are counted.
    pub violations: usize,
    /// Whether the database itself is damaged.
    pub is_damaged: bool,
    /// The first violation.
    pub first: Option<String>,
}

/// Checks every invariant in one snapshot of the data, and stores the result. An empty list means that all hold.
///
/// A result that cannot be stored is no error: the database may be read-only or damaged.
pub async fn run(library: &Library, now: Timestamp) -> Result<Vec<Violation>> {
    let violations = violations(library).await?;
    let is_damaged = violations.iter().any(Violation::is_damage);
    library.is_damaged.store(is_damaged, Ordering::Relaxed);
    let result = LastCheck {
        at_ms: now.as_millisecond(),
        violations: violations.len(),
        is_damaged,
        first: violations
            .first()
            .map(|first| format!("{}: {}", first.invariant, first.found)),
    };
    if let Err(error) = store(library, result).await {
        tracing::warn!(%error, "the result of the check could not be stored");
    }
    Ok(violations)
}

/// Checks every invariant in one snapshot of the data.
pub async fn violations(library: &Library) -> Result<Vec<Violation>> {
    check::all(&library.database).await.map_err(Error::Storage)
}

async fn store(library: &Library, result: LastCheck) -> Result<()> {
    let text = serde_json::to_string(&result)
        .map_err(|error| Error::Defect(format!("the result of the check cannot be written: {error}")))?;
    library
        .database
        .write((text, result.at_ms), |transaction, (text, now)| {
            Box::pin(settings::set(transaction, key::LAST_CHECK, text, *now))
        })
        .await
        .map_err(Error::Storage)
}

/// The stored result of the last check. One of another version that cannot be read counts as none.
pub(crate) async fn last(connection: &mut Connection) -> carrel_storage::Result<Option<LastCheck>> {
    let stored = settings::find(connection, key::LAST_CHECK).await?;
    Ok(stored.and_then(|text| serde_json::from_str(&text).ok()))
}

/// How long the look for damage may take at a start. The rest of a very large file is left to the nightly check.
const LOOK_LIMIT: Duration = Duration::from_secs(30);

/// Looks for damage to the file of the database by reading it once. A server does this at its start, beside serving, and is
/// not ready any more when it finds damage.
pub async fn look_for_damage(library: &Library) -> Result<Vec<Violation>> {
    let (damages, is_complete) = check::look(&library.database, LOOK_LIMIT)
        .await
        .map_err(Error::Storage)?;
    if !is_complete {
        tracing::info!("the database is large: the nightly check looks for damage in the rest of it");
    }
    if !damages.is_empty() {
        library.is_damaged.store(true, Ordering::Relaxed);
    }
    Ok(damages)
}

/// How many invariants are checked.
pub const fn count() -> usize {
    check::count()
}
