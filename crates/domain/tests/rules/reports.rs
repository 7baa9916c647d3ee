use carrel_domain::calendar::{civil_date, parse_zone};
use carrel_domain::reports::{
    AGES, Period, PeriodError, QUARTER_MS, age_floors, by_hour, month_of, overdue_since,
};
use jiff::Timestamp;
use jiff::civil::{Date, date};
use proptest::prelude::*;

fn period(from: Date, to: Date) -> Period {
    Period::new(from, to).expect("days in their order")
}

fn quarter(instant: &str) -> i64 {
    let instant: Timestamp = instant.parse().expect("an instant in RFC 3339");
    instant.as_millisecond() / QUARTER_MS
}

#[test]
fn a_period_has_its_first_and_its_last_day() {
    let november = period(date(2026, 11, 1), date(2026, 11, 30));
    assert_eq!(
        (november.from(), november.to()),
        (date(2026, 11, 1), date(2026, 11, 30))
    );
    assert_eq!(november.days(), 30);
    assert_eq!(november.before(), period(date(2026, 10, 2), date(2026, 10, 31)));
    let one = period(date(2024, 2, 29), date(2024, 2, 29));
    assert_eq!((one.days(), one.before().to()), (1, date(2024, 2, 28)));
    let leap_days: Vec<Date> = period(date(2024, 2, 28), date(2024, 3, 1)).dates().collect();
    assert_eq!(
        leap_days,
        [date(2024, 2, 28), date(2024, 2, 29), date(2024, 3, 1)]
    );
    let months: Vec<Date> = period(date(2025, 12, 31), date(2026, 2, 1)).months().collect();
    assert_eq!(months, [date(2025, 12, 1), date(2026, 1, 1), date(2026, 2, 1)]);
}

#[test]
fn invalid_periods_are_refused() {
    let table = [
        (date(2026, 2, 2), date(2026, 2, 1), PeriodError::Reversed),
        (date(2020, 1, 1), date(2024, 1, 1), PeriodError::TooLong),
        (date(1979, 12, 31), date(1980, 1, 1), PeriodError::OutOfRange),
        (date(2999, 12, 31), date(3000, 1, 1), PeriodError::OutOfRange),
    ];
    for (from, to, expected) in table {
        assert_eq!(Period::new(from, to), Err(expected), "{from} {to}");
    }
    assert!(Period::new(date(2021, 1, 1), date(2024, 1, 1)).is_ok());
}

#[test]
fn days_and_hours_are_those_of_the_zone() {
    let days = period(date(2026, 3, 28), date(2026, 3, 30));
    // Half past eleven in the evening in London, and after midnight further east.
    let counted = [(quarter("2026-03-28T23:30:00Z"), 3)];
    let table = [
        ("UTC", [3, 0, 0], (5, 23)),
        ("Europe/Berlin", [0, 3, 0], (6, 0)),
        ("America/New_York", [3, 0, 0], (5, 19)),
        ("Asia/Kolkata", [0, 3, 0], (6, 5)),
        ("Asia/Kathmandu", [0, 3, 0], (6, 5)),
    ];
    for (name, expected, (weekday, hour)) in table {
        let zone = parse_zone(name).unwrap();
        assert_eq!(days.by_day(&zone, &counted), expected, "{name}");
        assert_eq!(by_hour(&zone, &counted)[weekday][hour], 3, "{name}");
    }
    assert_eq!(
        month_of(
            quarter("2026-03-31T22:00:00Z"),
            &parse_zone("Europe/Berlin").unwrap()
        ),
        date(2026, 4, 1)
    );
}

#[test]
fn days_on_which_clocks_change_are_shorter_or_longer() {
    let hour = 60 * 60 * 1000;
    let table = [
        ("Europe/Berlin", date(2026, 3, 29), 23),
        ("Europe/Berlin", date(2026, 10, 25), 25),
        ("Europe/Berlin", date(2026, 11, 21), 24),
        // The clocks jump over midnight.
        ("America/Sao_Paulo", date(2018, 11, 4), 23),
        // A day that the zone skipped.
        ("Pacific/Apia", date(2011, 12, 30), 0),
    ];
    for (name, day, hours) in table {
        let (from, until) = period(day, day).span(&parse_zone(name).unwrap());
        assert_eq!(until - from, hours * hour, "{name} {day}");
    }
    let berlin = parse_zone("Europe/Berlin").unwrap();
    // Two o'clock comes twice on the last Sunday of October.
    let twice = [
        (quarter("2026-10-25T00:15:00Z"), 2),
        (quarter("2026-10-25T01:15:00Z"), 5),
    ];
    assert_eq!(by_hour(&berlin, &twice)[6][2], 7);
    let sunday = period(date(2026, 10, 25), date(2026, 10, 25));
    assert_eq!(sunday.by_day(&berlin, &twice), [7]);
}

#[test]
fn overdue_days_are_civil_days() {
    let berlin = parse_zone("Europe/Berlin").unwrap();
    let today = date(2026, 11, 21);
    let at = |text: &str| text.parse::<Timestamp>().unwrap().as_millisecond();
    // Due at the end of 14 November: seven days late. Due the day before: eight.
    let [week, two_weeks, ..] = age_floors(today, &berlin);
    assert!(at("2026-11-14T22:59:59Z") >= week);
    assert!(at("2026-11-13T22:59:59Z") < week);
    assert!(at("2026-11-07T22:59:59Z") >= two_weeks);
    assert_eq!(overdue_since(14, today, &berlin), two_weeks);
    // Across the change of clocks.
    assert_eq!(overdue_since(30, today, &berlin), at("2026-10-21T22:00:00Z"));
    assert_eq!(AGES[1], (8, Some(14)));
}

proptest! {
    #[test]
    fn every_quarter_is_counted_exactly_once(
        zone in prop::sample::select(vec!["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe"]),
        start in 0_i64..15_000,
        days in 0_i64..400,
        quarters in prop::collection::vec((0_i64..40_000, 1_i64..9), 0..60),
    ) {
        let zone = parse_zone(zone).unwrap();
        let from = date(1980, 1, 1).saturating_add(jiff::Span::new().days(start));
        let period = period(from, from.saturating_add(jiff::Span::new().days(days)));
        let (first, until) = period.span(&zone);
        prop_assert_eq!(first % QUARTER_MS, 0);
        let counted: Vec<(i64, i64)> = quarters
            .into_iter()
            .map(|(offset, count)| (first / QUARTER_MS + offset, count))
            .filter(|(quarter, _)| quarter * QUARTER_MS < until)
            .collect();
        let sum: i64 = counted.iter().map(|(_, count)| count).sum();
        let by_day = period.by_day(&zone, &counted);
        prop_assert_eq!(by_day.iter().sum::<u64>(), sum.unsigned_abs());
        prop_assert_eq!(by_hour(&zone, &counted).iter().flatten().sum::<u64>(), sum.unsigned_abs());
        for (day, count) in period.dates().zip(by_day) {
            let own: i64 = counted
                .iter()
                .filter(|(quarter, _)| {
                    civil_date(Timestamp::from_millisecond(quarter * QUARTER_MS).unwrap(), &zone) == day
                })
                .map(|(_, count)| count)
                .sum();
            prop_assert_eq!(count, own.unsigned_abs());
        }
    }
}
