//! The size of a generated library, its result, and its errors.

use carrel_operations::Error;
use carrel_storage::engine::LoadError;
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// The size of the library, and the seed of its random data.
#[derive(Debug, Clone)]
pub struct Scale {
    pub books: u64,
    pub users: u64,
    /// Borrowings of two years, some of them open.
    pub loans: u64,
    /// The percentage of books that came with a MARC record.
    pub marc_percent: u64,
    pub seed: u64,
    /// The start of the day before which everything happens.
    pub now: Timestamp,
}

/// The credentials of the generated accounts. Without them no account can sign in.
#[derive(Debug, Clone)]
pub struct SignIn {
    /// The e-mail address of an administrator, who is added to the generated people.
    pub admin_email: Option<String>,
    /// The password of all accounts.
    pub password: String,
}

/// The numbers of generated rows.
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

/// The reason why nothing was generated.
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

/// The start in UTC of the day `YYYY-MM-DD`, or of the day of `now`. `None` when the text is not a date.
pub fn beginning_of(day: Option<&str>, now: Timestamp) -> Option<Timestamp> {
    let day = match day {
        Some(day) => day.parse().ok()?,
        None => now.to_zoned(TimeZone::UTC).date(),
    };
    TimeZone::UTC.to_timestamp(day.at(0, 0, 0, 0)).ok()
}
