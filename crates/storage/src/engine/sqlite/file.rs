//! The file of a library: its creation, and the refusal of a file that has lost its content.
//!
//! A new library is created under another name, and gets its final name when its schema is complete and on the disk. So the
//! file of a library is never empty, not even after a first start that was killed. An empty file has lost its content, and
//! must not become a new library unnoticed.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use rusqlite::OpenFlags;

use super::super::Error;
use super::super::connection::{Connection, Inner};
use crate::migrations::{self, Migration};

/// Files beside the database that belong to it. SQLite would replay their content into a new file of the same name.
const JOURNALS: [&str; 2] = ["-wal", "-journal"];

/// Creates the library's file with its schema, unless it exists. Several processes may call this at the same time.
pub(in crate::engine) async fn create_missing(path: &Path, migrations: &[Migration]) -> Result<(), Error> {
    if path.exists() {
        return Ok(());
    }
    let folder = folder_of(path);
    let lock = File::open(folder).map_err(at(folder))?;
    // Held until this function returns: a second process waits here, and then finds the file of the first.
    lock.lock().map_err(at(folder))?;
    if path.exists() {
        return Ok(());
    }
    if path.is_symlink() {
        return Err(Error::Other(format!(
            "{} is a link to a file that is missing. Is its disk mounted?",
            path.display()
        )));
    }
    if let Some(left) = left_over(path) {
        return Err(Error::Other(format!(
            "{} is missing, but {} is left over from it. Move the file back. To restore a backup with carrel restore, or \
             to start with an empty library, move {} away",
            path.display(),
            left.display(),
            left.display()
        )));
    }
    let fresh = with_ending(path, ".new");
    // Left over from a start that was interrupted.
    for ending in ["", "-journal"] {
        drop(std::fs::remove_file(with_ending(&fresh, ending)));
    }
    let created = fill(&fresh, migrations).await;
    if created.is_err() {
        drop(std::fs::remove_file(&fresh));
    }
    created?;
    std::fs::rename(&fresh, path).map_err(at(path))?;
    lock.sync_all().map_err(at(folder))
}

/// Creates a file with the schema, and syncs it.
async fn fill(fresh: &Path, migrations: &[Migration]) -> Result<(), Error> {
    // It will contain personal data, so only its owner may read it. SQLite gives its other files the same mode.
    let file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(fresh);
    let file = file.map_err(at(fresh))?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let sqlite = rusqlite::Connection::open_with_flags(fresh, flags)?;
    // The file is not durable before it has its name, so its transactions need not be.
    sqlite
        .execute_batch("PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF")?;
    let mut connection = Connection::new(Inner::Sqlite(sqlite));
    migrations::run(&mut connection, migrations).await?;
    drop(connection);
    file.sync_all().map_err(at(fresh))
}

/// Refuses a library's file without content.
pub(in crate::engine) fn refuse_empty(path: &Path) -> Result<(), Error> {
    let is_empty = path.metadata().is_ok_and(|file| file.len() == 0);
    if !is_empty {
        return Ok(());
    }
    Err(Error::Other(format!(
        "{} is empty: the library in it is lost, by a fault of the disk or by another program. Keep a copy of its folder, \
         then restore the last backup with carrel restore. To start with an empty library, move the file away",
        path.display()
    )))
}

/// A file with changes of a database that is gone.
pub(in crate::engine) fn left_over(path: &Path) -> Option<PathBuf> {
    let mut journals = JOURNALS.iter().map(|ending| with_ending(path, ending));
    journals.find(|journal| journal.exists())
}

pub(in crate::engine) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

pub(in crate::engine) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut file = path.as_os_str().to_owned();
    file.push(ending);
    file.into()
}

fn at(path: &Path) -> impl Fn(io::Error) -> Error + '_ {
    |error| Error::Other(format!("{}: {error}", path.display()))
}
