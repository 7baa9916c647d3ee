//! How staff want a file to be read.

use std::collections::BTreeSet;
use std::fs::File;

use carrel_domain::catalogue::book::message::CATEGORY_TOO_LONG;
use carrel_domain::imports::{Import, ImportKind, ImportOptions, limit, message};
use carrel_domain::validation::FieldError;
use carrel_formats::table::{BookColumn, Dialect, RowColumn};

use super::analyse::{Wanted, analyse, row_kind};
use super::files::{on_a_thread, path_of, unreadable};
use crate::core::error::{Error, Result};
use crate::core::library::Library;

/// How the file of an import is to be read. What is absent stays, or is guessed again when the separator, the encoding or
/// the headings change.
#[derive(Debug, Clone, Default)]
pub struct Mapping {
    /// The code of the field of each column; none for a column that is ignored.
    pub columns: Option<Vec<Option<String>>>,
    pub separator: Option<String>,
    pub encoding: Option<String>,
    pub has_headings: Option<bool>,
    /// The category of books without one.
    pub category: Option<String>,
    /// The copies of a record that lists none.
    pub copies: Option<i64>,
}

/// The options of an import after a change.
pub(super) async fn mapped(library: &Library, import: &Import, mapping: Mapping) -> Result<ImportOptions> {
    let mut errors = Vec::new();
    let mut options = import.options.clone();
    if let Some(category) = mapping.category {
        let category = category.trim().to_owned();
        if category.chars().count() > limit::CATEGORY.max {
            errors.push(FieldError::new("category", CATEGORY_TOO_LONG));
        }
        options.category = (!category.is_empty()).then_some(category);
    }
    if let Some(copies) = mapping.copies {
        match u16::try_from(copies) {
            Ok(copies) if i64::from(copies) <= limit::COPIES.max => options.copies = copies,
            _ => errors.push(FieldError::new("copiesWithout", message::COPIES_OUT_OF_RANGE)),
        }
    }
    if let Some(table) = &mut options.table {
        let separator = mapping.separator.as_deref().map(str::as_bytes);
        let separator = match separator {
            None => None,
            Some([one]) if matches!(one, b',' | b';' | b'\t' | b'|') => Some(*one),
            Some(_) => {
                errors.push(FieldError::new("separator", message::SEPARATOR_UNKNOWN));
                None
            }
        };
        if let Some(encoding) = &mapping.encoding
            && Dialect::from_parts(b',', encoding).is_none()
        {
            errors.push(FieldError::new("encoding", message::ENCODING_UNKNOWN));
        }
        let reads_again = separator.is_some() || mapping.encoding.is_some() || mapping.has_headings.is_some();
        if reads_again && errors.is_empty() {
            let wanted = Wanted {
                separator: separator.or(table.separator.bytes().next()),
                encoding: mapping.encoding.or(Some(table.encoding.clone())),
                has_headings: mapping.has_headings.or(Some(table.has_headings)),
            };
            let path = path_of(library, import.id)?;
            let kind = import.kind;
            let again = on_a_thread(move || {
                let again = File::open(path).and_then(|mut file| analyse(&mut file, kind, &wanted));
                again.map_err(|error| unreadable(&error))
            });
            *table = again.await?;
        }
        if let Some(columns) = mapping.columns {
            errors.extend(columns_error(import.kind, &columns, table.columns.len()));
            table.columns = columns;
        }
    }
    if errors.is_empty() {
        Ok(options)
    } else {
        Err(Error::Invalid(errors))
    }
}

fn columns_error(kind: ImportKind, columns: &[Option<String>], width: usize) -> Option<FieldError> {
    if columns.len() != width {
        return Some(FieldError::new("columns", message::COLUMNS_WRONG));
    }
    let mut chosen = BTreeSet::new();
    for code in columns.iter().flatten() {
        let is_known = match row_kind(kind) {
            None => BookColumn::from_code(code).is_some(),
            Some(rows) => rows.column(code).is_some(),
        };
        if !is_known {
            return Some(FieldError::new("columns", message::COLUMN_UNKNOWN));
        }
        if !chosen.insert(code.as_str()) {
            return Some(FieldError::new("columns", message::COLUMN_TWICE));
        }
    }
    missing_column(kind, columns).map(|message| FieldError::new("columns", message))
}

/// The message about columns without which no record of this kind is valid, if the table does not have them.
pub(super) fn missing_column(kind: ImportKind, columns: &[Option<String>]) -> Option<&'static str> {
    let has = |code: &str| columns.iter().flatten().any(|one| one == code);
    match kind {
        ImportKind::Books => (!has(BookColumn::Title.code())).then_some(message::TITLE_COLUMN_MISSING),
        // By one of them a person is found.
        ImportKind::Users => (!has(RowColumn::Email.code()) && !has(RowColumn::StudentId.code()))
            .then_some(message::PERSON_COLUMN_MISSING),
        ImportKind::Loans => {
            let has_person = has(RowColumn::Email.code()) || has(RowColumn::StudentId.code());
            let has_loan = has(RowColumn::Barcode.code()) && has(RowColumn::DueAt.code());
            (!has_person || !has_loan).then_some(message::LOAN_COLUMN_MISSING)
        }
        ImportKind::Fines => {
            let has_person = has(RowColumn::Email.code()) || has(RowColumn::StudentId.code());
            (!has_person || !has(RowColumn::Amount.code())).then_some(message::FINE_COLUMN_MISSING)
        }
    }
}

#[cfg(test)]
mod tests {
    use carrel_domain::imports::ImportKind;

    use super::columns_error;

    #[test]
    fn columns_are_those_of_the_kind_and_have_what_a_record_needs() {
        let table = [
            (ImportKind::Books, "title author", None),
            (
                ImportKind::Books,
                "author",
                Some("Please choose the column of the title"),
            ),
            (ImportKind::Books, "title email", Some("There is no such field")),
            (ImportKind::Users, "name email", None),
            (ImportKind::Users, "studentId class", None),
            (
                ImportKind::Users,
                "name",
                Some("Please choose the column of the email or of the student ID"),
            ),
            (ImportKind::Users, "email title", Some("There is no such field")),
            (ImportKind::Fines, "studentId amount", None),
            (
                ImportKind::Fines,
                "studentId description",
                Some("Please choose the columns of the amount, and of the email or the student ID"),
            ),
            (
                ImportKind::Users,
                "email email",
                Some("Two columns have the same field"),
            ),
        ];
        for (kind, columns, expected) in table {
            let columns: Vec<Option<String>> = columns.split(' ').map(|code| Some(code.to_owned())).collect();
            let error = columns_error(kind, &columns, columns.len());
            assert_eq!(error.map(|error| error.message), expected, "{kind:?} {columns:?}");
        }
    }
}
