use std::io::{self, Write};

/// Writes one row as CSV (RFC 4180): commas, a line end of CR and LF, and quotes where a cell needs them.
pub fn write_row<W: Write>(writer: &mut W, cells: &[&str]) -> io::Result<()> {
    for (place, cell) in cells.iter().enumerate() {
        if place > 0 {
            writer.write_all(b",")?;
        }
        if needs_quotes(cell) {
            writer.write_all(b"\"")?;
            writer.write_all(cell.replace('"', "\"\"").as_bytes())?;
            writer.write_all(b"\"")?;
        } else {
            writer.write_all(cell.as_bytes())?;
        }
    }
    writer.write_all(b"\r\n")
}

/// Quotes also protect spaces at the ends, which some readers remove.
fn needs_quotes(cell: &str) -> bool {
    cell.contains(['"', ',', '\r', '\n']) || cell.starts_with(' ') || cell.ends_with(' ')
}

#[cfg(test)]
mod tests {
    use super::write_row;
    use proptest::prelude::*;

    fn written(cells: &[&str]) -> String {
        let mut bytes = Vec::new();
        write_row(&mut bytes, cells).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn quotes_only_where_needed() {
        for (cells, expected) in [
            (vec!["a", "b"], "a,b\r\n"),
            (vec!["a,b", "", "c"], "\"a,b\",,c\r\n"),
            (vec!["say \"hi\""], "\"say \"\"hi\"\"\"\r\n"),
            (vec!["one\ntwo"], "\"one\ntwo\"\r\n"),
            (vec![" a"], "\" a\"\r\n"),
            (vec![], "\r\n"),
        ] {
            assert_eq!(written(&cells), expected);
        }
    }

    proptest! {
        #[test]
        fn the_csv_crate_reads_the_same_cells(cells in prop::collection::vec("[a-z\",;\r\n ]{1,6}", 1..5)) {
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            let text = written(&cells);
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
            let read = reader.records().next().unwrap().unwrap();
            prop_assert_eq!(read.iter().collect::<Vec<_>>(), cells);
        }
    }
}
