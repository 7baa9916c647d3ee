use super::{Cents, MoneyError};

#[test]
fn reads_dollars_and_cents() {
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
    let long = "9".repeat(1000);
    assert_eq!(long.parse::<Cents>(), Err(MoneyError::OutOfRange));
}
