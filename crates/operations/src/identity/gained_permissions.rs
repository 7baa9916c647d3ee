//! What ends when people gain permissions: everything that was made for what they were allowed to do before. A link, a
//! confirmation and a trusted device of that time must not open the new permissions.

use carrel_domain::users::UserId;
use carrel_storage::{
    Transaction, access_tokens, challenges, email_changes, known_devices, one_time_links, sessions,
};

use crate::core::error::Result;

/// When one person gains permissions.
pub(crate) async fn by_person(transaction: &mut Transaction, user_id: UserId, now: i64) -> Result<()> {
    access_tokens::remove_all_of(transaction, user_id).await?;
    one_time_links::revoke_of(transaction, user_id).await?;
    email_changes::end_undoing_of(transaction, user_id, now).await?;
    sessions::unconfirm_all_of(transaction, user_id).await?;
    known_devices::distrust_all_of(transaction, user_id).await?;
    challenges::remove_all_of(transaction, user_id).await?;
    Ok(())
}

/// When a role allows more: the same for all people who have it.
pub(crate) async fn by_role(transaction: &mut Transaction, role: &str, now: i64) -> Result<()> {
    access_tokens::remove_all_of_role(transaction, role).await?;
    one_time_links::revoke_of_role(transaction, role).await?;
    email_changes::end_undoing_of_role(transaction, role, now).await?;
    sessions::unconfirm_all_of_role(transaction, role).await?;
    known_devices::distrust_all_of_role(transaction, role).await?;
    challenges::remove_all_of_role(transaction, role).await?;
    Ok(())
}
