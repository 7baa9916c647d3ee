//! The days on which the library is closed.

use std::collections::BTreeSet;

use jiff::Span;
use jiff::civil::Date;

use super::terms::ClosedDayRule;

/// The closed days. At least one day of the week is open.
#[derive(Debug, Clone, Default)]
pub struct Calendar {
    /// Closed every week, Monday first.
    pub weekdays: [bool; 7],
    /// Closed on these days.
    pub closures: BTreeSet<Date>,
}

impl Calendar {
    fn is_closed(&self, day: Date) -> bool {
        let weekday = day.weekday().to_monday_zero_offset();
        self.weekdays[usize::try_from(weekday).expect("0 to 6")] || self.closures.contains(&day)
    }

    /// The days after one day until another, without closed days if those do not count.
    pub fn days_late(&self, due_on: Date, until: Date, skips_closed_days: bool) -> i64 {
        let mut days = 0;
        let mut day = due_on;
        while day < until {
            day = plus(day, 1);
            if !(skips_closed_days && self.is_closed(day)) {
                days += 1;
            }
        }
        days
    }

    /// The due day some days after another day, moved off closed days, and not after `latest` unless that is over.
    pub fn due_after(&self, from: Date, days: i64, rule: ClosedDayRule, latest: Option<Date>) -> Date {
        let moved = self.moved(plus(from, days), from, rule);
        match latest.filter(|latest| (from..moved).contains(latest)) {
            Some(latest) if rule == ClosedDayRule::Keep => latest,
            Some(latest) => self.moved(latest, from, ClosedDayRule::PreviousOpen),
            None => moved,
        }
    }

    /// An open day instead of a closed one; the closed one when the open day is before `earliest`.
    fn moved(&self, day: Date, earliest: Date, rule: ClosedDayRule) -> Date {
        let step = match rule {
            ClosedDayRule::Keep => return day,
            ClosedDayRule::NextOpen => 1,
            ClosedDayRule::PreviousOpen => -1,
        };
        let mut open = day;
        while self.is_closed(open) {
            open = plus(open, step);
        }
        if open < earliest { day } else { open }
    }
}

/// The day some days later.
pub fn plus(day: Date, days: i64) -> Date {
    day.saturating_add(Span::new().days(days))
}
