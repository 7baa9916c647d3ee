use carrel_domain::money::{Cents, MoneyError};
use proptest::prelude::*;

#[test]
fn dollars_and_cents_are_read_exactly() {
    let table = [
        ("12.34", Ok(Cents(1234))),
        ("12", Ok(Cents(1200))),
        ("12.3", Ok(Cents(1230))),
        ("0.05", Ok(Cents(5))),
        ("-0.50", Ok(Cents(-50))),
        ("92233720368547758.07", Ok(Cents(i64::MAX))),
        ("-92233720368547758.08", Ok(Cents(i64::MIN))),
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
        assert_eq!(text.parse::<Cents>(), expected, "{text}");
    }
    assert_eq!("9".repeat(1000).parse::<Cents>(), Err(MoneyError::OutOfRange));
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
        assert_eq!(Cents::from_dollars_f64(dollars), cents.map(Cents), "{dollars}");
    }
}

#[test]
fn sums_that_do_not_fit_are_refused() {
    assert_eq!(Cents(i64::MAX).checked_add(Cents(1)), None);
    assert_eq!(Cents(i64::MIN).checked_sub(Cents(1)), None);
    assert_eq!(Cents(i64::MAX).checked_mul(2), None);
    assert_eq!(Cents::checked_sum([Cents(i64::MAX), Cents(1)]), None);
    assert_eq!(
        Cents::checked_sum([Cents(25), Cents(-5), Cents(1)]),
        Some(Cents(21))
    );
}

proptest! {
    #[test]
    fn text_reads_back(cents: i64) {
        prop_assert_eq!(Cents(cents).to_string().parse(), Ok(Cents(cents)));
    }

    #[test]
    fn dollars_read_back(cents in -7_000_000_000_000_000_i64..7_000_000_000_000_000) {
        prop_assert_eq!(Cents::from_dollars_f64(Cents(cents).to_dollars_json()), Some(Cents(cents)));
    }

    #[test]
    fn no_text_makes_reading_fail_badly(text: String) {
        if let Ok(cents) = text.parse::<Cents>() {
            prop_assert_eq!(cents.to_string().parse(), Ok(cents));
        }
    }
}
