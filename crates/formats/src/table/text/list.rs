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

/// A cell with several values, such that [`list_values`] reads them again. A single value with a comma ends with a semicolon,
/// because some lists are separated by commas alone. Values with separators are written as SLiMS does.
pub fn list_cell(values: &[&str]) -> String {
    let is_plain = |value: &&str| !value.contains([';', '|', '\n', '\r']) && !value.starts_with('<');
    if !values.iter().all(is_plain) {
        return format!("<{}>", values.join("><"));
    }
    match values {
        [one] if one.contains(',') => format!("{one};"),
        values => values.join("; "),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{list_cell, list_values};

    proptest! {
        #[test]
        fn a_written_list_is_read_again(values in proptest::collection::hash_set("[a-c;|, =]{1,5}[a-c]", 1..4)) {
            let values: Vec<String> = values.into_iter().map(|value| value.trim().to_owned()).collect();
            let mut expected: Vec<String> = Vec::new();
            for value in &values {
                if !expected.contains(value) {
                    expected.push(value.clone());
                }
            }
            let cell = list_cell(&values.iter().map(String::as_str).collect::<Vec<_>>());
            prop_assert_eq!(list_values(&cell), expected);
        }
    }

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
