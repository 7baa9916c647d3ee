//! Passwords that many people use, which a guesser tries first.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization as _;

static COMMON: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("common_passwords.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .collect()
});

/// Whether a password is a common one, also with capital letters, with digits and signs around it, or with signs that look
/// like letters: `Passw0rd`, `Dragon123!`.
pub(super) fn is_common(password: &str) -> bool {
    let folded = folded(password);
    let word = folded.trim_matches(|c: char| !c.is_alphabetic());
    let is_known = |text: &str| COMMON.contains(text);
    is_known(&folded) || is_known(&lettered(&folded)) || is_known(word) || is_known(&lettered(word))
}

/// A text without the difference of case and of compatible forms.
pub(super) fn folded(text: &str) -> String {
    text.nfkc().flat_map(char::to_lowercase).collect()
}

/// A folded text with the letters that its signs look like.
pub(super) fn lettered(folded: &str) -> String {
    let letter = |c: char| match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    };
    folded.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::{COMMON, is_common};

    #[test]
    fn the_list_has_thousands_of_passwords() {
        assert!(COMMON.len() > 4900, "{}", COMMON.len());
        assert!(COMMON.iter().all(|word| word.to_lowercase() == **word));
        // Shorter words are in too many good passwords.
        assert!(COMMON.iter().all(|word| word.chars().count() >= 4));
    }

    #[test]
    fn common_passwords_are_found_behind_capitals_digits_and_signs() {
        for password in [
            "password",
            "Password1",
            "Passw0rd",
            "P@ssw0rd!",
            "123456",
            "Qwerty123",
            "Dragon99",
            "Letmein1!",
            "Iloveyou2",
            "Welcome1",
            "Summer2024!",
            "Admin123!",
            "1Baseball",
            "Love2026",
            "5unshine",
            "Sunsh1ne!",
            "L3tmein",
            "Dr4gon",
            "Pa55word",
            "Pa$$word",
            "Le7mein",
            "ＰＡＳＳＷＯＲＤ1",
        ] {
            assert!(is_common(password), "{password}");
        }
        for password in [
            "Reading1",
            "Student123!",
            "correct horse battery staple",
            "Dragons eat 3 apples",
            "Ab1",
            "",
            "ä1Ä2ö3",
        ] {
            assert!(!is_common(password), "{password}");
        }
    }
}
