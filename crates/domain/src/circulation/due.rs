//! Until when a borrowing runs.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::policy::{ClosedDayRule, Terms};
use crate::calendar::{Calendar, days_between};

/// Which rule gave the loan length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoanLengthSource {
    /// A policy for this patron category, item type or branch.
    Policy,
    /// The book's own borrowing period.
    Book,
    /// The library's default.
    Default,
}

/// A due date and how it came about.
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

/// The due date of a book borrowed on a day (`domain.md`, "Policies").
///
/// A book's own period wins over the default loan length, not over a more specific policy. The date
/// then moves off closed days as the policy says. It is never later than the end of term, where the day
/// before is taken if the end of term is closed; an end of term before `borrowed_on` is over and counts
/// no more. A due date never lies before `borrowed_on`.
pub fn due_date(
    borrowed_on: Date,
    terms: &Terms,
    book_period_days: Option<u16>,
    calendar: &Calendar,
) -> DueDate {
    let (days, source) = match book_period_days {
        Some(days) if terms.loan_days_is_default => (days, LoanLengthSource::Book),
        _ if terms.loan_days_is_default => (terms.loan_days, LoanLengthSource::Default),
        _ => (terms.loan_days, LoanLengthSource::Policy),
    };
    let planned = borrowed_on.saturating_add(jiff::Span::new().days(i64::from(days)));
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
