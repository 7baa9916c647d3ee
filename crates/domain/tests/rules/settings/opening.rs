use carrel_domain::calendar::Closure;
use carrel_domain::settings::{ClosureForm, OpeningForm, weekday_names, weekdays_from};
use jiff::civil::date;

use super::{errors, expected, text};

const MONDAY_TO_SUNDAY: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];

const NOT_A_DATE: &str = "A date looks like 2026-12-24";

fn closed_on(dates: &[&str]) -> OpeningForm {
    let closure = |date: &&str| ClosureForm {
        date: text(date),
        name: text("Holiday"),
    };
    OpeningForm {
        closed_weekdays: Vec::new(),
        closures: dates.iter().map(closure).collect(),
    }
}

#[test]
fn closures_are_returned_in_the_order_of_their_dates() {
    let form = OpeningForm {
        closed_weekdays: vec!["sunday".to_owned(), "saturday".to_owned()],
        closures: vec![
            ClosureForm {
                date: text("2027-01-01"),
                name: text(" New Year "),
            },
            ClosureForm {
                date: text("2026-12-24"),
                name: text("Christmas Eve"),
            },
        ],
    };
    let calendar = form.validate().expect("a valid form");
    assert_eq!(
        calendar.closed_weekdays,
        [false, false, false, false, false, true, true]
    );
    let closure = |date, name: &str| Closure {
        date,
        name: name.to_owned(),
    };
    assert_eq!(
        calendar.closures,
        [
            closure(date(2026, 12, 24), "Christmas Eve"),
            closure(date(2027, 1, 1), "New Year")
        ]
    );
}

#[test]
fn a_date_has_four_two_and_two_digits() {
    for valid in ["2026-12-24", "2028-02-29", "0001-01-01"] {
        assert!(closed_on(&[valid]).validate().is_ok(), "{valid}");
    }
    for invalid in [
        "",
        "24.12.2026",
        "2026/12/24",
        "20261224",
        "2026-1224",
        "2026-12-2",
        "2026-12-32",
        "2026-02-29",
        "2026-12-24T10:00",
        " 2026-12-24",
        "+002026-12-24",
        "tomorrow",
        "٢٠٢٦-١٢-٢٤",
    ] {
        assert_eq!(
            errors(closed_on(&[invalid]).validate()),
            expected([("closures.0.date", NOT_A_DATE)]),
            "{invalid}"
        );
    }
}

#[test]
fn an_invalid_closure_is_reported_with_its_index() {
    let closure = |date: Option<&str>, name: Option<&str>| ClosureForm {
        date: date.map(str::to_owned),
        name: name.map(str::to_owned),
    };
    let long = "é".repeat(81);
    let form = OpeningForm {
        closed_weekdays: vec!["Sunday".to_owned()],
        closures: vec![
            closure(Some("2026-12-24"), Some("Christmas Eve")),
            closure(None, None),
            closure(Some("2026-12-24"), Some("Again")),
            closure(Some("2026-12-25"), Some(&long)),
            closure(Some("2026-12-26"), Some("a\nb")),
        ],
    };
    assert_eq!(
        errors(form.validate()),
        expected([
            (
                "closedWeekdays",
                "A closed day must be monday, tuesday, wednesday, thursday, friday, saturday or sunday"
            ),
            ("closures.1.date", NOT_A_DATE),
            ("closures.1.name", "Enter a reason"),
            ("closures.2.date", "This date is already in the list"),
            ("closures.3.name", "The name cannot exceed 80 characters"),
            (
                "closures.4.name",
                "The name contains characters that are not allowed"
            ),
        ])
    );
}

#[test]
fn a_library_has_at_most_a_thousand_closures() {
    let days: Vec<String> = date(2026, 1, 1)
        .series(jiff::Span::new().days(1))
        .take(1001)
        .map(|day| day.to_string())
        .collect();
    let days: Vec<&str> = days.iter().map(String::as_str).collect();
    let calendar = closed_on(&days[..1000]).validate().expect("a valid form");
    assert_eq!(calendar.closures.len(), 1000);
    assert_eq!(
        errors(closed_on(&days).validate()),
        expected([("closures", "There cannot be more than 1000 closed dates")])
    );
}

#[test]
fn at_most_fifty_errors_of_a_form_are_reported() {
    for (invalid, reported) in [(49, 49), (50, 50), (51, 50), (1000, 50)] {
        let errors = errors(closed_on(&vec!["today"; invalid]).validate());
        assert_eq!(errors.len(), reported, "{invalid}");
    }
}

#[test]
fn closed_weekdays_have_names() {
    for (index, name) in MONDAY_TO_SUNDAY.into_iter().enumerate() {
        let mut closed = [false; 7];
        closed[index] = true;
        assert_eq!(weekdays_from(&[name]), Ok(closed));
        assert_eq!(weekday_names(closed), [name]);
    }
    assert_eq!(weekdays_from::<&str>(&[]), Ok([false; 7]));
    assert!(weekday_names([false; 7]).is_empty());
    assert_eq!(weekday_names([true; 7]), MONDAY_TO_SUNDAY);
    assert!(weekdays_from(&["mon"]).is_err());
}

#[test]
fn a_closed_weekday_is_named_once_and_one_day_is_open() {
    assert_eq!(
        weekdays_from(&["monday", "sunday", "monday"]),
        Err("Each closed day of the week can be named once")
    );
    assert!(weekdays_from(&MONDAY_TO_SUNDAY[..6]).is_ok());
    assert_eq!(
        weekdays_from(&MONDAY_TO_SUNDAY),
        Err("The library must be open on at least one day of the week")
    );
}
