//! Removes the files of imports that ended long ago.

use std::fs::DirEntry;
use std::time::{Duration, SystemTime};

use carrel_domain::imports::ImportId;
use carrel_storage::{import_rows, imports};
use jiff::Timestamp;

use super::files::{ARRIVING, folder, on_a_thread};
use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// How long a file stays after its import has ended, in milliseconds.
const KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// How long a file can be arriving; an older one belongs to a process that died.
const ARRIVING_FOR: Duration = Duration::from_hours(24);

/// Removes the files of imports that ended long ago, those without an import, and those that never arrived, and the findings of
/// people. Returns how many files.
pub async fn remove_old_files(library: &Library, now: Timestamp) -> Result<u64> {
    let Ok(folder) = folder(library) else { return Ok(0) };
    let before = now.as_millisecond() - KEPT_MS;
    let known = library
        .database
        .read(&before, |connection, before| {
            Box::pin(imports::ended_before(connection, *before))
        })
        .await
        .map_err(Error::Storage)?;
    library
        .database
        .write(before, |transaction, before| {
            Box::pin(import_rows::forget_ended_before(transaction, *before))
        })
        .await
        .map_err(Error::Storage)?;
    let folder = folder.to_owned();
    let now = SystemTime::from(now);
    on_a_thread(move || {
        let mut removed = 0;
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let number = name
                .to_str()
                .and_then(|name| name.parse().ok())
                .map(ImportId::new);
            let is_kept = match number {
                Some(id) => known.iter().any(|(one, ended)| *one == id && !ended),
                None => !never_arrived(&entry, now),
            };
            if !is_kept && std::fs::remove_file(entry.path()).is_ok() {
                removed += 1;
            }
        }
        Ok(removed)
    })
    .await
}

/// Whether a file began to arrive so long ago that it never will.
fn never_arrived(entry: &DirEntry, now: SystemTime) -> bool {
    let begins = entry
        .file_name()
        .to_str()
        .is_some_and(|name| name.starts_with(ARRIVING));
    let modified = entry.metadata().and_then(|facts| facts.modified()).ok();
    let age = modified.and_then(|modified| now.duration_since(modified).ok());
    begins && age.is_some_and(|age| age > ARRIVING_FOR)
}
