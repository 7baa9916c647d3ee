//! Merging duplicate books: what one has moves to the kept one, and its address leads there; and undoing a merge.

mod facts;
mod list;
mod preview;
mod undo;
mod write;

pub use carrel_storage::merges::Holdings;
pub use list::{ListedMerge, list, remove_old};
pub use preview::{MergePreview, PreviewedMerge, preview};
pub use undo::{UndoneMerge, undo_merge};
pub use write::{Merge, Merged, merge};
