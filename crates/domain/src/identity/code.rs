//! Codes of entries that a library adds itself, made from their names.

/// The maximum length of a made code, before the number that makes it unique.
const MOST_CHARACTERS: usize = 40;

/// Makes a code from a name: its letters and digits of the English alphabet in lower case, separated by hyphens, with a
/// number at the end when the code is taken. A name without such letters has the code `plain`.
pub(crate) fn code_of(name: &str, plain: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut code = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_ascii_alphanumeric() {
            code.push(c);
        } else if !code.is_empty() && !code.ends_with('-') {
            code.push('-');
        }
        if code.len() == MOST_CHARACTERS {
            break;
        }
    }
    let code = match code.trim_end_matches('-') {
        "" => plain,
        code => code,
    };
    let mut free = code.to_owned();
    let mut number = 1;
    while is_taken(&free) {
        number += 1;
        free = format!("{code}-{number}");
    }
    free
}
