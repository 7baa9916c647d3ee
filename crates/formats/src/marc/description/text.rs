//! Texts without the marks and punctuation of the catalogue.

use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Words whose full stop belongs to them. Words of one letter are initials, which keep it too.
const ABBREVIATIONS: [&str; 54] = [
    "abr", "al", "assoc", "aufl", "aug", "ausg", "bd", "bros", "ca", "cf", "chr", "cie", "co", "corp",
    "dept", "dr", "ed", "éd", "enl", "esq", "etc", "fl", "geo", "ges", "hrsg", "inc", "izd", "izd-vo", "jos",
    "jr", "ltd", "mr", "mrs", "ms", "no", "nr", "op", "ph", "print", "prof", "pt", "pty", "pub", "rev", "sr",
    "st", "th", "thos", "univ", "verl", "vol", "wm", "wyd", "изд",
];

/// The most values of a kind in a description. No real record has as many; it bounds the work on a made-up one.
pub(in crate::marc) const MAX_VALUES: usize = 1_000;

/// A text in normalization form C, trimmed, with single spaces, without control characters. Those include the marks
/// around words that are not sorted.
pub(in crate::marc) fn clean(text: &str) -> String {
    if is_clean(text.as_bytes()) {
        return text.to_owned();
    }
    let mut cleaned = String::with_capacity(text.len());
    let mut is_space_due = false;
    for character in text.chars() {
        if character.is_whitespace() {
            is_space_due = !cleaned.is_empty();
        } else if !character.is_control() && character != '\u{feff}' {
            if is_space_due {
                cleaned.push(' ');
                is_space_due = false;
            }
            cleaned.push(character);
        }
    }
    if cleaned.is_ascii() || is_nfc(&cleaned) {
        cleaned
    } else {
        cleaned.nfc().collect()
    }
}

/// Whether a text is in ASCII, and cleaning would not change it: most texts are.
fn is_clean(text: &[u8]) -> bool {
    let mut last = b' ';
    for byte in text {
        if !matches!(byte, b' '..=b'~') || (*byte == b' ' && last == b' ') {
            return false;
        }
        last = *byte;
    }
    last != b' ' || text.is_empty()
}

/// A cleaned text, or nothing if it is empty.
pub(crate) fn some(text: &str) -> Option<String> {
    let text = clean(text);
    (!text.is_empty()).then_some(text)
}

/// Texts as one, with single spaces between them.
pub(in crate::marc) fn joined<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let mut all = String::new();
    for text in texts {
        all.push(' ');
        all.push_str(text);
    }
    clean(all.trim_start())
}

/// A text without the separators at its end that the International Standard Bibliographic Description puts between parts.
pub(in crate::marc) fn without_separators(text: &str) -> &str {
    text.trim_end_matches(|character: char| {
        character.is_whitespace() || matches!(character, '/' | ':' | ';' | ',' | '=')
    })
}

/// A text without final separators and without a final full stop, unless that belongs to the last word or is an ellipsis.
pub(in crate::marc) fn without_end(text: &str) -> &str {
    let text = without_separators(text);
    match text.strip_suffix('.') {
        Some(before) if !keeps_full_stop(before) => without_separators(before),
        _ => text,
    }
}

/// Whether the full stop after a text belongs to its last word: an initial, an abbreviation, or an ellipsis.
fn keeps_full_stop(before: &str) -> bool {
    let word = before
        .rsplit(|character: char| character.is_whitespace() || character == '(' || character == '[')
        .next()
        .unwrap_or(before);
    if word.ends_with('.') {
        return word.ends_with("..");
    }
    if before.ends_with(')') || before.ends_with(']') {
        return false;
    }
    let last = word
        .rsplit(|character: char| !character.is_alphanumeric())
        .next()
        .unwrap_or(word);
    let is_initial = last.chars().count() == 1 && last.chars().all(char::is_alphabetic);
    is_initial || ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

/// A text without square brackets, which mark what the cataloguer supplied.
pub(in crate::marc) fn without_brackets(text: &str) -> String {
    text.replace(['[', ']'], "")
}

/// The first run of four digits.
pub(in crate::marc) fn four_digits(text: &str) -> Option<&str> {
    let mut runs = text.split(|character: char| !character.is_ascii_digit());
    runs.find(|run| run.len() == 4)
}

/// The first characters of a text, at most `limit`.
pub(in crate::marc) fn shortened(text: String, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => clean(&text[..end]),
        None => text,
    }
}

/// Adds a value that is not yet there, up to [`MAX_VALUES`].
pub(in crate::marc) fn add_new<T: PartialEq>(values: &mut Vec<T>, value: T) {
    if values.len() < MAX_VALUES && !values.contains(&value) {
        values.push(value);
    }
}

#[cfg(test)]
mod tests {
    use super::{clean, four_digits, without_end, without_separators};
    use proptest::prelude::*;

    #[test]
    fn cleans_texts() {
        for (text, expected) in [
            ("  a \t\n b ", "a b"),
            ("\u{98}The \u{9c}cat", "The cat"),
            ("\u{88}Der \u{89}Hund\u{feff}", "Der Hund"),
            ("Cafe\u{301}", "Café"),
            ("\u{1}", ""),
        ] {
            assert_eq!(clean(text), expected);
        }
    }

    #[test]
    fn removes_final_punctuation() {
        for (text, expected) in [
            ("Title /", "Title"),
            ("Title. /", "Title"),
            ("Title :", "Title"),
            ("Title.", "Title"),
            ("Title...", "Title..."),
            ("Title?", "Title?"),
            ("Russell, Stuart J.,", "Russell, Stuart J."),
            ("Russell, Stuart.", "Russell, Stuart"),
            ("Sartre, J.-P.", "Sartre, J.-P."),
            ("Penguin Books, Ltd.", "Penguin Books, Ltd."),
            ("2nd ed.", "2nd ed."),
            ("U.S.A.", "U.S.A."),
            ("Route 66.", "Route 66"),
            ("Route 6.", "Route 6"),
            ("War (1914).", "War (1914)"),
            ("Ends..", "Ends."),
            (".", ""),
            ("", ""),
        ] {
            assert_eq!(without_end(text), expected, "{text}");
        }
        assert_eq!(without_separators("Title. ;"), "Title.");
    }

    #[test]
    fn finds_four_digits() {
        for (text, expected) in [
            ("[c1998]", Some("1998")),
            ("12345 1999-2001", Some("1999")),
            ("19--", None),
            ("", None),
        ] {
            assert_eq!(four_digits(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(text in any::<String>()) {
            let cleaned = clean(&text);
            prop_assert_eq!(clean(&cleaned), cleaned);
        }
    }
}
