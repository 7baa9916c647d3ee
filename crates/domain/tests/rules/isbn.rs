use carrel_domain::catalogue::isbn::{Isbn, IsbnError};
use proptest::prelude::*;

#[test]
fn both_lengths_become_thirteen_digits() {
    let table = [
        ("9780306406157", "9780306406157"),
        ("978-0-306-40615-7", "9780306406157"),
        (" 978 0 306 40615 7 ", "9780306406157"),
        ("978\u{2011}0\u{2013}306\u{2010}40615\u{2212}7", "9780306406157"),
        ("0-306-40615-2", "9780306406157"),
        ("080442957X", "9780804429573"),
        ("0-8044-2957-x", "9780804429573"),
        ("979-10-90636-07-1", "9791090636071"),
    ];
    for (text, expected) in table {
        assert_eq!(
            text.parse::<Isbn>().as_ref().map(Isbn::as_str),
            Ok(expected),
            "{text}"
        );
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let table = [
        ("", IsbnError::WrongLength { digits: 0 }),
        ("978030640615", IsbnError::WrongLength { digits: 12 }),
        ("97803064061570", IsbnError::WrongLength { digits: 14 }),
        ("9780306406158", IsbnError::WrongCheckDigit { expected: '7' }),
        ("0306406153", IsbnError::WrongCheckDigit { expected: '2' }),
        ("080442957-0", IsbnError::WrongCheckDigit { expected: 'X' }),
        ("4006381333931", IsbnError::WrongPrefix),
        ("97803064061X7", IsbnError::BadCharacter { character: 'X' }),
        ("978030640615X", IsbnError::BadCharacter { character: 'X' }),
        ("X306406152", IsbnError::BadCharacter { character: 'X' }),
        ("９780306406157", IsbnError::BadCharacter { character: '９' }),
        ("978.0306406157", IsbnError::BadCharacter { character: '.' }),
    ];
    for (text, expected) in table {
        assert_eq!(text.parse::<Isbn>(), Err(expected), "{text}");
    }
}

#[test]
fn stored_numbers_are_checked_when_read() {
    let isbn: Isbn = serde_json::from_str(r#""0-306-40615-2""#).unwrap();
    assert_eq!(serde_json::to_value(&isbn).unwrap(), "9780306406157");
    assert!(serde_json::from_str::<Isbn>(r#""9780306406158""#).is_err());
}

proptest! {
    #[test]
    fn exactly_one_check_digit_is_right(body in "97[89][0-9]{9}", short in "[0-9]{9}") {
        let right = |body: &str, last: &str| {
            last.chars().filter(|digit| format!("{body}{digit}").parse::<Isbn>().is_ok()).count()
        };
        prop_assert_eq!(right(&body, "0123456789"), 1);
        prop_assert_eq!(right(&short, "0123456789X"), 1);
    }

    #[test]
    fn a_parsed_isbn_reads_back(text in "[0-9Xx -]{0,20}|.{0,20}") {
        if let Ok(isbn) = text.parse::<Isbn>() {
            prop_assert_eq!(isbn.as_str().len(), 13);
            prop_assert_eq!(isbn.to_string().parse(), Ok(isbn));
        }
    }
}
