//! Imports as work of the job queue.

use carrel_domain::imports::{ImportId, ImportState};
use carrel_storage::jobs::{self, JobRow};
use carrel_storage::{Transaction, imports};

use super::files::path_of;
use crate::core::context::Context;
use crate::core::error::Result;
use crate::core::job_lease::{LongWork, enqueue};
use crate::core::library::Library;

/// The payload of a job that needs the file of its import.
const READS_FILE: &str = "{\"file\":true}";

/// An import that no server has begun for this time, in milliseconds, is taken by one without its file.
const ABANDONED_MS: i64 = 60 * 1000;

pub(super) const IMPORTS: LongWork = LongWork {
    kind: jobs::kind::IMPORT,
    goes_on: |transaction, number| {
        Box::pin(async move {
            let state = imports::locked_state(transaction, ImportId::new(*number)).await?;
            Ok(state.is_some_and(ImportState::is_working))
        })
    },
};

/// Lets a server work on an import. `reads_file` says whether it needs the file of the import.
pub(super) async fn enqueue_import(
    transaction: &mut Transaction,
    context: &Context,
    id: ImportId,
    reads_file: bool,
) -> Result<()> {
    let payload = if reads_file { READS_FILE } else { "{}" };
    enqueue(transaction, context, &IMPORTS, id.number(), payload).await
}

/// Whether this server can work on an import: it has the file, or needs none. A server that received a file may have gone
/// for good: then another one finds out that the file is missing.
pub(super) fn is_mine(library: &Library, number: i64, job: &JobRow, now: i64) -> bool {
    let has_file = || path_of(library, ImportId::new(number)).is_ok_and(|path| path.exists());
    job.payload != READS_FILE || now - job.run_at > ABANDONED_MS || has_file()
}
