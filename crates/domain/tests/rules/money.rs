use carrel_domain::money::{Amount, MoneyError};
use proptest::prelude::*;

#[test]
fn dollars_and_cents_are_read_exactly() {
    let table = [
        ("12.34", Ok(Amount(1234))),
        ("12", Ok(Amount(1200))),
        ("12.3", Ok(Amount(1230))),
        ("0.05", Ok(Amount(5))),
        ("-0.50", Ok(Amount(-50))),
        ("92233720368547758.07", Ok(Amount(i64::MAX))),
        ("-92233720368547758.08", Ok(Amount(i64::MIN))),
        ("92233720368547758.08", Err(MoneyError::OutOfRange)),
        ("1.234", Err(MoneyError::TooPrecise)),
        ("1.", Err(MoneyError::NotANumber)),
        (".5", Err(MoneyError::NotANumber)),
        ("", Err(MoneyError::NotANumber)),
        ("+1", Err(MoneyError::NotANumber)),
        ("1,00", Err(MoneyError::NotANumber)),
        ("1e3", Err(MoneyError::NotANumber)),
        ("٣", Err(MoneyError::NotANumber)),
    ];
    for (text, expected) in table {
        assert_eq!(text.parse::<Amount>(), expected, "{text}");
    }
    assert_eq!("9".repeat(1000).parse::<Amount>(), Err(MoneyError::OutOfRange));
}

#[test]
fn a_json_number_is_taken_to_the_cent_or_not_at_all() {
    let table = [
        (0.1, Some(10)),
        (0.29, Some(29)),
        (1.005, None),
        (19.99, Some(1999)),
        (-0.0, Some(0)),
        (1e15, Some(100_000_000_000_000_000)),
        (1e300, None),
        (5e-324, None),
        (f64::NAN, None),
        (f64::INFINITY, None),
    ];
    for (dollars, cents) in table {
        assert_eq!(Amount::from_dollars_f64(dollars), cents.map(Amount), "{dollars}");
    }
}

#[test]
fn sums_that_do_not_fit_are_refused() {
    assert_eq!(Amount(i64::MAX).checked_add(Amount(1)), None);
    assert_eq!(Amount(i64::MIN).checked_sub(Amount(1)), None);
    assert_eq!(Amount(i64::MAX).checked_mul(2), None);
    assert_eq!(Amount::checked_sum([Amount(i64::MAX), Amount(1)]), None);
    assert_eq!(
        Amount::checked_sum([Amount(25), Amount(-5), Amount(1)]),
        Some(Amount(21))
    );
}

proptest! {
    #[test]
    fn text_reads_back(cents: i64) {
        prop_assert_eq!(Amount(cents).to_string().parse(), Ok(Amount(cents)));
    }

    #[test]
    fn dollars_read_back(cents in -7_000_000_000_000_000_i64..7_000_000_000_000_000) {
        prop_assert_eq!(Amount::from_dollars_f64(Amount(cents).to_dollars_json()), Some(Amount(cents)));
    }

    #[test]
    fn no_text_makes_reading_fail_badly(text: String) {
        if let Ok(cents) = text.parse::<Amount>() {
            prop_assert_eq!(cents.to_string().parse(), Ok(cents));
        }
    }
}
