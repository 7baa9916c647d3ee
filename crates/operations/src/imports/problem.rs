//! The codes of problems for which an import ends, worded by those who show them.

use carrel_domain::imports::ImportKind;

use crate::core::error::{Error, Noun};
use crate::core::job_lease::passes;

pub(crate) const FILE_MISSING: &str = "file_missing";
pub(crate) const DISK_FULL: &str = "disk_full";
pub(crate) const NO_RECORDS: &str = "no_records";
pub(crate) const NO_TITLE_COLUMN: &str = "no_title_column";
pub(crate) const NO_PERSON_COLUMN: &str = "no_person_column";
pub(crate) const NO_LOAN_COLUMN: &str = "no_loan_column";
pub(crate) const NO_FINE_COLUMN: &str = "no_fine_column";
pub(crate) const INTERNAL: &str = "internal";

/// Every code of a problem.
pub const PROBLEMS: [&str; 8] = [
    FILE_MISSING,
    DISK_FULL,
    NO_RECORDS,
    NO_TITLE_COLUMN,
    NO_PERSON_COLUMN,
    NO_LOAN_COLUMN,
    NO_FINE_COLUMN,
    INTERNAL,
];

/// The columns without which no record of this kind is valid are missing.
pub(super) fn of_columns(kind: ImportKind) -> &'static str {
    match kind {
        ImportKind::Books => NO_TITLE_COLUMN,
        ImportKind::Users => NO_PERSON_COLUMN,
        ImportKind::Loans => NO_LOAN_COLUMN,
        ImportKind::Fines => NO_FINE_COLUMN,
    }
}

/// Why an import that has failed with this error cannot go on; `None` when the failure passes.
pub(super) fn of(error: &Error) -> Option<&'static str> {
    match error {
        Error::NotFound(Noun::File) => Some(FILE_MISSING),
        Error::Storage(carrel_storage::Error::DiskFull) => Some(DISK_FULL),
        _ if passes(error) => None,
        _ => Some(INTERNAL),
    }
}
