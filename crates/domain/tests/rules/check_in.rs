use carrel_domain::circulation::check_in::{
    CheckInOutcome, ReturnInstantError, check_in_outcome, return_instant,
};
use carrel_domain::circulation::copy_state::CopyState;
use jiff::Timestamp;

#[test]
fn a_check_in_means_what_the_state_of_the_copy_says() {
    for state in CopyState::ALL {
        let expected = match state {
            CopyState::OnLoan | CopyState::InTransit => Some(CheckInOutcome::Returned),
            CopyState::Available => Some(CheckInOutcome::InHouseUse),
            CopyState::Lost => Some(CheckInOutcome::LostFound),
            CopyState::HoldShelf
            | CopyState::Damaged
            | CopyState::InRepair
            | CopyState::Withdrawn
            | CopyState::Unknown => None,
        };
        assert_eq!(check_in_outcome(state).ok(), expected, "{state:?}");
    }
    for outcome in CheckInOutcome::ALL {
        assert_eq!(serde_json::to_value(outcome).unwrap(), outcome.as_str());
    }
}

#[test]
fn a_return_is_between_the_borrowing_and_now() {
    let at = |text: &str| text.parse::<Timestamp>().expect("an instant");
    let (borrowed, now) = (at("2026-03-02T10:00:00Z"), at("2026-03-05T10:00:00Z"));
    let drop = at("2026-03-04T20:00:00Z");
    let table = [
        (None, Ok(now)),
        (Some(now), Ok(now)),
        (Some(drop), Ok(drop)),
        (Some(borrowed), Ok(borrowed)),
        (
            Some(at("2026-03-05T10:00:00.001Z")),
            Err(ReturnInstantError::InFuture),
        ),
        (
            Some(at("2026-03-02T09:59:59.999Z")),
            Err(ReturnInstantError::TooEarly),
        ),
    ];
    for (given, expected) in table {
        assert_eq!(return_instant(borrowed, given, now), expected, "{given:?}");
    }
    // The clock went back.
    assert_eq!(return_instant(now, None, borrowed), Ok(now));
}
