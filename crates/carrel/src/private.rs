//! The files of a library are private: they contain personal data and password hashes.

use std::fs::{Permissions, read_dir, set_permissions, symlink_metadata};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use carrel_storage::engine::Options;
use rustix::fs::Mode;

use crate::configuration::Data;

/// The rights of all accounts but the owner's.
const OTHERS: u32 = 0o077;

/// Makes every file that this process creates private from its creation on: mode 600, and 700 for folders. Must be called
/// before the process has threads.
pub fn restrict_new_files() {
    rustix::process::umask(Mode::RWXG | Mode::RWXO);
}

/// Removes the rights of other accounts from the existing files of a library, and logs a warning for each file that had
/// some: a copied folder often has the rights that its copy was made with.
pub fn restrict_existing_files(data: &Data) {
    for path in files_of(data) {
        // Not of the file that a link refers to: it may be shared on purpose.
        let Ok(metadata) = symlink_metadata(&path) else {
            continue;
        };
        let mode = metadata.permissions().mode() & 0o7777;
        if metadata.is_symlink() || mode & OTHERS == 0 {
            continue;
        }
        let restricted = mode & !OTHERS;
        let was = format!("{mode:03o}");
        match set_permissions(&path, Permissions::from_mode(restricted)) {
            Ok(()) => tracing::warn!(
                path = %path.display(), was, is = format!("{restricted:03o}"),
                "other accounts had rights to a file of the library; they were removed"
            ),
            Err(error) => tracing::warn!(
                path = %path.display(), mode = was, %error,
                "other accounts have rights to a file of the library, which could not be removed"
            ),
        }
    }
}

/// The files and folders of a library: the key file, and in its data folder the database, with the files beside it and older
/// databases that were kept, and the search index.
fn files_of(data: &Data) -> Vec<PathBuf> {
    let mut files = vec![data.index_dir(), data.index_note(), data.key_file.clone()];
    if let Options::Sqlite { path } = &data.database {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let entries = read_dir(&data.dir).into_iter().flatten().flatten();
        let is_database = |path: &PathBuf| {
            let found = path.file_name().unwrap_or_default().to_string_lossy();
            found.starts_with(&*name)
        };
        files.extend(entries.map(|entry| entry.path()).filter(is_database));
    }
    files
}

/// Whether other accounts than the owner's group may enter a folder or list it.
pub fn others_may_enter(folder: &Path) -> bool {
    folder
        .metadata()
        .is_ok_and(|metadata| metadata.permissions().mode() & 0o007 != 0)
}
