//! What can go wrong.

/// The index could not be read or written. Nothing that a person types causes it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The engine failed: a full disk, a lost file, or a second writer on the same directory.
    #[error("search index: {0}")]
    Engine(#[from] tantivy::TantivyError),
    /// The directory could not be made, read or cleared.
    #[error("search index directory: {0}")]
    Directory(#[from] std::io::Error),
    /// The note of the last sequence could not be written.
    #[error("search index commit note: {0}")]
    Note(#[from] serde_json::Error),
}
