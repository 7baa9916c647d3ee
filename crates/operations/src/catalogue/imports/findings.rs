//! The records of a file of books that need attention, as they are stored.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::imports::FindingKind;
use carrel_domain::patch::Patch;
use carrel_storage::imports::FindingRow;

use super::incoming::{Incoming, Rejected};

/// A rejected record.
pub(super) fn rejected(rejected: &Rejected) -> (FindingKind, FindingRow) {
    let row = FindingRow {
        number: rejected.number,
        line: rejected.line,
        label: rejected.title.clone(),
        detail: rejected.author.clone(),
        identifier: rejected.isbn.clone(),
        errors: serde_json::to_string(&rejected.errors).unwrap_or_default(),
        book_id: None,
        user_id: None,
    };
    (FindingKind::Rejected, row)
}

/// A valid record as a rejected one, with an error that the library's data causes.
pub(super) fn reject(incoming: &Incoming, field: &str, message: &str) -> Rejected {
    Rejected {
        number: incoming.number,
        line: incoming.line,
        title: incoming.record().title.clone(),
        author: incoming.record().author.clone(),
        isbn: incoming.record().isbn.clone(),
        errors: vec![(field.to_owned(), message.to_owned())],
    }
}

/// A record that could only change a book, and whose book the library does not have.
pub(super) fn reject_incomplete(incoming: &Incoming) -> Rejected {
    let errors = incoming.missing.iter();
    let text = |field: &Patch<String>| field.as_str().unwrap_or_default().to_owned();
    Rejected {
        number: incoming.number,
        line: incoming.line,
        title: text(&incoming.draft.title),
        author: text(&incoming.draft.author),
        isbn: incoming.record().isbn.clone(),
        errors: errors
            .map(|(field, message)| ((*field).to_owned(), (*message).to_owned()))
            .collect(),
    }
}

/// A duplicate, with the book that the library has.
pub(super) fn duplicate(incoming: &Incoming, book_id: Option<BookId>) -> (FindingKind, FindingRow) {
    let row = FindingRow {
        number: incoming.number,
        line: incoming.line,
        label: incoming.record().title.clone(),
        detail: incoming.record().author.clone(),
        identifier: incoming.record().isbn.clone(),
        errors: "[]".to_owned(),
        book_id,
        user_id: None,
    };
    (FindingKind::Duplicate, row)
}
