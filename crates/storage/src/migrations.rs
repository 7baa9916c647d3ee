//! Embedded, forward-only migrations: one text for both engines.
//!
//! The texts are portable SQL but for a few words, replaced here: `{int}` (64-bit integer), `{text}` (text ordered by
//! code point, so that dates and ids sort the same everywhere), `{strict}`, and sections between `--@sqlite` or `--@postgres` and `--@end` that only one engine needs. One text cannot drift apart.

use crate::engine::{Connection, values};
use crate::{Error, Result};

/// Every migration: number, name, text.
pub const ALL: &[(i64, &str, &str)] = &[
    (1, "foundation", include_str!("migrations/0001_foundation.sql")),
    (2, "access", include_str!("migrations/0002_access.sql")),
    (
        3,
        "favorites_and_reviews",
        include_str!("migrations/0003_favorites_and_reviews.sql"),
    ),
    (4, "settings", include_str!("migrations/0004_settings.sql")),
    (
        5,
        "integrations",
        include_str!("migrations/0005_integrations.sql"),
    ),
    (6, "reports", include_str!("migrations/0006_reports.sql")),
    (7, "kinds", include_str!("migrations/0007_kinds.sql")),
];

/// Brings the schema up to date. Refuses a database that a newer version has already changed.
pub async fn run(connection: &mut Connection) -> Result<()> {
    let sqlite = connection.is_sqlite();
    // Several processes may start at once on one database: the first migrates, the others wait here.
    connection
        .batch(if sqlite {
            "BEGIN IMMEDIATE"
        } else {
            // Neither waiting nor changing a large table may be cut short as a request would be.
            "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; \
             SELECT pg_advisory_xact_lock(72675001)"
        })
        .await?;
    let outcome = run_pending(connection, newest()).await;
    connection
        .batch(if outcome.is_ok() { "COMMIT" } else { "ROLLBACK" })
        .await?;
    outcome
}

/// The number of the newest migration this version knows: what a schema is told by.
pub fn newest() -> i64 {
    ALL.last().map_or(0, |(number, ..)| *number)
}

/// The tables that the migrations make, in the order in which they are made.
pub fn tables() -> impl Iterator<Item = &'static str> {
    ALL.iter()
        .flat_map(|(_, _, text)| text.lines())
        .filter_map(|line| line.strip_prefix("CREATE TABLE "))
        .filter_map(|rest| rest.split_whitespace().next())
}

/// The number of the last migration that was run on a database; 0 on an empty one.
pub async fn number(connection: &mut Connection) -> Result<i64> {
    if !connection.has_table("migrations").await? {
        return Ok(0);
    }
    let (number,) = connection
        .one("SELECT COALESCE(max(number), 0) FROM migrations", &[])
        .await?;
    Ok(number)
}

/// Runs what is missing of the migrations up to a number, inside the transaction of the caller.
pub(crate) async fn run_pending(connection: &mut Connection, last: i64) -> Result<()> {
    let sqlite = connection.is_sqlite();
    connection
        .batch(&text(
            "CREATE TABLE IF NOT EXISTS migrations (number {int} PRIMARY KEY, name {text} NOT NULL) {strict}",
            sqlite,
        ))
        .await?;
    let done: Vec<(i64,)> = connection
        .rows("SELECT number FROM migrations ORDER BY number", &[])
        .await?;
    if let Some((number,)) = done.last()
        && *number > newest()
    {
        return Err(Error::Other(format!(
            "the data was written by a newer version of Carrel (schema {number}, this one knows {})",
            newest()
        )));
    }
    for (number, name, migration) in ALL {
        if *number > last || done.iter().any(|(done,)| done == number) {
            continue;
        }
        connection.batch(&text(migration, sqlite)).await?;
        connection
            .execute(
                "INSERT INTO migrations (number, name) VALUES ($1, $2)",
                values![*number, *name],
            )
            .await?;
    }
    Ok(())
}

/// A migration in one engine's words.
fn text(migration: &str, sqlite: bool) -> String {
    let (int, text, strict) = if sqlite {
        ("INTEGER", "TEXT", "STRICT")
    } else {
        ("BIGINT", "TEXT COLLATE \"C\"", "")
    };
    let mut kept = String::with_capacity(migration.len());
    let mut keep = true;
    for line in migration.lines() {
        match line.trim() {
            "--@sqlite" => keep = sqlite,
            "--@postgres" => keep = !sqlite,
            "--@end" => keep = true,
            _ if keep => {
                kept.push_str(line);
                kept.push('\n');
            }
            _ => {}
        }
    }
    kept.replace("{int}", int)
        .replace("{text}", text)
        .replace("{strict}", strict)
}
