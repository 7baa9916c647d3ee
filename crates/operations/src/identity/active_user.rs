//! The person whose account changes, locked.

use carrel_domain::users::{User, UserId};
use carrel_storage::engine::Lock;
use carrel_storage::{Transaction, users};

use crate::core::error::{Error, Noun, Result};

/// Reads a person and locks them until the transaction ends: a person is written back whole, so a concurrent change
/// would be lost.
pub(crate) async fn locked(transaction: &mut Transaction, id: UserId) -> Result<User> {
    transaction.lock(Lock::User(id)).await?;
    users::find(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::User))
}
