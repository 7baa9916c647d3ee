//! Undoing a borrowing or a return.

use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::undo::{
    BorrowingFacts, ReturnFacts, UNDOABLE_FOR, UndoRefusal, undo_borrowing, undo_deletion, undo_return,
};
use carrel_domain::users::UserId;
use jiff::{SignedDuration, Timestamp};

const MOMENT: SignedDuration = SignedDuration::from_millis(1);

fn now() -> Timestamp {
    "2026-03-02T10:00:00Z".parse().expect("an instant")
}

fn person(number: i64) -> UserId {
    UserId::new(number)
}

fn returned() -> ReturnFacts {
    ReturnFacts {
        recorded_at: now(),
        returned_by: Some(person(1)),
        last_event_at: now() - SignedDuration::from_hours(48),
        copy_state: CopyState::Available,
        copy_moved: false,
        settled: false,
        borrowed_again: false,
        closed: false,
        currency_changed: false,
    }
}

fn borrowed() -> BorrowingFacts {
    BorrowingFacts {
        borrowed_at: now(),
        lent_by: Some(person(1)),
        renewed: false,
        copy_state: CopyState::OnLoan,
        rated: false,
    }
}

#[test]
fn the_one_who_did_it_undoes_it_within_two_minutes() {
    assert_eq!(UNDOABLE_FOR, SignedDuration::from_mins(2));
    for (passed, expected) in [
        (SignedDuration::ZERO, Ok(())),
        (UNDOABLE_FOR - MOMENT, Ok(())),
        (UNDOABLE_FOR, Err(UndoRefusal::TooLate)),
        // Recorded by a clock that was ahead.
        (MOMENT - UNDOABLE_FOR, Ok(())),
        (-UNDOABLE_FOR, Err(UndoRefusal::TooLate)),
    ] {
        assert_eq!(
            undo_return(&returned(), person(1), now() + passed),
            expected,
            "{passed}"
        );
        assert_eq!(
            undo_borrowing(&borrowed(), person(1), now() + passed),
            expected,
            "{passed}"
        );
        assert_eq!(undo_deletion(now(), now() + passed), expected, "{passed}");
    }
    let not_yours = Err(UndoRefusal::NotYours);
    assert_eq!(undo_return(&returned(), person(2), now()), not_yours);
    assert_eq!(undo_borrowing(&borrowed(), person(2), now()), not_yours);
    let anonymous = ReturnFacts {
        returned_by: None,
        ..returned()
    };
    assert_eq!(undo_return(&anonymous, person(1), now()), not_yours);
}

#[test]
fn a_return_is_not_undone_after_something_followed_from_it() {
    let last_event_at = returned().recorded_at;
    for (what, facts) in [
        (
            "the copy was moved",
            ReturnFacts {
                copy_moved: true,
                ..returned()
            },
        ),
        (
            "the fine was paid",
            ReturnFacts {
                settled: true,
                ..returned()
            },
        ),
        (
            "the person has the book again",
            ReturnFacts {
                borrowed_again: true,
                ..returned()
            },
        ),
        (
            "the book was archived",
            ReturnFacts {
                closed: true,
                ..returned()
            },
        ),
        (
            "the currency was changed",
            ReturnFacts {
                currency_changed: true,
                ..returned()
            },
        ),
        (
            "returned in the instant of a renewal",
            ReturnFacts {
                last_event_at,
                ..returned()
            },
        ),
    ] {
        assert_eq!(
            undo_return(&facts, person(1), now()),
            Err(UndoRefusal::Overtaken),
            "{what}"
        );
    }
    for state in CopyState::ALL {
        let facts = ReturnFacts {
            copy_state: state,
            ..returned()
        };
        assert_eq!(
            undo_return(&facts, person(1), now()).is_ok(),
            state == CopyState::Available,
            "{state:?}"
        );
    }
}

#[test]
fn a_borrowing_is_not_undone_after_something_followed_from_it() {
    for (what, facts) in [
        (
            "it was renewed",
            BorrowingFacts {
                renewed: true,
                ..borrowed()
            },
        ),
        (
            "the book was rated",
            BorrowingFacts {
                rated: true,
                ..borrowed()
            },
        ),
    ] {
        assert_eq!(
            undo_borrowing(&facts, person(1), now()),
            Err(UndoRefusal::Overtaken),
            "{what}"
        );
    }
    for state in CopyState::ALL {
        let facts = BorrowingFacts {
            copy_state: state,
            ..borrowed()
        };
        assert_eq!(
            undo_borrowing(&facts, person(1), now()).is_ok(),
            state == CopyState::OnLoan,
            "{state:?}"
        );
    }
}
