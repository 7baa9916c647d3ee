//! Imports of books: a file is received and checked, brought in batch by batch, and can be taken out again.
//!
//! A file is read twice from its beginning: by the check, which writes only counts and findings, and when it is brought in.
//! Each batch of records is one transaction, which also counts the records that are done. So an import that was
//! interrupted goes on behind the last whole batch: no record is lost, and none is brought in twice.

mod analyse;
mod bring_in;
mod check;
pub(in crate::catalogue) mod facts;
mod files;
mod findings;
mod incoming;
mod manage;
pub(in crate::catalogue) mod marc_record;
mod matching;
mod new_copies;
mod old_files;
mod pace;
pub(crate) mod problem;
mod reader;
mod receive;
mod rejects;
mod run;
mod table_record;
mod undo;
mod update;
mod work;

pub use carrel_formats::table::BookColumn;
pub use files::Upload;
pub use manage::{Mapping, act, find, findings, list, local_findings, map};
pub use old_files::remove_old_files;
pub use problem::PROBLEMS;
pub use receive::{LocalFile, begin_upload, discard_local, finish_upload, leave_room, open_local};
pub use rejects::{Rejects, local_rejects, rejects};
pub use run::{follow, run_local, work_on_next};
