//! What a bibliographic record says, in the terms of a small library.

pub(super) mod classification;
pub(super) mod items;
mod language_names;
pub(super) mod languages;
pub(super) mod local;
pub(super) mod names;
pub(super) mod notes;
pub(super) mod numbers;
pub(super) mod pages;
pub(super) mod people;
pub(super) mod publication;
pub(super) mod roles;
pub(super) mod statement;
pub(super) mod subjects;
pub(super) mod text;
pub(super) mod title;

pub use items::{Item, ItemState};
pub use local::Local;

use super::Record;
use text::clean;

/// What a bibliographic record says. Texts are trimmed, in normalization form C, without control characters, and without the
/// punctuation that separates them in a catalogue card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// The number of the record in the system that it comes from.
    pub control_number: Option<String>,
    /// The code of that system.
    pub source: Option<String>,
    /// The title with its parts and subtitle.
    pub title: Option<String>,
    /// The title in its own script, if `title` is romanized.
    pub title_in_script: Option<String>,
    /// Other titles of the work, without duplicates and without `title`; last `title_in_script`.
    pub other_titles: Vec<String>,
    /// The persons and bodies behind the work, without duplicates; first the main entry.
    pub contributors: Vec<Contributor>,
    /// The authors as one text of at most 200 characters; that of `local` if there is one.
    pub author: Option<String>,
    /// Book numbers: digits and `X`, not verified.
    pub isbns: Vec<String>,
    /// Serial numbers such as `0028-0836`, not verified.
    pub issns: Vec<String>,
    /// The number in WorldCat.
    pub oclc_number: Option<String>,
    /// The number at the Library of Congress.
    pub lccn: Option<String>,
    /// The name of the publisher.
    pub publisher: Option<String>,
    /// The statement of the edition.
    pub edition: Option<String>,
    /// The year of publication.
    pub published_year: Option<i64>,
    /// The number of numbered pages.
    pub pages: Option<i64>,
    /// The English name of the language.
    pub language: Option<String>,
    /// The summary; several are separated by a blank line.
    pub summary: Option<String>,
    /// The table of contents; several are separated by a blank line.
    pub contents: Option<String>,
    /// The subject headings, without duplicates.
    pub subjects: Vec<Subject>,
    /// The series that the work is a part of.
    pub series: Vec<Series>,
    /// The call number: local, Dewey, or Library of Congress.
    pub call_number: Option<String>,
    /// The Dewey class.
    pub dewey: Option<String>,
    /// The class of the Library of Congress.
    pub lc_class: Option<String>,
    /// The readers that the work is for.
    pub audience: Option<String>,
    /// The reading grade level, the interest age or the interest grade.
    pub reading_level: Option<String>,
    /// General notes.
    pub notes: Vec<String>,
    /// Addresses of electronic resources, not verified.
    pub links: Vec<Link>,
    /// The copies.
    pub items: Vec<Item>,
    /// What only this system records.
    pub local: Local,
}

/// A person or body behind a work.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Contributor {
    /// The name in direct order, without dates: `Stuart J. Russell`.
    pub name: String,
    /// The name as catalogued: `Russell, Stuart J., 1962-`.
    pub heading: String,
    /// What the person or body did, in lower-case English: `author`, `editor`, `translator` and others.
    pub role: String,
}

/// A subject heading.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Subject {
    /// The heading with its subdivisions: `Bees -- Behavior -- Germany`.
    pub heading: String,
    /// The list that the heading is from: `lcsh`, `mesh` or another code.
    pub scheme: Option<String>,
}

/// A series that a work is a part of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Series {
    /// The title of the series.
    pub title: String,
    /// The number in the series, as catalogued.
    pub volume: Option<String>,
}

/// An electronic resource.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The address as catalogued.
    pub address: String,
    /// What is found there.
    pub label: Option<String>,
}

/// Describes a record. The result is of use only for bibliographic records, see [`is_bibliographic`].
pub fn describe(record: &Record) -> Description {
    let control = |tag| record.control(tag).map(clean).find(|value| !value.is_empty());
    let people = people::read(record);
    let (title, title_in_script) = title::read(record);
    let local = local::read(record);
    Description {
        control_number: control("001"),
        source: control("003"),
        other_titles: title::others(record, title.as_deref(), title_in_script.as_deref()),
        title,
        title_in_script,
        author: local.author.clone().or_else(|| people::display(record, &people)),
        contributors: people.into_iter().map(|person| person.contributor).collect(),
        isbns: numbers::isbns(record),
        issns: numbers::issns(record),
        oclc_number: numbers::oclc_number(record),
        lccn: numbers::lccn(record),
        publisher: publication::publisher(record),
        edition: publication::edition(record),
        published_year: publication::year(record),
        pages: pages::count(record),
        language: languages::read(record),
        summary: notes::summary(record),
        contents: notes::contents(record),
        subjects: subjects::subjects(record),
        series: subjects::series(record),
        call_number: classification::call_number(record),
        dewey: classification::dewey(record),
        lc_class: classification::lc_class(record),
        audience: notes::audience(record),
        reading_level: notes::reading_level(record),
        notes: notes::general(record),
        links: notes::links(record),
        items: items::read(record),
        local,
    }
}

