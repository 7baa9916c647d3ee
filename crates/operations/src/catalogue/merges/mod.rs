//! Merging duplicate books: what one has moves to the kept one, and its address leads there.

mod facts;
mod preview;
mod write;

pub use carrel_storage::merges::Holdings;
pub use preview::{MergePreview, PreviewedMerge, preview};
pub use write::{Merge, merge};
