//! Embedded, forward-only migrations.
//!
//! A migration is SQL text for both engines, or a step in Rust. The texts are portable SQL except for a few words that
//! this module replaces: `{int}` (64-bit integer), `{text}` (text ordered by code point, so that dates sort the same
//! everywhere), `{blob}` (bytes), `{id}` (an identifier that is the primary key), `{row_number}` (a primary key that the
//! table itself counts up), `{, id}` (the identifier at the end of an index, which SQLite adds itself), `{table}` and
//! `{rows}` (the end of a table: SQLite stores the rows of the first in the tree of its primary key, those of the second
//! by rowid), and sections between `--@sqlite` or `--@postgres` and `--@end` that only one engine needs.
//!
//! - Each applied migration is recorded with the checksum of the statements that its engine ran: a migration whose text
//!   has changed since, or whose words mean something else, is refused.
//! - Backups and loads ask the database which tables it has ([`Connection::tables`]), and never these texts.
//! - On SQLite foreign keys are off while migrations run, and all of them must hold before the commit. So a table that
//!   others refer to can be rebuilt, by [`rebuild`] in a step in Rust, which keeps its indexes and triggers.
//! - Each migration declares which older servers can keep running beside it ([`Migration::least_compatible`]): expand
//!   the schema in one release, contract it in a later one, and several servers on one database can be upgraded one by
//!   one.

mod words;

use std::borrow::Cow;

use const_format::concatcp;
use futures_util::future::BoxFuture;

use crate::engine::{COUNT_TRANSACTION, Connection, values};
use crate::{Error, Result};

/// A step of the schema.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// Its place in the order, from 1.
    pub number: i64,
    /// A short name, for people.
    pub name: &'static str,
    /// What it does.
    pub step: Step,
    /// The number of the oldest migration whose servers still work after this one: its own number when it removes or
    /// changes something, an earlier one when it only adds.
    pub least_compatible: i64,
}

/// The content of a migration.
#[derive(Debug, Clone, Copy)]
pub enum Step {
    /// Runs statements, with the portable words of this module.
    Sql(&'static str),
    /// Runs a function inside the transaction of the migrations.
    Rust {
        /// Represents the function in the checksum; must change whenever its effect does.
        version: &'static str,
        /// The function.
        run: RustStep,
    },
}

/// A step in Rust. It runs inside the transaction of the migrations and must not end it.
pub type RustStep = for<'a> fn(&'a mut Connection) -> BoxFuture<'a, Result<()>>;

impl Migration {
    /// Identifies the statements that an engine runs (FNV-1a, 64 bits, hexadecimal).
    pub fn checksum(&self, sqlite: bool) -> String {
        let text = match self.step {
            Step::Sql(text) => Cow::Owned(words::text(text, sqlite)),
            Step::Rust { version, .. } => Cow::Borrowed(version),
        };
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:016x}")
    }
}

/// The first schema, one file a noun.
const BASELINE: &str = concatcp!(
    include_str!("migrations/0001/code_lists.sql"),
    include_str!("migrations/0001/people.sql"),
    include_str!("migrations/0001/catalogue.sql"),
    include_str!("migrations/0001/circulation.sql"),
    include_str!("migrations/0001/imports.sql"),
    include_str!("migrations/0001/bulk_edits.sql"),
    include_str!("migrations/0001/duplicates.sql"),
    include_str!("migrations/0001/merges.sql"),
    include_str!("migrations/0001/money.sql"),
    include_str!("migrations/0001/settings.sql"),
    include_str!("migrations/0001/totals.sql"),
    include_str!("migrations/0001/upkeep.sql"),
);

/// Every migration of this version, in order.
pub const ALL: &[Migration] = &[Migration {
    number: 1,
    name: "baseline",
    step: Step::Sql(BASELINE),
    least_compatible: 1,
}];

