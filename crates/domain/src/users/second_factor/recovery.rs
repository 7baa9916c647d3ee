//! Recovery codes: each replaces a lost second factor once.

/// How many codes a set has.
pub const RECOVERY_CODES: usize = 10;

/// How many characters a code has.
const LENGTH: usize = 25;

/// The digits of Crockford's base32: without I, L, O and U, which people mistake for others.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The code of 16 random bytes: 25 characters with 125 random bits, in groups of five. A fast hash of it is enough,
/// because it cannot be guessed (OWASP ASVS 5.0, 6.5.2).
pub fn recovery_code(bytes: [u8; 16]) -> String {
    let bits = u128::from_be_bytes(bytes);
    let digit = |place: usize| {
        let index = usize::try_from((bits >> (5 * place)) & 31).expect("5 bits");
        char::from(DIGITS[index])
    };
    let mut code = String::new();
    for place in 0..LENGTH {
        if place > 0 && place % 5 == 0 {
            code.push('-');
        }
        code.push(digit(place));
    }
    code
}

/// The form of a typed code that is hashed: as [`recovery_code`] writes it. `None` if the text is no code.
pub(super) fn normalized(text: &str) -> Option<String> {
    let mut code = String::new();
    let mut length = 0;
    for typed in text.chars().filter(|c| !c.is_whitespace() && *c != '-') {
        let typed = match typed.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            other => other,
        };
        if !u8::try_from(typed).is_ok_and(|typed| DIGITS.contains(&typed)) {
            return None;
        }
        if length > 0 && length % 5 == 0 {
            code.push('-');
        }
        code.push(typed);
        length += 1;
    }
    (length == LENGTH).then_some(code)
}
