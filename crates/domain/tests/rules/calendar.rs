use carrel_domain::calendar::{
    Calendar, Closure, civil_date, days_between, end_of_day, parse_zone, start_of_day,
};
use jiff::civil::{Date, date};
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;

#[test]
fn a_day_ends_at_its_last_second() {
    let table = [
        ("UTC", date(2024, 1, 5), "2024-01-05T23:59:59Z"),
        ("Europe/Berlin", date(2024, 1, 5), "2024-01-05T22:59:59Z"),
        // The clocks change in the night before, at two or three o'clock.
        ("Europe/Berlin", date(2024, 3, 31), "2024-03-31T21:59:59Z"),
        ("America/New_York", date(2024, 11, 3), "2024-11-04T04:59:59Z"),
        // 00:00 becomes 23:00: the last hour of the day comes twice, and the second one ends it.
        ("America/Sao_Paulo", date(2019, 2, 16), "2019-02-17T02:59:59Z"),
        // 00:00 becomes 01:00: the day before ends as usual.
        ("America/Sao_Paulo", date(2018, 11, 3), "2018-11-04T02:59:59Z"),
        // 23:30 becomes 00:30: the day ends half an hour early.
        ("America/Toronto", date(1919, 3, 30), "1919-03-31T04:29:59Z"),
        // A skipped day ends with the day before it.
        ("Pacific/Apia", date(2011, 12, 29), "2011-12-30T09:59:59Z"),
        ("Pacific/Apia", date(2011, 12, 30), "2011-12-30T09:59:59Z"),
        ("Pacific/Apia", date(2011, 12, 31), "2011-12-31T09:59:59Z"),
    ];
    for (zone, day, expected) in table {
        let zone_of = parse_zone(zone).unwrap();
        assert_eq!(end_of_day(day, &zone_of).to_string(), expected, "{zone} {day}");
    }
}

#[test]
fn a_day_begins_at_midnight() {
    let table = [
        ("UTC", date(2024, 1, 5), "2024-01-05T00:00:00Z"),
        ("Europe/Berlin", date(2024, 3, 31), "2024-03-30T23:00:00Z"),
        // 00:00 becomes 01:00, with which the day begins.
        ("America/Sao_Paulo", date(2018, 11, 4), "2018-11-04T03:00:00Z"),
        // 01:00 becomes 00:00: the hour comes twice, and the first one begins the day.
        ("America/Havana", date(2024, 11, 3), "2024-11-03T04:00:00Z"),
    ];
    for (zone, day, expected) in table {
        let zone_of = parse_zone(zone).unwrap();
        assert_eq!(start_of_day(day, &zone_of).to_string(), expected, "{zone} {day}");
    }
}

#[test]
fn the_first_and_the_last_date_do_not_fail() {
    let zone = parse_zone("Europe/Berlin").unwrap();
    assert_eq!(end_of_day(Date::MAX, &zone), Timestamp::MAX);
    assert!(start_of_day(Date::MAX, &zone) <= end_of_day(Date::MAX, &zone));
    assert!(end_of_day(Date::MIN, &zone) < "-009998-01-01T00:00:00Z".parse().unwrap());
}

#[test]
fn zones_are_iana_names() {
    for name in [
        "Europe/Berlin",
        "europe/berlin",
        "UTC",
        "America/Argentina/Buenos_Aires",
        "Asia/Kolkata",
    ] {
        assert!(parse_zone(name).is_some(), "{name}");
    }
    for name in [
        "",
        " ",
        "Local",
        "Europe",
        "Europe/Atlantis",
        "EST5EDT4,M3.2.0,M11.1.0",
        "+01:00",
        "Etc/Unknown",
        "../UTC",
    ] {
        assert!(parse_zone(name).is_none(), "{name}");
    }
}

#[test]
fn an_instant_belongs_to_a_day_of_the_librarys_zone() {
    let instant: Timestamp = "2024-01-05T23:30:00Z".parse().unwrap();
    assert_eq!(civil_date(instant, &parse_zone("UTC").unwrap()), date(2024, 1, 5));
    assert_eq!(
        civil_date(instant, &parse_zone("Europe/Berlin").unwrap()),
        date(2024, 1, 6)
    );
}

#[test]
fn days_between_are_civil_days() {
    assert_eq!(days_between(date(2024, 2, 28), date(2024, 3, 1)), 2);
    assert_eq!(days_between(date(2024, 3, 1), date(2024, 2, 28)), -2);
    assert_eq!(days_between(Date::MIN, Date::MAX), 7_304_483);
}

/// Closed on Sundays, and over the turn of the year 2024.
fn calendar() -> Calendar {
    let closure = |date, name: &str| Closure {
        date,
        name: name.to_owned(),
    };
    Calendar {
        closed_weekdays: [false, false, false, false, false, false, true],
        closures: vec![
            closure(date(2025, 1, 1), "New Year"),
            closure(date(2024, 12, 31), "Year's end"),
        ],
    }
}

#[test]
fn closed_days_are_weekly_or_dated() {
    let calendar = calendar();
    assert!(calendar.is_closed(date(2024, 12, 29)), "a Sunday");
    assert!(!calendar.is_closed(date(2024, 12, 30)));
    assert_eq!(
        calendar.closed_days_between(date(2024, 12, 29), date(2025, 1, 5)),
        [date(2024, 12, 31), date(2025, 1, 1), date(2025, 1, 5)]
    );
    assert!(
        calendar
            .closed_days_between(date(2025, 1, 5), date(2024, 12, 29))
            .is_empty()
    );
    assert_eq!(calendar.next_open(date(2024, 12, 31)), Some(date(2025, 1, 2)));
    assert_eq!(calendar.previous_open(date(2025, 1, 1)), Some(date(2024, 12, 30)));
    assert_eq!(calendar.next_open(date(2024, 12, 30)), Some(date(2024, 12, 30)));
}

#[test]
fn the_search_ends_if_every_day_is_closed() {
    let closed = Calendar {
        closed_weekdays: [true; 7],
        closures: Vec::new(),
    };
    assert_eq!(closed.next_open(date(2024, 1, 1)), None);
    assert_eq!(closed.previous_open(date(2024, 1, 1)), None);
    assert_eq!(closed.next_open(Date::MAX), None);
    assert_eq!(closed.previous_open(Date::MIN), None);
}

proptest! {
    #[test]
    fn the_second_after_the_end_of_a_day_is_another_day(
        zone in prop::sample::select(vec![
            "UTC", "Europe/Berlin", "America/Sao_Paulo", "America/Toronto", "Pacific/Apia", "Asia/Beirut",
            "Africa/Cairo", "America/Havana", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Casablanca",
        ]),
        year in 1900_i16..2100,
        day_of_year in 1_i16..=365,
    ) {
        let zone = parse_zone(zone).expect("an IANA name");
        let day = date(year, 1, 1).with().day_of_year(day_of_year).build().expect("a day of the year");
        let end = end_of_day(day, &zone);
        prop_assert!(civil_date(end, &zone) <= day);
        prop_assert!(civil_date(end + SignedDuration::from_secs(1), &zone) > day);
    }
}
