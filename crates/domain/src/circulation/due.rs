//! The due date of a borrowing.

use std::collections::BTreeSet;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use serde::{Deserialize, Serialize};

use super::policy::{ClosedDayRule, LoanLengthSource, Terms};
use crate::calendar::{Calendar, civil_date, days_between, end_of_day};

/// A due date and its explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DueDate {
    /// The day at whose end the borrowing is due.
    pub date: Date,
    /// The closed days over which the due date moved, in order.
    pub moved_over: Vec<Date>,
    /// Whether the end of term cut the borrowing short.
    pub capped_by_term_end: bool,
    /// The loan length in days before closed days and the end of term.
    pub days: u16,
    /// Which rule gave the loan length.
    pub source: LoanLengthSource,
}

/// The due date of a book borrowed on a day.
///
/// A book's own period wins over the default loan length, not over a more specific policy; terms that
/// [`Terms::for_book`] returned have it already.
/// A date on a closed day moves as the policy says. It is never later than the latest due date (end of
/// term); if that day is closed, than the last open day before it. A latest due date before `borrowed_on` is
/// ignored. A due date is never before `borrowed_on`.
pub fn due_date(
    borrowed_on: Date,
    terms: &Terms,
    book_period_days: Option<u16>,
    calendar: &Calendar,
) -> DueDate {
    let terms = terms.for_book(book_period_days);
    due_after(borrowed_on, terms.loan_days, &terms, calendar)
}

/// The due date `days` after a day, by the terms' rule for closed days and latest due date; see [`due_date`].
pub(super) fn due_after(borrowed_on: Date, days: u16, terms: &Terms, calendar: &Calendar) -> DueDate {
    let source = terms.loan_length_source;
    let planned = borrowed_on.saturating_add(Span::new().days(i64::from(days)));
    let moved = off_closed_days(planned, borrowed_on, terms.closed_day_rule, calendar);
    let term_end = terms
        .latest_due_date
        .filter(|end| *end >= borrowed_on && *end < moved);
    let (unmoved, date) = match term_end {
        Some(end) if terms.closed_day_rule == ClosedDayRule::Keep => (end, end),
        Some(end) => (
            end,
            off_closed_days(end, borrowed_on, ClosedDayRule::PreviousOpen, calendar),
        ),
        None => (planned, moved),
    };
    DueDate {
        date,
        moved_over: closed_days_passed(unmoved, date, calendar),
        capped_by_term_end: term_end.is_some(),
        days,
        source,
    }
}

/// The instant at which a borrowing becomes overdue: the last second of its due day in the library's zone.
///
/// The stored instant is derived from the due day and the zone, so it is stale when the zone changes; see
/// [`due_instants`].
pub fn due_at(due_on: Date, zone: &TimeZone) -> Timestamp {
    end_of_day(due_on, zone)
}

/// The due day of a check-out, and the instant at which it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueDay {
    /// The day.
    pub on: Date,
    /// Its end in the library's zone.
    pub at: Timestamp,
}

impl DueDay {
    /// Whether it ends before a borrowing at `now` begins: the day's last second has come.
    pub fn is_over(&self, now: Timestamp) -> bool {
        self.at <= now
    }
}

/// The latest due day that staff may set and that a renewal reaches, in days from today: two years.
pub(super) const LATEST_DUE_DAYS: i64 = 730;

/// The due day that staff set is before today, or more than two years from today.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("due_day_out_of_range")]
pub struct DueDayOutOfRange;

/// The due day of a check-out at `now`: the one that staff chose, or else the one of the policies.
///
/// In the last second of a day nothing can be due on it, whoever set it; see [`DueDay::is_over`].
///
/// # Errors
/// Staff chose a day out of range.
pub fn due_day(
    by_policies: Date,
    chosen: Option<Date>,
    now: Timestamp,
    zone: &TimeZone,
) -> Result<DueDay, DueDayOutOfRange> {
    if let Some(chosen) = chosen {
        let today = civil_date(now, zone);
        let latest = today.saturating_add(Span::new().days(LATEST_DUE_DAYS));
        if !(today..=latest).contains(&chosen) {
            return Err(DueDayOutOfRange);
        }
    }
    let on = chosen.unwrap_or(by_policies);
    Ok(DueDay {
        on,
        at: due_at(on, zone),
    })
}

/// The instant for each distinct due day, in order: what to store when the library's zone changes.
///
/// A change of the zone recomputes the stored `due_at` of every borrowing with such a due day, in the same
/// transaction. Due days themselves do not change. Nothing else that is stored depends on the zone: days late,
/// statuses, expiry days and reports are computed from instants and days when they are read.
pub fn due_instants(
    due_days: impl IntoIterator<Item = Date>,
    zone: &TimeZone,
) -> impl Iterator<Item = (Date, Timestamp)> {
    let days: BTreeSet<Date> = due_days.into_iter().collect();
    days.into_iter().map(|due_on| (due_on, due_at(due_on, zone)))
}

/// The day to which a day moves; the same day when there is no open day to move to.
fn off_closed_days(date: Date, not_before: Date, rule: ClosedDayRule, calendar: &Calendar) -> Date {
    let open = match rule {
        ClosedDayRule::Keep => Some(date),
        ClosedDayRule::NextOpen => calendar.next_open(date),
        ClosedDayRule::PreviousOpen => calendar.previous_open(date).filter(|open| *open >= not_before),
    };
    open.unwrap_or(date)
}

/// The closed days from the one side, `from` included, to the other, `to` excluded.
fn closed_days_passed(from: Date, to: Date, calendar: &Calendar) -> Vec<Date> {
    let step = if to > from {
        Date::tomorrow
    } else {
        Date::yesterday
    };
    let count = usize::try_from(days_between(from, to).abs()).expect("a distance is not negative");
    let mut passed: Vec<Date> = std::iter::successors(Some(from), |date| step(*date).ok())
        .take(count)
        .filter(|date| calendar.is_closed(*date))
        .collect();
    passed.sort_unstable();
    passed
}
