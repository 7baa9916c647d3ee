//! What the search index contains of a book.

use std::collections::{BTreeMap, BTreeSet};

use carrel_domain::catalogue::author_names::author_names;
use carrel_domain::catalogue::book::details::{BookDetails, IdentifierKind};
use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::catalogue::rating::average_hundredths;
use carrel_search::BookDocument;
use carrel_storage::copies::CopyPlace;

/// Where the copies of books are found, by book.
pub(super) type Places = BTreeMap<BookId, Vec<CopyPlace>>;

/// The places of copies by their books.
pub(super) fn by_book(places: Vec<CopyPlace>) -> Places {
    let mut by_book = Places::new();
    for place in places {
        by_book.entry(place.book_id).or_default().push(place);
    }
    by_book
}

/// The document of a book, with its details and the places of its copies.
pub(super) fn document(book: &Book, details: BookDetails, places: Vec<CopyPlace>) -> BookDocument {
    let (own, rooms): (Vec<_>, Vec<_>) = places
        .into_iter()
        .map(|place| (place.call_number, place.location))
        .unzip();
    let call_numbers: BTreeSet<String> = details
        .call_number
        .iter()
        .cloned()
        .chain(own.into_iter().flatten())
        .collect();
    let shelves: BTreeSet<String> = rooms.into_iter().flatten().collect();
    let mut names = details.author_names();
    if names.is_empty() {
        names = author_names(&book.author);
    }
    let further_isbns = details
        .identifiers
        .iter()
        .filter(|one| one.kind == IdentifierKind::Isbn);
    BookDocument {
        id: book.id,
        title: book.title.clone(),
        series: details
            .series
            .iter()
            .map(|series| {
                format!(
                    "{} {}",
                    series.title,
                    series.volume.as_deref().unwrap_or_default()
                )
            })
            .collect(),
        author: book.author.clone(),
        author_names: names,
        contributors: details.contributors.iter().map(|one| one.name.clone()).collect(),
        isbns: book
            .isbn
            .iter()
            .chain(further_isbns.map(|one| &one.value))
            .cloned()
            .collect(),
        other_titles: details.other_titles,
        call_numbers: call_numbers.into_iter().collect(),
        shelves: shelves.into_iter().collect(),
        subjects: details
            .subjects
            .into_iter()
            .map(|subject| subject.heading)
            .collect(),
        category: book.category.clone(),
        description: book.description.clone(),
        publisher: book.publisher.clone(),
        language: book.language.clone(),
        published_year: book.published_year.and_then(|year| i32::try_from(year).ok()),
        semester_categories: book.semester_categories.clone(),
        created_at_ms: book.created_at.as_millisecond(),
        rating_hundredths: average_hundredths(book.rating_sum, book.rating_count),
        popularity: book.popularity,
        available: book.available_copies > 0,
    }
}
