//! The separator of delimited text.

/// The separators that are known, the most common first.
pub(super) const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// The number of rows that are counted.
const MAX_ROWS: usize = 60;
/// More cells than these do not make a separator more likely.
const MANY_CELLS: usize = 20;

/// The separator that divides the first rows most evenly. A first line `sep=;`, as Excel writes it, decides. A comma when
/// there is one column only.
pub(super) fn guess(text: &str) -> u8 {
    let text = text.trim_start_matches('\u{feff}');
    if let Some(declared) = declared(text.lines().next().unwrap_or_default()) {
        return declared;
    }
    let mut best = (0, b',');
    for separator in SEPARATORS {
        let score = evenness(&cell_counts(text, separator));
        if score > best.0 {
            best = (score, separator);
        }
    }
    best.1
}

/// The separator in a line such as `sep=;`. Only known separators count.
pub(super) fn declared(line: &str) -> Option<u8> {
    let line = line.trim_matches(['"', ' ', '\r', '\n']);
    let (name, separator) = line.split_at_checked(4)?;
    let separator: u8 = separator.bytes().next().filter(|_| separator.len() == 1)?;
    (name.eq_ignore_ascii_case("sep=") && SEPARATORS.contains(&separator)).then_some(separator)
}

/// The number of cells of each of the first rows. The last row is left out when it may be cut off.
fn cell_counts(text: &str, separator: u8) -> Vec<usize> {
    let mut counts = Vec::new();
    let (mut cells, mut is_quoted, mut is_cell_start, mut is_empty) = (1, false, true, true);
    for byte in text.bytes() {
        if counts.len() == MAX_ROWS {
            return counts;
        }
        match byte {
            b'"' if is_quoted || is_cell_start => is_quoted = !is_quoted,
            _ if is_quoted => {}
            b'\r' | b'\n' => {
                if !is_empty {
                    counts.push(cells);
                }
                (cells, is_empty) = (1, true);
            }
            _ if byte == separator => cells += 1,
            _ => {}
        }
        is_empty &= matches!(byte, b'\r' | b'\n');
        // Spaces before an opening quote are not part of a cell.
        is_cell_start = !is_quoted && (matches!(byte, b'\r' | b'\n' | b' ' | b'"') || byte == separator);
    }
    if counts.is_empty() && !is_empty {
        counts.push(cells);
    }
    counts
}

/// How evenly the rows are divided: the share of the rows with the most common number of cells counts most, then the
/// number of cells. Zero for a single column.
fn evenness(counts: &[usize]) -> usize {
    let commonest = counts
        .iter()
        .map(|count| (counts.iter().filter(|other| *other == count).count(), *count))
        .max();
    match commonest {
        Some((rows, cells)) if cells > 1 => rows * 1000 / counts.len() + 20 * cells.min(MANY_CELLS),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{declared, guess};

    #[test]
    fn finds_the_separator() {
        for (text, expected) in [
            ("title,author\nEmma,Austen\n", b','),
            ("Titel;Preis\nEmma;12,50\nUlysses;9,90\n", b';'),
            ("a\tb\tc\nx, y\tz; w\tv\n1\t2\t3\n", b'\t'),
            ("a|b\nc|d\n", b'|'),
            ("title,note\n\"a;b;c\",\"x;y\"\n\"d;e;f\",\"z;w\"\n", b','),
            ("title;note\n\"one\ntwo, three\";x\n\"four\";y\n", b';'),
            ("title\nEmma\nUlysses\n", b','),
            ("sep=;\na,b\nc,d\n", b';'),
            ("\u{feff}sep=\t\r\na,b\n", b'\t'),
            ("title;author", b';'),
            (
                "Titel;Autor\nGestern, heute, morgen;Mann, Thomas\nEmma;Austen, Jane\n",
                b';',
            ),
            ("", b','),
        ] {
            assert_eq!(char::from(guess(text)), char::from(expected), "{text}");
        }
    }

    #[test]
    fn reads_the_declaration_of_excel() {
        for (line, expected) in [
            ("sep=;", Some(b';')),
            ("SEP=,\r\n", Some(b',')),
            ("\"sep=|\"", Some(b'|')),
            ("sep=x", None),
            ("sep=", None),
            ("sep=;;", None),
            ("separate", None),
            ("äöü", None),
        ] {
            assert_eq!(declared(line), expected, "{line}");
        }
    }
}
