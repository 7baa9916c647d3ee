//! The results of typed texts.

use crate::catalogue::{book, find, ids, index_of, names, query, set};
use carrel_search::{BookDocument, Facet, Index, Query};
use proptest::prelude::*;

fn catalogue() -> Index {
    let described = |id: &str, title: &str, author: &str, description: &str| BookDocument {
        description: description.into(),
        ..book(id, title, author)
    };
    index_of([
        BookDocument {
            isbns: vec!["978-0-14-044913-6".into()],
            publisher: Some("Penguin Classics".into()),
            ..described(
                "crime",
                "Crime and Punishment",
                "Fyodor Dostoevsky",
                "A student kills a pawnbroker.",
            )
        },
        BookDocument {
            isbns: vec!["080442957X".into()],
            ..book("brothers", "The Brothers Karamazov", "Fyodor Dostoevsky")
        },
        BookDocument {
            category: "Computer Science".into(),
            ..book("cpp", "The C++ Programming Language", "Bjarne Stroustrup")
        },
        BookDocument {
            category: "Computer Science".into(),
            ..book("csharp", "C# in Depth", "Jon Skeet")
        },
        book(
            "c",
            "The C Programming Language",
            "Brian Kernighan; Dennis Ritchie",
        ),
        described(
            "nana",
            "Nana",
            "Émile Zola",
            "A courtesan in the Paris of the Second Empire.",
        ),
        described(
            "street",
            "Die Straße",
            "Jörg Müller",
            "Über den Dächern von Łódź.",
        ),
        book("stranger", "L'Étranger", "Albert Camus"),
        book("catch", "Catch-22", "Joseph Heller"),
        book("hobbit", "The Hobbit", "J.R.R. Tolkien"),
        described(
            "rings",
            "The Lord of the Rings",
            "J. R. R. Tolkien",
            "A ring, and what became of it.",
        ),
        book("orwell", "1984", "George Orwell"),
        book("murakami", "1Q84", "Haruki Murakami"),
        book("war", "Война и мир", "Лев Толстой"),
        book("nights", "أَلْف لَيْلَة وَلَيْلَة", "مجهول"),
        book("godan", "गोदान", "मुंशी प्रेमचंद"),
        book("luxun", "魯迅全集", "魯迅"),
        book("cat", "吾輩は猫である", "夏目漱石"),
        book("pachinko", "파친코 이야기", "이민진"),
        book("python", "Python入門", "山田太郎"),
        book("smile", "The \u{1F600} Book", "Anonymous"),
    ])
}

#[test]
fn finds_words_of_all_fields_in_any_spelling() {
    let index = catalogue();
    for (text, expected) in [
        ("crime", "crime"),
        ("CRIME AND punishment", "crime"),
        ("punishment crime", "crime"),
        ("dostoevsky", "brothers crime"),
        ("fyodor crime", "crime"),
        ("penguin dostoevsky", "crime"),
        ("pawnbroker", "crime"),
        ("computer science", "cpp csharp"),
        ("emile zola", "nana"),
        ("ÉMILE", "nana"),
        ("strasse", "street"),
        ("STRAẞE", "street"),
        ("lodz muller", "street"),
        ("etranger", "stranger"),
        ("l'etranger", "stranger"),
        ("L’Étranger", "stranger"),
        ("catch 22", "catch"),
        ("catch22", "catch"),
        ("Catch-22", "catch"),
        ("jrr tolkien", "hobbit"),
        ("j.r.r. tolkien", "hobbit rings"),
        ("j r r tolkien", "hobbit rings"),
        ("1984", "orwell"),
        ("война", "war"),
        ("ВОИНА", "war"),
        ("толстой мир", "war"),
        ("ليلة", "nights"),
        ("أَلْف", "nights"),
        ("गोदान", "godan"),
        ("प्रेमचंद", "godan"),
    ] {
        assert_eq!(set(&index, text), expected, "{text}");
    }
}

