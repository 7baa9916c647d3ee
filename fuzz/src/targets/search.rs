//! Typed searches, against a small index.

use carrel_domain::catalogue::book::BookId;
use carrel_search::{
    BookDocument, Change, Facet, Filters, Index, Query, Sort, fold, order_text, search_words,
};

use super::text;

/// Title, author, category, language, ISBN.
const BOOKS: [(&str, &str, &str, &str, Option<&str>); 8] = [
    (
        "Crime and Punishment",
        "Fyodor Dostoevsky",
        "Fiction",
        "English",
        Some("9780140449136"),
    ),
    (
        "The C++ Programming Language",
        "Bjarne Stroustrup",
        "Computer Science",
        "English",
        Some("080442957X"),
    ),
    ("Die Straße", "Jörg Müller", "Fiction", "German", None),
    ("L'Étranger", "Albert Camus", "Fiction", "French", None),
    ("吾輩は猫である", "夏目漱石", "Fiction", "Japanese", None),
    ("Война и мир", "Лев Толстой", "Fiction", "Russian", None),
    ("ألف ليلة وليلة", "مجهول", "Fiction", "Arabic", None),
    (
        "Catch-22",
        "Joseph Heller",
        "Fiction",
        "English",
        Some("978-0-684-83339-2"),
    ),
];

fn index() -> Index {
    let index = Index::in_memory().expect("an index in memory");
    let books = (1_i64..).zip(BOOKS);
    let changes = books.map(|(number, (title, author, category, language, isbn))| {
        Change::Put(BookDocument {
            author: author.into(),
            author_names: vec![author.into()],
            isbns: Vec::from_iter(isbn.map(Into::into)),
            subjects: vec![format!("{category} -- History")],
            category: category.into(),
            description: format!("{title} by {author}, a book about {category}."),
            language: language.into(),
            created_at_ms: number,
            popularity: number,
            available: number % 2 == 0,
            ..BookDocument::new(BookId::new(number), title)
        })
    });
    index.apply(changes.collect(), "1").expect("books");
    index
}

pub(crate) fn run(input: &[u8]) {
    thread_local!(static INDEX: Index = index());
    let typed = text(input);
    let folded = fold(&typed);
    assert_eq!(fold(&folded), folded, "folded text stays");
    let _ = search_words(&typed);
    let _ = order_text(&typed, "English");
    for sort in [Sort::Relevance, Sort::Title] {
        let query = Query {
            text: &typed,
            filters: Filters::default(),
            facets: &Facet::ALL,
            sort,
            offset: 0,
            limit: 3,
        };
        let found = INDEX
            .with(|index| index.search(&query))
            .expect("every text is answered");
        assert_eq!(found.ids.len(), found.total.min(3));
        for facet in [Facet::Category, Facet::Author, Facet::Language] {
            let counted: usize = found.facets[&facet].iter().map(|(_, count)| count).sum();
            assert_eq!(counted, found.total, "{facet:?} adds up");
        }
    }
}
