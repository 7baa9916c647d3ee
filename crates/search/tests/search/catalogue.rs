//! A small catalogue, and short functions to search it.

use carrel_domain::catalogue::book::BookId;
use carrel_search::{BookDocument, Change, Facet, Filters, Found, Index, Query, Sort};

/// The id that stands for a short ASCII name.
///
/// The bytes of the name are the highest bytes of the number, so ids have the same order as their names. As the first
/// bit of an ASCII byte is 0, no id is negative.
pub fn id(name: &str) -> BookId {
    assert!(
        name.is_ascii() && name.len() <= 8,
        "{name:?} is not an ASCII name of at most 8 bytes"
    );
    let mut bytes = [0; 8];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    BookId::new(i64::from_be_bytes(bytes))
}

/// The name that an id stands for.
pub fn name(id: BookId) -> String {
    let bytes = id.number().to_be_bytes();
    let name = str::from_utf8(&bytes).unwrap().trim_end_matches('\0');
    name.to_owned()
}

/// The names that the ids stand for, in their order, joined by spaces.
pub fn names(ids: &[BookId]) -> String {
    let names: Vec<_> = ids.iter().copied().map(name).collect();
    names.join(" ")
}

/// A book with only a title and an author.
pub fn book(name: &str, title: &str, author: &str) -> BookDocument {
    BookDocument {
        author: author.into(),
        author_names: vec![author.into()],
        category: "General".into(),
        language: "English".into(),
        ..BookDocument::new(id(name), title)
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

/// A query for a text, best match first, without filters and facets.
pub fn query(text: &str) -> Query<'_> {
    Query {
        text,
        filters: Filters::default(),
        facets: &[],
        sort: Sort::Relevance,
        offset: 0,
        limit: 100,
    }
}

/// The result for a text.
pub fn find(index: &Index, text: &str) -> Found {
    index.search(&query(text)).unwrap()
}

/// The names of the books that a text finds, in order, joined by spaces.
pub fn ids(index: &Index, text: &str) -> String {
    names(&find(index, text).ids)
}

/// The names of the books that a text finds, in the order of their ids, joined by spaces.
pub fn set(index: &Index, text: &str) -> String {
    let mut ids = find(index, text).ids;
    ids.sort();
    names(&ids)
}

/// The counts of a facet in the result of a query, as `value:count` joined by commas.
pub fn counted(index: &Index, query: Query<'_>, facet: Facet) -> String {
    let found = index
        .search(&Query {
            facets: &[facet],
            ..query
        })
        .unwrap();
    let counts = found.facets[&facet]
        .iter()
        .map(|(value, count)| format!("{value}:{count}"));
    counts.collect::<Vec<_>>().join(", ")
}