#[test]
fn finds_scripts_without_spaces_by_any_part() {
    let index = catalogue();
    for (text, expected) in [
        ("魯迅", "luxun"),
        ("魯迅全集", "luxun"),
        ("全集", "luxun"),
        ("迅全集", "luxun"),
        ("集", "luxun"),
        ("迅", "luxun"),
        ("\"全魯\"", ""),
        ("猫", "cat"),
        ("夏目 猫", "cat"),
        ("漱石", "cat"),
        ("파친코", "pachinko"),
        ("야기", "pachinko"),
        ("python 入門", "python"),
        ("python入", "python"),
        ("ＰＹＴＨＯＮ", "python"),
        ("\"入門\"", "python"),
    ] {
        assert_eq!(set(&index, text), expected, "{text}");
    }
}

#[test]
fn finds_isbns_in_every_form() {
    let index = catalogue();
    for (text, expected) in [
        ("9780140449136", "crime"),
        ("978-0-14-044913-6", "crime"),
        ("978 0 14 044913 6", "crime"),
        ("0140449132", "crime"),
        ("0-14-044913-2", "crime"),
        ("ISBN 0-14-044913-2", "crime"),
        ("isbn: 978 0 14 044913 6", "crime"),
        ("ISBN-13: 9780140449136", "crime"),
        ("978014044", "crime"),
        ("978-0-14-04", "crime"),
        ("080442957x", "brothers"),
        ("080442957X", "brothers"),
        ("9780804429573", "brothers"),
        ("9780140449137", ""),
    ] {
        assert_eq!(set(&index, text), expected, "{text}");
    }
}

#[test]
fn completes_words() {
    let index = catalogue();
    for (text, expected) in [
        ("dosto", "brothers crime"),
        ("fyodor dos", "brothers crime"),
        ("dos fyodor", "brothers crime"),
        ("dosto fyodor", "brothers crime"),
        ("lor ri", "rings"),
        // Only if no book has the words as typed.
        ("c programming", "c cpp"),
        ("h", "catch hobbit murakami"),
        ("hob", "hobbit"),
        ("tolkien ho", "hobbit"),
        ("\"dosto\"", ""),
    ] {
        assert_eq!(set(&index, text), expected, "{text}");
    }
}

#[test]
fn forgives_typos_in_words_of_four_letters() {
    let index = catalogue();
    for (text, expected) in [
        ("dostoevski", "brothers crime"),
        ("dostoevky", "brothers crime"),
        ("dostoevskyy", "brothers crime"),
        ("dotsoevsky", "brothers crime"),
        ("xostoevsky", "brothers crime"),
        ("dstevsky", "brothers crime"),
        ("dstvsky", ""),
        ("crmie and punishmnet", "crime"),
        ("nona", "nana"),
        ("nan", "nana"),
        ("nna", ""),
        ("1985", ""),
        ("воина и миp", "war"),
        ("толстои", "war"),
        ("талстой", "war"),
    ] {
        assert_eq!(set(&index, text), expected, "{text}");
    }
}

#[test]
fn finds_phrases_in_quotation_marks() {
    let index = catalogue();
    for (text, expected) in [
        ("\"crime and punishment\"", "crime"),
        ("\"and punishment\"", "crime"),
        ("\"punishment crime\"", ""),
        ("\"lord of the rings\"", "rings"),
        ("\"of the\"", "nana rings"),
        ("\"of the\" tolkien", "rings"),
        ("\"of the rings\"", "rings"),
        ("\"of the lord\"", ""),
        ("“crime and punishment” fyod", "crime"),
        ("\"catch 22\"", "catch"),
        ("\"魯迅全\"", "luxun"),
        ("\"Fyodor Dostoevsky\" \"Crime and\"", "crime"),
        // Title and author do not run into each other.
        ("\"punishment fyodor\"", ""),
    ] {
        assert_eq!(set(&index, text), expected, "{text}");
    }
}

#[test]
fn finds_words_with_signs() {
    let index = catalogue();
    assert_eq!(set(&index, "c++"), "cpp");
    assert_eq!(set(&index, "C#"), "csharp");
    assert_eq!(set(&index, "c programming"), "c cpp");
}

