//! Why a secret cannot be encrypted or decrypted.

use std::io;
use std::path::PathBuf;

/// Why a secret cannot be encrypted or decrypted. The messages are for the operator.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    #[error("there is no key file")]
    NoFile,
    #[error("the key file {path} is missing")]
    Missing { path: PathBuf },
    #[error("the key file {path} cannot be read or written: {error}")]
    File { path: PathBuf, error: io::Error },
    #[error("the key file {path} is damaged: each line must be a key of 64 hexadecimal digits")]
    Malformed { path: PathBuf },
    #[error("the key {id} of the secrets is not in the key file {path}")]
    OtherKey { path: PathBuf, id: String },
    #[error("a secret in the database is damaged: {place}")]
    Damaged { place: String },
}
