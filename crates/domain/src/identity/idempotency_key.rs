//! Idempotency keys: a caller sends one with a call, so that a repeated call has no second effect.

/// The maximum length of a key, in characters.
pub const LONGEST_IDEMPOTENCY_KEY: usize = 255;

/// The regular expression (ECMA-262) of a key: printable ASCII characters without surrounding spaces.
pub const IDEMPOTENCY_KEY_PATTERN: &str = "^[!-~]([ -~]*[!-~])?$";

/// Whether a text can be an idempotency key: 1 to 255 printable ASCII characters.
pub fn is_idempotency_key(text: &str) -> bool {
    (1..=LONGEST_IDEMPOTENCY_KEY).contains(&text.len())
        && text.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic())
        && text.trim() == text
}
