//! Bulk edits: one change of many books, shown before it is made, made by a job, and undone on demand.
//!
//! The chosen books are recorded when an edit begins. Each batch of books is one transaction, which also removes them from
//! those that wait: an edit that was interrupted goes on with the next book, and changes none twice.

mod book;
mod choose;
mod manage;
mod preview;
mod run;
mod start;
mod undo;
mod work;

pub use choose::ChosenBooks;
pub use manage::{RefusedBook, act, find, list, refused};
pub use preview::{FieldChange, Preview, PreviewedBook, preview};
pub use run::{follow, remove_old, work_on_next};
pub use start::start;