/// Brings the schema up to date with `migrations`. Refuses a database whose recorded migrations had other texts, or
/// that a newer version has changed in an incompatible way.
pub async fn run(connection: &mut Connection, migrations: &[Migration]) -> Result<()> {
    let sqlite = connection.is_sqlite();
    if sqlite {
        // SQLite ignores this setting inside a transaction.
        connection.batch("PRAGMA foreign_keys = OFF").await?;
    }
    // Several processes may start at once on one database: the first migrates, the others wait here.
    connection
        .batch(if sqlite {
            "BEGIN IMMEDIATE"
        } else {
            // Neither waiting nor changing a large table may hit the timeouts of a request.
            "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; \
             SELECT pg_advisory_xact_lock(72675001)"
        })
        .await?;
    let mut outcome = run_pending(connection, migrations, newest_of(migrations)).await;
    if sqlite && matches!(outcome, Ok(true)) {
        outcome = refuse_dangling(connection).await.map(|()| true);
    }
    connection
        .batch(if outcome.is_ok() { "COMMIT" } else { "ROLLBACK" })
        .await?;
    if sqlite {
        connection.batch("PRAGMA foreign_keys = ON").await?;
    }
    outcome.map(|_| ())
}

/// Refuses an SQLite database in which a row refers to a missing row.
pub(crate) async fn refuse_dangling(connection: &mut Connection) -> Result<()> {
    let dangling: Option<(String, String)> = connection
        .optional(
            "SELECT \"table\", \"parent\" FROM pragma_foreign_key_check LIMIT 1",
            &[],
        )
        .await?;
    match dangling {
        Some((table, parent)) => Err(Error::Constraint {
            what: format!("a row of {table} refers to one of {parent} that is not there"),
        }),
        None => Ok(()),
    }
}

/// The number of the newest migration that this version knows.
pub fn newest() -> i64 {
    newest_of(ALL)
}

