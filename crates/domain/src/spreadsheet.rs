//! Cells of comma-separated values (RFC 4180) that are safe to open in a spreadsheet.

use crate::invisible::is_invisible;

/// The signs at the beginning of a formula. Some spreadsheets accept the full-width and small forms as well.
const FORMULA_SIGNS: [char; 12] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫'];

/// Besides the comma, spreadsheets split lines at these signs, depending on the country and on the user's choice. They
/// then ignore the quotes of a cell that is not the first of its line. Spreadsheets split at line breaks as well, when
/// they ignore the quotes around them.
const OTHER_SEPARATORS: [char; 5] = [';', '\t', '|', '\r', '\n'];

/// Writes a cell, in quotes where the format needs them. A part of it that a spreadsheet could run as a formula gets an
/// apostrophe, which makes it a text: the beginning of the cell, and the text after each of [`OTHER_SEPARATORS`]. Numbers
/// are unchanged.
pub fn push_cell(text: &mut String, cell: &str) {
    let needs_quotes = cell.contains(['"', ',', '\r', '\n']);
    if needs_quotes {
        text.push('"');
    }
    if is_number(cell) {
        text.push_str(cell);
    } else {
        // Some spreadsheets remove these signs, and look at the text behind them again.
        if cell.starts_with(['\t', '\r']) {
            text.push('\'');
        }
        for part in cell.split_inclusive(OTHER_SEPARATORS) {
            if begins_like_formula(part) {
                text.push('\'');
            }
            text.push_str(&part.replace('"', "\"\""));
        }
    }
    if needs_quotes {
        text.push('"');
    }
}

/// The text of a cell that [`push_cell`] may have written, without the apostrophes that it added.
pub fn without_apostrophes(cell: &str) -> String {
    let mut text = String::with_capacity(cell.len());
    let start = cell
        .strip_prefix('\'')
        .filter(|rest| rest.starts_with(['\t', '\r']))
        .unwrap_or(cell);
    for part in start.split_inclusive(OTHER_SEPARATORS) {
        let bare = part.strip_prefix('\'').filter(|bare| begins_like_formula(bare));
        text.push_str(bare.unwrap_or(part));
    }
    text
}

/// Whether a cell is a plain number, such as a negative balance.
fn is_number(cell: &str) -> bool {
    cell.parse::<f64>().is_ok_and(f64::is_finite) && !cell.starts_with('+')
}

/// Whether the first sign of a text is that of a formula. Spreadsheets skip white space and invisible signs before it,
/// and remove quotes.
fn begins_like_formula(text: &str) -> bool {
    let is_skipped =
        |sign: char| sign.is_whitespace() || sign.is_control() || sign == '"' || is_invisible(sign);
    text.trim_start_matches(is_skipped).starts_with(FORMULA_SIGNS)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};

    use super::{is_number, push_cell, without_apostrophes};

    #[test]
    fn no_cell_is_a_formula() {
        let table = [
            ("Dune", "Dune"),
            ("12.50", "12.50"),
            ("-3.25", "-3.25"),
            ("=1+1", "'=1+1"),
            ("+49 30", "'+49 30"),
            ("+1", "'+1"),
            ("-x", "'-x"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("＝1+1", "'＝1+1"),
            ("\u{200d}=1", "'\u{200d}=1"),
            ("\u{7}=1", "'\u{7}=1"),
            ("\u{2066}\u{ad}+1", "'\u{2066}\u{ad}+1"),
            ("﹦1+1", "'﹦1+1"),
            ("\tcmd", "'\tcmd"),
            ("\t=1", "'\t'=1"),
            (" =1", "' =1"),
            ("x;=1+1+cmd|'/C calc'!A0;y", "x;'=1+1+cmd|'/C calc'!A0;y"),
            ("x; ＝1", "x;' ＝1"),
            ("a\t-1|@b", "a\t'-1|'@b"),
            ("a;\"=1\"", "\"a;'\"\"=1\"\"\""),
            ("two\n=1\r\n+1", "\"two\n'=1\r\n'+1\""),
            ("a;b|c", "a;b|c"),
            ("1;2;-3", "1;2;'-3"),
            ("a, b", "\"a, b\""),
            ("He said \"no\"", "\"He said \"\"no\"\"\""),
            ("=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\""),
            ("two\nlines", "\"two\nlines\""),
            ("", ""),
        ];
        for (cell, expected) in table {
            assert_eq!(line(&[cell]), expected);
        }
    }

    /// A line with these cells.
    fn line(cells: &[&str]) -> String {
        let mut line = String::new();
        for (place, cell) in cells.iter().enumerate() {
            if place > 0 {
                line.push(',');
            }
            push_cell(&mut line, cell);
        }
        line
    }

    /// Texts of signs that mean something to a spreadsheet, mixed with others.
    fn cells() -> impl Strategy<Value = String> {
        let telling = "[-=+@＝＋－＠;|\t\r\n\",' a1.\u{feff}]{0,12}";
        proptest::prop_oneof![telling, any::<String>(), "-?[0-9]{1,4}(\\.[0-9]{1,2})?"]
    }

    /// Whether a spreadsheet could run a part of a line, however it treats spaces and quotes.
    fn is_formula(part: &str) -> bool {
        let text = part.trim_start_matches(|sign: char| sign.is_whitespace() || sign == '"');
        text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
    }

    proptest! {
        #[test]
        fn no_part_of_a_line_is_a_formula_at_any_separator(cell in cells(), next in cells()) {
            let line = line(&[&cell, &next]);
            if is_number(&cell) {
                let rest = line.strip_prefix(cell.as_str());
                prop_assert!(rest.is_some_and(|rest| rest.starts_with(',')), "{line:?}");
            }
            for separator in [";", "\t", "|", "\r", "\n", "\r\n"] {
                let parts = line.split(separator).enumerate();
                for (place, part) in parts.filter(|(place, _)| *place > 0 || !is_number(&cell)) {
                    prop_assert!(!is_formula(part), "{line:?} split at {separator:?}: part {place}: {part:?}");
                }
            }
        }

        #[test]
        fn a_cell_is_read_as_it_was(cell in cells().prop_filter("no apostrophe", |cell| !cell.contains('\''))) {
            let mut text = String::new();
            push_cell(&mut text, &cell);
            let bare = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            let quoted = bare.filter(|_| cell.contains(['"', ',', '\r', '\n']));
            let read = quoted.map_or_else(|| text.clone(), |bare| bare.replace("\"\"", "\""));
            prop_assert_eq!(without_apostrophes(&read), cell);
        }

        #[test]
        fn numbers_are_unchanged(number in -1_000_000_000_i64..1_000_000_000, cents in 0..100) {
            for cell in [number.to_string(), format!("{number}.{cents:02}")] {
                prop_assert_eq!(line(&["x", &cell]), format!("x,{cell}"));
            }
        }
    }
}
