//! The states of a copy and the allowed transitions between them.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The state of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CopyState {
    /// On the shelf.
    Available,
    /// With a borrower.
    OnLoan,
    /// On the hold shelf, for one person.
    HoldShelf,
    /// On the way to another branch.
    InTransit,
    /// Missing, or lost by its borrower.
    Lost,
    /// Too damaged to lend.
    Damaged,
    /// In repair.
    InRepair,
    /// No longer part of the collection.
    Withdrawn,
    /// A state that a newer version of the program stored. Such a copy is neither lent nor moved, and no transition leads
    /// here: the state is only read.
    #[serde(other)]
    Unknown,
}

/// An event in the life of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CopyEvent {
    /// It is lent.
    CheckOut,
    /// It comes back, arrives, or is found, and goes to the shelf.
    CheckIn,
    /// It comes back or is taken from the shelf for the next hold.
    Trap,
    /// Its hold ends without a loan.
    Release,
    /// It is sent to another branch.
    Send,
    /// It is declared lost or missing.
    Lose,
    /// It is found damaged.
    Damage,
    /// It goes to repair.
    Repair,
    /// It is usable again.
    Restore,
    /// It leaves the collection.
    Withdraw,
}

/// The event is not allowed in the copy's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("a copy that is {} does not allow {event:?}", .from.as_str())]
pub struct TransitionError {
    /// The state of the copy.
    pub from: CopyState,
    /// The event.
    pub event: CopyEvent,
}

/// For each event, the states that allow it and the state after it.
const TRANSITIONS: [(CopyEvent, &[CopyState], CopyState); 10] = {
    use CopyState::{Available, Damaged, HoldShelf, InRepair, InTransit, Lost, OnLoan, Withdrawn};
    [
        (CopyEvent::CheckOut, &[Available, HoldShelf], OnLoan),
        // A copy that is checked in while available was used in the library.
        (
            CopyEvent::CheckIn,
            &[Available, OnLoan, InTransit, Lost],
            Available,
        ),
        (CopyEvent::Trap, &[Available, OnLoan, InTransit, Lost], HoldShelf),
        (CopyEvent::Release, &[HoldShelf], Available),
        (CopyEvent::Send, &[Available, OnLoan, HoldShelf, Lost], InTransit),
        (
            CopyEvent::Lose,
            &[Available, OnLoan, HoldShelf, InTransit, Damaged, InRepair],
            Lost,
        ),
        // A copy on loan is checked in first, so that its borrowing ends.
        (
            CopyEvent::Damage,
            &[Available, HoldShelf, InTransit, InRepair],
            Damaged,
        ),
        (CopyEvent::Repair, &[Available, Damaged], InRepair),
        (CopyEvent::Restore, &[Damaged, InRepair, Withdrawn], Available),
        (
            CopyEvent::Withdraw,
            &[Available, Lost, Damaged, InRepair],
            Withdrawn,
        ),
    ]
};

/// The state of a copy after an event.
///
/// # Errors
/// The state does not allow the event.
pub fn transition(from: CopyState, event: CopyEvent) -> Result<CopyState, TransitionError> {
    TRANSITIONS
        .iter()
        .find(|(allowed, states, _)| *allowed == event && states.contains(&from))
        .map(|(_, _, to)| *to)
        .ok_or(TransitionError { from, event })
}

/// The event by which staff move a copy to a state at its shelf: found, lost, damaged, to repair, repaired, or back in the
/// collection.
pub fn event_to(from: CopyState, to: CopyState) -> Option<CopyEvent> {
    match (from, to) {
        (CopyState::Damaged | CopyState::InRepair | CopyState::Withdrawn, CopyState::Available) => {
            Some(CopyEvent::Restore)
        }
        (_, CopyState::Available) => Some(CopyEvent::CheckIn),
        (_, CopyState::Lost) => Some(CopyEvent::Lose),
        (_, CopyState::Damaged) => Some(CopyEvent::Damage),
        (_, CopyState::InRepair) => Some(CopyEvent::Repair),
        _ => None,
    }
}

/// Whether the borrowing alone records a change of state, with its instant and its actor: a copy is lent from the shelf,
/// or comes back to the shelf from a loan. Every other change is an event of the copy.
pub fn is_recorded_by_borrowing(from: CopyState, to: CopyState) -> bool {
    matches!(
        (from, to),
        (CopyState::Available, CopyState::OnLoan) | (CopyState::OnLoan, CopyState::Available)
    )
}

/// The text is not a state of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown_copy_state")]
pub struct UnknownCopyState;

impl CopyState {
    /// Every state that this version knows.
    pub const ALL: [CopyState; 8] = [
        CopyState::Available,
        CopyState::OnLoan,
        CopyState::HoldShelf,
        CopyState::InTransit,
        CopyState::Lost,
        CopyState::Damaged,
        CopyState::InRepair,
        CopyState::Withdrawn,
    ];

    /// The stored and sent text.
    pub fn as_str(self) -> &'static str {
        match self {
            CopyState::Available => "available",
            CopyState::OnLoan => "on_loan",
            CopyState::HoldShelf => "hold_shelf",
            CopyState::InTransit => "in_transit",
            CopyState::Lost => "lost",
            CopyState::Damaged => "damaged",
            CopyState::InRepair => "in_repair",
            CopyState::Withdrawn => "withdrawn",
            CopyState::Unknown => "unknown",
        }
    }

    /// Whether the copy counts among a book's copies.
    pub fn is_in_collection(self) -> bool {
        self != CopyState::Withdrawn
    }

    /// Whether the copy counts among a book's available copies: it is on the shelf, and may leave the library.
    pub fn is_borrowable(self, is_lendable: bool) -> bool {
        self == CopyState::Available && is_lendable
    }
}

impl CopyEvent {
    /// Every event.
    pub const ALL: [CopyEvent; 10] = [
        CopyEvent::CheckOut,
        CopyEvent::CheckIn,
        CopyEvent::Trap,
        CopyEvent::Release,
        CopyEvent::Send,
        CopyEvent::Lose,
        CopyEvent::Damage,
        CopyEvent::Repair,
        CopyEvent::Restore,
        CopyEvent::Withdraw,
    ];
}

impl FromStr for CopyState {
    type Err = UnknownCopyState;

    fn from_str(text: &str) -> Result<CopyState, UnknownCopyState> {
        CopyState::ALL
            .into_iter()
            .find(|state| state.as_str() == text)
            .ok_or(UnknownCopyState)
    }
}
