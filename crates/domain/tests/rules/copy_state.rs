use carrel_domain::circulation::copy_state::{
    CopyEvent, CopyState, TransitionError, event_to, is_recorded_by_borrowing, transition,
};

#[test]
fn a_copy_changes_its_state_by_the_table_only() {
    use CopyState::{Available, Damaged, HoldShelf, InRepair, InTransit, Lost, OnLoan, Withdrawn};
    let table = [
        (Available, CopyEvent::CheckOut, OnLoan),
        (HoldShelf, CopyEvent::CheckOut, OnLoan),
        (Available, CopyEvent::CheckIn, Available),
        (OnLoan, CopyEvent::CheckIn, Available),
        (InTransit, CopyEvent::CheckIn, Available),
        (Lost, CopyEvent::CheckIn, Available),
        (Available, CopyEvent::Trap, HoldShelf),
        (OnLoan, CopyEvent::Trap, HoldShelf),
        (InTransit, CopyEvent::Trap, HoldShelf),
        (Lost, CopyEvent::Trap, HoldShelf),
        (HoldShelf, CopyEvent::Release, Available),
        (Available, CopyEvent::Send, InTransit),
        (OnLoan, CopyEvent::Send, InTransit),
        (HoldShelf, CopyEvent::Send, InTransit),
        (Lost, CopyEvent::Send, InTransit),
        (Available, CopyEvent::Lose, Lost),
        (OnLoan, CopyEvent::Lose, Lost),
        (HoldShelf, CopyEvent::Lose, Lost),
        (InTransit, CopyEvent::Lose, Lost),
        (Damaged, CopyEvent::Lose, Lost),
        (InRepair, CopyEvent::Lose, Lost),
        (Available, CopyEvent::Damage, Damaged),
        (HoldShelf, CopyEvent::Damage, Damaged),
        (InTransit, CopyEvent::Damage, Damaged),
        (InRepair, CopyEvent::Damage, Damaged),
        (Available, CopyEvent::Repair, InRepair),
        (Damaged, CopyEvent::Repair, InRepair),
        (Damaged, CopyEvent::Restore, Available),
        (InRepair, CopyEvent::Restore, Available),
        (Withdrawn, CopyEvent::Restore, Available),
        (Available, CopyEvent::Withdraw, Withdrawn),
        (Lost, CopyEvent::Withdraw, Withdrawn),
        (Damaged, CopyEvent::Withdraw, Withdrawn),
        (InRepair, CopyEvent::Withdraw, Withdrawn),
    ];
    for from in CopyState::ALL {
        for event in CopyEvent::ALL {
            let allowed = table.iter().find(|row| (row.0, row.1) == (from, event));
            let expected = allowed.map(|(.., to)| *to).ok_or(TransitionError { from, event });
            assert_eq!(transition(from, event), expected, "{from:?} {event:?}");
        }
    }
}

#[test]
fn a_move_at_the_shelf_is_one_event() {
    use CopyState::{Available, Damaged, HoldShelf, InRepair, InTransit, Lost, OnLoan, Withdrawn};
    for (from, to, event) in [
        (Damaged, Available, Some(CopyEvent::Restore)),
        (InRepair, Available, Some(CopyEvent::Restore)),
        (Lost, Available, Some(CopyEvent::CheckIn)),
        (Available, Lost, Some(CopyEvent::Lose)),
        (Available, Damaged, Some(CopyEvent::Damage)),
        (InRepair, Damaged, Some(CopyEvent::Damage)),
        (Damaged, InRepair, Some(CopyEvent::Repair)),
        (Available, OnLoan, None),
        (Available, HoldShelf, None),
        (Available, InTransit, None),
        (Available, Withdrawn, None),
    ] {
        assert_eq!(event_to(from, to), event, "{from:?} to {to:?}");
    }
}

#[test]
fn a_borrowing_records_its_loan_and_its_return_to_the_shelf() {
    use CopyState::{Available, OnLoan};
    for from in CopyState::ALL {
        for to in CopyState::ALL {
            let expected = [(Available, OnLoan), (OnLoan, Available)].contains(&(from, to));
            assert_eq!(is_recorded_by_borrowing(from, to), expected, "{from:?} {to:?}");
        }
    }
}

#[test]
fn a_copy_state_has_one_text() {
    for state in CopyState::ALL {
        assert_eq!(state.as_str().parse(), Ok(state));
        assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
        assert_eq!(state.is_in_collection(), state.as_str() != "withdrawn");
    }
    assert!("on loan".parse::<CopyState>().is_err());
    let refused = transition(CopyState::OnLoan, CopyEvent::CheckOut).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "a copy that is on_loan does not allow CheckOut"
    );
}