/// Whether the leader says that the record is about a bibliographic item: not an authority, holdings, a classification, or
/// community information.
pub fn is_bibliographic(record: &Record) -> bool {
    !matches!(
        record.leader_character(6).to_ascii_lowercase(),
        'q' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z'
    )
}

#[cfg(test)]
mod tests {
    use super::{Contributor, Series, Subject, describe, is_bibliographic};
    use crate::marc::{Record, samples};
    use proptest::prelude::*;

    #[test]
    fn describes_a_book() {
        let record = samples::book(&[
            "001 ocm00012345 ",
            "003 OCoLC",
            "008 200101s2021    nju      b    001 0 eng  ",
            "020    $a978-0-13-461099-3 (hbk.) :$c$99",
            "082 04 $a006.3$223",
            "100 1  $aRussell, Stuart J.$q(Stuart Jonathan),$eauthor.",
            "245 10 $aArtificial intelligence :$ba modern approach /$cStuart Russell and Peter Norvig.",
            "250    $aFourth edition.",
            "264  1 $aHoboken :$bPearson,$c[2021]",
            "300    $axvii, 1115 pages :$billustrations",
            "490 1  $aPearson series in artificial intelligence ;$v7",
            "650  0 $aArtificial intelligence$vTextbooks.",
            "700 1  $aNorvig, Peter,$eauthor.",
        ]);
        let described = describe(&record);
        assert_eq!(described.control_number.as_deref(), Some("ocm00012345"));
        assert_eq!(described.source.as_deref(), Some("OCoLC"));
        assert_eq!(described.oclc_number.as_deref(), Some("12345"));
        assert_eq!(
            described.title.as_deref(),
            Some("Artificial intelligence: a modern approach")
        );
        assert_eq!(
            described.author.as_deref(),
            Some("Stuart J. Russell, Peter Norvig")
        );
        assert_eq!(
            described.contributors[0],
            Contributor {
                name: "Stuart J. Russell".to_owned(),
                heading: "Russell, Stuart J. (Stuart Jonathan)".to_owned(),
                role: "author".to_owned(),
            }
        );
        assert_eq!(described.isbns, ["9780134610993"]);
        assert_eq!(described.publisher.as_deref(), Some("Pearson"));
        assert_eq!(described.edition.as_deref(), Some("Fourth edition"));
        assert_eq!(
            (described.published_year, described.pages),
            (Some(2021), Some(1115))
        );
        assert_eq!(described.language.as_deref(), Some("English"));
        assert_eq!(
            described.subjects,
            [Subject {
                heading: "Artificial intelligence -- Textbooks".to_owned(),
                scheme: Some("lcsh".to_owned()),
            }]
        );
        assert_eq!(
            described.series,
            [Series {
                title: "Pearson series in artificial intelligence".to_owned(),
                volume: Some("7".to_owned()),
            }]
        );
        assert_eq!(described.call_number.as_deref(), Some("006.3"));
    }

    #[test]
    fn tells_bibliographic_records_from_others() {
        for (kind, expected) in [
            ('a', true),
            ('m', true),
            (' ', true),
            ('z', false),
            ('q', false),
            ('y', false),
        ] {
            let record = Record {
                leader: format!("00000n{kind}m a2200000 a 4500"),
                fields: Vec::new(),
            };
            assert_eq!(is_bibliographic(&record), expected, "{kind}");
        }
    }

    #[test]
    fn bounds_what_a_made_up_record_makes() {
        let mut fields: Vec<String> = (0..1_500)
            .map(|number| format!("650  0 $aSubject {number}"))
            .collect();
        fields.extend((0..1_500).map(|number| format!("700 1  $aName {number}")));
        fields.push(format!("952    $o{}{}", "n".repeat(10_000), "$p1001".repeat(200)));
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let described = describe(&samples::book(&fields));
        assert_eq!(described.subjects.len(), 1_000);
        assert_eq!(described.contributors.len(), 1_000);
        assert_eq!(described.items.len(), 100);
        let call_number = described.items[0].call_number.as_deref();
        assert_eq!(call_number.map(str::len), Some(500));
    }

    proptest! {
        #[test]
        fn describes_any_record(record in samples::described_record()) {
            let described = describe(&record);
            let texts = described
                .contributors
                .iter()
                .map(|one| &one.heading)
                .chain(&described.title)
                .chain(&described.author)
                .chain(described.subjects.iter().map(|one| &one.heading))
                .chain(&described.notes);
            for text in texts {
                prop_assert_eq!(text.trim(), text.as_str());
                prop_assert!(!text.is_empty() && !text.contains("  ") && !text.contains(char::is_control));
            }
            prop_assert!(described.author.is_none_or(|author| author.chars().count() <= 200));
        }
    }
}
