//! Check-ins: what a copy's coming back means, and when it came back.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::copy_state::{CopyEvent, CopyState, TransitionError, transition};

/// The kind of a check-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckInOutcome {
    /// The copy came back from its borrower.
    Returned,
    /// The copy was not on loan: it was used in the library.
    InHouseUse,
    /// The copy was lost and has been found.
    LostFound,
}

impl CheckInOutcome {
    /// Every outcome.
    pub const ALL: [CheckInOutcome; 3] = [
        CheckInOutcome::Returned,
        CheckInOutcome::InHouseUse,
        CheckInOutcome::LostFound,
    ];

    /// The sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            CheckInOutcome::Returned => "returned",
            CheckInOutcome::InHouseUse => "in_house_use",
            CheckInOutcome::LostFound => "lost_found",
        }
    }
}

/// What the check-in of a copy in this state means.
///
/// # Errors
/// A copy in this state cannot be checked in.
pub fn check_in_outcome(state: CopyState) -> Result<CheckInOutcome, TransitionError> {
    transition(state, CopyEvent::CheckIn)?;
    Ok(match state {
        CopyState::Lost => CheckInOutcome::LostFound,
        CopyState::Available => CheckInOutcome::InHouseUse,
        _ => CheckInOutcome::Returned,
    })
}

/// Why an instant cannot be that of a return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReturnInstantError {
    /// It is still to come.
    #[error("return_in_future")]
    InFuture,
    /// It is before the borrowing, or before its last renewal: the copy was still with the borrower then.
    #[error("return_too_early")]
    TooEarly,
}

/// The instant of a return: the one that staff gave, for a copy that waited in the book drop, or now. `last_event` is when
/// the borrowing was lent or last renewed. If the clock went back, a return now is at that instant.
///
/// # Errors
/// The given instant is in the future or before the last event.
pub fn return_instant(
    last_event: Timestamp,
    given: Option<Timestamp>,
    now: Timestamp,
) -> Result<Timestamp, ReturnInstantError> {
    match given {
        None => Ok(now.max(last_event)),
        Some(at) if at > now => Err(ReturnInstantError::InFuture),
        Some(at) if at < last_event => Err(ReturnInstantError::TooEarly),
        Some(at) => Ok(at),
    }
}