#[test]
fn accepts_any_typed_text() {
    let index = catalogue();
    let all = find(&index, "").total;
    assert_eq!(all, 21);
    for text in ["", " ", "\u{2003}"] {
        assert_eq!(find(&index, text).total, all, "{text:?}");
    }
    // No book has them.
    for text in [
        "*",
        "?!",
        "\"",
        "\"\"",
        "\u{1F600}",
        "()",
        "-",
        "^~",
        "\\",
        "\0",
        "\u{202E}",
        "title:",
        "author:\"!\"",
        "NOT",
    ] {
        assert_eq!(find(&index, text).total, 0, "{text:?}");
    }
    let long = "x".repeat(10_000);
    let many = "hobbit ".repeat(2_000);
    for (text, expected) in [
        ("\"unbalanced", ""),
        ("\"crime", "crime"),
        ("crime\"", "crime"),
        ("AND OR NOT", "crime"),
        ("title:crime", "crime"),
        ("crime*", "crime"),
        ("+crime -punishment", "crime"),
        ("[crime TO punishment}", "crime"),
        ("crime^3", "crime"),
        ("crime && punishment", "crime"),
        (&long, ""),
        (&many, "hobbit"),
    ] {
        let found = find(&index, text);
        assert_eq!(names(&found.ids), expected, "{}", &text[..text.len().min(40)]);
    }
}

#[test]
fn ranks_the_better_match_first() {
    let described = |id: &str, title: &str, author: &str, description: &str| BookDocument {
        description: description.into(),
        ..book(id, title, author)
    };
    let index = index_of([
        described("summary", "Something Else", "Nobody", "A book about emma."),
        BookDocument {
            publisher: Some("Emma Press".into()),
            ..book("press", "Poems", "Nobody")
        },
        book("author", "Poems", "Emma Smith"),
        book("long", "Emma and the Very Long Story of Her Life", "Nobody"),
        book("short", "Emma Alone", "Nobody"),
        book("exact", "Emma", "Jane Austen"),
        book("prefix", "Emmanuelle", "Nobody"),
        book("emmanuel", "Poems", "Emmanuel Nobody"),
    ]);
    assert_eq!(
        ids(&index, "emma"),
        "exact short long author prefix emmanuel press summary"
    );
    assert_eq!(ids(&index, "\"Emma\""), "exact short long author press summary");
    assert_eq!(ids(&index, "emma jane"), "exact");

    let index = index_of([
        book("plain", "A Study of the Hobbit", "Nobody"),
        book("subtitle", "The Hobbit: There and Back Again", "Nobody"),
        book("whole", "The Hobbit", "Nobody"),
    ]);
    for text in ["hobbit", "the hobbit", "The Hobbit!", "\"the hobbit\""] {
        let found = ids(&index, text);
        assert!(found.ends_with("plain"), "{text}: {found}");
    }
}

#[test]
fn ranks_rare_words_before_common_ones() {
    let mut books: Vec<_> = (0..50)
        .map(|n| book(&format!("n{n:02}"), &format!("The Book Number {n}"), "Nobody"))
        .collect();
    books.push(BookDocument {
        description: "About the quagga.".into(),
        ..book("the", "The Zoo", "Nobody")
    });
    books.push(BookDocument {
        description: "The animal.".into(),
        ..book("quagga", "Quagga", "Nobody")
    });
    assert_eq!(ids(&index_of(books), "the quagga"), "quagga the");
}

#[test]
fn ranks_available_and_popular_books_first_among_equal_matches() {
    let index = index_of([
        BookDocument {
            popularity: 5,
            ..book("a", "Emma", "Jane Austen")
        },
        BookDocument {
            popularity: 9,
            ..book("b", "Emma", "Jane Austen")
        },
        BookDocument {
            popularity: -3,
            available: true,
            ..book("c", "Emma", "Jane Austen")
        },
        BookDocument {
            popularity: 9,
            ..book("0", "Emma", "Jane Austen")
        },
    ]);
    assert_eq!(ids(&index, "emma"), "c 0 b a");
}

#[test]
fn allows_typos_only_if_no_book_matches_as_typed() {
    let index = index_of([
        book("dune", "Dune", "Frank Herbert"),
        book("june", "June", "Nobody"),
        book("dunes", "Dunes of the Coast", "Nobody"),
    ]);
    assert_eq!(set(&index, "dune"), "dune dunes");
    assert_eq!(set(&index, "dunes"), "dunes");
    assert_eq!(set(&index, "dyne"), "dune");
    assert_eq!(find(&index, "dune").did_you_mean, None);
    assert_eq!(find(&index, "dyne").did_you_mean.as_deref(), Some("dune"));
}

