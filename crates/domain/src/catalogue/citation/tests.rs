use super::person::Person;
use super::{CitationStyle, citations};
use crate::catalogue::book::BookRecord;
use crate::catalogue::book::details::{
    BookDetails, Contributor, Identifier, IdentifierKind, Series, Subject,
};

fn record(title: &str, author: &str, year: Option<i64>) -> BookRecord {
    BookRecord {
        title: title.to_owned(),
        author: author.to_owned(),
        publisher: Some("Pearson".to_owned()),
        edition_statement: Some("4th edition".to_owned()),
        language: "English".to_owned(),
        published_year: year,
        ..BookRecord::default()
    }
}

fn people(people: &[(&str, &str)]) -> BookDetails {
    let contributor = |(name, role): &(&str, &str)| Contributor {
        name: (*name).to_owned(),
        role: (*role).to_owned(),
    };
    BookDetails {
        contributors: people.iter().map(contributor).collect(),
        ..BookDetails::default()
    }
}

fn text(record: &BookRecord, details: &BookDetails, style: CitationStyle) -> String {
    let all = citations(record, details);
    all.into_iter()
        .find(|one| one.style == style)
        .map(|one| one.text)
        .unwrap_or_default()
}

#[test]
fn two_authors_are_cited_in_each_style() {
    let book = record(
        "Artificial Intelligence: A Modern Approach",
        "Stuart J. Russell, Peter Norvig",
        Some(2021),
    );
    let details = BookDetails::default();
    for (style, expected) in [
        (
            CitationStyle::Apa,
            "Russell, S. J., & Norvig, P. (2021). Artificial Intelligence: A Modern Approach (4th ed.). Pearson.",
        ),
        (
            CitationStyle::Mla,
            "Russell, Stuart J., and Peter Norvig. Artificial Intelligence: A Modern Approach. 4th ed., Pearson, 2021.",
        ),
        (
            CitationStyle::Chicago,
            "Russell, Stuart J., and Peter Norvig. Artificial Intelligence: A Modern Approach. 4th ed. Pearson, 2021.",
        ),
    ] {
        assert_eq!(text(&book, &details, style), expected);
    }
    let italic = citations(&book, &details)[0].italic.clone();
    assert_eq!(
        italic.as_deref(),
        Some("Artificial Intelligence: A Modern Approach")
    );
}

#[test]
fn editors_and_translators_have_their_places() {
    let edited = people(&[("Zoë Q. Lind", "editor"), ("World Health Organization", "editor")]);
    let book = BookRecord {
        publisher: None,
        edition_statement: None,
        ..record("What Now?", "Zoë Q. Lind", None)
    };
    for (style, expected) in [
        (
            CitationStyle::Apa,
            "Lind, Z. Q., & World Health Organization (Eds.). (n.d.). What Now?",
        ),
        (
            CitationStyle::Mla,
            "Lind, Zoë Q., and World Health Organization, editors. What Now?",
        ),
        (
            CitationStyle::Chicago,
            "Lind, Zoë Q., and World Health Organization, eds. What Now? n.d.",
        ),
    ] {
        assert_eq!(text(&book, &edited, style), expected);
    }
    let translated = people(&[
        ("Homer", "author"),
        ("Emily Wilson", "translator"),
        ("Ann Lee", "editor"),
    ]);
    let book = BookRecord {
        edition_statement: None,
        ..record("The Odyssey", "Homer", Some(2017))
    };
    for (style, expected) in [
        (
            CitationStyle::Apa,
            "Homer. (2017). The Odyssey (A. Lee, Ed.; E. Wilson, Trans.). Pearson.",
        ),
        (
            CitationStyle::Mla,
            "Homer. The Odyssey. Edited by Ann Lee, translated by Emily Wilson, Pearson, 2017.",
        ),
        (
            CitationStyle::Chicago,
            "Homer. The Odyssey. Edited by Ann Lee. Translated by Emily Wilson. Pearson, 2017.",
        ),
    ] {
        assert_eq!(text(&book, &translated, style), expected);
    }
    // The text of the author has the author, the list of people only the translator.
    let translator = people(&[("Emily Wilson", "translator"), ("Ann Lee", "editor")]);
    let expected = "Homer. (2017). The Odyssey (A. Lee, Ed.; E. Wilson, Trans.). Pearson.";
    assert_eq!(text(&book, &translator, CitationStyle::Apa), expected);
}

