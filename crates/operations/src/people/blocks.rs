//! Blocks: a blocked person may neither borrow nor renew, but still signs in, pays and returns.

use carrel_domain::patch::Patch;
use carrel_domain::users::User;
use carrel_storage::Transaction;
use carrel_storage::users::{self, Block};
use jiff::Timestamp;
use serde_json::json;

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::Result;

/// Blocks a locked person for a reason, or ends the block, and records it in the audit log. A new reason replaces that of
/// an existing block, whose instant stays. Has no effect when nothing changes.
pub(super) async fn change_block(
    transaction: &mut Transaction,
    context: &Context,
    before: &User,
    reason: &Patch<String>,
) -> Result<()> {
    let known = before.block_reason.as_deref();
    let reason = match reason {
        Patch::Keep => known,
        Patch::Clear => None,
        Patch::Set(reason) => Some(reason.as_str()),
    };
    if reason == known {
        return Ok(());
    }
    let now = context.now_ms();
    let block = reason.map(|reason| Block {
        since: before.blocked_at.map_or(now, Timestamp::as_millisecond),
        reason,
    });
    users::set_block(transaction, before.id, block, now).await?;
    let event = audit::Event {
        action: if reason.is_some() {
            "user.blocked"
        } else {
            "user.unblocked"
        },
        subject: Subject::of(before.id),
        before: Some(json!({ "blockReason": known })),
        after: Some(json!({ "blockReason": reason })),
    };
    audit::record(transaction, context, event).await
}
