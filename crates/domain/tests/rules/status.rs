use carrel_domain::calendar::{end_of_day, parse_zone};
use carrel_domain::circulation::status::{BorrowingState, Status, status};
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
fn a_status_has_one_text() {
    for status in Status::ALL {
        assert_eq!(status.as_str().parse(), Ok(status));
        assert_eq!(serde_json::to_value(status).unwrap(), status.as_str());
    }
    assert!("lost".parse::<Status>().is_err());
}

#[test]
fn a_list_is_chosen_by_name_and_the_history_includes_returned_borrowings() {
    let table = [
        (BorrowingState::Active, "active", false),
        (BorrowingState::Overdue, "overdue", false),
        (BorrowingState::Returned, "returned", true),
        (BorrowingState::Unpaid, "unpaid", true),
        (BorrowingState::Open, "open", false),
        (BorrowingState::Any, "all", true),
    ];
    assert_eq!(table.map(|(state, ..)| state), BorrowingState::ALL);
    for (state, name, includes_returned) in table {
        assert_eq!(state.as_str(), name);
        assert_eq!(state.includes_returned(), includes_returned, "{name}");
    }
}
