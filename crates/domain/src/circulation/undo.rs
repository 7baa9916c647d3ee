//! Undoing: what was pressed by mistake a moment ago is taken back, as if it had not happened.

use jiff::{SignedDuration, Timestamp};

use super::copy_state::CopyState;
use crate::users::UserId;

/// How long a borrowing, a return or the deletion of a book can be undone. The screens offer it for ten seconds; a slow network and a person who
/// works with the keyboard get more time than that.
pub const UNDOABLE_FOR: SignedDuration = SignedDuration::from_mins(2);

/// Why something cannot be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UndoRefusal {
    /// It is longer ago than [`UNDOABLE_FOR`].
    #[error("undo_too_late")]
    TooLate,
    /// Another person did it.
    #[error("undo_not_yours")]
    NotYours,
    /// Something that followed from it would be left without its reason.
    #[error("undo_overtaken")]
    Overtaken,
}

/// Everything that decides whether a return can be undone.
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact")]
#[derive(Clone, Copy, Debug)]
pub struct ReturnFacts {
    /// When the return was recorded, which is later than the return if that was backdated.
    pub recorded_at: Timestamp,
    pub returned_by: Option<UserId>,
    /// When the borrowing was lent or last renewed. The fine of the return is the charge that was booked after it.
    pub last_event_at: Timestamp,
    pub copy_state: CopyState,
    /// Whether the copy was lent or moved since the return, or was lost before it.
    pub copy_moved: bool,
    /// Whether a payment, a waiver or a refund was booked since the return.
    pub settled: bool,
    /// Whether the person has borrowed the book again.
    pub borrowed_again: bool,
    /// Whether the book is in the archive, or the account was erased.
    pub closed: bool,
    /// Whether the library has another currency since the return: the amounts of the loan's terms would change their meaning.
    pub currency_changed: bool,
}

/// Everything that decides whether a borrowing can be undone.
#[derive(Clone, Copy, Debug)]
pub struct BorrowingFacts {
    pub borrowed_at: Timestamp,
    pub lent_by: Option<UserId>,
    /// Whether it was renewed.
    pub renewed: bool,
    pub copy_state: CopyState,
    /// Whether the person has rated the book and never borrowed it otherwise: only borrowers rate.
    pub rated: bool,
}

/// Whether the return can be undone by this person now.
///
/// # Errors
/// The first reason against it.
pub fn undo_return(facts: &ReturnFacts, actor: UserId, now: Timestamp) -> Result<(), UndoRefusal> {
    recent_and_own(facts.recorded_at, facts.returned_by, actor, now)?;
    let overtaken = facts.copy_state != CopyState::Available
        || facts.copy_moved
        || facts.settled
        || facts.borrowed_again
        || facts.closed
        || facts.currency_changed
        // The clock went back: nothing shows which charge is of the return and which is of a renewal.
        || facts.recorded_at <= facts.last_event_at;
    if overtaken {
        Err(UndoRefusal::Overtaken)
    } else {
        Ok(())
    }
}

/// Whether the open borrowing can be undone by this person now.
///
/// # Errors
/// The first reason against it.
pub fn undo_borrowing(facts: &BorrowingFacts, actor: UserId, now: Timestamp) -> Result<(), UndoRefusal> {
    recent_and_own(facts.borrowed_at, facts.lent_by, actor, now)?;
    if facts.renewed || facts.rated || facts.copy_state != CopyState::OnLoan {
        return Err(UndoRefusal::Overtaken);
    }
    Ok(())
}

/// Whether the deletion of a book can be undone now, by any person who may delete books: nothing follows from a book that
/// is not there.
///
/// # Errors
/// [`UndoRefusal::TooLate`].
pub fn undo_deletion(deleted_at: Timestamp, now: Timestamp) -> Result<(), UndoRefusal> {
    recent(deleted_at, now)
}

fn recent_and_own(
    at: Timestamp,
    by: Option<UserId>,
    actor: UserId,
    now: Timestamp,
) -> Result<(), UndoRefusal> {
    if by != Some(actor) {
        return Err(UndoRefusal::NotYours);
    }
    recent(at, now)
}

/// An instant in the future is that of a server whose clock was ahead: it is as recent as one in the past.
fn recent(at: Timestamp, now: Timestamp) -> Result<(), UndoRefusal> {
    if now.duration_since(at).abs() >= UNDOABLE_FOR {
        return Err(UndoRefusal::TooLate);
    }
    Ok(())
}
