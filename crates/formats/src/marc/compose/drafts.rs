//! Descriptions of made-up works, for the tests of the laws. Their texts are normalised: trimmed, in normalization form C,
//! without the final punctuation of a catalogue card.

use proptest::prelude::*;
use proptest::sample::select;

use crate::marc::description::text::{clean, without_end};
use crate::marc::{Contributor, Description, Item, ItemState, Link, Local, Series, Subject};

const WORDS: [&str; 40] = [
    "The",
    "bees",
    "Über",
    "Straße",
    "naïve",
    "Œuvre",
    "Łódź",
    "Ångström",
    "Ελλάδα",
    "Война",
    "и",
    "мир",
    "история",
    "日本語",
    "図書館",
    "中国",
    "한국",
    "العربية",
    "ספר",
    "1984",
    "2.0",
    "C++",
    "A/B",
    "$5",
    "{x}",
    "back\\slash",
    "R&D",
    "O'Neill",
    "L’été",
    "«quoted»",
    "\"quoted\"",
    "(part)",
    "one-two",
    "a",
    "of",
    "und",
    "St.",
    "vol. 2",
    "what?",
    "go!",
];
const SURNAMES: [&str; 14] = [
    "Roe",
    "Müller",
    "Nowak",
    "O'Neill",
    "Толстой",
    "Παπαδόπουλος",
    "García Márquez",
    "Le Guin",
    "van der Berg",
    "Núñez",
    "Ó Briain",
    "St. John",
    "Smith-Jones",
    "X",
];
const FORENAMES: [&str; 12] = [
    "Jane",
    "John R.",
    "J. R. R.",
    "Jörg",
    "Лев Николаевич",
    "Νίκος",
    "Gabriel",
    "Ursula K.",
    "Mary-Ann",
    "É.",
    "Sr",
    "Wm.",
];
const WHOLE_NAMES: [&str; 15] = [
    "Homer",
    "村上春樹",
    "村上 春樹",
    "한강",
    "Madonna",
    "Acme, Inc.",
    "United Nations",
    "University of Łódź",
    "Wiley & Sons",
    "Martin Luther King, Jr.",
    "Leonardo da Vinci",
    "Издательство «Наука»",
    "Roe, Jane",
    "3M",
    "United States. Congress",
];
const ROLES: [&str; 8] = [
    "author",
    "editor",
    "translator",
    "illustrator",
    "contributor",
    "writer of preface",
    "host institution",
    "narrator",
];
const LANGUAGES: [&str; 8] = [
    "English",
    "German",
    "French",
    "Russian",
    "Chinese",
    "Greek",
    "Plautdietsch",
    "english",
];
/// Marks between words.
const MARKS: [&str; 10] = [" ", " ", " ", " ", ": ", ", ", "; ", " - ", ". ", " = "];

/// A text of some words that a reader gives back as it is.
pub(super) fn text() -> impl Strategy<Value = String> {
    let part = (select(WORDS.to_vec()), select(MARKS.to_vec()));
    prop::collection::vec(part, 1..7).prop_map(|parts| {
        let words: Vec<&str> = parts.iter().flat_map(|(word, mark)| [*word, *mark]).collect();
        let text = clean(&words.concat());
        // What is in front of a final mark may end with another one.
        let text = without_end(&text).to_owned();
        without_end(&text).to_owned()
    })
}

fn maybe<T: std::fmt::Debug + 'static>(
    strategy: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<Option<T>> {
    prop::option::of(strategy).boxed()
}

fn distinct<T: PartialEq>(values: Vec<T>, is_same: impl Fn(&T, &T) -> bool) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    for value in values {
        if !found.iter().any(|other| is_same(other, &value)) {
            found.push(value);
        }
    }
    found
}

fn list<T: PartialEq + std::fmt::Debug>(
    value: impl Strategy<Value = T>,
    is_same: impl Fn(&T, &T) -> bool,
) -> impl Strategy<Value = Vec<T>> {
    prop::collection::vec(value, 0..4).prop_map(move |values| distinct(values, &is_same))
}

