//! Days and times as other systems write them.

use jiff::civil::{Date, DateTime, Time};

use crate::money::Currency;

/// Which comes first in a day such as `05/12/2024`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayOrder {
    /// 5 December.
    DayFirst,
    /// May 12.
    MonthFirst,
}

impl DayOrder {
    /// The order in a library with this currency: only libraries of the United States write the month first.
    pub fn of(currency: Currency) -> DayOrder {
        match currency.code() {
            "USD" => DayOrder::MonthFirst,
            _ => DayOrder::DayFirst,
        }
    }
}

/// A day with the time that a text has, if it has one: `2024-12-05 14:30`, `2024-12-05T14:30:00+01:00`, `20241205`, `5.12.2024`,
/// `12/5/2024 2:30 PM`. `order` decides only where both readings are days. `None` for other texts. An offset from UTC is ignored: the
/// time is that of the library.
pub fn day_and_time(text: &str, order: DayOrder) -> Option<(Date, Option<Time>)> {
    let text = text.trim();
    let end = text.find([' ', 'T', ',']).unwrap_or(text.len());
    let (day, rest) = text.split_at(end);
    let day = day_of(day, order)?;
    let rest = rest.trim_start_matches([' ', 'T', ',']);
    if rest.is_empty() {
        return Some((day, None));
    }
    time_of(rest).map(|time| (day, Some(time)))
}

/// A day and time as one, at the beginning of the day if there is no time.
pub fn from_start((day, time): (Date, Option<Time>)) -> DateTime {
    day.to_datetime(time.unwrap_or(Time::midnight()))
}

fn day_of(text: &str, order: DayOrder) -> Option<Date> {
    let is_number =
        |text: &str| !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return date(&text[..4], &text[4..6], &text[6..]);
    }
    let mark = text.chars().find(|sign| matches!(sign, '-' | '/' | '.'))?;
    let parts: Vec<&str> = text.split(mark).collect();
    let [first, second, third] = parts[..] else {
        return None;
    };
    if ![first, second, third].into_iter().all(is_number) {
        return None;
    }
    if first.len() == 4 {
        return date(first, second, third);
    }
    if third.len() != 4 {
        return None;
    }
    let by_order = match order {
        // Days with points are never written month first.
        DayOrder::MonthFirst if mark != '.' => date(third, first, second),
        _ => date(third, second, first),
    };
    by_order
        .or_else(|| date(third, second, first))
        .or_else(|| date(third, first, second).filter(|_| mark != '.'))
}

fn date(year: &str, month: &str, day: &str) -> Option<Date> {
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}

fn time_of(text: &str) -> Option<Time> {
    let digits = text
        .find(|sign: char| !sign.is_ascii_digit() && sign != ':')
        .unwrap_or(text.len());
    let (clock, rest) = text.split_at(digits);
    let mut parts = clock.split(':').map(|part| part.parse::<i8>().ok());
    let (hour, minute) = (parts.next()??, parts.next()??);
    let second = parts.next().unwrap_or(Some(0))?;
    let half = rest.trim().to_lowercase();
    let hour = match (half.starts_with("pm"), half.starts_with("am"), hour) {
        (true, _, 1..=11) => hour + 12,
        (_, true, 12) => 0,
        _ => hour,
    };
    Time::new(hour, minute, second, 0).ok()
}

#[cfg(test)]
mod tests {
    use jiff::civil::{date, time};

    use super::DayOrder::{DayFirst, MonthFirst};
    use super::{day_and_time, from_start};

    #[test]
    fn days_are_read_in_several_notations() {
        let day = date(2024, 12, 5);
        let half_past_two = Some(time(14, 30, 0, 0));
        for (text, order, expected) in [
            ("2024-12-05", DayFirst, Some((day, None))),
            ("2024/12/05", MonthFirst, Some((day, None))),
            ("20241205", DayFirst, Some((day, None))),
            ("5.12.2024", MonthFirst, Some((day, None))),
            ("05/12/2024", DayFirst, Some((day, None))),
            ("12/05/2024", MonthFirst, Some((day, None))),
            ("5.1.2024", DayFirst, Some((date(2024, 1, 5), None))),
            ("12/25/2024", DayFirst, Some((date(2024, 12, 25), None))),
            ("25/12/2024", MonthFirst, Some((date(2024, 12, 25), None))),
            ("2024-12-05 14:30", DayFirst, Some((day, half_past_two))),
            ("2024-12-05T14:30:00+01:00", DayFirst, Some((day, half_past_two))),
            ("2024-12-05T14:30:00.000Z", DayFirst, Some((day, half_past_two))),
            ("12/5/2024, 2:30 PM", MonthFirst, Some((day, half_past_two))),
            (
                "12/5/2024 12:00 am",
                MonthFirst,
                Some((day, Some(time(0, 0, 0, 0)))),
            ),
            (
                "2024-12-05 08:05:09",
                DayFirst,
                Some((day, Some(time(8, 5, 9, 0)))),
            ),
            (
                "12/5/2024 12:30 PM",
                MonthFirst,
                Some((day, Some(time(12, 30, 0, 0)))),
            ),
            ("2024-12-05 24:00", DayFirst, None),
            ("2024-02-30", DayFirst, None),
            ("2024125", DayFirst, None),
            ("+5.12.2024", DayFirst, None),
            ("00005.12.2024", DayFirst, None),
            ("5..2024", DayFirst, None),
            ("0000-00-00", DayFirst, None),
            ("31.12.24", DayFirst, None),
            ("2024-12-05 late", DayFirst, None),
            ("12.25.2024", MonthFirst, None),
            ("tomorrow", DayFirst, None),
            ("", DayFirst, None),
        ] {
            assert_eq!(day_and_time(text, order), expected, "{text}");
        }
    }

    #[test]
    fn a_day_without_a_time_begins_at_midnight() {
        let day = date(2024, 12, 5);
        for (time, expected) in [
            (None, day.at(0, 0, 0, 0)),
            (Some(time(14, 30, 0, 0)), day.at(14, 30, 0, 0)),
        ] {
            assert_eq!(from_start((day, time)), expected);
        }
    }
}
