//! Numbers of works in other lists.

use super::text::{add_new, clean, some};
use crate::marc::Record;

/// The first digits of a book number of 13 digits.
const BOOKLAND: [&str; 2] = ["978", "979"];

/// Book numbers without hyphens, qualifiers and prices, not verified.
pub(in crate::marc) fn isbns(record: &Record) -> Vec<String> {
    let mut found = Vec::new();
    for field in record.tagged("020") {
        for number in field.all('a').filter_map(isbn) {
            add_new(&mut found, number);
        }
    }
    found
}

/// The book number at the begin of a text.
pub(in crate::marc) fn isbn(text: &str) -> Option<String> {
    let text = clean(text);
    let label = |text: &str| {
        text.get(..4)
            .is_some_and(|label| label.eq_ignore_ascii_case("isbn"))
    };
    let text = if label(&text) { &text[4..] } else { &text };
    let text = text.trim_start_matches([' ', ':', '-', '=']);
    let mut number = String::new();
    for character in text.chars() {
        let length = if BOOKLAND.iter().any(|prefix| number.starts_with(prefix)) {
            13
        } else {
            10
        };
        match character {
            // A space separates the parts of a number, or the number from something else.
            ' ' if number.len() >= length => break,
            '0'..='9' => number.push(character),
            'x' | 'X' if number.len() == 9 => number.push('X'),
            ' ' | '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' => {}
            _ => break,
        }
    }
    (!number.is_empty()).then_some(number)
}

/// Serial numbers such as `0028-0836`, not verified.
pub(in crate::marc) fn issns(record: &Record) -> Vec<String> {
    let mut found = Vec::new();
    for field in record.tagged("022") {
        for number in field.all('a').filter_map(issn) {
            add_new(&mut found, number);
        }
    }
    found
}

fn issn(text: &str) -> Option<String> {
    let symbols = text
        .chars()
        .skip_while(|character| !character.is_ascii_digit())
        .map(|character| character.to_ascii_uppercase())
        .filter(|character| *character != '-')
        .take_while(|character| character.is_ascii_digit() || *character == 'X');
    let number: String = symbols.take(8).collect();
    let (first, second) = number.split_at_checked(4)?;
    (second.len() == 4).then(|| format!("{first}-{second}"))
}

/// The number in WorldCat, without its prefix and leading zeros.
pub(in crate::marc) fn oclc_number(record: &Record) -> Option<String> {
    let system_numbers = record
        .tagged("035")
        .filter_map(|field| field.first('a'))
        .filter_map(number_of_oclc);
    let is_from_oclc = record.control("003").any(|source| source.trim() == "OCoLC");
    let own_numbers = record.control("001").filter(|_| is_from_oclc);
    system_numbers
        .chain(own_numbers.filter_map(digits_of_oclc))
        .next()
}

/// The number in WorldCat that is in a system number such as `(OCoLC)ocm00012345`.
pub(in crate::marc) fn number_of_oclc(system_number: &str) -> Option<String> {
    digits_of_oclc(system_number.trim().strip_prefix("(OCoLC)")?)
}

fn digits_of_oclc(number: &str) -> Option<String> {
    let digits = number
        .trim_start_matches(|character: char| character.is_ascii_alphabetic() || character == ' ')
        .trim_start_matches('0')
        .trim_end();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.to_owned())
}

/// The number at the Library of Congress.
pub(in crate::marc) fn lccn(record: &Record) -> Option<String> {
    record
        .tagged("010")
        .filter_map(|field| field.first('a'))
        .find_map(some)
}

#[cfg(test)]
mod tests {
    use super::{isbns, issns, lccn, oclc_number};
    use crate::marc::samples;

    #[test]
    fn reads_isbns() {
        for (text, expected) in [
            ("0-13-604259-7 (pbk.) :", Some("0136042597")),
            ("978-0-13-604259-4", Some("9780136042594")),
            ("978 0 306 40615 7 25.00", Some("9780306406157")),
            ("0 13 604259 7 25.00", Some("0136042597")),
            ("978\u{2010}0136042594", Some("9780136042594")),
            ("080442957x", Some("080442957X")),
            ("ISBN: 0136042597", Some("0136042597")),
            ("0136042597pbk", Some("0136042597")),
            ("12345", Some("12345")),
            ("(pbk.)", None),
            ("$12.00", None),
            ("", None),
        ] {
            let record = samples::book(&["020    $z0000000000", &format!("020    $a{text}")]);
            // `line` splits at the dollar sign.
            assert_eq!(isbns(&record).first().map(String::as_str), expected, "{text}");
        }
        let twice = ["020    $a0136042597", "020    $a0-13-604259-7$a9780136042594"];
        assert_eq!(isbns(&samples::book(&twice)), ["0136042597", "9780136042594"]);
    }

    #[test]
    fn reads_issns() {
        for (text, expected) in [
            ("0028-0836", Some("0028-0836")),
            ("00280836 (print)", Some("0028-0836")),
            ("ISSN 2434-561x", Some("2434-561X")),
            ("0028", None),
        ] {
            let record = samples::book(&[&format!("022    $a{text}")]);
            assert_eq!(issns(&record).first().map(String::as_str), expected, "{text}");
        }
    }

    #[test]
    fn reads_numbers_of_oclc_and_the_library_of_congress() {
        for (fields, expected) in [
            (&["035    $a(DLC)1", "035    $a(OCoLC)ocm00123 "][..], Some("123")),
            (&["035    $a(OCoLC)1234567890"], Some("1234567890")),
            (&["001 on1234567890", "003 OCoLC"], Some("1234567890")),
            (&["001 1234567890", "003 DLC"], None),
            (&["035    $a(OCoLC)"], None),
        ] {
            assert_eq!(oclc_number(&samples::book(fields)).as_deref(), expected);
        }
        let record = samples::book(&["010    $a   89003456 $z 1"]);
        assert_eq!(lccn(&record).as_deref(), Some("89003456"));
    }
}
