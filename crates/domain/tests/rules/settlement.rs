use carrel_domain::circulation::settlement::SettlementRefusal::{MoreThanOwed, NotPositive, NothingOwed};
use carrel_domain::circulation::settlement::settle;
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
