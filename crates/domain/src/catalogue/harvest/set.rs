//! Sets: one for each category.

/// The set of a category: letters and digits stay, a space becomes `_`, and each byte of other characters becomes `~` with
/// two hexadecimal digits. The protocol allows all of these. Different categories have different sets.
pub fn set_spec(category: &str) -> String {
    let mut spec = String::with_capacity(category.len());
    for byte in category.bytes() {
        match byte {
            b' ' => spec.push('_'),
            byte if is_plain(byte) => spec.push(char::from(byte)),
            byte => {
                spec.push('~');
                for digit in [byte >> 4, byte & 0xf] {
                    spec.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
                }
            }
        }
    }
    spec
}

/// The category of a set; `None` for a text that [`set_spec`] does not make.
pub fn category_of(spec: &str) -> Option<String> {
    let mut bytes = spec.bytes();
    let mut category = Vec::with_capacity(spec.len());
    while let Some(byte) = bytes.next() {
        match byte {
            b'_' => category.push(b' '),
            b'~' => {
                let (high, low) = (digit(bytes.next()?)?, digit(bytes.next()?)?);
                category.push(high << 4 | low);
            }
            byte if is_plain(byte) => category.push(byte),
            _ => return None,
        }
    }
    let category = String::from_utf8(category).ok()?;
    // An escaped letter would be a second name of a set.
    (!category.is_empty() && set_spec(&category) == spec).then_some(category)
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}
