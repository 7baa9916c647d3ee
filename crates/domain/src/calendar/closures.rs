//! The days on which the library is closed.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// The length of the search for an open day: a year and a day, so that the search ends even if every day is closed.
const SEARCH_DAYS: usize = 366;

/// A day on which the library is closed, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Closure {
    /// The closed day.
    pub date: Date,
    /// The reason as shown, for example "Winter break".
    pub name: String,
}

/// The days on which the library is closed, every week or on a date.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calendar {
    /// Closed every week, Monday first.
    pub closed_weekdays: [bool; 7],
    /// Closed on these days, in any order.
    pub closures: Vec<Closure>,
}

impl Calendar {
    /// Whether the library is closed on a day.
    pub fn is_closed(&self, date: Date) -> bool {
        let weekday = usize::try_from(date.weekday().to_monday_zero_offset()).expect("0 to 6");
        self.closed_weekdays[weekday] || self.closures.iter().any(|closure| closure.date == date)
    }

    /// The closed days later than `after` and not later than `until`, in order.
    pub fn closed_days_between(&self, after: Date, until: Date) -> Vec<Date> {
        days_from(after, Date::tomorrow)
            .skip(1)
            .take_while(|date| *date <= until)
            .filter(|date| self.is_closed(*date))
            .collect()
    }

    /// The first open day on or after a day; `None` when the library stays closed for a year.
    pub fn next_open(&self, date: Date) -> Option<Date> {
        days_from(date, Date::tomorrow)
            .take(SEARCH_DAYS)
            .find(|date| !self.is_closed(*date))
    }

    /// The last open day on or before a day; `None` when the library was closed for a year.
    pub fn previous_open(&self, date: Date) -> Option<Date> {
        days_from(date, Date::yesterday)
            .take(SEARCH_DAYS)
            .find(|date| !self.is_closed(*date))
    }
}

/// A day and the days after it by `step`, within the range of dates.
fn days_from(date: Date, step: impl Fn(Date) -> Result<Date, jiff::Error>) -> impl Iterator<Item = Date> {
    std::iter::successors(Some(date), move |date| step(*date).ok())
}
