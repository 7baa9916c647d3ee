//! The errors of the crate.

/// The index could not be read or written. A typed query never causes it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The engine failed: a full disk, a lost file, or a second writer on the same directory.
    #[error("search index: {0}")]
    Engine(#[from] tantivy::TantivyError),
    /// The directory could not be created, read or cleared.
    #[error("search index directory: {0}")]
    Directory(#[from] std::io::Error),
    /// The note of a commit, with the position, could not be written.
    #[error("search index commit note: {0}")]
    Note(#[from] serde_json::Error),
}
