//! The bibliographic records of generated books.

use std::collections::BTreeSet;

use carrel_domain::catalogue::book::BookRecord;
use carrel_domain::catalogue::book::details::{BookDetails, Contributor, DEFAULT_ROLE, Series, Subject};
use carrel_operations::core::keys::order_key;
use carrel_storage::books::KeyedRecord;

use super::authors::Authors;
use super::titles::title;
use super::words;
use crate::demo::programmes::{LEISURE, PROGRAMMES};
use crate::random::Random;

/// The category, the bibliographic record and the details of a book.
pub(super) fn title_page(
    seed: u64,
    authors: Authors,
    number: u64,
    own_period: Option<u16>,
    random: &mut Random,
) -> (&'static str, KeyedRecord, BookDetails) {
    let story = random.percent(40);
    let programme = random.pick(&PROGRAMMES);
    let category = if story {
        skewed(&LEISURE, random)
    } else {
        programme.category
    };
    let language = *random.pick(&[
        "English", "English", "English", "English", "English", "English", "English", "English", "German",
        "French", "Spanish", "Italian",
    ]);
    let title = title(language, story, random);
    let writers = *random.pick(&[1, 1, 1, 1, 2, 2, 3]);
    let mut names: Vec<String> = (0..writers).map(|_| authors.name(random)).collect();
    names.dedup();
    let author = names.join(", ");
    let to_study = !story && random.percent(4);
    let record = BookRecord {
        description: description(random),
        category: category.to_owned(),
        pages: Some(random.between(64, 960)),
        isbn: random.percent(95).then(|| isbn(number, seed)),
        publisher: Some(skewed(&words::PUBLISHERS, random).to_owned()),
        language: language.to_owned(),
        published_year: random
            .percent(98)
            .then(|| 2024 - random.between(0, 60).min(random.between(0, 60))),
        borrowing_period_days: own_period.map(i64::from),
        semester_categories: if to_study {
            vec![programme.semester_category.to_owned()]
        } else {
            Vec::new()
        },
        title,
        author,
        ..BookRecord::default()
    };
    let fields = KeyedRecord {
        title_key: order_key(&record.title, language),
        author_key: order_key(&record.author, language),
        record,
    };
    (category, fields, details(names, authors, story, random))
}

/// People, subjects and a series, as often as real libraries have them.
fn details(names: Vec<String>, authors: Authors, story: bool, random: &mut Random) -> BookDetails {
    let subjects: BTreeSet<String> = (0..random.between(0, 4))
        .map(|_| {
            let subject = skewed(if story { &words::THINGS } else { &words::SUBJECTS }, random);
            match random.below(4) {
                0 => format!("{subject} -- {}", skewed(&words::PLACES, random)),
                1 if story => format!("{subject} -- Fiction"),
                _ => subject.to_owned(),
            }
        })
        .collect();
    let series = random.percent(20).then(|| Series {
        title: format!("{} Library", skewed(&words::QUALITIES, random)),
        volume: Some(random.between(1, 40).to_string()),
    });
    let person = |name, role: &str| Contributor {
        name,
        role: role.to_owned(),
    };
    let editor = random.percent(10).then(|| authors.name(random));
    let names = names.into_iter().map(|name| person(name, DEFAULT_ROLE));
    BookDetails {
        contributors: names.chain(editor.map(|name| person(name, "editor"))).collect(),
        subjects: subjects
            .into_iter()
            .map(|heading| Subject {
                heading,
                scheme: None,
            })
            .collect(),
        series: Vec::from_iter(series),
        ..BookDetails::default()
    }
}

/// A random choice; the first ones are chosen more often.
pub(super) fn skewed(choices: &[&'static str], random: &mut Random) -> &'static str {
    let place = random
        .below(choices.len() as u64)
        .min(random.below(choices.len() as u64));
    choices[usize::try_from(place).expect("a place in a slice")]
}

fn description(random: &mut Random) -> String {
    let thing = |random: &mut Random| skewed(&words::THINGS, random).to_lowercase();
    let subject = |random: &mut Random| skewed(&words::SUBJECTS, random).to_lowercase();
    let quality = |random: &mut Random| skewed(&words::QUALITIES, random).to_lowercase();
    let place = skewed(&words::PLACES, random);
    let first = match random.below(3) {
        0 => format!("A {} account of {} in {place}.", quality(random), subject(random)),
        1 => format!(
            "What {} has to do with {}, seen from {place}.",
            subject(random),
            subject(random)
        ),
        _ => format!(
            "A {}, a {} and a {} {} meet in {place}.",
            thing(random),
            thing(random),
            quality(random),
            thing(random)
        ),
    };
    let second = match random.below(3) {
        0 => format!(
            "With a chapter on the {} and {} exercises.",
            thing(random),
            random.between(20, 400)
        ),
        1 => format!("The {} {} returns at the end.", quality(random), thing(random)),
        _ => format!("Readers of {} will know the {}.", subject(random), thing(random)),
    };
    format!("{first} {second}")
}

/// A unique ISBN with its check digit. The factor is coprime to the number of ISBNs, so each number occurs once.
fn isbn(book: u64, seed: u64) -> String {
    let number = (u128::from(book) * 387_420_489 + u128::from(seed % 1_000_000_000)) % 1_000_000_000;
    let body = format!("978{number:09}");
    let sum: u32 = body
        .bytes()
        .zip([1, 3].into_iter().cycle())
        .map(|(digit, weight)| u32::from(digit - b'0') * weight)
        .sum();
    format!("{body}{}", (10 - sum % 10) % 10)
}
