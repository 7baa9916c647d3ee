//! Which records may describe the same book.

use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::duplicates::{
    AuthorKey, BookFacts, Candidate, DuplicateReason, DuplicateSearchState, FoundGroup, MOST_IN_GROUP,
    groups, part_of, split_title,
};
use carrel_domain::imports::UnknownText;
use proptest::prelude::*;

use DuplicateReason::{NearTitle, OtherEdition, SameTitle};

/// Stands for the folding of the search: words in lower case without a leading article.
fn fold(text: &str, language: &str) -> String {
    let lower = text.to_lowercase().replace('ü', "u").replace('é', "e");
    let words = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let start = usize::from(
        language == "English" && words.len() > 1 && ["the", "a", "der", "die", "das"].contains(&words[0]),
    );
    words[start..].join(" ")
}

fn facts(id: i64, title: &str, author: &str) -> BookFacts {
    BookFacts {
        id: BookId::new(id),
        title: title.to_owned(),
        author: author.to_owned(),
        isbn: None,
        published_year: None,
        edition_statement: None,
        language: "English".to_owned(),
    }
}

fn candidate(facts: BookFacts) -> Option<Candidate> {
    let author = AuthorKey::of(&facts.author, &fold);
    Candidate::new(facts, author, &fold)
}

fn found(facts: Vec<BookFacts>) -> Vec<FoundGroup> {
    groups(facts.into_iter().filter_map(candidate).collect())
}

/// The reason for which two titles of an author are a group.
fn reason(one: &str, other: &str) -> Option<DuplicateReason> {
    let found = found(vec![
        facts(1, one, "Jane Austen"),
        facts(2, other, "Austen, Jane"),
    ]);
    assert!(found.len() <= 1, "{one} {other}");
    found.first().map(|group| group.reason)
}

#[test]
fn titles_are_equal_but_for_case_articles_signs_and_a_missing_subtitle() {
    for (one, other, expected) in [
        ("Pride and Prejudice", "PRIDE AND PREJUDICE", Some(SameTitle)),
        ("The Watsons", "Watsons, The", None),
        ("The Watsons", "Watsons", Some(SameTitle)),
        ("Pride & Prejudice", "Pride and Prejudice", Some(SameTitle)),
        ("Sapiens: A Brief History", "Sapiens", Some(SameTitle)),
        (
            "Sapiens: A Brief History",
            "Sapiens - a brief history",
            Some(SameTitle),
        ),
        ("Sapiens: A Brief History", "Sapiens (a graphic novel)", None),
        ("Emma", "Persuasion", None),
        // Typing errors.
        ("Pride and Prejudice", "Pride and Predjudice", Some(NearTitle)),
        ("Northanger Abbey", "Nrothanger Abbey", Some(NearTitle)),
        ("Northanger Abbey", "NorthangerAbbey", Some(NearTitle)),
        ("Mansfield Park", "Nansfield Park", Some(NearTitle)),
        ("Sense and Sensibility", "Sense and Sensibilities", None),
        ("Sense and Sensibility", "Sence and Sensibilitiy", Some(NearTitle)),
        ("The Watsons", "The Watson", Some(NearTitle)),
        // A long word may have two errors, and a title has no more in all its words.
        ("Mansfield Park", "Monsfiald Park", Some(NearTitle)),
        ("Sanditon", "Sunditan", None),
        (
            "Introductory Biology Workbook",
            "Introductery Bialogy Workbook",
            Some(NearTitle),
        ),
        (
            "Introductory Biology Workbook",
            "Introductery Bialogy Workbuok",
            None,
        ),
        // Short words and too many errors are other titles.
        ("History of Iran", "History of Iraq", None),
        ("Emma", "Emmy", None),
        ("Algebra", "Algebra Workbook", None),
        ("Introductory Biology", "Introductory Botany", None),
        // In scripts with words of few characters, each character counts.
        ("日本文学全集", "日本文学選集", None),
        ("日本文学全集", "日本文学全集", Some(SameTitle)),
        // A title may be a number, and needs a word or a number.
        ("1984", "1984", Some(SameTitle)),
        ("???", "???", None),
    ] {
        assert_eq!(reason(one, other), expected, "{one} / {other}");
        assert_eq!(reason(other, one), expected, "{other} / {one}");
    }
}

