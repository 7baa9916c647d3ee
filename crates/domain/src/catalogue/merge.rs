//! Merging books: which value each field of the merged record has.
//!
//! A field has the value of the book that staff have chosen for it. Otherwise it has that of the kept book; a description of
//! the book that the kept one lacks is taken from the first other book that has it. Lists are combined without duplicates.

pub mod undo;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::book::details::{self, BookDetails, Contributor, Identifier, IdentifierKind};
use super::book::{self, BookId, BookRecord};
use crate::validation::FieldError;

/// The limits of the fields.
pub mod limit {
    use crate::limits::List;

    /// `books`: the books that are merged into the kept one.
    pub const BOOKS: List = List {
        min: 1,
        max: 3,
        unique: true,
    };
}

/// The messages about the fields.
pub mod message {
    /// No other book is chosen.
    pub const NO_BOOKS: &str = "Please choose at least one other book";
    /// Over [`super::limit::BOOKS`].
    pub const TOO_MANY_BOOKS: &str = "At most 4 books can be merged at once";
    /// The same book twice, or the kept one.
    pub const BOOK_TWICE: &str = "A book cannot be merged with itself";
    /// The value is to be taken from a book that is not merged.
    pub const NOT_MERGED: &str = "Please choose one of the books that are merged";
}

/// A field of which staff choose the book whose value the merged record has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum MergeField {
    Title,
    Author,
    Category,
    Description,
    CoverImage,
    Pages,
    Isbn,
    Publisher,
    EditionStatement,
    Language,
    PublishedYear,
    BorrowingPeriod,
    ItemType,
    CallNumber,
    Audience,
    ReadingLevel,
    Notes,
    Contents,
}

impl MergeField {
    /// All fields, in the order of the editor.
    pub const ALL: [MergeField; 18] = [
        MergeField::Title,
        MergeField::Author,
        MergeField::Category,
        MergeField::Description,
        MergeField::CoverImage,
        MergeField::Pages,
        MergeField::Isbn,
        MergeField::Publisher,
        MergeField::EditionStatement,
        MergeField::Language,
        MergeField::PublishedYear,
        MergeField::BorrowingPeriod,
        MergeField::ItemType,
        MergeField::CallNumber,
        MergeField::Audience,
        MergeField::ReadingLevel,
        MergeField::Notes,
        MergeField::Contents,
    ];

    /// As in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            MergeField::Title => "title",
            MergeField::Author => "author",
            MergeField::Category => "category",
            MergeField::Description => "description",
            MergeField::CoverImage => "coverImage",
            MergeField::Pages => "pages",
            MergeField::Isbn => "isbn",
            MergeField::Publisher => "publisher",
            MergeField::EditionStatement => "editionStatement",
            MergeField::Language => "language",
            MergeField::PublishedYear => "publishedYear",
            MergeField::BorrowingPeriod => "borrowingPeriod",
            MergeField::ItemType => "itemType",
            MergeField::CallNumber => "callNumber",
            MergeField::Audience => "audience",
            MergeField::ReadingLevel => "readingLevel",
            MergeField::Notes => "notes",
            MergeField::Contents => "contents",
        }
    }

    /// Whether the field decides how copies are lent. Such a field is never filled from another book unless staff choose so.
    fn is_rule(self) -> bool {
        matches!(self, MergeField::BorrowingPeriod | MergeField::ItemType)
    }

    /// The value of a book as a text to compare; `None` when it is empty.
    fn value(self, book: &MergedBook<'_>) -> Option<String> {
        let (record, details) = (book.record, book.details);
        let text = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        let number = |number: Option<i64>| number.map(|number| number.to_string());
        match self {
            MergeField::Title => text(&record.title),
            MergeField::Author => text(&record.author),
            MergeField::Category => text(&record.category),
            MergeField::Description => text(&record.description),
            MergeField::CoverImage => record.cover_image.clone(),
            MergeField::Pages => number(record.pages),
            MergeField::Isbn => record.isbn.clone(),
            MergeField::Publisher => record.publisher.clone(),
            MergeField::EditionStatement => record.edition_statement.clone(),
            MergeField::Language => text(&record.language),
            MergeField::PublishedYear => number(record.published_year),
            MergeField::BorrowingPeriod => number(record.borrowing_period_days),
            MergeField::ItemType => record.item_type.clone(),
            MergeField::CallNumber => details.call_number.clone(),
            MergeField::Audience => details.audience.clone(),
            MergeField::ReadingLevel => details.reading_level.clone(),
            MergeField::Notes => details.notes.clone(),
            MergeField::Contents => details.contents.clone(),
        }
    }
}

