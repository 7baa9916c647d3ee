//! The format of a backup: its first line, its lines about tables, its last line, and its errors.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;

use carrel_storage::engine::LoadError;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The version of the file format.
pub(super) const FORMAT: u32 = 1;

/// The first line of a backup, which describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// The version of the file format.
    pub carrel_backup: u32,
    /// The version of Carrel that wrote it.
    pub version: String,
    /// The number of the last migration of the library.
    pub schema: i64,
    /// The engine of the library.
    pub engine: String,
    /// The instant of the backup.
    pub created_at: Timestamp,
}

#[derive(Serialize, Deserialize)]
pub(super) struct TableLine<'a> {
    #[serde(borrow)]
    pub(super) table: Cow<'a, str>,
    pub(super) columns: Vec<String>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct EndLine {
    pub(super) rows: BTreeMap<String, u64>,
    pub(super) sha256: String,
}

/// How many rows of each table a backup has.
pub type RowCounts = BTreeMap<String, u64>;

/// Why a backup could not be made or restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("there is no library in the database")]
    NoLibrary,
    #[error("this is not a backup of Carrel")]
    NotABackup,
    #[error("the backup is damaged: {0}")]
    Damaged(String),
    #[error("the backup is cut off: its last line is missing")]
    CutOff,
    #[error("the backup was written by a newer version of Carrel ({version}, schema {schema})")]
    TooNew { version: String, schema: i64 },
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Storage(#[from] carrel_storage::Error),
    #[error(transparent)]
    File(#[from] io::Error),
}

impl carrel_storage::Failure for BackupError {
    fn as_storage(&self) -> Option<&carrel_storage::Error> {
        match self {
            BackupError::Storage(error) => Some(error),
            _ => None,
        }
    }
}
