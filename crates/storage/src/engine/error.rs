//! Database errors, by kind, the same on both engines.

use deadpool::managed::PoolError;
use rusqlite::ffi;
use rustls::CertificateError;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::WasNull;

use super::Value;

/// A database failure, classified by how the caller can react.
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
    /// Two transactions collided; the caller should retry.
    #[error("in the way of another transaction")]
    Contention,
    /// No room on the disk. The transaction was rolled back; writes work again when there is room.
    #[error("the disk is full")]
    DiskFull,
    /// The disk could not be read, or the data on it is damaged, or it failed for another reason than lack of room. The
    /// transaction was rolled back.
    #[error("the disk failed: {0}")]
    DiskFailed(String),
    /// The disk did not confirm that a commit is durable. How much of it was written is unknown.
    #[error("the disk refused to make a write durable")]
    NotDurable,
    /// The database cannot be reached, or is too busy to take more work now.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// The database accepts reads and refuses writes: a standby, a server that an administrator made read-only, or a file
    /// that this process may only read.
    #[error("the database is read-only: {0}")]
    ReadOnly(String),
    /// A query that must find a row found none.
    #[error("no such row")]
    NoRow,
    /// A stored value that cannot be: a damaged database, or another program's work.
    #[error("stored data cannot be read: {0}")]
    Unreadable(String),
    /// Any other error: a defect here.
    #[error("database failure: {0}")]
    Other(String),
}

