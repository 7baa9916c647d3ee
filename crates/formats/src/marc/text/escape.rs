//! Names for the characters that have a meaning in the line format.

/// The characters, and what is written for them.
const NAMES: [(char, &str); 4] = [
    ('$', "{dollar}"),
    ('{', "{lcub}"),
    ('}', "{rcub}"),
    ('\\', "{bsol}"),
];

/// Writes a character of a text. A backslash has a meaning only where it stands for a space.
pub(super) fn write(text: &mut String, character: char, is_backslash_blank: bool) {
    match NAMES.iter().find(|(named, _)| *named == character) {
        Some((_, name)) if character != '\\' || is_backslash_blank => text.push_str(name),
        // A line end would begin another field.
        _ if matches!(character, '\n' | '\r') => text.push(' '),
        _ => text.push(character),
    }
}

/// Reads the first character of a text, and returns what follows it. Names that are not known are texts.
pub(super) fn read(text: &str) -> Option<(char, &str)> {
    let named = NAMES.iter().find_map(|(character, name)| {
        let rest = text.strip_prefix(name)?;
        Some((*character, rest))
    });
    named.or_else(|| {
        let first = text.chars().next()?;
        Some((first, &text[first.len_utf8()..]))
    })
}
