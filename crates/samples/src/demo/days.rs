//! The days of the demo library: when it is open, and how busy it is.

use carrel_domain::calendar::{Calendar, civil_date, parse_zone};
use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Span, Timestamp};

use crate::random::Random;

/// The zone of the demo library.
pub(super) const ZONE: &str = "America/New_York";
/// Its closed weekdays as the setting stores them: Sunday.
pub(super) const CLOSED_WEEKDAYS: &str = "0000001";

/// The hour at which the library opens, in its zone.
const OPENS_AT: i8 = 9;
/// How long it stays open, in milliseconds.
const OPEN_FOR: i64 = 10 * 60 * 60 * 1000;
/// Nothing happens in the last minutes before now, so that the consequences of a visit are in the past as well.
const QUIET: SignedDuration = SignedDuration::from_mins(10);

/// The calendar of the demo library as seen from now.
pub(super) struct Days {
    pub now: Timestamp,
    pub today: Date,
    pub zone: TimeZone,
    pub calendar: Calendar,
}

impl Days {
    pub(super) fn until(now: Timestamp) -> Self {
        let zone = parse_zone(ZONE).expect("a zone of the bundled database");
        let mut calendar = Calendar::default();
        for (closed, digit) in calendar.closed_weekdays.iter_mut().zip(CLOSED_WEEKDAYS.chars()) {
            *closed = digit == '1';
        }
        Days {
            today: civil_date(now, &zone),
            now,
            zone,
            calendar,
        }
    }

    /// The date this many days before today.
    pub(super) fn ago(&self, days: i64) -> Date {
        after(self.today, -days)
    }

    pub(super) fn is_open(&self, day: Date) -> bool {
        !self.calendar.is_closed(day)
    }

    /// The latest open day up to this one.
    pub(super) fn open_on_or_before(&self, day: Date) -> Date {
        self.calendar.previous_open(day).unwrap_or(day)
    }

    /// A random instant of a day, more likely about noon; `None` when the library is closed that day, or has not opened
    /// yet.
    pub(super) fn visit(&self, day: Date, random: &mut Random) -> Option<Timestamp> {
        if !self.is_open(day) {
            return None;
        }
        let opening = day.at(OPENS_AT, 0, 0, 0).to_zoned(self.zone.clone()).ok()?;
        let opening = opening.timestamp();
        let open_so_far = (self.now - QUIET).duration_since(opening).as_millis();
        let open_for = i64::try_from(open_so_far).unwrap_or(OPEN_FOR).min(OPEN_FOR);
        if open_for <= 0 {
            return None;
        }
        let passed = i64::midpoint(random.between(0, open_for - 1), random.between(0, open_for - 1));
        Timestamp::from_millisecond(opening.as_millisecond() + passed).ok()
    }

    /// A random instant on the first open day from this one on; `None` when it is in the future.
    pub(super) fn visit_from(&self, day: Date, random: &mut Random) -> Option<Timestamp> {
        self.visit(self.calendar.next_open(day)?, random)
    }

    /// The relative number of borrowings on a day: it depends on terms, breaks and weekdays, and is 0 while closed.
    pub(super) fn busyness(&self, day: Date) -> u64 {
        if !self.is_open(day) {
            return 0;
        }
        of_the_term(day) * of_the_week(day)
    }
}

/// The date this many days later, or earlier when negative.
pub(super) fn after(day: Date, days: i64) -> Date {
    day.saturating_add(Span::new().days(days))
}

fn of_the_term(day: Date) -> u64 {
    match (day.month(), day.day()) {
        (12, 16..) | (1, ..=3) => 12, // winter break
        (1, 4..=13) => 35,
        (1, 14..) | (2, ..=7) => 135,           // spring term begins
        (3, 12..=20) => 55,                     // spring break
        (4, 14..) | (5, ..=4) | (12, _) => 130, // examinations
        (5, 5..=12) => 80,
        (5..=7, _) | (8, ..=17) => 45, // summer
        (8, 18..) | (9, ..=20) => 150, // autumn term begins
        (11, 22..=29) => 40,           // Thanksgiving
        _ => 100,
    }
}

fn of_the_week(day: Date) -> u64 {
    match day.weekday() {
        Weekday::Monday | Weekday::Tuesday => 12,
        Weekday::Wednesday => 11,
        Weekday::Thursday => 10,
        Weekday::Friday => 8,
        Weekday::Saturday | Weekday::Sunday => 5,
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::{Days, Random};

    #[test]
    fn visits_are_within_opening_hours_and_in_the_past() {
        let days = Days::until("2026-03-09T15:00:00Z".parse().unwrap());
        assert_eq!(days.today, date(2026, 3, 9));
        let mut random = Random::new(1);
        for ago in 0..400 {
            let Some(visit) = days.visit(days.ago(ago), &mut random) else {
                assert!(!days.is_open(days.ago(ago)), "{ago} days ago");
                continue;
            };
            let there = days.zone.to_datetime(visit);
            assert_eq!(there.date(), days.ago(ago));
            assert!((9..19).contains(&there.hour()), "{there}");
            assert!(visit < days.now, "{visit}");
        }
    }

    #[test]
    fn there_are_no_visits_before_opening_or_on_sundays() {
        let mut random = Random::new(1);
        let early = Days::until("2026-03-09T13:05:00Z".parse().unwrap());
        assert_eq!(early.visit(early.today, &mut random), None);
        let sunday = Days::until("2026-03-08T20:00:00Z".parse().unwrap());
        assert_eq!(sunday.visit(sunday.today, &mut random), None);
        assert_eq!(sunday.busyness(sunday.today), 0);
        assert_eq!(sunday.open_on_or_before(sunday.today), date(2026, 3, 7));
    }
}
