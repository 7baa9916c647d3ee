//! The format of instants in JSON.

use jiff::Timestamp;

/// A stored instant as RFC 3339 text in UTC, with milliseconds.
pub(crate) fn time(milliseconds: i64) -> String {
    let instant = Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::UNIX_EPOCH);
    format!("{instant:.3}")
}
