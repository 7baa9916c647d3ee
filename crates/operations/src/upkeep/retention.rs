//! Removes what the library no longer keeps, as the settings of privacy say.

use carrel_storage::{audit, privacy};
use jiff::Timestamp;

use crate::core::error::{Error, Result};
use crate::core::library::Library;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Rows of one transaction: other writes wait for it only briefly.
const BATCH: i64 = 500;

/// The maximum number of batches of one run, which ends long before its lease.
const MOST_BATCHES: usize = 400;

/// Removes entries of the audit log that are older than the library keeps them. Returns how many.
pub async fn remove_old_audit(library: &Library, now: Timestamp) -> Result<u64> {
    library.refresh_settings().await?;
    let before = now.as_millisecond() - library.shown_settings().privacy.audit_days * DAY_MS;
    let mut removed = 0;
    for _ in 0..MOST_BATCHES {
        let batch = library
            .database
            .write(before, |transaction, before| {
                Box::pin(audit::remove_before(transaction, *before, BATCH))
            })
            .await
            .map_err(Error::Storage)?;
        removed += batch;
        if batch < BATCH.unsigned_abs() {
            break;
        }
    }
    Ok(removed)
}

/// Borrowings of one transaction: each takes several statements.
const BORROWINGS: i64 = 100;

/// Removes the person from borrowings that were returned longer ago than the library keeps them, and from settled charges
/// that arose longer ago. Returns how many.
pub async fn anonymise_borrowings(library: &Library, now: Timestamp) -> Result<u64> {
    library.refresh_settings().await?;
    let Some(days) = library.shown_settings().privacy.borrowing_days else {
        return Ok(0);
    };
    let before = now.as_millisecond() - days * DAY_MS;
    let mut anonymised = 0;
    for _ in 0..MOST_BATCHES {
        let batch = library
            .database
            .write(before, |transaction, before| {
                Box::pin(async move {
                    let returned = privacy::anonymise_returned(transaction, *before, BORROWINGS).await?;
                    let left = BORROWINGS - i64::try_from(returned).unwrap_or(BORROWINGS);
                    let charges = privacy::anonymise_charges(transaction, *before, left).await?;
                    Ok(returned + charges)
                })
            })
            .await
            .map_err(Error::Storage)?;
        anonymised += batch;
        if batch < BORROWINGS.unsigned_abs() {
            break;
        }
    }
    Ok(anonymised)
}
