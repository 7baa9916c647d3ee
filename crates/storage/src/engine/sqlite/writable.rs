//! Whether the embedded engine can write. Probes ask every few seconds, so nothing is written while all is well.

use std::fs::{File, remove_file};
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;

use rustix::fs::{Access, access};

use super::super::Error;
use super::super::disk_space::DiskSpace;
use super::file::folder_of;

/// With less free space than this, in bytes, a commit may fail: it appends the changed pages to the log of the database.
const LEAST_FREE: u64 = 1 << 20;

/// The file that is written after a failed write, to see whether the next one would succeed.
const PROBE: &str = ".carrel-probe";

/// The reason why writes to a database would fail, if any. `has_failed` is whether the last one did.
pub(in crate::engine) fn check(path: &Path, has_failed: bool) -> Result<(), Error> {
    let folder = folder_of(path);
    for place in [folder, path] {
        access(place, Access::WRITE_OK).map_err(|error| reason(place, &error.into()))?;
    }
    if DiskSpace::at(path).is_some_and(|space| space.free < LEAST_FREE) {
        return Err(Error::DiskFull);
    }
    if has_failed {
        let probe = folder.join(PROBE);
        let written = write(&probe);
        drop(remove_file(&probe));
        written.map_err(|error| reason(folder, &error))?;
    }
    Ok(())
}

fn write(probe: &Path) -> io::Result<()> {
    let mut file = File::create(probe)?;
    file.write_all(&[0; 4096])?;
    file.sync_all()
}

fn reason(place: &Path, error: &io::Error) -> Error {
    let words = format!("{}: {error}", place.display());
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Error::DiskFull,
        ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => Error::ReadOnly(words),
        _ => Error::DiskFailed(words),
    }
}
