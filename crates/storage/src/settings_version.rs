//! The version of everything that [`settings::everything`](crate::settings::everything) reads, raised with each write.

use crate::counters::{self, Counter};
use crate::{Result, Transaction};

/// Raises the version, in the transaction of the write.
pub async fn raise_version(transaction: &mut Transaction) -> Result<()> {
    counters::take(transaction, Counter::SettingsVersion, 1).await?;
    Ok(())
}
