//! Consents: when people accepted the terms, and which version.

use carrel_domain::users::UserId;

use crate::engine::values;
use crate::{Result, Transaction};

/// Records that a new person accepts the terms. The version is the instant of the last change of the text with this
/// name; a library without a text of its own shows the standard text. Returns the version.
pub async fn insert(
    transaction: &mut Transaction,
    user_id: UserId,
    now: i64,
    text: &str,
) -> Result<Option<i64>> {
    let changed: Option<(i64,)> = transaction
        .optional("SELECT updated_at FROM texts WHERE name = $1", values![text])
        .await?;
    let changed_at = changed.map(|(at,)| at);
    transaction
        .execute(
            "INSERT INTO consents (user_id, accepted_at, terms_changed_at) VALUES ($1, $2, $3)",
            values![user_id, now, changed_at],
        )
        .await?;
    Ok(changed_at)
}
