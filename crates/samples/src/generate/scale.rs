//! What is generated, how much of it, and why not.

use carrel_operations::Error;
use carrel_storage::engine::LoadError;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// How much is made up, and of what random.
#[derive(Debug, Clone)]
pub struct Scale {
    pub books: u64,
    pub users: u64,
    /// Borrowings of two years, some of them open.
    pub loans: u64,
    pub seed: u64,
    /// The beginning of the day before which everything happens.
    pub now: Timestamp,
}

/// Who can sign in. Without it nobody can.
#[derive(Debug, Clone)]
pub struct SignIn {
    /// An administrator's e-mail address, beside the generated people.
    pub admin_email: Option<String>,
    /// The password of everybody.
    pub password: String,
}

/// What a library has been filled with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Generated {
    pub books: u64,
    pub copies: u64,
    pub users: u64,
    pub loans: u64,
    pub open_loans: u64,
    /// Open and past their due day.
    pub overdue_loans: u64,
    pub ledger_entries: u64,
    /// The address of the first student.
    pub student_email: Option<String>,
}

/// Why nothing was generated.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    #[error("borrowings need books and people")]
    NobodyToBorrow,
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Other(#[from] Error),
}

impl From<carrel_storage::Error> for GenerateError {
    fn from(error: carrel_storage::Error) -> Self {
        GenerateError::Other(error.into())
    }
}

/// The beginning of a day, told as `YYYY-MM-DD`, or of the one on which `now` lies; both in UTC. None when it is no day.
pub fn beginning_of(day: Option<&str>, now: Timestamp) -> Option<Timestamp> {
    let day = match day {
        Some(day) => day.parse().ok()?,
        None => now.to_zoned(TimeZone::UTC).date(),
    };
    TimeZone::UTC.to_timestamp(day.at(0, 0, 0, 0)).ok()
}
