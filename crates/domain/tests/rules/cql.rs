//! CQL: queries, their diagnostics, and what the catalogue makes of them.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::cql::{How, MAX_CHARS, SortBy, SortKey, TextIndex, Tree, Word, parse, resolve};
use proptest::prelude::*;

fn read(query: &str) -> Result<Tree, u16> {
    let search = parse(query).and_then(|parsed| resolve(&parsed));
    search
        .map(|search| search.tree)
        .map_err(|diagnostic| diagnostic.number)
}

fn words(index: TextIndex, how: How, words: &[&str]) -> Tree {
    let word = |text: &&str| Word {
        text: text.trim_end_matches('*').to_owned(),
        is_prefix: text.ends_with('*'),
    };
    Tree::Words {
        index,
        how,
        words: words.iter().map(word).collect(),
    }
}

fn word(text: &str) -> Tree {
    words(TextIndex::Anywhere, How::Adjacent, &[text])
}

macro_rules! anywhere {
    ($text:literal) => {
        Box::new(word($text))
    };
}

#[test]
fn a_query_is_a_set_of_books() {
    use TextIndex::{Anywhere, Creator, Publisher, Subject, Title};
    let everything = || Box::new(Tree::All);
    for (query, expected) in [
        ("cat", word("cat")),
        ("\"white cat\"", words(Anywhere, How::Adjacent, &["white", "cat"])),
        (
            "cql.serverChoice all \"white cat\"",
            words(Anywhere, How::All, &["white", "cat"]),
        ),
        (
            "cql.anywhere any \"white cat\"",
            words(Anywhere, How::Any, &["white", "cat"]),
        ),
        ("dc.title = cat", words(Title, How::Adjacent, &["cat"])),
        ("DC.TITLE=cat", words(Title, How::Adjacent, &["cat"])),
        (
            "title adj \"white cat\"",
            words(Title, How::Adjacent, &["white", "cat"]),
        ),
        (
            "dc.creator any \"poe roe\"",
            words(Creator, How::Any, &["poe", "roe"]),
        ),
        (
            "dc.subject cql.all \"bees wasps\"",
            words(Subject, How::All, &["bees", "wasps"]),
        ),
        (
            "dc.publisher = \"Press\"",
            words(Publisher, How::Adjacent, &["Press"]),
        ),
        ("dc.title = cat*", words(Title, How::Adjacent, &["cat*"])),
        (
            "dc.title all \"cat* dog\"",
            words(Title, How::All, &["cat*", "dog"]),
        ),
        (
            "dc.title =/ignoreCase/cql.word cat",
            words(Title, How::Adjacent, &["cat"]),
        ),
        ("cql.allRecords = 1", Tree::All),
        ("dc.date = 1990", Tree::Years(1990..=1990)),
        ("dc.date > 1990", Tree::Years(1991..=i64::MAX)),
        ("dc.date <= -50", Tree::Years(i64::MIN..=-50)),
        (
            "dc.date <> 1990",
            Tree::Without(everything(), Box::new(Tree::Years(1990..=1990))),
        ),
        (
            "bath.isbn = 978-0-14-044913-6",
            Tree::Isbn("978-0-14-044913-6".to_owned()),
        ),
        ("bath.issn == 0028083x", Tree::Issn("0028-083X".to_owned())),
        ("dc.language = ger", Tree::Language("ger".to_owned())),
        ("rec.identifier == book_12", Tree::Books(vec![BookId::new(12)])),
        ("rec.identifier = user_12", Tree::Books(vec![])),
        (
            "dc.identifier = urn:isbn:9780140449136",
            Tree::Or(
                Box::new(Tree::Books(vec![])),
                Box::new(Tree::Isbn("9780140449136".to_owned())),
            ),
        ),
        ("a and b", Tree::And(anywhere!("a"), anywhere!("b"))),
        (
            "a or b AND c",
            Tree::And(Box::new(Tree::Or(anywhere!("a"), anywhere!("b"))), anywhere!("c")),
        ),
        (
            "a not (b or c)",
            Tree::Without(anywhere!("a"), Box::new(Tree::Or(anywhere!("b"), anywhere!("c")))),
        ),
        (
            "title <> cat",
            Tree::Without(everything(), Box::new(words(Title, How::Adjacent, &["cat"]))),
        ),
        (
            "> d = \"info:srw/cql-context-set/1/dc-v1.1\" d.title = cat",
            words(Title, How::Adjacent, &["cat"]),
        ),
        (
            "> \"info:srw/cql-context-set/1/dc-v1.1\" identifier = book_3",
            Tree::Or(
                Box::new(Tree::Books(vec![BookId::new(3)])),
                Box::new(Tree::Isbn("book_3".to_owned())),
            ),
        ),
        ("any", word("any")),
        ("(((cat)))", word("cat")),
    ] {
        assert_eq!(read(query), Ok(expected), "{query}");
    }
}

