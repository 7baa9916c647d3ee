//! The limit of durable writing: one row per commit, directly in SQLite.

use std::time::{Duration, Instant};

use crate::Outcome;

/// Commits per second of one connection that waits for each, on the disk of the folder, with the product's settings.
pub fn one_by_one(folder: &std::path::Path, time: Duration) -> Outcome<f64> {
    let scratch = tempfile::tempdir_in(folder)?;
    let database = rusqlite::Connection::open(scratch.path().join("bare.db"))?;
    let _: String = database.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0))?;
    database
        .execute_batch("PRAGMA synchronous = FULL; CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)")?;
    let mut insert = database.prepare("INSERT INTO rows (text) VALUES (?1)")?;
    let began = Instant::now();
    let mut commits = 0_u32;
    while began.elapsed() < time {
        insert.execute(["a borrowing"])?;
        commits += 1;
    }
    Ok(f64::from(commits) / began.elapsed().as_secs_f64())
}
