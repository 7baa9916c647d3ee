//! The format of instants in JSON.

use jiff::Timestamp;

/// An instant as RFC 3339 text in UTC, with milliseconds.
pub(crate) fn time(instant: Timestamp) -> String {
    format!("{instant:.3}")
}

/// The same of a stored instant, in milliseconds.
pub(crate) fn stored_time(milliseconds: i64) -> String {
    time(Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::UNIX_EPOCH))
}
