//! Imports: a file is received and checked, brought in batch by batch, and can be taken out again.
//!
//! A file is read twice from its beginning: by the check, which writes only counts and findings, and when it is brought in.
//! Each batch of records is one transaction, which also counts the records that are done. So an import that was
//! interrupted goes on behind the last whole batch: no record is lost, and none is brought in twice.
//!
//! Books and rows of other tables differ in what a record becomes: that of books is in [`crate::catalogue::imports`], and that of people
//! in [`crate::people`].

mod analyse;
mod files;
mod findings;
mod manage;
mod mapping;
mod old_files;
mod pace;
pub(crate) mod problem;
mod reader;
mod receive;
mod rejects;
mod row_work;
mod run;
mod work;

pub use carrel_formats::table::{BookColumn, RowColumn};
pub use files::Upload;
pub use manage::{act, find, findings, list, local_findings, map};
pub use mapping::Mapping;
pub use old_files::remove_old_files;
pub use problem::PROBLEMS;
pub use receive::{
    LocalFile, LocalOptions, begin_upload, discard_local, finish_upload, leave_room, open_local,
};
pub use rejects::{Rejects, local_rejects, rejects};
pub use run::{follow, run_local, work_on_next};
