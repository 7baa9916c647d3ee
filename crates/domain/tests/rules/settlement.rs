use carrel_domain::circulation::settlement::SettlementRefusal::{MoreThanOwed, NotPositive, NothingOwed};
use carrel_domain::circulation::settlement::{allocate, settle, validate_note};
use carrel_domain::money::Amount;

#[test]
fn a_payment_settles_at_most_what_is_owed() {
    for (owed, requested, expected) in [
        (250, None, Ok(250)),
        (250, Some(250), Ok(250)),
        (250, Some(1), Ok(1)),
        (250, Some(251), Err(MoreThanOwed)),
        (250, Some(i64::MAX), Err(MoreThanOwed)),
        (250, Some(0), Err(NotPositive)),
        (250, Some(-1), Err(NotPositive)),
        (0, None, Err(NothingOwed)),
        (0, Some(0), Err(NothingOwed)),
        (0, Some(10), Err(NothingOwed)),
        (-5, None, Err(NothingOwed)),
    ] {
        let settled = settle(Amount(owed), requested.map(Amount));
        assert_eq!(settled, expected.map(Amount), "{owed} {requested:?}");
    }
}

#[test]
fn a_note_is_short_plain_text() {
    let longest = "é".repeat(500);
    for (sent, kept) in [
        (None, None),
        (Some(" \n "), None),
        (Some(" Paid\nin cash. "), Some("Paid\nin cash.")),
        (Some(longest.as_str()), Some(longest.as_str())),
    ] {
        assert_eq!(validate_note(sent), Ok(kept.map(str::to_owned)));
    }
    assert_eq!(
        validate_note(Some(&format!("{longest}!"))),
        Err("Note cannot exceed 500 characters")
    );
    assert_eq!(
        validate_note(Some("a\0")),
        Err("Note contains characters that are not allowed")
    );
}

#[test]
fn a_payment_of_all_fines_settles_the_first_ones_first() {
    for (owed, requested, expected) in [
        (vec![100, 50], None, Ok(vec![100, 50])),
        (vec![100, 50], Some(150), Ok(vec![100, 50])),
        (vec![100, 50], Some(120), Ok(vec![100, 20])),
        (vec![100, 50], Some(100), Ok(vec![100, 0])),
        (vec![100, 50], Some(1), Ok(vec![1, 0])),
        (vec![100, 50], Some(151), Err(MoreThanOwed)),
        (vec![100, 50], Some(0), Err(NotPositive)),
        (vec![], None, Err(NothingOwed)),
    ] {
        let amounts: Vec<Amount> = owed.iter().copied().map(Amount).collect();
        let divided = allocate(&amounts, requested.map(Amount));
        let expected = expected.map(|amounts| amounts.into_iter().map(Amount).collect());
        assert_eq!(divided, expected, "{owed:?} {requested:?}");
    }
}
