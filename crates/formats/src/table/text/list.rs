/// Splits a cell with several values: `<Kafka><Brod>` as SLiMS writes it, values between semicolons or vertical bars, and
/// values on lines of their own. Commas do not split, because names have them. Values are trimmed; an empty value and one
/// that came before are left out.
pub fn list_values(cell: &str) -> Vec<String> {
    let cell = cell.trim();
    let parts: Vec<&str> = match cell.strip_prefix('<').and_then(|inner| inner.strip_suffix('>')) {
        Some(inner) => inner.split("><").collect(),
        None => cell.split([';', '|', '\n', '\r']).collect(),
    };
    let mut values: Vec<String> = Vec::new();
    for value in parts.into_iter().map(str::trim) {
        if !value.is_empty() && !values.iter().any(|other| other == value) {
            values.push(value.to_owned());
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::list_values;

    #[test]
    fn splits_lists() {
        for (cell, expected) in [
            ("", vec![]),
            ("Mann, Thomas", vec!["Mann, Thomas"]),
            (
                "<Mann, Thomas><Mann, Heinrich>",
                vec!["Mann, Thomas", "Mann, Heinrich"],
            ),
            ("< Kafka >", vec!["Kafka"]),
            ("a; b ;a;", vec!["a", "b"]),
            ("a | b", vec!["a", "b"]),
            ("a\r\nb\n\nc", vec!["a", "b", "c"]),
            ("<a;b><c>", vec!["a;b", "c"]),
            ("x < y", vec!["x < y"]),
            ("<>", vec![]),
        ] {
            assert_eq!(list_values(cell), expected, "{cell}");
        }
    }
}
