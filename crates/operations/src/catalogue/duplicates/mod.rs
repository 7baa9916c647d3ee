//! Duplicate books: a job searches the catalogue for them every night and on demand, and staff decide about each group.
//!
//! The search reads the catalogue once for each part of the surnames, so that it compares few records at a time and its memory
//! does not grow with the catalogue. It writes only the groups that it finds. A search that was interrupted begins again.

mod manage;
mod search;

pub use carrel_storage::duplicates::Filter as DuplicateFilter;
pub use manage::{ListedGroup, Searches, decide, list, searches, start};
pub use search::{follow, start_nightly, work_on_next};
