//! The form of a password that is validated, hashed and compared, and the rules for new ones.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization as _;

use super::common_passwords::is_common;
use super::limits::{limit, message};
use crate::validation::{is_single_line, length};

/// The password in Unicode's Normalization Form C (NFC). Keyboards and systems encode the same letter in different ways:
/// `é` is one character on some, and `e` with a combining accent on others.
///
/// NIST SP 800-63B, section 5.1.1.2, asks for a normalization before the hash. NFC is the form of RFC 8265, section
/// 4.2.2: unlike NFKC it never makes two characters equal that look different, such as `²` and `2`.
pub fn normalized_password(password: &str) -> String {
    password.nfc().collect()
}

/// The rules for new passwords.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordRules {
    /// The minimum number of characters.
    pub least_length: usize,
    /// Whether a password of [`PASSPHRASE_LENGTH`] and more characters needs no uppercase letter, lowercase letter and
    /// number.
    pub passphrases: bool,
}

/// From this number of characters on, a password may be a passphrase.
pub const PASSPHRASE_LENGTH: usize = 15;
/// The minimum number of different characters of a passphrase, which could otherwise be one letter fifteen times.
const LEAST_VARIETY: usize = 5;

impl Default for PasswordRules {
    /// The rule of the specification, section 5.
    fn default() -> Self {
        PasswordRules {
            least_length: limit::NEW_PASSWORD.min,
            passphrases: false,
        }
    }
}

impl PasswordRules {
    /// Checks a normalized password.
    ///
    /// Upper-case and lower-case letters are those with the Unicode properties Uppercase and Lowercase, in any script;
    /// numbers are the digits 0 to 9.
    pub(super) fn check(self, password: &str) -> Result<(), &'static str> {
        let length = length(password);
        if length < self.least_length {
            return Err(message::password_too_short(self.least_length));
        }
        if !is_single_line(password) {
            return Err(message::PASSWORD_NOT_ALLOWED);
        }
        let has = |kind: fn(char) -> bool| password.contains(kind);
        let has_classes = has(char::is_uppercase) && has(char::is_lowercase) && has(|c| c.is_ascii_digit());
        let is_passphrase = self.passphrases && length >= PASSPHRASE_LENGTH;
        if !has_classes && !is_passphrase {
            return Err(message::PASSWORD_TOO_SIMPLE);
        }
        let variety: BTreeSet<char> = password.chars().collect();
        if is_common(password) || (!has_classes && variety.len() < LEAST_VARIETY) {
            return Err(message::PASSWORD_COMMON);
        }
        Ok(())
    }
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
