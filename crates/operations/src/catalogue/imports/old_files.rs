//! Removes the files of imports that ended long ago.

use carrel_domain::catalogue::imports::ImportId;
use carrel_storage::imports;
use jiff::Timestamp;

use super::files::{folder, on_a_thread};
use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// How long a file stays after its import has ended, in milliseconds.
const KEPT_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// Removes the files of imports that ended long ago, and those without an import. Returns how many.
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
    let folder = folder.to_owned();
    on_a_thread(move || {
        let mut removed = 0;
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let number = name
                .to_str()
                .and_then(|name| name.parse().ok())
                .map(ImportId::new);
            let Some(id) = number else { continue };
            let is_kept = known.iter().any(|(one, ended)| *one == id && !ended);
            if !is_kept && std::fs::remove_file(entry.path()).is_ok() {
                removed += 1;
            }
        }
        Ok(removed)
    })
    .await
}