#[test]
fn a_whole_isbn_finds_only_books_that_have_it() {
    let index = index_of([
        BookDocument {
            isbns: vec!["978-0-14-044913-6".into()],
            ..book("crime", "Crime and Punishment", "Fyodor Dostoevsky")
        },
        BookDocument {
            description: "Follows ISBN 978-0-14-044913-6 and 9780140449136.".into(),
            ..book("guide", "A Reader's Guide", "Nobody")
        },
    ]);
    for text in [
        "978-0-14-044913-6",
        "9780140449136",
        "0140449132",
        "isbn 0-14-044913-2",
    ] {
        assert_eq!(set(&index, text), "crime", "{text}");
    }
}

#[test]
fn finds_words_that_are_joined_or_split() {
    let index = catalogue();
    for (text, expected) in [
        ("crimeandpunishment", "crime"),
        ("thehobbit", "hobbit"),
        ("pro gramming language c", "c cpp"),
        ("bro thers karamazov", "brothers"),
        ("jk rowling jrr", "hobbit rings"),
        ("jrr tolkien rings", "rings"),
    ] {
        assert_eq!(set(&index, text), expected, "{text}");
    }
}

#[test]
fn finds_names_in_other_scripts_and_spellings() {
    let index = catalogue();
    for (text, expected) in [
        ("tolstoi", "war"),
        ("leo tolstoj", "war"),
        ("Достоевский", "brothers crime"),
        ("dostojewski", "brothers crime"),
        ("voyna i mir", "war"),
        ("lu xun", "luxun"),
        ("premchand", "godan"),
        ("pachinko", "pachinko"),
        ("joerg mueller", "street"),
    ] {
        assert_eq!(set(&index, text), expected, "{text}");
    }
}

#[test]
fn leaves_out_the_least_telling_words_when_no_book_has_all() {
    let index = catalogue();
    for (text, expected, left_out) in [
        ("crime and punishment", "crime", ""),
        ("crime and punishment 2nd", "crime", "2nd"),
        ("a film about the hobbit", "hobbit", "film"),
        ("zola dogs", "nana", "dogs"),
        ("xyzzy", "", ""),
        // A phrase in quotation marks is never left out.
        ("\"crime and dogs\" dostoevsky", "", ""),
    ] {
        let found = find(&index, text);
        assert_eq!(names(&found.ids), expected, "{text}");
        assert_eq!(found.left_out.join(" "), left_out, "{text}");
    }
}

#[test]
fn suggests_a_spelling_when_nothing_matched() {
    let index = catalogue();
    for (text, suggestion) in [
        ("dostaevski", Some("dostoevsky")),
        ("dostaevski crime", Some("dostoevsky crime")),
        ("Karamasoff", None),
        ("karamassov", Some("karamazov")),
        ("dostaevski karamassov", Some("dostoevsky karamazov")),
        ("nna", Some("nana")),
        ("crime hobbit", None),
        ("xyzzyxyzzy", None),
        ("zz", None),
    ] {
        let found = find(&index, text);
        assert_eq!(found.did_you_mean.as_deref(), suggestion, "{text}");
    }
    assert_eq!(find(&index, "crime").did_you_mean, None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn answers_any_text(text in any::<String>(), offset in 0..30_usize, limit in 0..10_usize) {
        thread_local!(static INDEX: Index = catalogue());
        let found = INDEX
            .with(|index| index.search(&Query { offset, limit, facets: &[Facet::Category], ..query(&text) }))
            .unwrap();
        prop_assert!(found.ids.len() <= limit);
        prop_assert_eq!(found.ids.len(), limit.min(found.total.saturating_sub(offset)));
        prop_assert_eq!(found.facets[&Facet::Category].iter().map(|(_, count)| count).sum::<usize>(), found.total);
    }

    #[test]
    fn answers_texts_made_of_typed_fragments(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "crime", "\"", "and", "dosto", "c++", "-", "'", "978", "0140449132", "魯迅", "猫", "о", " ", " ",
                "*", ":", "l'", "é", "\u{301}", "J.", "#", "the of the", "(", "війна",
            ]),
            0..20,
        )
    ) {
        thread_local!(static INDEX: Index = catalogue());
        let found = INDEX.with(|index| index.search(&Query { limit: 3, ..query(&parts.concat()) })).unwrap();
        prop_assert_eq!(found.ids.len(), found.total.min(3));
    }
}
