//! Opening a library for a command.

use std::error::Error;
use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::Path;

use carrel_operations::core::key_file::KeyFile;
use carrel_operations::upkeep::backup;
use carrel_operations::{Library, Limits, PasswordCost};
use carrel_search::Index;
use carrel_storage::engine::Options;
use carrel_storage::{Database, migrations};

use crate::configuration::Data;
use crate::private;

/// Creates the data folder if it does not exist, readable only for its owner: it contains personal data.
pub fn make_folder(data: &Data) -> Result<(), Box<dyn Error>> {
    let made = make_durable_folder(&data.dir);
    made.map_err(|error| {
        format!(
            "the data folder {} cannot be created: {error}",
            data.dir.display()
        )
        .into()
    })
}

/// Opens the library for a server: creates its folder and opens its index.
pub async fn for_serving(data: &Data, limits: Limits) -> Result<Library, Box<dyn Error>> {
    make_folder(data)?;
    // First of all, so that a process that is refused has changed nothing.
    let note = take_index(data)?;
    refuse_lost(data)?;
    private::restrict_existing_files(data);
    let database = Database::open(&data.database).await?;
    let index = own_index(data, note, &backup::data_id(&database).await?)?;
    let library = Library::open(database, index, limits, PasswordCost::Standard).await?;
    Ok(library
        .with_keys(KeyFile::at(data.key_file.clone()))
        .with_import_files(data.imports_dir()))
}

/// Creates a missing folder, and syncs its parent: otherwise a power failure could remove the folder with everything
/// that was synced inside.
fn make_durable_folder(dir: &Path) -> std::io::Result<()> {
    let whole = std::path::absolute(dir)?;
    let new: Vec<&Path> = whole.ancestors().take_while(|folder| !folder.exists()).collect();
    DirBuilder::new().recursive(true).mode(0o700).create(&whole)?;
    for parent in new.iter().filter_map(|folder| folder.parent()) {
        File::open(parent)?.sync_all()?;
    }
    Ok(())
}

/// The lock file of the search index: one process at a time writes the index.
fn take_index(data: &Data) -> Result<File, Box<dyn Error>> {
    let path = data.index_note();
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let cannot =
        |error: std::io::Error| format!("the search index cannot be taken by {}: {error}", path.display());
    let note = options.open(&path).map_err(cannot)?;
    match note.try_lock() {
        Ok(()) => Ok(note),
        Err(TryLockError::WouldBlock) => Err(format!(
            "another process has the search index in {} open. A running server updates the index by itself; stop it \
             first, or give each server a --data-dir of its own",
            data.dir.display()
        )
        .into()),
        Err(TryLockError::Error(error)) => Err(cannot(error).into()),
    }
}

/// A library whose database file is missing, but whose search index is there, was lost, as by an incomplete copy of its
/// folder. It is not replaced by a new library, which anybody with the link in the log could set up.
fn refuse_lost(data: &Data) -> Result<(), Box<dyn Error>> {
    let Options::Sqlite { path } = &data.database else {
        return Ok(());
    };
    if path.exists() || !data.index_dir().exists() {
        return Ok(());
    }
    Err(format!(
        "{} is missing, but the search index of a library is beside it. Move the file back, or restore a backup with \
         carrel restore. To start with an empty library, move {} away",
        path.display(),
        data.index_dir().display()
    )
    .into())
}

/// The search index of this data. An index of other data, left behind by a library that was replaced, is removed: its
/// change numbers mean nothing for this data.
fn own_index(data: &Data, mut note: File, data_id: &str) -> Result<Index, Box<dyn Error>> {
    let mut noted = String::new();
    note.read_to_string(&mut noted)?;
    if noted != data_id {
        match std::fs::remove_dir_all(data.index_dir()) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                let index = data.index_dir();
                return Err(format!("the old search index {} stays: {error}", index.display()).into());
            }
            _ => {}
        }
        note.set_len(0)?;
        note.seek(SeekFrom::Start(0))?;
        note.write_all(data_id.as_bytes())?;
    }
    // The lock is held until the process ends.
    Box::leak(Box::new(note));
    Ok(Index::open(&data.index_dir())?)
}

/// Opens an existing library beside a running server, without using the server's index and without changing its schema.
pub async fn for_command(data: &Data) -> Result<Library, Box<dyn Error>> {
    refuse_other_schema(data).await?;
    without_index(Database::attach(&data.database).await?).await
}

/// Opens a library that may be new, to create its first account.
pub async fn for_account(data: &Data) -> Result<Library, Box<dyn Error>> {
    refuse_lost(data)?;
    without_index(Database::open(&data.database).await?).await
}

async fn without_index(database: Database) -> Result<Library, Box<dyn Error>> {
    Ok(Library::open(
        database,
        Index::in_memory()?,
        Limits::default(),
        PasswordCost::Standard,
    )
    .await?)
}

/// A missing library is a usage error of a command, which must not create one.
pub fn refuse_missing(data: &Data) -> Result<(), Box<dyn Error>> {
    let Options::Sqlite { path } = &data.database else {
        return Ok(());
    };
    match path.try_exists() {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!(
            "there is no library at {}; use --data-dir or --database-url",
            path.display()
        )
        .into()),
        Err(error) => Err(format!("{} cannot be read: {error}", path.display()).into()),
    }
}

/// Refuses a missing library, and one whose schema this version does not know or would have to upgrade: only a server
/// does that, so that a wrong address of a command changes nothing.
pub async fn refuse_other_schema(data: &Data) -> Result<(), Box<dyn Error>> {
    refuse_missing(data)?;
    let database = Database::attach(&data.database).await?;
    let read = database.read(&(), |connection, ()| Box::pin(migrations::verified(connection)));
    match read.await? {
        0 => Err("there is no library in the database; use --data-dir or --database-url".into()),
        schema if schema < migrations::newest() => Err(format!(
            "the library is of an older version of Carrel (schema {schema}, this one knows {}). Make a backup, and start \
             the server, which upgrades it",
            migrations::newest()
        )
        .into()),
        _ => Ok(()),
    }
}
