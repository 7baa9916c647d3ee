//! The category of a book whose record has only a class of a library classification.

/// The categories of the Dewey Decimal Classification by the first digits of a number. The longest match counts.
const DEWEY: [(&str, &str); 27] = [
    ("0", "General Works"),
    ("004", "Computer Science"),
    ("005", "Computer Science"),
    ("006", "Computer Science"),
    ("1", "Philosophy"),
    ("15", "Psychology"),
    ("2", "Religion"),
    ("3", "Social Sciences"),
    ("32", "Politics"),
    ("33", "Economics"),
    ("34", "Law"),
    ("37", "Education"),
    ("4", "Language"),
    ("5", "Science"),
    ("51", "Mathematics"),
    ("53", "Physics"),
    ("54", "Chemistry"),
    ("57", "Biology"),
    ("6", "Technology"),
    ("61", "Medicine"),
    ("65", "Business"),
    ("7", "Arts"),
    ("78", "Music"),
    ("79", "Sports and Games"),
    ("8", "Literature"),
    ("9", "History"),
    ("91", "Geography"),
];

/// The categories of the Library of Congress Classification by the first letters of a class. The longest match counts.
const LIBRARY_OF_CONGRESS: [(&str, &str); 35] = [
    ("A", "General Works"),
    ("B", "Philosophy"),
    ("BF", "Psychology"),
    ("BL", "Religion"),
    ("BM", "Religion"),
    ("BP", "Religion"),
    ("BQ", "Religion"),
    ("BR", "Religion"),
    ("BS", "Religion"),
    ("BT", "Religion"),
    ("BV", "Religion"),
    ("BX", "Religion"),
    ("C", "History"),
    ("D", "History"),
    ("E", "History"),
    ("F", "History"),
    ("G", "Geography"),
    ("GV", "Sports and Games"),
    ("H", "Social Sciences"),
    ("HB", "Economics"),
    ("HF", "Business"),
    ("J", "Politics"),
    ("K", "Law"),
    ("L", "Education"),
    ("M", "Music"),
    ("N", "Arts"),
    ("P", "Literature"),
    ("Q", "Science"),
    ("QA", "Mathematics"),
    ("QC", "Physics"),
    ("QD", "Chemistry"),
    ("QH", "Biology"),
    ("R", "Medicine"),
    ("S", "Agriculture"),
    ("T", "Technology"),
];

/// The first and the last number of the class of computer science within mathematics, QA75 to QA76.
const COMPUTER_SCIENCE: std::ops::RangeInclusive<u32> = 75..=76;

/// The category of a number of the Dewey Decimal Classification, such as `823.914`.
pub fn of_dewey(number: &str) -> Option<&'static str> {
    let number = number.trim();
    let whole = number.split(['.', '/', ' ', '\'']).next().unwrap_or_default();
    let is_number = whole.len() == 3 && whole.bytes().all(|byte| byte.is_ascii_digit());
    longest(&DEWEY, whole).filter(|_| is_number)
}

/// The category of a class of the Library of Congress Classification, such as `QA76.73.R87`.
pub fn of_library_of_congress(class: &str) -> Option<&'static str> {
    let class = class.trim();
    let letters: String = class.chars().take_while(char::is_ascii_uppercase).collect();
    let digits: String = class[letters.len()..]
        .trim_start()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    if letters.is_empty() || letters.len() > 3 || digits.is_empty() {
        return None;
    }
    let is_computing = digits
        .parse()
        .is_ok_and(|number: u32| COMPUTER_SCIENCE.contains(&number));
    if letters == "QA" && is_computing {
        return Some("Computer Science");
    }
    longest(&LIBRARY_OF_CONGRESS, &letters)
}

fn longest(table: &[(&'static str, &'static str)], text: &str) -> Option<&'static str> {
    let matches = table.iter().filter(|(begin, _)| text.starts_with(begin));
    matches
        .max_by_key(|(begin, _)| begin.len())
        .map(|(_, category)| *category)
}

#[cfg(test)]
mod tests {
    use super::{of_dewey, of_library_of_congress};

    #[test]
    fn dewey_numbers_give_a_category() {
        for (number, category) in [
            ("823.914", Some("Literature")),
            ("005.13/3", Some("Computer Science")),
            ("028", Some("General Works")),
            (" 512 ", Some("Mathematics")),
            ("159.9", Some("Psychology")),
            ("940.53'18", Some("History")),
            ("[Fic]", None),
            ("B", None),
            ("82", None),
            ("", None),
        ] {
            assert_eq!(of_dewey(number), category, "{number}");
        }
    }

    #[test]
    fn classes_of_the_library_of_congress_give_a_category() {
        for (class, category) in [
            ("QA76.73.R87 K53 2019", Some("Computer Science")),
            ("QA 300", Some("Mathematics")),
            ("PR6057.A39", Some("Literature")),
            ("BF76.5", Some("Psychology")),
            ("BX1", Some("Religion")),
            ("KFC12", Some("Law")),
            ("QA77", Some("Mathematics")),
            ("QABC12", None),
            ("XX12", None),
            ("IN PROCESS", None),
            ("Q", None),
            ("", None),
        ] {
            assert_eq!(of_library_of_congress(class), category, "{class}");
        }
    }
}
