//! CQL: queries, their diagnostics, and what the catalogue makes of them.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::cql::{
    Diagnostic, How, MAX_CHARS, SortBy, SortKey, TextIndex, Tree, Word, parse, resolve,
};
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
    let isbn = |number: &str| Box::new(Tree::Isbn(number.to_owned()));
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
        // The value of a modifier means nothing.
        (
            "dc.title =/cql.masked=yes/word > 3 cat",
            words(Title, How::Adjacent, &["cat"]),
        ),
        (
            "dc.title = \"white \\ cat\"",
            words(Title, How::Adjacent, &["white", "cat"]),
        ),
        ("cql.allRecords = 1", Tree::All),
        ("dc.date = 1990", Tree::Years(1990..=1990)),
        ("dc.date > 1990", Tree::Years(1991..=i64::MAX)),
        ("dc.date >= 1990", Tree::Years(1990..=i64::MAX)),
        ("dc.date < 1990", Tree::Years(i64::MIN..=1989)),
        ("dc.date <= -50", Tree::Years(i64::MIN..=-50)),
        (
            "dc.date <> 1990",
            Tree::Without(everything(), Box::new(Tree::Years(1990..=1990))),
        ),
        (
            "bath.isbn = 978-0-14-044913-6",
            Tree::Isbn("978-0-14-044913-6".to_owned()),
        ),
        (
            "bath.isbn any \"9780140449136 9780141439518\"",
            Tree::Or(isbn("9780140449136"), isbn("9780141439518")),
        ),
        (
            "bath.isbn all \"9780140449136 9780141439518\"",
            Tree::And(isbn("9780140449136"), isbn("9780141439518")),
        ),
        ("bath.issn == 0028083x", Tree::Issn("0028-083X".to_owned())),
        ("bath.issn = 00280836-1", Tree::Issn("002808361".to_owned())),
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
    let many = operators(101);
    let deep = parentheses(41);
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
        ("dc.date = 199*", 36),
        ("dc.date = +199", 36),
        ("dc.date = \"1990 1991\"", 36),
        ("a prox b", 37),
        ("a and/x b", 46),
        ("a sortby dc.subject", 88),
        ("a sortby dc.title/sort.random", 82),
    ] {
        assert_eq!(read(query), Err(expected), "{query}");
    }
}

/// A query with this many operators.
fn operators(count: usize) -> String {
    vec!["a"; count + 1].join(" and ")
}

/// A query with this many pairs of parentheses around it.
fn parentheses(depth: usize) -> String {
    format!("{}a{}", "(".repeat(depth), ")".repeat(depth))
}

#[test]
fn a_query_may_be_as_long_and_as_deep_as_its_limits() {
    assert_eq!(read(&"a".repeat(MAX_CHARS)), Ok(word(&"a".repeat(MAX_CHARS))));
    assert_eq!(read(&parentheses(40)), Ok(word("a")));
    assert!(read(&operators(100)).is_ok());
}

#[test]
fn diagnostics_have_the_messages_of_the_standard() {
    for (number, message) in [
        (1, "General system error"),
        (4, "Unsupported operation"),
        (5, "Unsupported version"),
        (6, "Unsupported parameter value"),
        (7, "Mandatory parameter not supplied"),
        (8, "Unsupported parameter"),
        (10, "Query syntax error"),
        (12, "Too many characters in query"),
        (15, "Unsupported context set"),
        (16, "Unsupported index"),
        (19, "Unsupported relation"),
        (20, "Unsupported relation modifier"),
        (22, "Unsupported combination of relation and index"),
        (27, "Empty term unsupported"),
        (28, "Masking character not supported"),
        (31, "Anchoring character not supported"),
        (36, "Term in invalid format for index or relation"),
        (37, "Unsupported boolean operator"),
        (38, "Too many boolean operators in query"),
        (46, "Unsupported boolean modifier"),
        (61, "First record position out of range"),
        (66, "Unknown schema for retrieval"),
        (71, "Unsupported record packing"),
        (80, "Sort not supported"),
        (82, "Unsupported sort sequence"),
        (84, "Too many records to sort"),
        (88, "Unsupported path for sort"),
    ] {
        assert_eq!(Diagnostic::new(number, "").message, message, "{number}");
    }
    assert_eq!(Diagnostic::new(16, "é".repeat(101)).details, "é".repeat(100));
}

#[test]
fn a_diagnostic_names_what_it_is_about() {
    for (query, details) in [
        ("a and", "the query ends too early"),
        ("a and (", "the query ends too early"),
        ("\"a", "a quotation mark is not closed"),
        ("and", "unexpected and"),
        ("a b", "unexpected b"),
        ("a \"b c\"", "unexpected b c"),
        ("a (b)", "unexpected ("),
        ("a)", "unexpected )"),
        ("a /b", "unexpected /"),
        ("<= a", "unexpected <="),
        ("dc.colour = a", "dc.colour"),
        ("dc.title > a", "dc.title >"),
        ("dc.title =/stem a", "stem"),
        ("a and/x b", "x"),
        ("a sortby dc.subject", "dc.subject"),
    ] {
        let diagnostic = parse(query).and_then(|parsed| resolve(&parsed)).unwrap_err();
        assert_eq!(diagnostic.details, details, "{query}");
    }
}

#[test]
fn every_set_of_books_of_a_tree_can_be_replaced() {
    let issn = |number: &str| format!("bath.issn = {number}");
    let query = format!(
        "({} or dc.title = b) and {} not {}",
        issn("00280836"),
        issn("14764687"),
        issn("20452322")
    );
    let mut tree = read(&query).expect("a search");
    let mut numbers = Vec::new();
    tree.for_each_leaf(&mut |leaf| {
        if let Tree::Issn(number) = leaf {
            numbers.push(number.clone());
            *leaf = Tree::All;
        }
    });
    assert_eq!(numbers, ["0028-0836", "1476-4687", "2045-2322"]);
    let all = || Box::new(Tree::All);
    let title = Box::new(words(TextIndex::Title, How::Adjacent, &["b"]));
    let either = Box::new(Tree::Or(all(), title));
    assert_eq!(tree, Tree::Without(Box::new(Tree::And(either, all())), all()));
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
    let query = "a sortBy dc.title/ignoreCase dc.date/sort.descending creator/descending/ascending";
    let parsed = parse(query).expect("a query");
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