#[test]
fn titles_with_other_numbers_are_never_alike() {
    for (one, other) in [
        ("Collected Letters, Volume 1", "Collected Letters, Volume 2"),
        ("Collected Letters, Volume I", "Collected Letters, Volume II"),
        ("Collected Letters", "Collected Letters 2"),
        ("Henry IV", "Henry VI"),
        ("Gesammelte Werke, Teil zwei", "Gesammelte Werke, Teil drei"),
        ("Chemistry, 2nd edition", "Chemistry, 3rd edition"),
        ("Chemistry", "Chemistry, second edition"),
        ("Letters: Part One", "Letters: Part Two"),
        ("Mathematics 7b", "Mathematics 7a"),
        ("Report 2001", "Report 2010"),
        // A letter is a number only at the end, or where something is counted.
        ("Vitamin X Story", "Vitamin 10 Story"),
        ("V", "5"),
        ("Vim Handbook", "6 Handbook"),
        // A word that counts is one of the title without a number beside it.
        ("Emma Edition", "Emma"),
    ] {
        assert_eq!(reason(one, other), None, "{one} / {other}");
    }
    for (one, other) in [
        ("Collected Letters, Vol. 2", "Collected Letters, Volume II"),
        ("Collected Letters 02", "Collected Letters, Part Two"),
        ("Chemistry, 2nd edition", "Chemistry (2. ed.)"),
        ("Henry V", "Henry 5"),
        ("World War II Stories", "World War 2 Stories"),
        ("Volume X Letters", "Vol. 10 Letters"),
    ] {
        assert_eq!(reason(one, other), Some(SameTitle), "{one} / {other}");
    }
}

#[test]
fn other_values_of_the_edition_make_another_edition_perhaps() {
    let one = BookFacts {
        isbn: Some("9780141439518".to_owned()),
        published_year: Some(2002),
        edition_statement: Some("New edition".to_owned()),
        ..facts(1, "Emma", "Jane Austen")
    };
    let other = |change: fn(&mut BookFacts)| {
        let mut other = facts(2, "Emma", "Austen, Jane");
        change(&mut other);
        found(vec![one.clone(), other])[0].reason
    };
    assert_eq!(other(|_| ()), SameTitle);
    assert_eq!(other(|book| book.published_year = Some(2002)), SameTitle);
    assert_eq!(other(|book| book.published_year = Some(2003)), OtherEdition);
    assert_eq!(
        other(|book| book.isbn = Some("9780141439587".to_owned())),
        OtherEdition
    );
    assert_eq!(
        other(|book| book.edition_statement = Some("new  EDITION".to_owned())),
        SameTitle
    );
    assert_eq!(
        other(|book| book.edition_statement = Some("Third".to_owned())),
        OtherEdition
    );
    assert_eq!(other(|book| book.language = "German".to_owned()), OtherEdition);
}

#[test]
fn books_by_others_are_never_alike() {
    for (author, expected) in [
        ("Austen, Jane", 1),
        ("J. Austen; Anna Quindlen", 1),
        ("Jane Austen and Seth Grahame-Smith", 1),
        ("Austen", 1),
        ("A. Austen", 0),
        ("Seth Austen", 0),
        ("Jane Eyre", 0),
        ("Seth Grahame-Smith, Jane Austen", 0),
    ] {
        let found = found(vec![facts(1, "Emma", "Jane Austen"), facts(2, "Emma", author)]);
        assert_eq!(found.len(), expected, "{author}");
    }
}

#[test]
fn a_weaker_group_is_found_beside_the_stronger_one_in_it() {
    let third = BookFacts {
        published_year: Some(1996),
        ..facts(3, "Emma", "Jane Austen")
    };
    let second = BookFacts {
        published_year: Some(1815),
        ..facts(2, "Emma", "Jane Austen")
    };
    let first = BookFacts {
        published_year: Some(1815),
        ..facts(1, "Emma", "Jane Austen")
    };
    let ids = |ids: &[i64]| ids.iter().map(|id| BookId::new(*id)).collect();
    let expected = [
        FoundGroup {
            reason: SameTitle,
            books: ids(&[1, 2]),
        },
        FoundGroup {
            reason: OtherEdition,
            books: ids(&[1, 2, 3]),
        },
    ];
    assert_eq!(found(vec![third, second, first]), expected);
}

#[test]
fn a_subtitle_is_split_from_its_title() {
    for (title, expected) in [
        ("Sapiens: A Brief History", ("Sapiens", "A Brief History")),
        (
            "Sapiens - A Brief History: of us",
            ("Sapiens", "A Brief History: of us"),
        ),
        ("Catch-22", ("Catch-22", "")),
        (": odd", (": odd", "")),
        ("", ("", "")),
    ] {
        assert_eq!(split_title(title), expected, "{title}");
    }
}

#[test]
fn large_groups_are_split() {
    // A book that is left alone is in no group.
    for (books, sizes) in [(20, &[8, 8, 4][..]), (17, &[8, 8])] {
        let books = (1..=books).map(|id| facts(id, "Annual report", "Jane Austen"));
        let found = found(books.collect());
        let found: Vec<usize> = found.iter().map(|group| group.books.len()).collect();
        assert_eq!(found, sizes);
    }
}

fn near_titles_of_1_and_2() -> FoundGroup {
    FoundGroup {
        reason: NearTitle,
        books: vec![BookId::new(1), BookId::new(2)],
    }
}

