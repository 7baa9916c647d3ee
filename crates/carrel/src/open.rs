//! Opening a library for a command.

use std::error::Error;
use std::io::ErrorKind;

use carrel_operations::{Library, Limits, PasswordCost, backup};
use carrel_search::Index;
use carrel_storage::Database;
use carrel_storage::engine::Options;

use crate::configuration::Data;

/// Opens the library for a server: its folder is made, its index opened.
pub async fn for_serving(data: &Data, limits: Limits) -> Result<Library, Box<dyn Error>> {
    std::fs::create_dir_all(&data.dir)
        .map_err(|error| format!("the data folder {} cannot be made: {error}", data.dir.display()))?;
    let database = Database::open(&data.database).await?;
    let index = own_index(data, &backup::data_id(&database).await?)?;
    Ok(Library::open(database, index, limits, PasswordCost::Standard).await?)
}

/// The search index of this making of the data. One of another making, left behind by a library that was replaced, is
/// removed: its numbers say nothing about this one.
fn own_index(data: &Data, data_id: &str) -> Result<Index, Box<dyn Error>> {
    let note = data.dir.join("search-of");
    let noted = std::fs::read_to_string(&note).unwrap_or_default();
    if noted != data_id {
        match std::fs::remove_dir_all(data.index_dir()) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(format!(
                    "the old search index {} stays: {error}",
                    data.index_dir().display()
                )
                .into());
            }
            _ => std::fs::write(&note, data_id)?,
        }
    }
    Ok(Index::open(&data.index_dir())?)
}

/// Opens an existing library beside a server that may be running: its index is left alone.
pub async fn for_command(data: &Data) -> Result<Library, Box<dyn Error>> {
    refuse_missing(data)?;
    for_account(data).await
}

/// Opens a library that may be new, to make its first account.
pub async fn for_account(data: &Data) -> Result<Library, Box<dyn Error>> {
    let database = Database::open(&data.database).await?;
    Ok(Library::open(
        database,
        Index::in_memory()?,
        Limits::default(),
        PasswordCost::Standard,
    )
    .await?)
}

/// A library that is not there is a mistake of the command line, not a library to make.
pub fn refuse_missing(data: &Data) -> Result<(), Box<dyn Error>> {
    match &data.database {
        Options::Sqlite { path } if !path.exists() => Err(format!(
            "there is no library at {}; tell --data-dir or --database-url",
            path.display()
        )
        .into()),
        _ => Ok(()),
    }
}
