use carrel_domain::money::{Amount, Currency, LedgerKind, MoneyError};
use proptest::prelude::*;

fn currency(code: &str) -> Currency {
    code.parse().expect("a known currency")
}

fn any_currency() -> impl Strategy<Value = Currency> {
    prop::sample::select(Currency::all().collect::<Vec<_>>())
}

#[test]
fn decimal_numbers_are_read_exactly() {
    let table = [
        ("USD", "12.34", Ok(Amount(1234))),
        ("USD", "12", Ok(Amount(1200))),
        ("USD", "12.3", Ok(Amount(1230))),
        ("USD", "0.05", Ok(Amount(5))),
        ("USD", "-0.50", Ok(Amount(-50))),
        ("USD", "92233720368547758.07", Ok(Amount(i64::MAX))),
        ("USD", "-92233720368547758.08", Ok(Amount(i64::MIN))),
        ("USD", "92233720368547758.08", Err(MoneyError::OutOfRange)),
        ("USD", "1.234", Err(MoneyError::TooPrecise)),
        ("USD", "1.", Err(MoneyError::NotANumber)),
        ("USD", ".5", Err(MoneyError::NotANumber)),
        ("USD", "", Err(MoneyError::NotANumber)),
        ("USD", "+1", Err(MoneyError::NotANumber)),
        ("USD", "1,00", Err(MoneyError::NotANumber)),
        ("USD", "1e3", Err(MoneyError::NotANumber)),
        ("USD", "٣", Err(MoneyError::NotANumber)),
        ("JPY", "1200", Ok(Amount(1200))),
        ("JPY", "1200.5", Err(MoneyError::TooPrecise)),
        ("JPY", "1200.", Err(MoneyError::NotANumber)),
        ("KWD", "1.5", Ok(Amount(1500))),
        ("KWD", "-0.005", Ok(Amount(-5))),
        ("KWD", "1.2345", Err(MoneyError::TooPrecise)),
    ];
    for (code, text, expected) in table {
        assert_eq!(currency(code).parse(text), expected, "{code} {text}");
    }
    assert_eq!(
        Currency::DOLLAR.parse(&"9".repeat(1000)),
        Err(MoneyError::OutOfRange)
    );
}

#[test]
fn a_json_number_is_exact_to_the_minor_unit_or_refused() {
    let table = [
        ("USD", 0.1, Some(10)),
        ("USD", 0.29, Some(29)),
        ("USD", 1.005, None),
        ("USD", 19.99, Some(1999)),
        ("USD", -0.0, Some(0)),
        ("USD", 1e15, Some(100_000_000_000_000_000)),
        ("USD", 1e300, None),
        ("USD", 5e-324, None),
        ("USD", f64::NAN, None),
        ("USD", f64::INFINITY, None),
        ("VND", 20_000.0, Some(20_000)),
        ("VND", 0.5, None),
        ("TND", 1.005, Some(1005)),
    ];
    for (code, number, minor) in table {
        assert_eq!(
            currency(code).from_json(number),
            minor.map(Amount),
            "{code} {number}"
        );
    }
}

#[test]
fn amounts_are_written_with_the_places_and_the_sign_of_their_currency() {
    let table = [
        ("USD", 1250, "$12.50", "12.50"),
        ("USD", -5, "-$0.05", "-0.05"),
        ("EUR", 0, "€0.00", "0.00"),
        ("JPY", 1250, "¥1250", "1250"),
        ("JPY", -1, "-¥1", "-1"),
        ("KRW", 100, "₩100", "100"),
        ("CLP", 100, "CLP 100", "100"),
        ("VND", 100, "₫100", "100"),
        ("KWD", 1250, "KWD 1.250", "1.250"),
        ("BHD", 1, "BHD 0.001", "0.001"),
        ("JOD", 1000, "JOD 1.000", "1.000"),
        ("OMR", 10, "OMR 0.010", "0.010"),
        (
            "TND",
            i64::MIN,
            "-TND 9223372036854775.808",
            "-9223372036854775.808",
        ),
    ];
    for (code, minor, written, decimal) in table {
        assert_eq!(currency(code).write(Amount(minor)).to_string(), written);
        assert_eq!(currency(code).decimal(Amount(minor)).to_string(), decimal);
    }
}

#[test]
fn a_currency_has_one_code() {
    let codes: Vec<&str> = Currency::all().map(Currency::code).collect();
    for code in ["AED", "EUR", "JPY", "KWD", "USD", "ZMW"] {
        assert!(codes.contains(&code), "{code}");
    }
    assert!(
        codes.is_sorted_by(|a, b| a < b),
        "the table is searched by its order"
    );
    for known in Currency::all() {
        assert_eq!(known.code().parse(), Ok(known));
        assert_eq!(serde_json::to_value(known).unwrap(), known.code());
        assert_eq!(
            serde_json::from_value::<Currency>(known.code().into()).unwrap(),
            known
        );
    }
    assert_eq!(Currency::default(), Currency::DOLLAR);
    assert_eq!(Currency::DOLLAR.code(), "USD");
    for unknown in ["", "usd", "US", "DOLLAR", "XXX"] {
        assert!(unknown.parse::<Currency>().is_err(), "{unknown}");
    }
}

#[test]
fn arithmetic_is_exact_or_refused() {
    assert_eq!(Amount(7).checked_add(Amount(5)), Some(Amount(12)));
    assert_eq!(Amount(7).checked_sub(Amount(5)), Some(Amount(2)));
    assert_eq!(Amount(7).checked_mul(-5), Some(Amount(-35)));
    assert_eq!(Amount(i64::MAX).checked_add(Amount(1)), None);
    assert_eq!(Amount(i64::MIN).checked_sub(Amount(1)), None);
    assert_eq!(Amount(i64::MAX).checked_mul(2), None);
    assert_eq!(
        [-1, 0, 1].map(|minor| Amount(minor).is_positive()),
        [false, false, true]
    );
}

proptest! {
    #[test]
    fn a_decimal_number_reads_back(currency in any_currency(), minor: i64) {
        let text = currency.decimal(Amount(minor)).to_string();
        prop_assert_eq!(currency.parse(&text), Ok(Amount(minor)));
    }

    #[test]
    fn a_json_number_reads_back(currency in any_currency(), minor in -7_000_000_000_000_000_i64..7_000_000_000_000_000) {
        prop_assert_eq!(currency.from_json(currency.to_json(Amount(minor))), Some(Amount(minor)));
    }

    #[test]
    fn any_text_is_an_amount_or_an_error(currency in any_currency(), text: String) {
        if let Ok(amount) = currency.parse(&text) {
            prop_assert_eq!(currency.parse(&currency.decimal(amount).to_string()), Ok(amount));
        }
    }
}

#[test]
fn charges_and_refunds_add_to_a_balance_and_the_others_reduce_it() {
    let owed = LedgerKind::ALL.map(|kind| (kind.as_str(), kind.owed(Amount(5))));
    let expected = [
        ("charge", 5),
        ("payment", -5),
        ("waiver", -5),
        ("refund", 5),
        ("reversal", -5),
    ];
    assert_eq!(owed, expected.map(|(kind, amount)| (kind, Amount(amount))));
}
