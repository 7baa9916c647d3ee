use carrel_domain::calendar::{end_of_day, parse_zone};
use carrel_domain::circulation::status::{Status, due_soon, status};
use jiff::civil::date;
use jiff::{SignedDuration, Timestamp};

#[test]
fn overdue_begins_after_the_end_of_the_due_day() {
    let due_at = end_of_day(date(2024, 1, 5), &parse_zone("Europe/Berlin").unwrap());
    let second = SignedDuration::from_secs(1);
    assert_eq!(status(due_at, None, due_at - second), Status::Active);
    assert_eq!(status(due_at, None, due_at), Status::Active);
    assert_eq!(status(due_at, None, due_at + second), Status::Overdue);
    assert_eq!(
        status(due_at, Some(due_at + second), due_at + second * 2),
        Status::Returned
    );
    assert_eq!(
        status(due_at, Some(Timestamp::UNIX_EPOCH), due_at),
        Status::Returned
    );
}

#[test]
fn due_soon_looks_ahead_and_never_back() {
    let today = date(2024, 2, 27);
    let table = [
        (date(2024, 2, 26), false),
        (date(2024, 2, 27), true),
        (date(2024, 3, 1), true),
        (date(2024, 3, 2), false),
    ];
    for (due_on, soon) in table {
        assert_eq!(due_soon(due_on, today, 3), soon, "{due_on}");
    }
}

#[test]
fn a_status_has_one_text() {
    for status in Status::ALL {
        assert_eq!(status.as_str().parse(), Ok(status));
        assert_eq!(serde_json::to_value(status).unwrap(), status.as_str());
    }
    assert!("lost".parse::<Status>().is_err());
}
