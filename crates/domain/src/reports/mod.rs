//! Reports for administrators: periods of civil days, and the assignment of events to the days, hours and months of
//! the library's zone.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Serialize;

use crate::calendar::days_between;

/// The length of a quarter of an hour in milliseconds. The offset of each of today's zones from UTC is a whole number
/// of quarters, so that no quarter belongs to two days or two hours.
pub const QUARTER_MS: i64 = 15 * 60 * 1000;

/// Civil days from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    from: Date,
    to: Date,
}

/// Why two days are not a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum PeriodError {
    /// The last day is before the first.
    #[error("reversed")]
    Reversed,
    /// More days than [`Period::LONGEST`].
    #[error("too_long")]
    TooLong,
    /// A day before 1980 or after 2999.
    #[error("out_of_range")]
    OutOfRange,
}

impl Period {
    /// The maximum length of a period in days: three years.
    pub const LONGEST: i64 = 1_096;

    /// Creates the period from `from` to `to`.
    pub fn new(from: Date, to: Date) -> Result<Self, PeriodError> {
        if from > to {
            return Err(PeriodError::Reversed);
        }
        if !(1980..=2999).contains(&from.year()) || !(1980..=2999).contains(&to.year()) {
            return Err(PeriodError::OutOfRange);
        }
        let period = Period { from, to };
        if period.days() > Period::LONGEST {
            return Err(PeriodError::TooLong);
        }
        Ok(period)
    }

    /// The first day.
    pub fn from(self) -> Date {
        self.from
    }

    /// The last day.
    pub fn to(self) -> Date {
        self.to
    }

    /// The number of days.
    pub fn days(self) -> i64 {
        days_between(self.from, self.to) + 1
    }

    /// The period of the same length right before it.
    #[must_use]
    pub fn before(self) -> Period {
        let back = |date: Date, days: i64| add_days(date, -days);
        Period {
            from: back(self.from, self.days()),
            to: back(self.from, 1),
        }
    }

    /// The start (inclusive) and the end (exclusive) of the period in a zone, in milliseconds.
    pub fn span(self, zone: &TimeZone) -> (i64, i64) {
        (
            start_of_day(self.from, zone),
            start_of_day(add_days(self.to, 1), zone),
        )
    }

    /// The days, in order.
    pub fn dates(self) -> impl Iterator<Item = Date> {
        (0..self.days()).map(move |days| add_days(self.from, days))
    }

    /// The first days of its months, in order.
    pub fn months(self) -> impl Iterator<Item = Date> {
        let first = |date: Date| date.first_of_month();
        std::iter::successors(Some(first(self.from)), move |month| {
            Some(first(add_days(month.last_of_month(), 1))).filter(|next| *next <= self.to)
        })
    }

    /// Sums counts per day: `counted` has quarters of an hour since 1970, each with its count.
    pub fn by_day(self, zone: &TimeZone, counted: &[(i64, i64)]) -> Vec<u64> {
        let mut days = vec![0; usize::try_from(self.days()).unwrap_or(0)];
        for (quarter, count) in counted {
            let day = days_between(self.from, civil(*quarter, zone).date());
            if let Some(day) = usize::try_from(day).ok().and_then(|day| days.get_mut(day)) {
                *day += count.unsigned_abs();
            }
        }
        days
    }
}

/// Sums counts per weekday and hour, from Monday and from midnight in the zone.
pub fn by_hour(zone: &TimeZone, counted: &[(i64, i64)]) -> [[u64; 24]; 7] {
    let mut hours = [[0; 24]; 7];
    for (quarter, count) in counted {
        let at = civil(*quarter, zone);
        let weekday = usize::from(at.weekday().to_monday_zero_offset().unsigned_abs());
        let hour = usize::from(at.hour().unsigned_abs());
        hours[weekday][hour] += count.unsigned_abs();
    }
    hours
}

/// The first day of the month to which a quarter of an hour since 1970 belongs.
pub fn month_of(quarter: i64, zone: &TimeZone) -> Date {
    civil(quarter, zone).date().first_of_month()
}

/// Classes of overdue borrowings by days overdue, each with its first and last day; the last class has no end.
pub const AGES: [(u16, Option<u16>); 5] = [
    (1, Some(7)),
    (8, Some(14)),
    (15, Some(30)),
    (31, Some(90)),
    (91, None),
];

/// The earliest due instant of each class of [`AGES`] except the last, in milliseconds.
pub fn age_floors(today: Date, zone: &TimeZone) -> [i64; 4] {
    [7, 14, 30, 90].map(|days| overdue_since(days, today, zone))
}

/// A borrowing that is overdue for more than `days` days was due before this instant, in milliseconds.
pub fn overdue_since(days: i64, today: Date, zone: &TimeZone) -> i64 {
    start_of_day(add_days(today, -days), zone)
}

fn civil(quarter: i64, zone: &TimeZone) -> jiff::civil::DateTime {
    let at = Timestamp::from_millisecond(quarter.saturating_mul(QUARTER_MS));
    zone.to_datetime(at.unwrap_or(Timestamp::UNIX_EPOCH))
}

fn add_days(date: Date, days: i64) -> Date {
    date.saturating_add(jiff::Span::new().days(days))
}

/// The first instant of a day. Where clocks jump over midnight, the day begins right after the jump.
fn start_of_day(date: Date, zone: &TimeZone) -> i64 {
    let start = date.to_zoned(zone.clone());
    start.map_or(0, |start| start.timestamp().as_millisecond())
}