/// A contributor without a heading, or with a usual one.
fn contributor() -> impl Strategy<Value = Contributor> {
    let person = (select(FORENAMES.to_vec()), select(SURNAMES.to_vec()), 0..4).prop_map(
        |(forename, surname, kind)| {
            let heading = match kind {
                0 => String::new(),
                1 => format!("{surname}, {forename}"),
                2 => format!("{surname}, {forename}, 1962-"),
                _ => format!("{surname}, {forename} (Forename, Other), approximately 1900-1980"),
            };
            (format!("{forename} {surname}"), heading)
        },
    );
    let whole = (select(WHOLE_NAMES.to_vec()), any::<bool>())
        .prop_map(|(name, has_heading)| (name.to_owned(), if has_heading { name } else { "" }.to_owned()));
    let meeting = (text(), 1..9).prop_map(|(name, number)| {
        (
            format!("Symposium on {name}"),
            format!("Symposium on {name} ({number}th : 1998 : Rome)"),
        )
    });
    let name = prop_oneof![6 => person, 3 => whole, 1 => meeting];
    (name, select(ROLES.to_vec())).prop_map(|((name, heading), role)| Contributor {
        name,
        heading,
        role: role.to_owned(),
    })
}

pub(super) fn contributors() -> impl Strategy<Value = Vec<Contributor>> {
    list(contributor(), |one, other| one.name == other.name)
}

pub(super) fn subjects() -> impl Strategy<Value = Vec<Subject>> {
    let heading = prop::collection::vec(text(), 1..4).prop_map(|parts| parts.join(" -- "));
    let scheme = maybe(select(vec!["lcsh", "mesh", "gnd", "fast"]).prop_map(str::to_owned));
    let subject = (heading, scheme).prop_map(|(heading, scheme)| Subject { heading, scheme });
    list(subject, |one, other| one.heading == other.heading)
}

pub(super) fn items() -> impl Strategy<Value = Vec<Item>> {
    let state = select(vec![
        ItemState::Available,
        ItemState::Lost,
        ItemState::Damaged,
        ItemState::Withdrawn,
    ]);
    let barcode = maybe("[A-Z0-9]{4,9}");
    let texts = (
        maybe(text()),
        maybe(text()),
        maybe(text()),
        maybe(text()),
        maybe(text()),
        maybe("[1-9]{1,3}[.]99"),
    );
    let item = (barcode, texts, state, any::<bool>()).prop_map(
        |(barcode, (call_number, location, item_type, collection, note, price_text), state, not_for_loan)| {
            Item {
                barcode,
                call_number,
                location,
                item_type,
                collection,
                price_text,
                note,
                state,
                not_for_loan,
            }
        },
    );
    prop::collection::vec(item, 0..4)
}

fn local() -> impl Strategy<Value = Local> {
    let semesters = list(text(), |one, other| one == other);
    (
        maybe(text()),
        maybe(text()),
        maybe(0..400i64),
        semesters,
        maybe("https://[a-z]{3,9}/[a-z]{3}[.]jpg"),
    )
        .prop_map(
            |(category, item_type, loan_period_days, semester_categories, cover_image)| Local {
                category,
                item_type,
                loan_period_days,
                semester_categories,
                cover_image,
                author: None,
            },
        )
}

/// Paragraphs, now and then one that is too long for a field.
fn paragraphs() -> impl Strategy<Value = Option<String>> {
    let long = (text(), 4_000..6_000usize)
        .prop_map(|(text, times)| clean(&[&text, " "].concat().repeat(times / text.len())));
    let paragraph = prop_oneof![30 => text(), 1 => long, 1 => Just("図書".repeat(4_000))];
    maybe(prop::collection::vec(paragraph, 1..3).prop_map(|parts| parts.join("\n\n")))
}

/// Dewey class, class of the Library of Congress, and a call number.
fn classes() -> impl Strategy<Value = [Option<String>; 3]> {
    let dewey = maybe("[1-9]{3}([.][0-9]{1,4})?");
    let lc = maybe("[A-Z]{1,2}[1-9]{1,4}([.][A-Z][0-9]{1,2})?");
    (dewey, lc, maybe(text()), 0..4).prop_map(|(dewey, lc, own, kind)| {
        let class = dewey.clone().or_else(|| lc.clone());
        let call = match (kind, class, own) {
            (0, Some(class), _) | (_, Some(class), None) => Some(class),
            (1, Some(class), Some(item)) => Some([class, item].join(" ")),
            (_, _, own) => own,
        };
        [dewey, lc, call]
    })
}

fn titles() -> impl Strategy<Value = (Option<String>, Option<String>, Vec<String>)> {
    let others = list(text(), |one, other| one == other);
    (maybe(text()), maybe(text()), others).prop_map(|(title, in_script, mut others)| {
        let in_script = in_script.filter(|text| title.is_some() && title.as_ref() != Some(text));
        others.retain(|other| Some(other) != title.as_ref());
        let is_there = in_script.as_ref().is_none_or(|text| others.contains(text));
        others.extend(in_script.clone().filter(|_| !is_there));
        (title, in_script, others)
    })
}

