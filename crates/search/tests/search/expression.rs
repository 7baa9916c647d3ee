//! Operators, parentheses and fields.

use std::collections::BTreeSet;

use carrel_search::{BookDocument, Change, Facet, Index, Query};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use crate::catalogue::{book, counted, find, index_of, name, names, query, set};

fn shelf() -> Index {
    let published = |id: &str, title: &str, author: &str, language: &str, year| BookDocument {
        language: language.into(),
        published_year: Some(year),
        isbns: Vec::from_iter((id == "war").then(|| "978-0-14-044793-4".into())),
        publisher: (id == "emma").then(|| "Penguin Classics".into()),
        description: if id == "emma" {
            "A comedy of war between hearts.".into()
        } else {
            String::new()
        },
        ..book(id, title, author)
    };
    index_of([
        published("war", "War and Peace", "Leo Tolstoy", "Russian", 1869),
        published("anna", "Anna Karenina", "Leo Tolstoy", "Russian", 1878),
        published("emma", "Emma", "Jane Austen", "English", 1815),
        published("tolstoy", "Tolstoy: A Life", "Henri Troyat", "French", 1965),
        published("old", "Histories", "Herodotus", "Greek", -430),
    ])
}

#[test]
fn combines_words_with_operators_and_fields() {
    let index = shelf();
    for (text, expected) in [
        ("tolstoy", "anna tolstoy war"),
        ("author:tolstoy", "anna war"),
        ("Author: Tolstoy", "anna war"),
        ("verfasser:tolstoy", "anna war"),
        ("title:tolstoy", "tolstoy"),
        ("tolstoy NOT war", "anna tolstoy"),
        ("tolstoy NOT author:tolstoy", "tolstoy"),
        ("tolstoy NOT \"war and peace\" NOT life", "anna"),
        ("emma OR anna", "anna emma"),
        ("(emma OR anna) austen", "emma"),
        ("emma OR anna leo", "anna emma"),
        ("author:(austen OR troyat)", "emma tolstoy"),
        ("title:war", "war"),
        ("war", "emma war"),
        ("description:war", "emma"),
        ("publisher:penguin", "emma"),
        ("language:russian", "anna war"),
        ("sprache:russian krieg OR anna", "anna"),
        ("language:ru", "anna war"),
        ("language:rus", "anna war"),
        ("sprache:russisch", "anna war"),
        ("language:Russ", "anna war"),
        ("language:fre", "tolstoy"),
        ("language:e", "emma"),
        ("language:de", ""),
        ("year:1869", "war"),
        ("year:1800-1870", "emma war"),
        ("jahr:1870..1970 NOT author:tolstoy", "tolstoy"),
        ("year:-430", "old"),
        ("year:>1869", "anna tolstoy"),
        ("year:>=1869", "anna tolstoy war"),
        ("year:<1869", "emma old"),
        ("year:<=1869", "emma old war"),
        ("year:1870-", "anna tolstoy"),
        ("year:1870..", "anna tolstoy"),
        ("year:1869.", "war"),
        ("isbn:9780140447934", "war"),
        // Before and after all values.
        ("year:-900", ""),
        ("year:1990-1999", ""),
        ("isbn:9780000000002", ""),
        ("9780000000002", ""),
        ("isbn:9790001000000", ""),
        ("isbn:tolstoy", ""),
        ("year:soon", ""),
        ("NOT tolstoy", "emma old"),
        ("life NOT", "tolstoy"),
        ("author:tol", "anna war"),
        ("author:tol NOT anna", "war"),
        // Not as typed: a typo, in the right field only.
        ("author:tolstoi", "anna war"),
        ("title:tolstoi", "tolstoy"),
        ("WAR AND PEACE", "war"),
    ] {
        assert_eq!(set(&index, text), expected, "{text}");
    }
}