pub(crate) fn newest_of(migrations: &[Migration]) -> i64 {
    migrations.last().map_or(0, |migration| migration.number)
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

/// [`number`] of a database that this version can read or upgrade. Changes nothing.
///
/// # Errors
/// Tables of another program; migrations that were applied with another text; those of a newer version that this one
/// cannot work with.
pub async fn verified(connection: &mut Connection) -> Result<i64> {
    let number = number(connection).await?;
    if number == 0 {
        refuse_foreign(connection).await?;
    } else {
        refuse_incompatible(ALL, &applied(connection).await?, connection.is_sqlite())?;
    }
    Ok(number)
}

/// The number, the checksum and the least compatible version of each migration that was run.
async fn applied(connection: &mut Connection) -> Result<Vec<(i64, String, i64)>> {
    connection
        .rows(
            "SELECT number, checksum, least_compatible FROM migrations ORDER BY number",
            &[],
        )
        .await
}

/// Whether this version can work with the schema as it is now. A newer server that starts may change it in a way that
/// older ones, which run on, cannot work with.
pub async fn is_compatible(connection: &mut Connection) -> Result<bool> {
    let (least_compatible,): (i64,) = connection
        .one("SELECT COALESCE(max(least_compatible), 0) FROM migrations", &[])
        .await?;
    Ok(least_compatible <= newest())
}

/// Runs the pending migrations up to a number, inside the transaction of the caller. Returns whether there were any.
pub(crate) async fn run_pending(
    connection: &mut Connection,
    migrations: &[Migration],
    last: i64,
) -> Result<bool> {
    let sqlite = connection.is_sqlite();
    if !connection.has_table("migrations").await? {
        refuse_foreign(connection).await?;
    }
    connection
        .batch(&words::text(
            "CREATE TABLE IF NOT EXISTS migrations (number {int} PRIMARY KEY, name {text} NOT NULL, \
             checksum {text} NOT NULL, applied_at {int} NOT NULL, least_compatible {int} NOT NULL) {rows}",
            sqlite,
        ))
        .await?;
    let applied = applied(connection).await?;
    refuse_incompatible(migrations, &applied, sqlite)?;
    let pending = migrations.iter().filter(|migration| {
        migration.number <= last && applied.iter().all(|(number, ..)| *number != migration.number)
    });
    let mut any = false;
    for migration in pending {
        any = true;
        match migration.step {
            Step::Sql(sql) => connection.batch(&words::text(sql, sqlite)).await?,
            Step::Rust { run, .. } => run(connection).await?,
        }
        connection
            .execute(
                if sqlite {
                    "INSERT INTO migrations (number, name, checksum, least_compatible, applied_at) \
                     VALUES ($1, $2, $3, $4, CAST(unixepoch('subsec') * 1000 AS INTEGER))"
                } else {
                    "INSERT INTO migrations (number, name, checksum, least_compatible, applied_at) \
                     VALUES ($1, $2, $3, $4, CAST(extract(epoch FROM now()) * 1000 AS BIGINT))"
                },
                values![
                    migration.number,
                    migration.name,
                    &migration.checksum(sqlite),
                    migration.least_compatible
                ],
            )
            .await?;
    }
    if any && !sqlite {
        // Running servers must not serve responses that they cached before.
        connection.batch(COUNT_TRANSACTION).await?;
    }
    Ok(any)
}

/// Rebuilds a table of SQLite, which can change little of a table in place: `define` makes the new definition, from the
/// first parenthesis to the end, of the present one. The rows keep the columns that both have, and the indexes and
/// triggers are created anew, so they must fit the new definition. For steps in Rust; PostgreSQL alters tables in place.
pub async fn rebuild(connection: &mut Connection, table: &str, define: fn(&str) -> String) -> Result<()> {
    let (present,): (String,) = connection
        .one(
            "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = $1",
            values![table],
        )
        .await?;
    let objects: Vec<(String,)> = connection
        .rows(
            "SELECT sql FROM sqlite_schema WHERE tbl_name = $1 AND type IN ('index', 'trigger') AND sql IS NOT NULL \
             ORDER BY rowid",
            values![table],
        )
        .await?;
    let before = connection.columns(table).await?;
    let definition = define(&present[present.find('(').unwrap_or_default()..]);
    let rebuilt = format!("{table}_rebuilt");
    connection
        .batch(&format!("CREATE TABLE {rebuilt} {definition}"))
        .await?;
    let mut kept = connection.columns(&rebuilt).await?;
    kept.retain(|column| before.contains(column));
    let kept = kept.join(", ");
    connection
        .batch(&format!(
            "INSERT INTO {rebuilt} ({kept}) SELECT {kept} FROM {table}; DROP TABLE {table}; \
             ALTER TABLE {rebuilt} RENAME TO {table}"
        ))
        .await?;
    for (object,) in objects {
        connection.batch(&object).await?;
    }
    Ok(())
}

/// Refuses a database without a library that has tables: they are another program's. Refuses another encoding than
/// UTF-8, in which many texts cannot be stored.
async fn refuse_foreign(connection: &mut Connection) -> Result<()> {
    let tables = connection.tables().await?;
    if let Some(table) = tables.first() {
        return Err(Error::Other(format!(
            "the database is not empty and has no library: it has a table {table}. Carrel needs a database of its own"
        )));
    }
    if !connection.is_sqlite() {
        let (encoding,): (String,) = connection
            .one("SELECT current_setting('server_encoding')", &[])
            .await?;
        if encoding != "UTF8" {
            return Err(Error::Other(format!(
                "the database has the encoding {encoding}; Carrel needs one with UTF8 (CREATE DATABASE … ENCODING 'UTF8')"
            )));
        }
    }
    Ok(())
}

/// Refuses migrations that were applied with another text, and incompatible migrations of a newer version.
fn refuse_incompatible(migrations: &[Migration], applied: &[(i64, String, i64)], sqlite: bool) -> Result<()> {
    let newest = newest_of(migrations);
    for (number, checksum, least_compatible) in applied {
        if let Some(migration) = migrations.iter().find(|known| known.number == *number) {
            if migration.checksum(sqlite) != *checksum {
                return Err(Error::Other(format!(
                    "migration {number} ({}) has changed since it was run on this database",
                    migration.name
                )));
            }
        } else if *number < newest || *least_compatible > newest {
            return Err(Error::Other(format!(
                "the data was written by a newer version of Carrel (schema {number}, this one knows {newest})"
            )));
        }
    }
    Ok(())
}
