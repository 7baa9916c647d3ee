//! A small catalogue, and short functions to search it.

use carrel_search::{BookDocument, Change, Found, Index, Query, Semester, Sort};

/// A book with only a title and an author.
pub fn book(id: &str, title: &str, author: &str) -> BookDocument {
    BookDocument {
        id: id.into(),
        title: title.into(),
        author: author.into(),
        isbn: None,
        category: "General".into(),
        description: String::new(),
        publisher: None,
        language: "English".into(),
        published_year: None,
        semester_categories: Vec::new(),
        created_at_ms: 0,
        rating_hundredths: 0,
        popularity: 0,
        available: false,
    }
}

/// An index in memory that holds these books.
pub fn index_of(books: impl IntoIterator<Item = BookDocument>) -> Index {
    let index = Index::in_memory().unwrap();
    index
        .apply(books.into_iter().map(Change::Put).collect(), "1")
        .unwrap();
    index
}

/// A query for a text, best match first, without filters.
pub fn query(text: &str) -> Query<'_> {
    Query {
        text,
        category: None,
        semester: Semester::All,
        sort: Sort::Relevance,
        offset: 0,
        limit: 100,
    }
}

/// The result for a text.
pub fn find(index: &Index, text: &str) -> Found {
    index.search(&query(text)).unwrap()
}

/// The ids that a text finds, in order, joined by spaces.
pub fn ids(index: &Index, text: &str) -> String {
    find(index, text).ids.join(" ")
}

/// The ids that a text finds, in the order of their names.
pub fn set(index: &Index, text: &str) -> String {
    let mut ids = find(index, text).ids;
    ids.sort();
    ids.join(" ")
}