#[test]
fn finds_call_numbers_and_shelves() {
    let placed = |id: &str, call_numbers: &[&str], shelves: &[&str]| BookDocument {
        call_numbers: call_numbers.iter().map(ToString::to_string).collect(),
        shelves: shelves.iter().map(ToString::to_string).collect(),
        ..book(id, "Algebra", "Nobody")
    };
    let index = index_of([
        placed("a", &["512 VAN", "QA150 .V3"], &["Room 2"]),
        placed("b", &["512.02 HER"], &["Attic"]),
        placed("c", &["813.54 LEG"], &[]),
        book("d", "Ten leg exercises in room 2", "Nobody"),
    ]);
    for (text, expected) in [
        ("call:512", "a b"),
        ("call:512.02", "b"),
        ("call:512.0", "b"),
        ("signatur:\"512 VAN\"", "a"),
        ("callnumber:\"813.54 LEG\"", "c"),
        ("call:(813.54 LEG)", "c"),
        ("call:QA150", "a"),
        ("call:leg", "c"),
        ("shelf:attic", "b"),
        ("standort:\"room 2\"", "a"),
        ("algebra call:512 NOT shelf:attic", "a"),
        // Without the name of the field, only when nothing else is found.
        ("813.54 leg", "c"),
        ("QA150.V3", "a"),
        ("512", "a b"),
        ("leg", "d"),
        ("room 2", "d"),
        ("attic", ""),
    ] {
        assert_eq!(set(&index, text), expected, "{text}");
    }
}

#[test]
fn counts_and_orders_the_books_of_an_expression() {
    let index = shelf();
    assert_eq!(
        counted(&index, query("author:tolstoy OR emma"), Facet::Language),
        "Russian:2, English:1"
    );
    // A book that meets several alternatives is found once, at the place of the best.
    let found = find(&index, "emma OR title:war OR war");
    assert_eq!((names(&found.ids).as_str(), found.total), ("emma war", 2));
    let page = index
        .search(&Query {
            offset: 1,
            limit: 1,
            ..query("emma OR title:war OR war")
        })
        .unwrap();
    assert_eq!((names(&page.ids).as_str(), page.total), ("war", 2));
}

/// Years are found in several segments, with deleted books and books without a year.
#[test]
fn finds_the_books_of_some_years() {
    let index = Index::in_memory().unwrap();
    let mut books = Vec::new();
    for batch in 0..3 {
        let mut changes = Vec::new();
        for number in 0..150 {
            let year = (number % 4 > 0).then_some(1990 + number * 7 % 13);
            let document = BookDocument {
                published_year: year,
                ..book(&format!("{batch}-{number}"), "Almanac", "Nobody")
            };
            changes.push(Change::Put(document.clone()));
            if number % 9 == 4 {
                changes.push(Change::Remove(document.id));
            } else {
                books.push(document);
            }
        }
        index.apply(changes, &batch.to_string()).unwrap();
    }
    for (text, years) in [
        ("year:1995", 1995..=1995),
        ("year:1990-1994", 1990..=1994),
        ("year:>1999", 2000..=i32::MAX),
        ("year:<=1991", i32::MIN..=1991),
        ("year:-500-3000", -500..=3000),
    ] {
        let expected: BTreeSet<_> = books
            .iter()
            .filter(|book| book.published_year.is_some_and(|year| years.contains(&year)))
            .map(|book| book.id)
            .collect();
        let found = index
            .search(&Query {
                limit: 1000,
                ..query(text)
            })
            .unwrap();
        assert_eq!(found.ids.into_iter().collect::<BTreeSet<_>>(), expected, "{text}");
    }
}

const WORDS: [&str; 4] = ["red", "blue", "fish", "bird"];

