//! The health of a running library, in figures for monitoring.

use carrel_storage::{Connection, changes, mails, webhooks};

use crate::core::error::Result;
use crate::core::library::Library;

/// How a library is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Health {
    /// Whether the search index has been built at all.
    pub index_is_built: bool,
    /// Changes that the search index has not taken in yet, counted up to a limit.
    pub index_behind: i64,
}

/// What waits to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Queues {
    pub mails_waiting: i64,
    /// Of the last two weeks.
    pub mails_given_up: i64,
    pub deliveries_waiting: i64,
}

/// Counts what waits to be sent.
pub async fn queues(library: &Library) -> Result<Queues> {
    library
        .database
        .read(&(), |connection, ()| Box::pin(count(connection)))
        .await
}

async fn count(connection: &mut Connection) -> Result<Queues> {
    let mails = mails::queue(connection).await?;
    Ok(Queues {
        mails_waiting: mails.waiting,
        mails_given_up: mails.given_up,
        deliveries_waiting: webhooks::count_waiting(connection).await?,
    })
}

/// Asks the database, which must accept writes, and compares the search index with it. Counts at most `limit` changes.
pub async fn look(library: &Library, limit: i64) -> Result<Health> {
    let known = i64::try_from(library.index.last_sequence()).unwrap_or(i64::MAX);
    let index_behind = library
        .database
        .read(&(known, limit), |connection, (known, limit)| {
            Box::pin(async move {
                connection.check_writable().await?;
                changes::waiting(connection, *known, *limit).await
            })
        })
        .await?;
    Ok(Health {
        index_is_built: known > 0 || index_behind == 0,
        index_behind,
    })
}