#[test]
fn one_two_and_three_people_are_joined_in_each_style() {
    let names = ["Ann Lee", "Bo Kim", "Cy Roe"];
    let book = BookRecord {
        publisher: None,
        edition_statement: None,
        ..record("All", "-", Some(1))
    };
    let of_role = |count: usize, role: &str, others: &[(&str, &str)]| {
        let of_role = names[..count].iter().map(|name| (*name, role));
        people(&others.iter().copied().chain(of_role).collect::<Vec<_>>())
    };
    let homer = [("Homer", "author")];
    for (details, apa, mla, chicago) in [
        (
            of_role(1, "editor", &[]),
            "Lee, A. (Ed.). (1). All.",
            "Lee, Ann, editor. All. 1.",
            "Lee, Ann, ed. All. 1.",
        ),
        (
            of_role(3, "editor", &[]),
            "Lee, A., Kim, B., & Roe, C. (Eds.). (1). All.",
            "Lee, Ann, et al., editors. All. 1.",
            "Lee, Ann, Bo Kim, and Cy Roe, eds. All. 1.",
        ),
        (
            of_role(2, "editor", &homer),
            "Homer. (1). All (A. Lee & B. Kim, Eds.).",
            "Homer. All. Edited by Ann Lee and Bo Kim, 1.",
            "Homer. All. Edited by Ann Lee and Bo Kim. 1.",
        ),
        (
            of_role(3, "translator", &homer),
            "Homer. (1). All (A. Lee, B. Kim & C. Roe, Trans.).",
            "Homer. All. Translated by Ann Lee, Bo Kim, and Cy Roe, 1.",
            "Homer. All. Translated by Ann Lee, Bo Kim, and Cy Roe. 1.",
        ),
        // A book without authors and editors begins with its title.
        (
            of_role(1, "translator", &[]),
            "All (A. Lee, Trans.). (1).",
            "All. Translated by Ann Lee, 1.",
            "All. Translated by Ann Lee. 1.",
        ),
    ] {
        assert_eq!(text(&book, &details, CitationStyle::Apa), apa);
        assert_eq!(text(&book, &details, CitationStyle::Mla), mla);
        assert_eq!(text(&book, &details, CitationStyle::Chicago), chicago);
    }
}

#[test]
fn many_authors_are_shortened() {
    let names: Vec<String> = (0..25).map(|n| format!("Ann B{n}")).collect();
    let many: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "author")).collect();
    let book = record("All", "Ann B0 et al.", Some(2000));
    let apa = text(&book, &people(&many), CitationStyle::Apa);
    assert!(apa.contains("B18, A., … B24, A. (2000)"), "{apa}");
    let twenty = text(&book, &people(&many[..20]), CitationStyle::Apa);
    assert!(twenty.contains("B18, A., & B19, A. (2000)"), "{twenty}");
    let mla = text(&book, &people(&many[..3]), CitationStyle::Mla);
    assert!(mla.starts_with("B0, Ann, et al. All."), "{mla}");
    let six = text(&book, &people(&many[..6]), CitationStyle::Chicago);
    assert!(
        six.starts_with("B0, Ann, Ann B1, Ann B2, Ann B3, Ann B4, and Ann B5. All."),
        "{six}"
    );
    let seven = text(&book, &people(&many[..7]), CitationStyle::Chicago);
    assert!(
        seven.starts_with("B0, Ann, Ann B1, Ann B2, et al. All."),
        "{seven}"
    );
}

#[test]
fn only_a_negative_year_is_before_the_era() {
    for (year, shown) in [(-1, "(1 BCE)"), (0, "(0)"), (1, "(1)")] {
        let apa = text(
            &record("Bees", "Ada Byron", Some(year)),
            &BookDetails::default(),
            CitationStyle::Apa,
        );
        assert!(apa.contains(shown), "{apa}");
    }
}