#[test]
fn a_query_that_is_not_supported_has_a_diagnostic() {
    let long = "a".repeat(MAX_CHARS + 1);
    let many = vec!["a"; 102].join(" and ");
    let deep = format!("{}a{}", "(".repeat(60), ")".repeat(60));
    for (query, expected) in [
        ("", 10),
        ("(a", 10),
        ("a)", 10),
        ("\"a", 10),
        ("a b", 10),
        ("a and", 10),
        ("and", 10),
        ("dc.title =", 10),
        ("= a", 10),
        ("a sortby", 10),
        ("a /b", 10),
        (&long, 12),
        (&deep, 10),
        (&many, 38),
        ("x.title = a", 15),
        ("> x = \"info:other\" a", 15),
        ("dc.colour = a", 16),
        ("dc.title within a", 19),
        ("dc.title x.like a", 19),
        ("dc.title =/stem a", 20),
        ("dc.title > a", 22),
        ("dc.title == a", 22),
        ("bath.isbn adj 1", 22),
        ("dc.title = \"\"", 27),
        ("\" \"", 27),
        ("dc.title = c*t", 28),
        ("dc.title = c?t", 28),
        ("dc.title = *", 28),
        ("dc.title = \"white cat*\"", 28),
        ("bath.isbn = 978*", 28),
        ("dc.title = ^cat", 31),
        ("dc.date = soon", 36),
        ("dc.date = 20261", 36),
        ("dc.date = \"1990 1991\"", 36),
        ("a prox b", 37),
        ("a and/x b", 46),
        ("a sortby dc.subject", 88),
        ("a sortby dc.title/sort.random", 82),
    ] {
        assert_eq!(read(query), Err(expected), "{query}");
    }
}

#[test]
fn a_backslash_takes_the_meaning_of_a_character() {
    let plain = |text: &str| Word {
        text: text.to_owned(),
        is_prefix: false,
    };
    assert_eq!(
        read(r#"dc.title = "a \"b\" c\* \?""#),
        Ok(Tree::Words {
            index: TextIndex::Title,
            how: How::Adjacent,
            words: ["a", "\"b\"", "c*", "?"].map(plain).to_vec(),
        })
    );
}

#[test]
fn records_are_sorted_by_title_creator_and_date() {
    let parsed = parse("a sortBy dc.title dc.date/sort.descending creator/ascending").expect("a query");
    let key = |by, is_descending| SortKey { by, is_descending };
    assert_eq!(
        resolve(&parsed).expect("a search").sort,
        [
            key(SortBy::Title, false),
            key(SortBy::Date, true),
            key(SortBy::Creator, false)
        ]
    );
}

proptest! {
    #[test]
    fn any_text_is_read(query in ".{0,200}") {
        let _ = read(&query);
    }

    #[test]
    fn any_parts_are_read(parts in proptest::collection::vec(
        proptest::sample::select(vec![
            "a", "dc.title", "=", "==", "any", "all", "and", "or", "not", "prox", "(", ")", "/", "\"b c\"", ">", "<", "sortby", "*", "\\", "1990",
        ]), 0..30)) {
        let _ = read(&parts.join(" "));
    }

    /// A term in quotation marks is one term, whatever is in it.
    #[test]
    fn an_escaped_term_is_one_word(term in "[^\\s]{1,30}") {
        let escaped: String = term.chars().flat_map(|c| ['\\', c]).collect();
        prop_assert_eq!(read(&format!("dc.title = \"{escaped}\"")), Ok(Tree::Words {
            index: TextIndex::Title,
            how: How::Adjacent,
            words: vec![Word { text: term, is_prefix: false }],
        }));
    }
}
