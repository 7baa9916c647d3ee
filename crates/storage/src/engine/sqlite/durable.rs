//! What a failed sync means.

use crate::engine::error::Error;

/// Stops the process after a failed sync. The content of the disk is then unknown, and a second sync may report success
/// wrongly: a server that continues would acknowledge writes that are lost. Stopping loses no acknowledged write.
pub(in crate::engine) fn stop_if_not_durable(error: &Error) {
    if matches!(error, Error::NotDurable) {
        tracing::error!(%error, "stopping");
        std::process::abort();
    }
}
