//! The health of a running library, in figures for monitoring.

use std::sync::atomic::Ordering;

use carrel_storage::{Connection, changes, jobs, migrations};

use crate::catalogue::search_feed::Position;
use crate::core::error::Result;
use crate::core::library::Library;
use crate::upkeep::check::{self, LastCheck};
use crate::upkeep::keys;

/// The health of a library.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact")]
pub struct Health {
    /// Whether this version works with the schema. A newer version may have changed it since this server started.
    pub schema_is_compatible: bool,
    /// Whether the search index contains this database's books: it was built, and its position is in the change log.
    pub index_is_built: bool,
    /// Changes that the search index has not applied yet, counted up to a limit.
    pub index_behind: i64,
    /// Whether the database was found to be damaged, by this server or by the last check.
    pub is_damaged: bool,
    /// The result of the last check of all data.
    pub last_check: Option<LastCheck>,
    /// Free space on the disk of the database, in bytes; `None` on PostgreSQL.
    pub disk_free: Option<u64>,
    /// Whether only the reserve is left, which students may not use.
    pub is_disk_low: bool,
    /// Whether the key file cannot decrypt the secrets of the library: no code of an authenticator app can be checked then.
    pub is_key_unusable: bool,
}

/// The lengths of the queues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Queues {
    pub mails_waiting: i64,
    /// In the last two weeks.
    pub mails_given_up: i64,
    pub deliveries_waiting: i64,
}

/// Counts the entries of the queues.
pub async fn queues(library: &Library) -> Result<Queues> {
    library
        .database
        .read(&(), |connection, ()| Box::pin(count(connection)))
        .await
}

async fn count(connection: &mut Connection) -> Result<Queues> {
    let mails = jobs::queue(connection, jobs::kind::MAIL).await?;
    let deliveries = jobs::queue(connection, jobs::kind::WEBHOOK).await?;
    Ok(Queues {
        mails_waiting: mails.waiting,
        mails_given_up: mails.failed,
        deliveries_waiting: deliveries.waiting,
    })
}

/// Checks that the database accepts writes, and compares the search index with it. Counts at most `limit` changes.
pub async fn look(library: &Library, limit: i64) -> Result<Health> {
    library.database.check_writable().await?;
    let position = Position::of(&library.index);
    let mut health: Health = library
        .database
        .read(&(position, limit), |connection, (position, limit)| {
            Box::pin(compare(connection, position.as_ref(), *limit))
        })
        .await?;
    health.is_key_unusable = keys::problem(library).await?.is_some();
    health.is_damaged |= library.is_damaged.load(Ordering::Relaxed);
    if let Some(space) = library.database.disk_space() {
        health.disk_free = Some(space.free);
        health.is_disk_low = library.limits.writes.disk_reserve.is_reached(space);
    }
    Ok(health)
}

async fn compare(connection: &mut Connection, position: Option<&Position>, limit: i64) -> Result<Health> {
    let sequence = position.map_or(0, |position| position.sequence);
    let first = changes::since(connection, sequence, 1).await?;
    let last_check = check::last(connection).await?;
    Ok(Health {
        is_damaged: last_check.as_ref().is_some_and(|check| check.is_damaged),
        last_check,
        disk_free: None,
        is_disk_low: false,
        is_key_unusable: false,
        schema_is_compatible: migrations::is_compatible(connection).await?,
        index_is_built: position.is_some_and(|position| position.is_followed_by(&first)),
        index_behind: changes::waiting(connection, sequence, limit).await?,
    })
}
