//! Rows of tables that are imported one by one: what a kind of import reads, and what it makes of them.

use std::hash::{BuildHasher as _, RandomState};

use carrel_domain::imports::{FindingKind, ImportCounts, ImportOptions};
use carrel_domain::spreadsheet::without_apostrophes;
use carrel_formats::table::{Row, RowColumn};
use carrel_storage::import_rows::ImportedRow;
use carrel_storage::imports::FindingRow;

/// The field of an error that concerns the whole row.
pub(crate) const RECORD: &str = "record";

/// The most characters of a text of a finding.
const SHOWN_CHARS: usize = 300;

/// A row of a table with its number, from 1; or why it cannot be read.
#[derive(Debug, Clone)]
pub(crate) struct NumberedRow {
    pub number: i64,
    pub row: Result<Row, String>,
}

impl NumberedRow {
    /// The line of the file where it begins.
    pub(crate) fn line(&self) -> Option<i64> {
        self.row
            .as_ref()
            .ok()
            .and_then(|row| i64::try_from(row.line).ok())
    }

    /// The text of a column, as one line without the apostrophes that protect spreadsheets from formulas.
    pub(crate) fn text(&self, columns: &[Option<RowColumn>], column: RowColumn) -> Option<String> {
        let place = columns.iter().position(|one| *one == Some(column))?;
        let cell = without_apostrophes(self.row.as_ref().ok()?.cells.get(place)?);
        let words: Vec<&str> = cell.split_whitespace().collect();
        let line: String = words
            .join(" ")
            .chars()
            .filter(|sign| !sign.is_control())
            .collect();
        (!line.is_empty()).then_some(line)
    }
}

/// Rows that are to be read in one way.
pub(crate) struct TableRows<'a> {
    pub rows: &'a [NumberedRow],
    pub columns: &'a [Option<RowColumn>],
    pub options: &'a ImportOptions,
}

/// What a batch of rows is, or has written.
#[derive(Debug, Default)]
pub(crate) struct RowsOutcome {
    pub counts: ImportCounts,
    pub findings: Vec<(FindingKind, FindingRow)>,
    pub written: Vec<ImportedRow>,
}

impl RowsOutcome {
    /// Counts a row that can be brought in.
    pub(crate) fn valid(&mut self) {
        self.counts.read += 1;
        self.counts.valid += 1;
    }

    /// Counts a valid row that the library has already.
    pub(crate) fn duplicate(&mut self, finding: FindingRow) {
        self.valid();
        self.counts.duplicates += 1;
        self.findings.push((FindingKind::Duplicate, finding));
    }

    /// Counts a row that cannot be brought in, with the messages of its fields.
    pub(crate) fn rejected(&mut self, mut finding: FindingRow, errors: &[(String, String)]) {
        self.counts.read += 1;
        self.counts.rejected += 1;
        finding.errors = serde_json::to_string(errors).unwrap_or_default();
        self.findings.push((FindingKind::Rejected, finding));
    }
}

/// A text of a finding: the first of those that are known, at most [`SHOWN_CHARS`] characters.
pub(crate) fn shown<'a>(texts: impl IntoIterator<Item = Option<&'a str>>) -> String {
    let first = texts.into_iter().flatten().next().unwrap_or_default();
    first.chars().take(SHOWN_CHARS).collect()
}

/// Texts that came before in a file. Only their hashes are stored, so that a long file needs little memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct SeenTexts {
    hashes: std::collections::HashSet<u64>,
    hasher: RandomState,
}

impl SeenTexts {
    /// Takes note of a text; false when it came before.
    pub(crate) fn insert(&mut self, text: &str) -> bool {
        self.hashes.insert(self.hasher.hash_one(text))
    }
}

#[cfg(test)]
mod tests {
    use carrel_formats::table::{Row, RowColumn};

    use super::{NumberedRow, SeenTexts};

    #[test]
    fn a_cell_is_read_as_one_line() {
        let cells = ["'=1+1", " Two\n lines ", "\u{7}"].map(str::to_owned).to_vec();
        let row = NumberedRow {
            number: 1,
            row: Ok(Row { line: 2, cells }),
        };
        let columns = [
            Some(RowColumn::Name),
            Some(RowColumn::Address),
            Some(RowColumn::Email),
            None,
        ];
        let text = |column| row.text(&columns, column);
        assert_eq!(text(RowColumn::Name).as_deref(), Some("=1+1"));
        assert_eq!(text(RowColumn::Address).as_deref(), Some("Two lines"));
        assert_eq!(text(RowColumn::Email), None);
        assert_eq!(text(RowColumn::Phone), None);
        assert_eq!(row.line(), Some(2));
    }

    #[test]
    fn a_text_is_new_once() {
        let mut seen = SeenTexts::default();
        assert!(seen.insert("a") && seen.insert("b") && !seen.insert("a"));
    }
}
