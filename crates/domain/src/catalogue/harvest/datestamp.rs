//! Datestamps: days, or instants to the second, in UTC.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

/// The precision of a datestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Granularity {
    /// `YYYY-MM-DD`
    Day,
    /// `YYYY-MM-DDThh:mm:ssZ`
    Second,
}

/// A datestamp of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Datestamp {
    pub granularity: Granularity,
    /// Its first millisecond.
    pub first_ms: i64,
    /// Its last millisecond.
    pub last_ms: i64,
}

impl Datestamp {
    /// Reads a datestamp. Other notations of ISO 8601 are none.
    pub fn parse(text: &str) -> Option<Self> {
        const DAY: &str = "0000-00-00";
        const SECOND: &str = "0000-00-00T00:00:00Z";
        if has_form(text, DAY) {
            let day: Date = text.parse().ok()?;
            let first_ms = millisecond(day.to_datetime(jiff::civil::Time::midnight()));
            Some(Datestamp {
                granularity: Granularity::Day,
                first_ms,
                last_ms: first_ms + 86_399_999,
            })
        } else if has_form(text, SECOND) {
            let instant: DateTime = text.strip_suffix('Z')?.parse().ok()?;
            let first_ms = millisecond(instant);
            Some(Datestamp {
                granularity: Granularity::Second,
                first_ms,
                last_ms: first_ms + 999,
            })
        } else {
            None
        }
    }
}

/// Whether a text has digits where the form has `0`, and its other characters elsewhere.
fn has_form(text: &str, form: &str) -> bool {
    text.len() == form.len()
        && text
            .bytes()
            .zip(form.bytes())
            .all(|(byte, expected)| match expected {
                b'0' => byte.is_ascii_digit(),
                other => byte == other,
            })
}

/// The last days of the year 9999 are beyond the largest instant, which stands for them.
fn millisecond(instant: DateTime) -> i64 {
    let zoned = instant.to_zoned(TimeZone::UTC);
    let instant = zoned.map_or(Timestamp::MAX, |zoned| zoned.timestamp());
    instant.as_millisecond()
}

/// An instant as a datestamp to the second.
pub fn datestamp_text(instant: Timestamp) -> String {
    let floor_ms = instant.as_millisecond().div_euclid(1000) * 1000;
    let floor = Timestamp::from_millisecond(floor_ms).unwrap_or(instant);
    floor.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
