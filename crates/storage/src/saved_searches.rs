//! Saved searches. Only the hash of the token of a feed is stored.

use carrel_domain::catalogue::saved_search::{SavedSearch, SavedSearchId};
use carrel_domain::users::UserId;
use const_format::concatcp;

use crate::engine::{Columns, columns, new_row, values};
use crate::{Connection, Result, Transaction};

columns!(SavedSearch of "s" {
    id,
    name,
    query,
    created_at,
    seen_at,
    has_feed = "CASE WHEN s.feed_hash IS NULL THEN CAST(0 AS BIGINT) ELSE 1 END",
});

const SELECT: &str = concatcp!("SELECT ", SavedSearch::COLUMNS, " FROM saved_searches s");

new_row! {
    /// A new saved search.
    pub struct NewSavedSearch<'a> into "saved_searches" {
        pub id: SavedSearchId,
        pub user_id: UserId,
        pub name: &'a str,
        pub query: &'a str,
        pub created_at: i64,
        pub seen_at: i64,
    }
}

/// A person's saved searches, the newest first.
pub async fn of_user(connection: &mut Connection, user_id: UserId) -> Result<Vec<SavedSearch>> {
    connection
        .rows(
            concatcp!(
                SELECT,
                " WHERE s.user_id = $1 ORDER BY s.created_at DESC, s.id DESC"
            ),
            values![user_id],
        )
        .await
}

/// One of a person's saved searches.
pub async fn find(
    connection: &mut Connection,
    user_id: UserId,
    id: SavedSearchId,
) -> Result<Option<SavedSearch>> {
    connection
        .optional(
            concatcp!(SELECT, " WHERE s.id = $1 AND s.user_id = $2"),
            values![id, user_id],
        )
        .await
}

/// The saved search with a feed, if its person has an active account.
pub async fn of_feed(connection: &mut Connection, feed_hash: &str) -> Result<Option<SavedSearch>> {
    connection
        .optional(
            concatcp!(
                SELECT,
                " JOIN users u ON u.id = s.user_id WHERE s.feed_hash = $1 AND u.deactivated_at IS NULL"
            ),
            values![feed_hash],
        )
        .await
}

/// Adds a saved search.
pub async fn insert(transaction: &mut Transaction, search: &NewSavedSearch<'_>) -> Result<()> {
    transaction
        .execute(NewSavedSearch::INSERT, &search.values())
        .await?;
    Ok(())
}

/// Changes the name of a saved search, and since when books are new.
pub async fn change(
    transaction: &mut Transaction,
    id: SavedSearchId,
    name: &str,
    seen_at: i64,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE saved_searches SET name = $2, seen_at = $3 WHERE id = $1",
            values![id, name, seen_at],
        )
        .await?;
    Ok(())
}

/// Gives a saved search a feed, which replaces the one before, or ends its feed.
pub async fn set_feed(
    transaction: &mut Transaction,
    id: SavedSearchId,
    feed_hash: Option<&str>,
) -> Result<()> {
    transaction
        .execute(
            "UPDATE saved_searches SET feed_hash = $2 WHERE id = $1",
            values![id, feed_hash],
        )
        .await?;
    Ok(())
}

/// Removes a saved search.
pub async fn remove(transaction: &mut Transaction, id: SavedSearchId) -> Result<()> {
    transaction
        .execute("DELETE FROM saved_searches WHERE id = $1", values![id])
        .await?;
    Ok(())
}
