//! Books as rows of a table: one for each copy, or one for a book without copies.
//!
//! The headings are those that an import recognises. People other than the authors, links, contents, further series and
//! the states of copies have no column: MARC has all.

use carrel_domain::catalogue::book::details::IdentifierKind;
use carrel_domain::spreadsheet::push_cell;
use carrel_formats::table::{list_cell, list_values};
use carrel_storage::copies::ExportedCopy;

use super::description::Exported;
use crate::catalogue::imports::facts::Facts;

/// The headings, in the order of the cells.
const HEADINGS: [&str; 22] = [
    "Title",
    "Author",
    "ISBN",
    "Category",
    "Publisher",
    "Year",
    "Language",
    "Pages",
    "Edition",
    "Description",
    "Subjects",
    "Series",
    "Volume",
    "Note",
    "Cover image",
    "Item type",
    "Barcode",
    "Call number",
    "Shelf",
    "Condition",
    "Price",
    "Copies",
];

/// Spreadsheets read a file without it in the code page of their machine instead of UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Appends the byte order mark and the headings.
pub(super) fn push_headings(part: &mut Vec<u8>) {
    part.extend_from_slice(BYTE_ORDER_MARK.as_bytes());
    push_row(part, &HEADINGS.map(str::to_owned));
}

/// Appends the rows of a book.
pub(super) fn push_rows(part: &mut Vec<u8>, book: &Exported<'_>, facts: &Facts) {
    if book.copies.is_empty() {
        push_row(part, &row(book, None, facts));
    }
    for copy in book.copies {
        push_row(part, &row(book, Some(copy), facts));
    }
}

fn row(book: &Exported<'_>, copy: Option<&ExportedCopy>, facts: &Facts) -> [String; 22] {
    let Exported { record, details, .. } = book;
    let text = |text: Option<&String>| text.cloned().unwrap_or_default();
    let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
    let further = details.identifiers.iter();
    let further = further.filter(|one| one.kind == IdentifierKind::Isbn);
    let isbns: Vec<&str> = record
        .isbn
        .iter()
        .chain(further.map(|one| &one.value))
        .map(String::as_str)
        .collect();
    let series = details.series.first();
    [
        record.title.clone(),
        author(&record.author),
        list_cell(&isbns),
        record.category.clone(),
        text(record.publisher.as_ref()),
        number(record.published_year),
        record.language.clone(),
        number(record.pages),
        text(record.edition_statement.as_ref()),
        record.description.clone(),
        subjects(book),
        text(series.map(|series| &series.title)),
        text(series.and_then(|series| series.volume.as_ref())),
        text(details.notes.as_ref()),
        text(record.cover_image.as_ref()),
        text(record.item_type.as_ref()),
        copy.map(|copy| one_cell(&copy.barcode)).unwrap_or_default(),
        text(copy.and_then(|copy| copy.call_number.as_ref())),
        text(copy.and_then(|copy| copy.location.as_ref())),
        copy.and_then(|copy| copy.condition)
            .map(|condition| condition.as_str().to_owned())
            .unwrap_or_default(),
        copy.and_then(|copy| copy.price_minor)
            .map(|price| facts.price_text(price))
            .unwrap_or_default(),
        if copy.is_some() { "1" } else { "0" }.to_owned(),
    ]
}

/// A text as one value of a cell that may have several.
fn one_cell(text: &str) -> String {
    if text.contains([';', '|']) {
        list_cell(&[text])
    } else {
        text.to_owned()
    }
}

/// The author. An import reads names between semicolons, and joins them again: to the same text, or it is one name.
fn author(text: &str) -> String {
    let names = list_values(text);
    let mark = if names.iter().any(|name| name.contains(',')) {
        "; "
    } else {
        ", "
    };
    if names.join(mark) == text {
        text.to_owned()
    } else {
        one_cell(text)
    }
}

/// The headings of the subjects.
fn subjects(book: &Exported<'_>) -> String {
    let headings: Vec<&str> = book
        .details
        .subjects
        .iter()
        .map(|subject| subject.heading.as_str())
        .collect();
    list_cell(&headings)
}

fn push_row(part: &mut Vec<u8>, cells: &[String]) {
    let mut text = String::new();
    for (place, cell) in cells.iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        push_cell(&mut text, cell);
    }
    text.push_str("\r\n");
    part.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use carrel_formats::table::guess_columns;

    use super::HEADINGS;

    #[test]
    fn an_import_recognises_every_heading() {
        let columns = guess_columns(&HEADINGS.map(str::to_owned), &[]);
        for (heading, column) in HEADINGS.iter().zip(&columns) {
            assert!(column.is_some(), "{heading}");
        }
    }
}