#[test]
fn reference_managers_get_all_fields() {
    let book = BookRecord {
        isbn: Some("9780140449136".to_owned()),
        ..record("R&D: 100% {Safe}", "Ursula K. Le Guin", Some(-430))
    };
    let details = BookDetails {
        series: vec![Series {
            title: "Big_Series".to_owned(),
            volume: Some("2".to_owned()),
        }],
        subjects: vec![Subject {
            heading: "Bees".to_owned(),
            scheme: None,
        }],
        identifiers: vec![Identifier {
            kind: IdentifierKind::Doi,
            value: "10.1000/182".to_owned(),
        }],
        ..people(&[("Ursula K. Le Guin", "author"), ("Institute of Bees", "author")])
    };
    assert_eq!(
        text(&book, &details, CitationStyle::Bibtex),
        "@book{leguin430safe,\n  author = {Le Guin, Ursula K. and {Institute of Bees}},\n  title = {{R\\&D: 100\\% \\{Safe\\}}},\n  \
         edition = {4th edition},\n  publisher = {Pearson},\n  year = {-430},\n  series = {Big\\_Series},\n  volume = {2},\n  \
         isbn = {9780140449136},\n  doi = {10.1000/182},\n  language = {English}\n}\n"
    );
    assert_eq!(
        text(&book, &details, CitationStyle::Ris),
        "TY  - BOOK\r\nAU  - Le Guin, Ursula K.\r\nAU  - Institute of Bees\r\nTI  - R&D: 100% {Safe}\r\nET  - 4th edition\r\n\
         PB  - Pearson\r\nPY  - -430\r\nT2  - Big_Series\r\nVL  - 2\r\nSN  - 9780140449136\r\nDO  - 10.1000/182\r\n\
         LA  - English\r\nKW  - Bees\r\nER  - \r\n"
    );
    let apa = text(&book, &details, CitationStyle::Apa);
    assert!(
        apa.contains("(430 BCE)") && apa.ends_with("https://doi.org/10.1000/182"),
        "{apa}"
    );
}

#[test]
fn characters_of_tex_are_escaped() {
    let details = people(&[("Martin Luther King Jr.", "author")]);
    let book = BookRecord {
        publisher: Some(r"A\B~C^D".to_owned()),
        ..record("$_#%&{}", "-", None)
    };
    let entry = text(&book, &details, CitationStyle::Bibtex);
    for line in [
        "@book{king,",
        r"  author = {King, Jr., Martin Luther},",
        r"  title = {{\$\_\#\%\&\{\}}},",
        r"  publisher = {A{\textbackslash}B{\textasciitilde}C{\textasciicircum}D},",
    ] {
        assert!(entry.lines().any(|found| found == line), "{line}\n{entry}");
    }
    let nameless = record("It", "", None);
    let entry = text(&nameless, &BookDetails::default(), CitationStyle::Bibtex);
    assert!(entry.starts_with("@book{book,\n"), "{entry}");
}

#[test]
fn names_are_read_in_both_orders() {
    for (name, inverted, initials, direct) in [
        (
            "Stuart J. Russell",
            "Russell, Stuart J.",
            "Russell, S. J.",
            "Stuart J. Russell",
        ),
        (
            "Russell, Stuart J.",
            "Russell, Stuart J.",
            "Russell, S. J.",
            "Stuart J. Russell",
        ),
        (
            "Ludwig van Beethoven",
            "van Beethoven, Ludwig",
            "van Beethoven, L.",
            "Ludwig van Beethoven",
        ),
        (
            "Jean-Paul Sartre",
            "Sartre, Jean-Paul",
            "Sartre, J.-P.",
            "Jean-Paul Sartre",
        ),
        (
            "Martin Luther King Jr.",
            "King, Martin Luther, Jr.",
            "King, M. L., Jr.",
            "Martin Luther King Jr.",
        ),
        (
            "King, Martin Luther, Jr.",
            "King, Martin Luther, Jr.",
            "King, M. L., Jr.",
            "Martin Luther King Jr.",
        ),
        (
            "Ana de la Cruz",
            "de la Cruz, Ana",
            "de la Cruz, A.",
            "Ana de la Cruz",
        ),
        // In upper case at the beginning, the word of a particle is a given name.
        ("Van Morrison", "Morrison, Van", "Morrison, V.", "Van Morrison"),
        ("von Humboldt", "von Humboldt", "von Humboldt", "von Humboldt"),
        ("Homer", "Homer", "Homer", "Homer"),
        ("Homer Jr.", "Homer Jr.", "Homer Jr.", "Homer Jr."),
        (
            "University of Oslo",
            "University of Oslo",
            "University of Oslo",
            "University of Oslo",
        ),
    ] {
        let person = Person::of(name);
        assert_eq!(person.inverted(), inverted);
        assert_eq!(person.with_initials(), initials);
        assert_eq!(person.direct(), direct);
    }
}
