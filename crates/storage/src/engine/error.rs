//! What can go wrong in a database, by kind, alike on both engines.

use rusqlite::ffi;
use tokio_postgres::error::SqlState;

/// A database failure, told by what the caller can do about it.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// A unique index refused the row. `what` names the index or the columns, as the engine reports them.
    #[error("already there: {what}")]
    Unique {
        /// The engine's name for what was violated.
        what: String,
    },
    /// A CHECK, NOT NULL or foreign key refused the row.
    #[error("refused by a constraint: {what}")]
    Constraint {
        /// The engine's name for what was violated.
        what: String,
    },
    /// Two transactions stood in each other's way; trying again is right.
    #[error("in the way of another transaction")]
    Contention,
    /// No room on the disk. Nothing of this transaction was kept; writes recover when there is room again.
    #[error("the disk is full")]
    DiskFull,
    /// The database cannot be reached, or is too busy to take more work now.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// A query that must find a row found none.
    #[error("no such row")]
    NoRow,
    /// Anything else: a defect here or a damaged database.
    #[error("database failure: {0}")]
    Other(String),
}

impl Error {
    /// Whether a unique index over `column` refused the row. Both engines' names contain the column's:
    /// SQLite says `table.column`, PostgreSQL the index, which the migrations name after it.
    pub fn is_unique_on(&self, column: &str) -> bool {
        matches!(self, Error::Unique { what } if what.contains(column))
    }
}

/// An error type of a use case: made from [`Error`], and able to show it, so that contention can be retried.
pub trait Failure: From<Error> + Send + 'static {
    /// The database failure inside, if that is what it is.
    fn as_storage(&self) -> Option<&Error>;
}

impl Failure for Error {
    fn as_storage(&self) -> Option<&Error> {
        Some(self)
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        let rusqlite::Error::SqliteFailure(code, message) = &error else {
            return match error {
                rusqlite::Error::QueryReturnedNoRows => Error::NoRow,
                other => Error::Other(other.to_string()),
            };
        };
        let what = message.clone().unwrap_or_default();
        match code.extended_code {
            ffi::SQLITE_CONSTRAINT_UNIQUE
            | ffi::SQLITE_CONSTRAINT_PRIMARYKEY
            | ffi::SQLITE_CONSTRAINT_ROWID => Error::Unique { what },
            _ => match code.code {
                ffi::ErrorCode::ConstraintViolation => Error::Constraint { what },
                ffi::ErrorCode::DatabaseBusy | ffi::ErrorCode::DatabaseLocked => {
                    Error::Unavailable("busy".to_owned())
                }
                ffi::ErrorCode::DiskFull => Error::DiskFull,
                _ => Error::Other(error.to_string()),
            },
        }
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Self {
        let Some(database) = error.as_db_error() else {
            return if error.is_closed() || is_io(&error) {
                Error::Unavailable(describe(&error))
            } else {
                Error::Other(describe(&error))
            };
        };
        let what = database.constraint().unwrap_or(database.message()).to_owned();
        match database.code() {
            &SqlState::UNIQUE_VIOLATION => Error::Unique { what },
            &SqlState::CHECK_VIOLATION | &SqlState::FOREIGN_KEY_VIOLATION | &SqlState::NOT_NULL_VIOLATION => {
                Error::Constraint { what }
            }
            &SqlState::T_R_SERIALIZATION_FAILURE | &SqlState::T_R_DEADLOCK_DETECTED => Error::Contention,
            &SqlState::DISK_FULL => Error::DiskFull,
            // Connection lost, server stopping, out of resources; then: a standby, and two kinds of too long a wait.
            code if code.code().starts_with("08")
                || code.code().starts_with("57")
                || code.code().starts_with("53")
                || matches!(code.code(), "25006" | "25P03" | "55P03") =>
            {
                Error::Unavailable(database.message().to_owned())
            }
            code => Error::Other(format!("{} ({})", database.message(), code.code())),
        }
    }
}

fn is_io(error: &tokio_postgres::Error) -> bool {
    std::error::Error::source(error).is_some_and(<dyn std::error::Error>::is::<std::io::Error>)
}

/// The error with its causes: the driver's own words alone are "db error" or "error connecting to server".
fn describe(error: &tokio_postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

impl From<deadpool_postgres::PoolError> for Error {
    fn from(error: deadpool_postgres::PoolError) -> Self {
        match error {
            deadpool_postgres::PoolError::Backend(backend) => match Error::from(backend) {
                unavailable @ Error::Unavailable(_) => unavailable,
                other => Error::Unavailable(other.to_string()),
            },
            other => Error::Unavailable(other.to_string()),
        }
    }
}