/// The texts that say who is responsible for a work with these contributors.
fn with_author() -> impl Strategy<Value = (Vec<Contributor>, Option<String>)> {
    (contributors(), maybe(text()), 0..4).prop_map(|(contributors, own, kind)| {
        let names = |role: &str| -> Vec<&str> {
            let of_role = contributors.iter().filter(|one| one.role == role);
            of_role.map(|one| one.name.as_str()).collect()
        };
        let author = [names("author"), names("editor")]
            .into_iter()
            .find(|names| !names.is_empty());
        let author = author.map(|names| names.join(", "));
        let author = match (kind, author) {
            (0, author) => own.or(author),
            (_, author) => author,
        };
        (contributors, author)
    })
}

/// A description of a work, as it is read of the record that is composed of it.
pub(super) fn description() -> impl Strategy<Value = Description> {
    let control = (
        maybe("[a-z]{0,3}[0-9]{1,9}"),
        maybe(select(vec!["DE-1", "OCoLC"]).prop_map(str::to_owned)),
    );
    let isbn = prop_oneof!["978[0-9]{10}", "[0-68][0-9]{8}[0-9X]"];
    let numbers = (
        list(isbn, |one, other| one == other),
        list("[0-9]{4}-[0-9]{3}[0-9X]", |one, other| one == other),
        maybe("[1-9][0-9]{0,9}"),
        maybe(prop_oneof![
            "[0-9]{8}",
            "[0-9]{10}",
            "agr[0-9]{8}",
            "[a-z] [0-9]{3}"
        ]),
    );
    let publication = (
        maybe(text()),
        maybe(text()),
        maybe(1000..2200i64),
        maybe(0..3_000i64),
        maybe(select(LANGUAGES.to_vec())),
    );
    let audience = maybe(prop_oneof![
        text(),
        Just("Juvenile".to_owned()),
        Just("Adult".to_owned())
    ]);
    let notes = (
        paragraphs(),
        paragraphs(),
        prop::collection::vec(text(), 0..3),
        audience,
        maybe(text()),
    );
    // Parentheses around the whole title are punctuation.
    let title = text().prop_map(|text| text.trim_matches(['(', ')']).to_owned());
    let series = list((title, maybe(text())), |one, other| one == other);
    let links = list(
        ("https?://[a-z]{3,9}/[a-z?=$]{0,9}", maybe(text())),
        |one, other| one == other,
    );
    let lists = (subjects(), series, links, items(), local());
    (
        control,
        titles(),
        with_author(),
        numbers,
        publication,
        notes,
        classes(),
        lists,
    )
        .prop_map(
            |(
                identity,
                titles,
                (contributors, author),
                numbers,
                publication,
                notes,
                [dewey, lc_class, call_number],
                lists,
            )| {
                let (control_number, source) = identity;
                let (isbns, serials, oclc_number, lccn) = numbers;
                // The number of the record in WorldCat is that of the record of WorldCat.
                let own_number = control_number
                    .clone()
                    .filter(|_| source.as_deref() == Some("OCoLC"));
                let oclc_number = oclc_number.or_else(|| {
                    let number = own_number?;
                    let digits = number.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
                    Some(digits.trim_start_matches('0').to_owned()).filter(|digits| !digits.is_empty())
                });
                let (title, title_in_script, other_titles) = titles;
                let (publisher, edition, published_year, pages, language) = publication;
                let (summary, contents, notes, audience, reading_level) = notes;
                let (subjects, series, links, items, local) = lists;
                Description {
                    control_number,
                    source,
                    title,
                    title_in_script,
                    other_titles,
                    contributors,
                    author,
                    isbns,
                    issns: serials,
                    oclc_number,
                    lccn,
                    publisher,
                    edition,
                    published_year,
                    pages,
                    language: language.map(str::to_owned),
                    summary,
                    contents,
                    subjects,
                    series: series
                        .into_iter()
                        .map(|(title, volume)| Series { title, volume })
                        .collect(),
                    call_number,
                    dewey,
                    lc_class,
                    audience,
                    reading_level,
                    notes,
                    links: links
                        .into_iter()
                        .map(|(address, label)| Link { address, label })
                        .collect(),
                    items,
                    local,
                }
            },
        )
}
