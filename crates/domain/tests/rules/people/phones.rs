//! Phone numbers as people write them.

use carrel_domain::users::phone::written;

const WITHOUT_COUNTRY: &str =
    "Phone number needs its country code, such as +49, because the library’s own phone number has none";

#[test]
fn numbers_of_a_list_are_stored_without_marks() {
    let german = Some("+49 711 1234-0");
    for (text, library, expected) in [
        ("", german, Ok(None)),
        (" - ", german, Ok(None)),
        ("+49 711 123456", None, Ok(Some("+49711123456"))),
        ("+49 (0)711 / 12 34-56", None, Ok(Some("+49711123456"))),
        ("0049 711 123456", None, Ok(Some("+49711123456"))),
        ("(0711) 123456", german, Ok(Some("+49711123456"))),
        ("0711/123456", german, Ok(Some("+49711123456"))),
        ("0171–123456", Some("0049 711 12340"), Ok(Some("+49171123456"))),
        ("06 1234 5678", Some("+39 06 1234"), Ok(Some("+390612345678"))),
        (
            "020 7946 0958",
            Some("+44 20 7946 0000"),
            Ok(Some("+442079460958")),
        ),
        ("01 234 5678", Some("+353 1 234 0000"), Ok(Some("+35312345678"))),
        (
            "0495 123-45-67",
            Some("+7 495 123 4560"),
            Ok(Some("+74951234567")),
        ),
        ("(207) 555-0123", Some("+1 207 555 0100"), Ok(Some("2075550123"))),
        ("555.0123", None, Ok(Some("5550123"))),
        ("0711 123456", None, Err(WITHOUT_COUNTRY)),
        ("0711 123456", Some("0711 12340"), Err(WITHOUT_COUNTRY)),
        ("0711 123456", Some("+"), Err(WITHOUT_COUNTRY)),
        ("711 123456 ext. 5", german, Err("Invalid phone number")),
        ("none", german, Err("Invalid phone number")),
        ("+0 711", german, Err("Invalid phone number")),
        ("+49 711 1234567890123", german, Err("Invalid phone number")),
        ("0711 1234567890123", german, Err("Invalid phone number")),
    ] {
        let expected = expected.map(|number: Option<&str>| number.map(str::to_owned));
        assert_eq!(written(text, library), expected, "{text:?} {library:?}");
    }
}