/// The books whose values staff have chosen, by field.
pub type MergeChoices = BTreeMap<MergeField, BookId>;

/// A book that takes part in a merge.
#[derive(Clone, Copy, Debug)]
pub struct MergedBook<'a> {
    pub id: BookId,
    pub record: &'a BookRecord,
    pub details: &'a BookDetails,
}

/// Checks which books are merged into the kept one, and the chosen fields.
///
/// # Errors
/// Every invalid field with its message.
pub fn validate(kept: BookId, others: &[BookId], choices: &MergeChoices) -> Result<(), Vec<FieldError>> {
    let all: BTreeSet<BookId> = others.iter().copied().chain([kept]).collect();
    let wrong = if others.is_empty() {
        Some(message::NO_BOOKS)
    } else if others.len() > limit::BOOKS.max {
        Some(message::TOO_MANY_BOOKS)
    } else if all.len() != others.len() + 1 {
        Some(message::BOOK_TWICE)
    } else {
        None
    };
    if let Some(wrong) = wrong {
        return Err(vec![FieldError::new("books", wrong)]);
    }
    let of_others = choices.iter().filter(|(_, id)| !all.contains(id));
    let errors: Vec<FieldError> = of_others
        .map(|(field, _)| FieldError::new(field.as_str(), message::NOT_MERGED))
        .collect();
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// The fields in which the books differ. A field that a book lacks is a difference, too.
pub fn differences(books: &[MergedBook<'_>]) -> Vec<MergeField> {
    let differ = |field: &MergeField| {
        let values: BTreeSet<Option<String>> = books.iter().map(|book| field.value(book)).collect();
        values.len() > 1
    };
    MergeField::ALL.into_iter().filter(differ).collect()
}

/// The book whose value each field of the merged record has. The kept book is the first.
pub fn sources(books: &[MergedBook<'_>], choices: &MergeChoices) -> MergeChoices {
    let kept = books.first().map_or(BookId::UNASSIGNED, |book| book.id);
    let source = |field: MergeField| {
        let with_value = || books.iter().find(|book| field.value(book).is_some());
        let default = if field.is_rule() { None } else { with_value() };
        let id = choices.get(&field).copied();
        id.or_else(|| default.map(|book| book.id)).unwrap_or(kept)
    };
    MergeField::ALL
        .into_iter()
        .map(|field| (field, source(field)))
        .collect()
}

/// The merged record and its details. The kept book is the first; there is at least one.
pub fn merged(books: &[MergedBook<'_>], choices: &MergeChoices) -> (BookRecord, BookDetails) {
    let sources = sources(books, choices);
    let source = |field: MergeField| {
        let id = sources.get(&field);
        let found = books.iter().find(|book| Some(&book.id) == id);
        found.or(books.first()).expect("there is a kept book")
    };
    let record = |field| source(field).record;
    let of_details = |field| source(field).details;
    let isbn = record(MergeField::Isbn).isbn.clone();
    let semester_categories = combined(
        books.iter().flat_map(|book| &book.record.semester_categories),
        |one| lower(one),
    );
    // The people of the book whose author is shown come first.
    let first = source(MergeField::Author);
    let by_author = std::iter::once(first).chain(books.iter().filter(|book| book.id != first.id));
    let details = BookDetails {
        contributors: combined(by_author.flat_map(|book| &book.details.contributors), person),
        subjects: combined(books.iter().flat_map(|book| &book.details.subjects), |one| {
            lower(&one.heading)
        }),
        series: combined(books.iter().flat_map(|book| &book.details.series), |one| {
            (lower(&one.title), one.volume.as_deref().map(lower))
        }),
        other_titles: combined(books.iter().flat_map(|book| &book.details.other_titles), |one| {
            lower(one)
        }),
        identifiers: identifiers(books, isbn.as_deref()),
        call_number: of_details(MergeField::CallNumber).call_number.clone(),
        audience: of_details(MergeField::Audience).audience.clone(),
        reading_level: of_details(MergeField::ReadingLevel).reading_level.clone(),
        notes: of_details(MergeField::Notes).notes.clone(),
        contents: of_details(MergeField::Contents).contents.clone(),
        links: combined(books.iter().flat_map(|book| &book.details.links), |one| {
            one.address.clone()
        }),
    };
    let record = BookRecord {
        title: record(MergeField::Title).title.clone(),
        author: record(MergeField::Author).author.clone(),
        category: record(MergeField::Category).category.clone(),
        description: record(MergeField::Description).description.clone(),
        cover_image: record(MergeField::CoverImage).cover_image.clone(),
        pages: record(MergeField::Pages).pages,
        isbn,
        publisher: record(MergeField::Publisher).publisher.clone(),
        edition_statement: record(MergeField::EditionStatement).edition_statement.clone(),
        language: record(MergeField::Language).language.clone(),
        published_year: record(MergeField::PublishedYear).published_year,
        borrowing_period_days: record(MergeField::BorrowingPeriod).borrowing_period_days,
        item_type: record(MergeField::ItemType).item_type.clone(),
        semester_categories,
    };
    within_limits(record, details)
}

/// The identifiers of all books, and their ISBNs but the preferred one.
fn identifiers(books: &[MergedBook<'_>], preferred: Option<&str>) -> Vec<Identifier> {
    let isbns = books.iter().filter_map(|book| book.record.isbn.clone());
    let isbns: Vec<Identifier> = isbns
        .map(|value| Identifier {
            kind: IdentifierKind::Isbn,
            value,
        })
        .collect();
    let all = isbns
        .iter()
        .chain(books.iter().flat_map(|book| &book.details.identifiers));
    let others = all.filter(|one| one.kind != IdentifierKind::Isbn || Some(one.value.as_str()) != preferred);
    combined(others, |one| (one.kind.name(), lower(&one.value)))
}

fn lower(text: &str) -> String {
    text.trim().to_lowercase()
}

/// A person in a role: `Austen, Jane` is `Jane Austen`.
fn person(one: &Contributor) -> (Vec<String>, String) {
    let name = lower(&one.name);
    let words = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let mut words: Vec<String> = words.map(str::to_owned).collect();
    words.sort_unstable();
    (words, lower(&one.role))
}

/// The entries in their order; of those with the same key, the first.
fn combined<'a, T: Clone + 'a, K: Ord>(
    entries: impl Iterator<Item = &'a T>,
    key: impl Fn(&T) -> K,
) -> Vec<T> {
    let mut known = BTreeSet::new();
    entries.filter(|one| known.insert(key(one))).cloned().collect()
}

/// Cuts lists that have become longer than a book may have them.
fn within_limits(mut record: BookRecord, mut details: BookDetails) -> (BookRecord, BookDetails) {
    record
        .semester_categories
        .truncate(book::limit::SEMESTER_CATEGORIES.max);
    details.contributors.truncate(details::limit::CONTRIBUTORS.max);
    details.subjects.truncate(details::limit::SUBJECTS.max);
    details.series.truncate(details::limit::SERIES.max);
    details.other_titles.truncate(details::limit::OTHER_TITLES.max);
    details.identifiers.truncate(details::limit::IDENTIFIERS.max);
    details.links.truncate(details::limit::LINKS.max);
    (record, details)
}