impl Error {
    /// The number of values differs from the number of placeholders.
    pub(super) fn wrong_number(placeholders: usize, values: &[Value<'_>]) -> Self {
        Error::Other(format!("{} values for {placeholders} placeholders", values.len()))
    }

    /// Whether a unique index over `column` refused the row. Both engines' names contain the column's:
    /// SQLite says `table.column`, PostgreSQL the index, which the migrations name after it.
    pub fn is_unique_on(&self, column: &str) -> bool {
        matches!(self, Error::Unique { what } if what.contains(column))
    }
}

/// An error type of a use case: can be made from [`Error`] and can return it, so that contention can be retried.
pub trait Failure: From<Error> + Send + 'static {
    /// The database failure inside, if there is one.
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
                error @ (rusqlite::Error::Utf8Error(..)
                | rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
                | rusqlite::Error::InvalidColumnType(..)) => Error::Unreadable(error.to_string()),
                other => Error::Other(other.to_string()),
            };
        };
        let what = message.clone().unwrap_or_default();
        match code.extended_code {
            ffi::SQLITE_CONSTRAINT_UNIQUE
            | ffi::SQLITE_CONSTRAINT_PRIMARYKEY
            | ffi::SQLITE_CONSTRAINT_ROWID => Error::Unique { what },
            // An exhausted quota is reported this way, and so is a shared-memory file that cannot grow.
            ffi::SQLITE_IOERR_WRITE | ffi::SQLITE_IOERR_SHMSIZE => Error::DiskFull,
            ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_DIR_FSYNC => Error::NotDurable,
            _ => match code.code {
                ffi::ErrorCode::ConstraintViolation => Error::Constraint { what },
                ffi::ErrorCode::DatabaseBusy | ffi::ErrorCode::DatabaseLocked => {
                    Error::Unavailable("busy".to_owned())
                }
                ffi::ErrorCode::DiskFull => Error::DiskFull,
                ffi::ErrorCode::ReadOnly => Error::ReadOnly(error.to_string()),
                // A disk that fails in the middle of a statement is also reported as a malformed database.
                ffi::ErrorCode::SystemIoFailure
                | ffi::ErrorCode::DatabaseCorrupt
                | ffi::ErrorCode::NotADatabase => {
                    Error::DiskFailed(format!("{error} ({})", code.extended_code))
                }
                // A damaged page can give a value any length.
                ffi::ErrorCode::TooBig => Error::Unreadable(error.to_string()),
                // Out of file descriptors, most likely, or of memory.
                ffi::ErrorCode::CannotOpen | ffi::ErrorCode::OutOfMemory => {
                    Error::Unavailable(error.to_string())
                }
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
            } else if is_unreadable(&error) {
                Error::Unreadable(describe(&error))
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
            // A file that is missing or cannot be read is reported as a failure of the system.
            &SqlState::DATA_CORRUPTED
            | &SqlState::INDEX_CORRUPTED
            | &SqlState::IO_ERROR
            | &SqlState::UNDEFINED_FILE => Error::DiskFailed(database.message().to_owned()),
            // What PostgreSQL calls internal includes damage that its checks do not expect, such as a lost part of a value.
            &SqlState::INTERNAL_ERROR => Error::Unreadable(database.message().to_owned()),
            &SqlState::READ_ONLY_SQL_TRANSACTION => Error::ReadOnly(database.message().to_owned()),
            // Connection lost, server stopping, out of resources; then two kinds of timeout.
            code if code.code().starts_with("08")
                || code.code().starts_with("57")
                || code.code().starts_with("53")
                || matches!(code.code(), "25P03" | "55P03") =>
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

/// Whether a column has a value that no row of ours has.
fn is_unreadable(error: &tokio_postgres::Error) -> bool {
    std::error::Error::source(error)
        .is_some_and(|cause| cause.is::<WasNull>() || cause.is::<std::str::Utf8Error>())
}

/// The error with its causes: the driver's own message alone is "db error" or "error connecting to server".
fn describe(error: &tokio_postgres::Error) -> String {
    if let Some(refused) = refused_certificate(error) {
        return refused;
    }
    match std::error::Error::source(error) {
        Some(cause) if cause.to_string() == "server does not support TLS" => {
            format!("{error}: {cause} (sslmode=disable in the address connects without it)")
        }
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

/// Why the server's certificate was refused, and how an administrator fixes it.
fn refused_certificate(error: &tokio_postgres::Error) -> Option<String> {
    let io = std::error::Error::source(error)?.downcast_ref::<std::io::Error>()?;
    let rustls::Error::InvalidCertificate(reason) = io.get_ref()?.downcast_ref()? else {
        return None;
    };
    Some(match reason {
        CertificateError::UnknownIssuer => {
            "the certificate of the PostgreSQL server is not signed by a trusted authority (see sslrootcert)"
                .to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "the certificate of the PostgreSQL server is for another host name than the address has"
                .to_owned()
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "the certificate of the PostgreSQL server has expired".to_owned()
        }
        other => format!("the certificate of the PostgreSQL server is refused: {other}"),
    })
}

impl From<PoolError<tokio_postgres::Error>> for Error {
    fn from(error: PoolError<tokio_postgres::Error>) -> Self {
        match error {
            PoolError::Backend(backend) => match Error::from(backend) {
                error @ (Error::Unavailable(_) | Error::ReadOnly(_)) => error,
                other => Error::Unavailable(other.to_string()),
            },
            other => Error::Unavailable(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::ffi;

    use super::Error;

    #[test]
    fn disk_failures_map_to_their_kinds() {
        let error_of = |code| Error::from(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None));
        for code in [
            ffi::SQLITE_FULL,
            ffi::SQLITE_IOERR_WRITE,
            ffi::SQLITE_IOERR_SHMSIZE,
        ] {
            assert!(matches!(error_of(code), Error::DiskFull), "{code}");
        }
        for code in [
            ffi::SQLITE_IOERR,
            ffi::SQLITE_IOERR_READ,
            ffi::SQLITE_IOERR_SHORT_READ,
            ffi::SQLITE_IOERR_FSTAT,
            ffi::SQLITE_IOERR_LOCK,
            ffi::SQLITE_CORRUPT,
            ffi::SQLITE_NOTADB,
        ] {
            assert!(matches!(error_of(code), Error::DiskFailed(_)), "{code}");
        }
        for code in [ffi::SQLITE_IOERR_FSYNC, ffi::SQLITE_IOERR_DIR_FSYNC] {
            assert!(matches!(error_of(code), Error::NotDurable), "{code}");
        }
        assert!(matches!(error_of(ffi::SQLITE_CANTOPEN), Error::Unavailable(_)));
        // A check that runs out of memory must not call the file damaged.
        assert!(matches!(error_of(ffi::SQLITE_NOMEM), Error::Unavailable(_)));
        assert!(matches!(error_of(ffi::SQLITE_MISUSE), Error::Other(_)));
    }
}
