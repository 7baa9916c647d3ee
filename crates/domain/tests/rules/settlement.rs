use carrel_domain::circulation::settlement::{Allocation, OpenCharge, SettlementError, allocate};
use carrel_domain::money::Amount;
use jiff::Timestamp;
use proptest::prelude::*;

use crate::names::id;

fn charge(borrowing_id: &str, cents: i64, second: i64) -> OpenCharge {
    OpenCharge {
        borrowing_id: id(borrowing_id),
        outstanding: Amount(cents),
        charged_at: Timestamp::from_second(second).expect("an instant"),
    }
}

fn allocation(borrowing_id: &str, cents: i64) -> Allocation {
    Allocation {
        borrowing_id: id(borrowing_id),
        amount: Amount(cents),
    }
}

fn charges() -> Vec<OpenCharge> {
    vec![
        charge("c", 300, 30),
        charge("a", 100, 10),
        charge("b", 200, 20),
        charge("paid", 0, 5),
    ]
}

#[test]
fn the_oldest_charge_is_settled_first() {
    let table = [
        (50, None, Ok(vec![allocation("a", 50)])),
        (100, None, Ok(vec![allocation("a", 100)])),
        (150, None, Ok(vec![allocation("a", 100), allocation("b", 50)])),
        (
            600,
            None,
            Ok(vec![
                allocation("a", 100),
                allocation("b", 200),
                allocation("c", 300),
            ]),
        ),
        (
            601,
            None,
            Err(SettlementError::MoreThanOwed {
                amount: Amount(601),
                owed: Amount(600),
            }),
        ),
        (150, Some("c"), Ok(vec![allocation("c", 150)])),
        (
            301,
            Some("c"),
            Err(SettlementError::MoreThanOwed {
                amount: Amount(301),
                owed: Amount(300),
            }),
        ),
        (
            1,
            Some("paid"),
            Err(SettlementError::MoreThanOwed {
                amount: Amount(1),
                owed: Amount(0),
            }),
        ),
        (
            1,
            Some("nobody"),
            Err(SettlementError::MoreThanOwed {
                amount: Amount(1),
                owed: Amount(0),
            }),
        ),
        (
            0,
            None,
            Err(SettlementError::AmountNotPositive { amount: Amount(0) }),
        ),
        (
            -5,
            None,
            Err(SettlementError::AmountNotPositive { amount: Amount(-5) }),
        ),
    ];
    for (cents, directed, expected) in table {
        assert_eq!(
            allocate(Amount(cents), &charges(), directed.map(id)),
            expected,
            "{cents} {directed:?}"
        );
    }
}

proptest! {
    #[test]
    fn parts_add_up_and_never_exceed_their_charge(
        outstanding in prop::collection::vec(-10_i64..1000, 0..8),
        payment in -5_i64..4000,
    ) {
        let charges: Vec<OpenCharge> =
            (0..).zip(&outstanding).map(|(n, cents)| charge(&format!("b{n}"), *cents, n)).collect();
        let owed: i64 = outstanding.iter().filter(|cents| **cents > 0).sum();
        match allocate(Amount(payment), &charges, None) {
            Ok(parts) => {
                prop_assert!(payment > 0 && payment <= owed);
                prop_assert_eq!(parts.iter().map(|part| part.amount.0).sum::<i64>(), payment);
                for part in parts {
                    let charge = charges.iter().find(|charge| charge.borrowing_id == part.borrowing_id);
                    prop_assert!(part.amount.is_positive());
                    prop_assert!(charge.is_some_and(|charge| part.amount <= charge.outstanding));
                }
            }
            Err(SettlementError::AmountNotPositive { .. }) => prop_assert!(payment <= 0),
            Err(SettlementError::MoreThanOwed { owed: reported, .. }) => {
                prop_assert!(payment > owed);
                prop_assert_eq!(reported, Amount(owed));
            }
        }
    }
}
