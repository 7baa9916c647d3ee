//! Conversion between instants and civil days of the library's time zone.

use std::sync::LazyLock;

use jiff::civil::Date;
use jiff::tz::{AmbiguousOffset, TimeZone, TimeZoneDatabase};
use jiff::{SignedDuration, Timestamp};

/// The time zones compiled into the program, so that results do not depend on files of the machine.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// The first instant of a civil day: midnight, or where clocks jump over it, the same time after the jump.
pub fn start_of_day(date: Date, zone: &TimeZone) -> Timestamp {
    let midnight = zone.to_ambiguous_timestamp(date.at(0, 0, 0, 0)).compatible();
    midnight.unwrap_or_else(|_| end_of_time(date))
}

/// The last second of a civil day, 23:59:59: the end of a due day.
///
/// Where clocks go back over midnight, 23:59:59 comes twice and the second one ends the day. Where they
/// jump over 23:59:59, the day ends in the last second before the jump; a day that a zone skipped
/// ends when the day before it ends.
pub fn end_of_day(date: Date, zone: &TimeZone) -> Timestamp {
    let ambiguous = zone.to_ambiguous_timestamp(date.at(23, 59, 59, 0));
    let instant = match ambiguous.offset() {
        AmbiguousOffset::Unambiguous { .. } | AmbiguousOffset::Fold { .. } => ambiguous.later(),
        AmbiguousOffset::Gap { .. } => {
            // With the offset before the jump, a time inside the jump falls just after it.
            let after_the_jump = ambiguous.later();
            after_the_jump.map(|instant| match zone.preceding(instant).next() {
                Some(jump) => jump.timestamp() - SignedDuration::from_secs(1),
                None => instant,
            })
        }
    };
    instant.unwrap_or_else(|_| end_of_time(date))
}

/// The instant for a day outside the range of instants, which only the very first and last days are.
fn end_of_time(date: Date) -> Timestamp {
    if date.year() < 0 {
        Timestamp::MIN
    } else {
        Timestamp::MAX
    }
}

/// The civil day of an instant in a zone.
pub fn civil_date(instant: Timestamp, zone: &TimeZone) -> Date {
    zone.to_datetime(instant).date()
}

/// Civil days from `from` to `to`; negative when `to` is earlier.
pub fn days_between(from: Date, to: Date) -> i64 {
    from.duration_until(to).as_hours() / 24
}

/// The zone of an IANA name such as `Europe/Berlin`, without regard to case; `None` for other texts.
pub fn parse_zone(name: &str) -> Option<TimeZone> {
    ZONES.get(name).ok().filter(|zone| !zone.is_unknown())
}
