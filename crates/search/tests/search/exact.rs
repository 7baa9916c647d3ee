//! Exact retrieval: sets of books, compared with a model.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::cql::{How, SortBy, SortKey, TextIndex, Tree, Word};
use carrel_search::{BookDocument, Change, Index, order_text};
use proptest::prelude::*;
use proptest::sample::select;

const WORDS: [&str; 5] = ["bee", "wasp", "ant", "fly", "beetle"];

fn book(id: i64, title: &str, year: Option<i32>) -> BookDocument {
    BookDocument {
        published_year: year,
        ..BookDocument::new(BookId::new(id), title)
    }
}

fn title_words(how: How, words: &[&str]) -> Tree {
    let words = words.iter().map(|word| Word {
        text: word.trim_end_matches('*').to_owned(),
        is_prefix: word.ends_with('*'),
    });
    Tree::Words {
        index: TextIndex::Title,
        how,
        words: words.collect(),
    }
}

fn any_tree() -> impl Strategy<Value = Tree> {
    let word = || select(WORDS.to_vec());
    let leaf = prop_oneof![
        Just(Tree::All),
        (1900_i64..1904, 0_i64..4).prop_map(|(first, more)| Tree::Years(first..=first + more)),
        proptest::collection::vec(0_i64..12, 0..4)
            .prop_map(|ids| Tree::Books(ids.into_iter().map(BookId::new).collect())),
        word().prop_map(|word| title_words(How::Adjacent, &[word])),
        (word(), word()).prop_map(|(one, other)| title_words(How::Adjacent, &[one, other])),
        (word(), word()).prop_map(|(one, other)| title_words(How::All, &[one, other])),
        (word(), word()).prop_map(|(one, other)| title_words(How::Any, &[one, other])),
        Just(title_words(How::Adjacent, &["bee*"])),
    ];
    leaf.prop_recursive(4, 20, 2, |inner| {
        (0..3, inner.clone(), inner).prop_map(|(operator, one, other)| {
            let (one, other) = (Box::new(one), Box::new(other));
            match operator {
                0 => Tree::And(one, other),
                1 => Tree::Or(one, other),
                _ => Tree::Without(one, other),
            }
        })
    })
}

/// Whether a book is in a set, decided from its texts.
fn holds(tree: &Tree, book: &BookDocument) -> bool {
    match tree {
        Tree::All => true,
        Tree::Books(ids) => ids.contains(&book.id),
        Tree::Years(years) => book
            .published_year
            .is_some_and(|year| years.contains(&i64::from(year))),
        Tree::And(one, other) => holds(one, book) && holds(other, book),
        Tree::Or(one, other) => holds(one, book) || holds(other, book),
        Tree::Without(one, other) => holds(one, book) && !holds(other, book),
        Tree::Words { how, words, .. } => {
            let title: Vec<&str> = book.title.split(' ').collect();
            let has = |word: &Word| {
                title
                    .iter()
                    .any(|other| *other == word.text || (word.is_prefix && other.starts_with(&word.text)))
            };
            match how {
                How::All => words.iter().all(has),
                How::Any => words.iter().any(has),
                How::Adjacent if words.len() == 1 => words.iter().all(has),
                How::Adjacent => title
                    .windows(words.len())
                    .any(|window| window.iter().zip(words).all(|(one, other)| *one == other.text)),
            }
        }
        Tree::Isbn(_) | Tree::Issn(_) | Tree::Language(_) => false,
    }
}

fn any_books() -> impl Strategy<Value = Vec<BookDocument>> {
    let title = proptest::collection::vec(select(WORDS.to_vec()), 1..5);
    let year = proptest::option::of(1900_i32..1906);
    proptest::collection::vec((title, year), 0..12).prop_map(|books| {
        let books = (1_i64..).zip(books);
        books
            .map(|(id, (title, year))| book(id, &title.join(" "), year))
            .collect()
    })
}

/// Adds the books in several commits, so that they are in several segments.
fn index_of(books: &[BookDocument]) -> Index {
    let index = Index::in_memory().unwrap();
    for (number, part) in books.chunks(4).enumerate() {
        let changes = part.iter().cloned().map(Change::Put);
        index.apply(changes.collect(), &number.to_string()).unwrap();
    }
    index
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn a_tree_finds_exactly_its_books(books in any_books(), tree in any_tree(), offset in 0_usize..4) {
        let index = index_of(&books);
        let expected: Vec<BookId> = books.iter().filter(|book| holds(&tree, book)).map(|book| book.id).collect();
        let found = index.find_exactly(&tree, &[], offset, 5).unwrap();
        prop_assert_eq!(found.total, expected.len());
        let page: Vec<BookId> = expected.iter().copied().skip(offset).take(5).collect();
        prop_assert_eq!(found.ids, Some(page));

        let by = |by, is_descending| SortKey { by, is_descending };
        let sorted = index.find_exactly(&tree, &[by(SortBy::Date, true), by(SortBy::Title, false)], 0, 100).unwrap();
        let mut all: Vec<&BookDocument> = books.iter().filter(|book| holds(&tree, book)).collect();
        all.sort_by_key(|book| {
            let year = book.published_year.map_or(i64::MAX, |year| -i64::from(year));
            (year, order_text(&book.title, "English"), book.id)
        });
        let all: Vec<BookId> = all.iter().map(|book| book.id).collect();
        prop_assert_eq!(sorted.ids, Some(all));
    }
}
