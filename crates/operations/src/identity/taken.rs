//! Unique values of people.

use crate::core::error::{Conflict, Error};

/// Maps a violated unique index of users to its conflict.
pub(crate) fn taken(error: carrel_storage::Error) -> Error {
    if error.is_unique_on("email_key") {
        Conflict::EmailTaken.into()
    } else if error.is_unique_on("student_id_key") {
        Conflict::StudentIdTaken.into()
    } else {
        error.into()
    }
}
