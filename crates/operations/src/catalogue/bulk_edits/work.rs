//! Bulk edits as work of the job queue.

use carrel_domain::catalogue::bulk_edit::BulkEditId;
use carrel_storage::{bulk_edits, jobs};

use crate::core::job_lease::LongWork;

pub(super) const BULK_EDITS: LongWork = LongWork {
    kind: jobs::kind::BULK_EDIT,
    goes_on: |transaction, number| {
        Box::pin(async move {
            let edit = bulk_edits::locked(transaction, BulkEditId::new(*number)).await?;
            Ok(edit.is_some_and(|edit| edit.state.is_working()))
        })
    },
};