/// A node of a tree: a word, or an operator with its operands.
#[derive(Clone, Debug)]
enum Node {
    Word(&'static str),
    In(&'static str, Box<Node>),
    Not(Box<Node>),
    All(Vec<Node>),
    Any(Vec<Node>),
}

impl Node {
    fn typed(&self) -> String {
        let join = |parts: &[Node], by: &str| {
            let parts: Vec<String> = parts.iter().map(Node::typed).collect();
            format!("({})", parts.join(by))
        };
        match self {
            Node::Word(word) => (*word).to_owned(),
            Node::In(field, inner) => format!("{field}:{}", inner.typed()),
            Node::Not(inner) => format!("NOT {}", inner.typed()),
            Node::All(parts) => join(parts, " "),
            Node::Any(parts) => join(parts, " OR "),
        }
    }

    fn matches(&self, title: &[&str], author: &[&str], field: &str) -> bool {
        match self {
            Node::Word(word) => {
                (field != "author" && title.contains(word)) || (field != "title" && author.contains(word))
            }
            Node::In(field, inner) => inner.matches(title, author, field),
            Node::Not(inner) => !inner.matches(title, author, field),
            Node::All(parts) => parts.iter().all(|part| part.matches(title, author, field)),
            Node::Any(parts) => parts.iter().any(|part| part.matches(title, author, field)),
        }
    }
}

fn node() -> impl Strategy<Value = Node> {
    select(&WORDS[..])
        .prop_map(Node::Word)
        .prop_recursive(4, 12, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 2..4).prop_map(Node::All),
                prop::collection::vec(inner.clone(), 2..4).prop_map(Node::Any),
                inner.clone().prop_map(|inner| Node::Not(Box::new(inner))),
                (select(vec!["title", "author"]), inner)
                    .prop_map(|(field, inner)| Node::In(field, Box::new(inner))),
            ]
        })
}

proptest! {
    #[test]
    fn finds_what_the_operators_say(
        books in prop::collection::vec((subsequence(&WORDS[..], 0..4), subsequence(&WORDS[..], 1..3)), 1..12),
        node in node(),
        // So that the same words are in many books or in few.
        others in select(vec![0, 40, 400]),
    ) {
        let documents = (0..).zip(&books).map(|(number, (title, author)): (u8, _)| {
            book(&format!("{}", char::from(b'a' + number)), &title.join(" "), &author.join(" "))
        });
        let names_of_others = (0..others).map(|number| format!("~{number}"));
        let documents = documents.chain(names_of_others.clone().map(|name| book(&name, "quartz", "marble")));
        let index = index_of(documents);
        let mut expected: BTreeSet<String> = (0..)
            .zip(&books)
            .filter(|(_, (title, author))| node.matches(title, author, ""))
            .map(|(number, _): (u8, _)| char::from(b'a' + number).to_string())
            .collect();
        // If there is none, the search is read leniently.
        prop_assume!(!expected.is_empty());
        expected.extend(names_of_others.filter(|_| node.matches(&["quartz"], &["marble"], "")));
        let text = node.typed();
        let found = index.search(&Query { limit: 1000, ..query(&text) }).unwrap();
        let found: BTreeSet<String> = found.ids.into_iter().map(name).collect();
        prop_assert_eq!(found, expected, "{}", node.typed());
    }
}

#[test]
fn finds_books_by_what_only_their_details_say() {
    let index = index_of([
        BookDocument {
            contributors: vec!["Leo Tolstoy".into(), "Aylmer Maude".into()],
            other_titles: vec!["Voyna i mir".into()],
            isbns: vec!["9780140447934".into(), "9780199232765".into()],
            subjects: vec!["Napoleonic Wars, 1800-1815 -- Fiction".into()],
            series: vec!["Oxford World's Classics 17".into()],
            ..book("war", "War and Peace", "Leo Tolstoy")
        },
        book("maude", "Maude", "Napoleon Oxford"),
    ]);
    for (text, expected) in [
        ("aylmer", "war"),
        ("author:maude", "war"),
        ("voyna", "war"),
        ("title:\"voyna i mir\"", "war"),
        ("9780199232765", "war"),
        ("isbn:9780140447934", "war"),
        ("subject:napoleonic", "war"),
        ("schlagwort:wars", "war"),
        ("subject:oxford", ""),
        ("series:oxford", "war"),
        ("reihe:classics", "war"),
        ("world's classics 17", "war"),
        ("napoleonic fiction", "war"),
        ("maude", "maude war"),
    ] {
        assert_eq!(set(&index, text), expected, "{text}");
    }
}
