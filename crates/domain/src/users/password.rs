//! The form of a password that is validated, hashed and compared.

use unicode_normalization::UnicodeNormalization as _;

/// The password in Unicode's Normalization Form C (NFC). Keyboards and systems encode the same letter in different ways:
/// `é` is one character on some, and `e` with a combining accent on others.
///
/// NIST SP 800-63B, section 5.1.1.2, asks for a normalization before the hash. NFC is the form of RFC 8265, section
/// 4.2.2: unlike NFKC it never makes two characters equal that look different, such as `²` and `2`.
pub fn normalized_password(password: &str) -> String {
    password.nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::normalized_password;

    #[test]
    fn a_letter_has_one_form_and_different_letters_stay_different() {
        for (typed, normalized) in [
            ("Reading1", "Reading1"),
            ("Cafe\u{301} 1", "Café 1"),
            ("Café 1", "Café 1"),
            ("\u{1112}\u{1161}\u{11ab}", "한"),
            ("x²", "x²"),
            ("ﬁ", "ﬁ"),
            (" a ", " a "),
        ] {
            assert_eq!(normalized_password(typed), normalized);
            assert_eq!(normalized_password(normalized), normalized);
        }
    }
}
