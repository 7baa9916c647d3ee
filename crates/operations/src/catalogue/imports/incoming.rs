//! A record of a file, as the catalogue would have it.

use carrel_domain::catalogue::barcode;
use carrel_domain::catalogue::book::details::BookDetails;
use carrel_domain::catalogue::book::{BookDraft, BookRecord, message};
use carrel_domain::catalogue::condition::Condition;
use carrel_domain::catalogue::uploaded_cover::is_uploaded;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::patch::Patch;
use carrel_storage::books::{KeyedRecord, MarcRecord};

use crate::catalogue::maintain::keyed;

/// The cover of a record. The address of an uploaded cover is that of a book of this library or of another one: it is left out,
/// and a book that has it keeps it.
pub(crate) fn cover_image(address: Patch<String>) -> Patch<String> {
    match address {
        Patch::Set(address) if is_uploaded(&address) => Patch::Keep,
        address => address,
    }
}

/// A valid record of a file.
#[derive(Debug, Clone)]
pub(crate) struct Incoming {
    /// The number of the record in the file, from 1.
    pub number: i64,
    /// The line of the file where it begins, for tables.
    pub line: Option<i64>,
    /// The fields that the file has; the others are absent.
    pub draft: BookDraft,
    /// The record of a new book, with its sort keys.
    pub book: KeyedRecord,
    /// The fields that a new book needs and the record does not have, with their messages: the record can only change a book
    /// of the library.
    pub missing: Vec<(&'static str, &'static str)>,
    /// Every valid ISBN.
    pub isbns: Vec<String>,
    /// The details of a new book.
    pub details: BookDetails,
    pub marc: Option<MarcRecord>,
    /// The copies that the record lists, or that a record gets that lists none.
    pub copies: Vec<IncomingCopy>,
}

impl Incoming {
    pub(crate) fn record(&self) -> &BookRecord {
        &self.book.record
    }

    /// The control number of a MARC record, with the system that gave it.
    pub(crate) fn control_number(&self) -> Option<(Option<&str>, &str)> {
        let marc = self.marc.as_ref()?;
        Some((marc.source.as_deref(), marc.control_number.as_deref()?))
    }
}

/// A copy of a record.
#[derive(Debug, Clone, Default)]
pub(crate) struct IncomingCopy {
    /// The barcode with its key; none for a generated one.
    pub barcode: Option<(String, String)>,
    pub call_number: Option<String>,
    pub location: Option<String>,
    pub condition: Option<Condition>,
    pub price_minor: Option<i64>,
    /// `None` for a copy on the shelf.
    pub state: Option<CopyState>,
    /// Whether it is used only in the library.
    pub not_for_loan: bool,
    /// The code of an item type; none for that of the book.
    pub item_type: Option<String>,
}

impl IncomingCopy {
    pub(crate) fn with_barcode(mut self, text: &str) -> Self {
        self.barcode = Some((text.to_owned(), barcode::key(text)));
        self
    }

    pub(crate) fn state(&self) -> CopyState {
        self.state.unwrap_or(CopyState::Available)
    }

    /// The key of its barcode, if it has one.
    pub(crate) fn key(&self) -> Option<&str> {
        self.barcode.as_ref().map(|(_, key)| key.as_str())
    }
}

/// A record that cannot be brought in.
#[derive(Debug, Clone)]
pub(crate) struct Rejected {
    pub number: i64,
    pub line: Option<i64>,
    pub title: String,
    pub author: String,
    pub isbn: Option<String>,
    /// Field and message.
    pub errors: Vec<(String, String)>,
}

/// What a record of a file is.
#[derive(Debug, Clone)]
pub(crate) enum Reading {
    Valid(Box<Incoming>),
    Rejected(Rejected),
}

impl Reading {
    /// A record with these fields: valid, or rejected with the errors of the fields. `year` is the current one.
    pub(crate) fn of(raw: RawRecord, year: i16) -> Reading {
        let RawRecord {
            number,
            line,
            draft,
            category,
            isbns,
            marc,
            copies,
            mut errors,
        } = raw;
        let text = |field: Option<&str>| line_of(field.unwrap_or_default());
        let (title, author): (String, String) = (text(draft.title.as_str()), text(draft.author.as_str()));
        let isbn = draft.isbn.as_str().map(line_of);
        if errors.iter().any(|(field, _)| field == RECORD) {
            // Nothing is known of it: that its fields are missing is no news.
            return Reading::Rejected(Rejected {
                number,
                line,
                title,
                author,
                isbn,
                errors,
            });
        }
        let (new, missing) = completed(&draft, category);
        match new.validate(year) {
            Ok(valid) if errors.is_empty() => Reading::Valid(Box::new(Incoming {
                number,
                line,
                draft,
                book: keyed(&valid.record),
                missing,
                isbns,
                details: valid.details,
                marc,
                copies,
            })),
            outcome => {
                let invalid = outcome.err().unwrap_or_default();
                let invalid = invalid.into_iter();
                let invalid = invalid.map(|error| (error.field.to_owned(), error.message.to_owned()));
                let missing = missing.into_iter();
                let missing = missing.map(|(field, message)| (field.to_owned(), message.to_owned()));
                errors.splice(0..0, missing.chain(invalid));
                Reading::Rejected(Rejected {
                    number,
                    line,
                    title,
                    author,
                    isbn,
                    errors,
                })
            }
        }
    }
}

/// The text of a field that a new book needs and the record does not have.
const MISSING: &str = "?";

/// The draft of a new book, and the fields that it needs and the record does not have.
fn completed(draft: &BookDraft, category: Option<String>) -> (BookDraft, Vec<(&'static str, &'static str)>) {
    let mut new = draft.clone();
    if new.category.as_str().is_none() {
        new.category = category.map_or(Patch::Keep, Patch::Set);
    }
    let mut missing = Vec::new();
    let needed = [
        ("title", message::TITLE_REQUIRED, &mut new.title),
        ("author", message::AUTHOR_REQUIRED, &mut new.author),
        ("category", message::CATEGORY_REQUIRED, &mut new.category),
    ];
    for (field, message, value) in needed {
        if *value == Patch::Keep {
            *value = Patch::Set(MISSING.to_owned());
            missing.push((field, message));
        }
    }
    (new, missing)
}

/// The field of an error that concerns the whole record.
pub(crate) const RECORD: &str = "record";

/// The maximum number of characters of a name, a heading or a title of a rejected record: an index of PostgreSQL takes
/// no more than some kilobytes.
const LINE_CHARS: usize = 300;

/// A text as one line of bounded length, without the control characters that a database does not take.
pub(crate) fn line_of(text: &str) -> String {
    let spaced = text
        .chars()
        .map(|sign| if sign.is_whitespace() { ' ' } else { sign });
    let line: String = spaced
        .filter(|sign| !sign.is_control())
        .take(LINE_CHARS)
        .collect();
    line.trim().to_owned()
}

/// A record of a file before its validation.
#[derive(Debug, Clone, Default)]
pub(crate) struct RawRecord {
    pub number: i64,
    pub line: Option<i64>,
    pub draft: BookDraft,
    /// The category of a new book when the file has none.
    pub category: Option<String>,
    pub isbns: Vec<String>,
    pub marc: Option<MarcRecord>,
    pub copies: Vec<IncomingCopy>,
    /// Errors that were found already: field and message.
    pub errors: Vec<(String, String)>,
}