#[test]
fn a_record_is_compared_with_the_next_twelve_in_each_order() {
    // In both orders, the others are between the two titles.
    for (others, is_found) in [(11, true), (12, false)] {
        let between = ('a'..).take(others).map(|c| format!("Qqqc{c}{c}{c}{c}cqqq"));
        let titles = ["Qqqbbbqqq".to_owned(), "Qqqdbdqqq".to_owned()].into_iter();
        let books = titles.chain(between).zip(1..);
        let found = found(
            books
                .map(|(title, id)| facts(id, &title, "Jane Austen"))
                .collect(),
        );
        assert_eq!(found.contains(&near_titles_of_1_and_2()), is_found, "{others}");
    }
}

#[test]
fn titles_that_begin_with_an_error_are_compared_by_their_ends() {
    let between = ('a'..).take(20).map(|c| format!("Mx{c} House"));
    let titles = ["Mansfield Park".to_owned(), "Nansfield Park".to_owned()].into_iter();
    let books = titles.chain(between).zip(1..);
    let found = found(
        books
            .map(|(title, id)| facts(id, &title, "Jane Austen"))
            .collect(),
    );
    assert_eq!(found, [near_titles_of_1_and_2()]);
}

#[test]
fn reasons_and_states_have_texts() {
    for (reason, text) in [
        (DuplicateReason::Identifier, "identifier"),
        (SameTitle, "same_title"),
        (OtherEdition, "other_edition"),
        (NearTitle, "near_title"),
    ] {
        assert_eq!(reason.as_str(), text);
        assert_eq!(text.parse(), Ok(reason));
        assert_eq!(serde_json::to_value(reason).unwrap(), text);
    }
    assert_eq!("title".parse::<DuplicateReason>(), Err(UnknownText));
    for (state, text) in [
        (DuplicateSearchState::Searching, "searching"),
        (DuplicateSearchState::Done, "done"),
        (DuplicateSearchState::Failed, "failed"),
    ] {
        assert_eq!(state.as_str(), text);
        assert_eq!(text.parse(), Ok(state));
        assert_eq!(serde_json::to_value(state).unwrap(), text);
    }
    assert_eq!("undone".parse::<DuplicateSearchState>(), Err(UnknownText));
}

#[test]
fn the_part_of_a_surname_is_that_of_its_hash() {
    // FNV-1a with 64 bits, by the test vectors of its authors. All servers divide the catalogue in the same way.
    for (surname, hash) in [
        ("", 0xcbf2_9ce4_8422_2325),
        ("a", 0xaf63_dc4c_8601_ec8c),
        ("foobar", 0x8594_4171_f739_67e8),
    ] {
        assert_eq!(part_of(surname, u64::MAX), hash, "{surname}");
        assert_eq!(part_of(surname, 1000), hash % 1000, "{surname}");
        assert_eq!(part_of(surname, 0), 0);
    }
}

fn titles() -> impl Strategy<Value = Vec<(u8, String, Option<i64>)>> {
    let title = "(the )?(letters|leters|works|emma)( of)?( (volume )?[1-3])?(: (one|two|notes))?";
    prop::collection::vec((0_u8..3, title, prop::option::of(1990_i64..1992)), 0..30)
}

proptest! {
    #[test]
    fn a_group_has_some_books_once_each_by_one_surname(books in titles()) {
        let surname = |number: u8| ["Austen", "Eliot", "Woolf"][usize::from(number)];
        let facts = books.iter().zip(1..).map(|((author, title, year), id)| BookFacts {
            published_year: *year,
            ..facts(id, title, surname(*author))
        });
        for group in found(facts.collect()) {
            prop_assert!((2..=MOST_IN_GROUP).contains(&group.books.len()));
            prop_assert!(group.books.windows(2).all(|pair| pair[0] < pair[1]));
            let authors: Vec<u8> = group.books.iter()
                .map(|id| books[usize::try_from(id.number() - 1).unwrap()].0).collect();
            prop_assert!(authors.iter().all(|author| *author == authors[0]));
        }
    }

    #[test]
    fn the_order_of_the_books_does_not_matter(books in titles(), turn in 0_usize..30) {
        let facts: Vec<BookFacts> = books.iter().zip(1..)
            .map(|((author, title, year), id)| BookFacts { published_year: *year, ..facts(id, title, &format!("A. Name{author}")) })
            .collect();
        let mut turned = facts.clone();
        turned.rotate_left(if facts.is_empty() { 0 } else { turn % facts.len() });
        prop_assert_eq!(found(facts), found(turned));
    }

    #[test]
    fn any_text_is_compared(one in ".{0,60}", other in ".{0,60}", author in ".{0,30}") {
        let found = found(vec![facts(1, &one, &author), facts(2, &other, &author)]);
        prop_assert!(found.len() <= 1);
    }

    #[test]
    fn a_surname_is_always_in_the_same_part(surname in ".{0,20}", parts in 0_u64..50) {
        let part = part_of(&surname, parts);
        prop_assert!(part < parts.max(1));
        prop_assert_eq!(part, part_of(&surname, parts));
    }
}
