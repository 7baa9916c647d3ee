//! Subject headings and series.

use super::edit::{data, first_exact, remove, subfield, subfields_mut};
use super::list::{self, List};
use crate::marc::description::subjects::{one_series, series, subjects};
use crate::marc::description::text::add_new;
use crate::marc::description::{Series, Subject};
use crate::marc::{Field, Record};

const SEPARATOR: &str = " -- ";

/// Subject headings.
struct Subjects;

impl List for Subjects {
    type Value = Subject;

    fn read(&self, record: &Record) -> Vec<Subject> {
        subjects(record)
    }

    fn is_about(&self, field: &Field) -> bool {
        matches!(
            field.tag(),
            "600" | "610" | "611" | "630" | "650" | "651" | "653" | "655"
        )
    }

    fn key(&self, value: &Subject) -> Option<String> {
        Some(value.heading.clone())
    }

    /// A field 653 may have several subjects.
    fn reduced(&self, field: &Field, is_wanted: &dyn Fn(&Subject) -> bool) -> Option<Field> {
        let mut reduced = field.clone();
        let subfields = subfields_mut(&mut reduced).filter(|_| field.tag() == "653")?;
        subfields.retain(|subfield| {
            let one = data("653", [' '; 2], &[('a', &subfield.value)]);
            subfield.code != 'a' || self.values(&one).iter().all(is_wanted)
        });
        let has_subject = subfields.iter().any(|subfield| subfield.code == 'a');
        has_subject.then_some(reduced)
    }

    fn written(&self, value: &Subject, _record: &Record) -> Vec<Field> {
        let (list, source) = match value.scheme.as_deref() {
            Some("lcsh") => ('0', None),
            Some("mesh") => ('2', None),
            Some(other) => ('7', Some(other)),
            None => ('4', None),
        };
        let field = |parts: Vec<&str>| {
            let codes = std::iter::once('a').chain(std::iter::repeat('x'));
            let parts = codes.zip(parts).chain(source.map(|source| ('2', source)));
            Field::Data {
                tag: "650".to_owned(),
                indicators: [' ', list],
                subfields: parts.map(|(code, text)| subfield(code, text)).collect(),
            }
        };
        let candidates = [
            field(value.heading.split(SEPARATOR).collect()),
            field(vec![&value.heading]),
        ];
        first_exact(candidates, |field| self.values(field) == [value.clone()])
            .into_iter()
            .collect()
    }
}

/// Changes the subject headings.
pub(super) fn change_subjects(record: &mut Record, wanted: &[Subject]) {
    list::change(&Subjects, record, wanted);
}

/// The series as they are on the work.
struct StatedSeries;

impl List for StatedSeries {
    type Value = Series;

    fn read(&self, record: &Record) -> Vec<Series> {
        let mut found = Vec::new();
        let fields = record.data().filter(|field| matches!(field.tag, "440" | "490"));
        for series in fields.filter_map(one_series) {
            add_new(&mut found, series);
        }
        found
    }

    fn is_about(&self, field: &Field) -> bool {
        matches!(field.tag(), "440" | "490")
    }

    fn key(&self, value: &Series) -> Option<String> {
        Some(format!("{} {:?}", value.title, value.volume))
    }

    fn written(&self, value: &Series, _record: &Record) -> Vec<Field> {
        let Some(volume) = &value.volume else {
            return vec![data("490", ['0', ' '], &[('a', &value.title)])];
        };
        let title = [&value.title, " ;"].concat();
        vec![data("490", ['0', ' '], &[('a', &title), ('v', volume)])]
    }
}

/// Changes the series, fields 490. Their indexed forms, fields 830, go with them.
pub(super) fn change_series(record: &mut Record, wanted: &[Series]) {
    let before = series(record);
    if before == wanted {
        return;
    }
    let title = |series: &Series| series.title.to_lowercase();
    let wanted_titles: Vec<String> = wanted.iter().map(title).collect();
    let is_gone = |indexed: &Series| {
        let title = title(indexed);
        let was_stated = before.iter().any(|series| series.title.to_lowercase() == title);
        wanted.is_empty() || (was_stated && !wanted_titles.contains(&title))
    };
    list::change(&StatedSeries, record, wanted);
    remove(record, |field| {
        field.tag == "830" && one_series(*field).is_some_and(|indexed| is_gone(&indexed))
    });
}

#[cfg(test)]
mod tests {
    use super::{change_series, change_subjects};
    use crate::marc::{Series, Subject, samples};

    #[test]
    fn changes_subjects() {
        let subject = |text: &&str| {
            let (heading, scheme) = text.split_once('|').unwrap_or((text, ""));
            Subject {
                heading: heading.to_owned(),
                scheme: (!scheme.is_empty()).then(|| scheme.to_owned()),
            }
        };
        for (fields, wanted, expected) in [
            (
                &[][..],
                &[
                    "Bees -- Behavior|lcsh",
                    "Neoplasms|mesh",
                    "Bienen|gnd",
                    "Honey",
                    "Dogs. -- B",
                ][..],
                &[
                    "650  0 $aBees$xBehavior",
                    "650  2 $aNeoplasms",
                    "650  7 $aBienen$2gnd",
                    "650  4 $aHoney",
                    "650  4 $aDogs. -- B",
                ][..],
            ),
            (
                &[
                    "600 10 $aRoe, Jane.",
                    "650  0 $aBees.$0(X)1",
                    "650  2 $aBees",
                    "651  0 $aRome.",
                ],
                &["Roe, Jane|lcsh", "Bees|lcsh", "Honey|lcsh", "Rome|lcsh"],
                &[
                    "600 10 $aRoe, Jane.",
                    "650  0 $aBees.$0(X)1",
                    "650  2 $aBees",
                    "650  0 $aHoney",
                    "651  0 $aRome.",
                ],
            ),
            (
                &["650  0 $aBees.", "650  0 $aHoney.", "651  0 $aRome."],
                &["Rome|lcsh", "Bees|lcsh"],
                &["651  0 $aRome.", "650  0 $aBees"],
            ),
            (
                &["653    $abees$ahoney$arome"],
                &["bees", "rome"],
                &["653    $abees$arome"],
            ),
            (&["650  0 $aBees.", "690    $aX"], &[], &["690    $aX"]),
        ] {
            let wanted: Vec<Subject> = wanted.iter().map(subject).collect();
            let mut record = samples::book(fields);
            change_subjects(&mut record, &wanted);
            assert_eq!(super::subjects(&record), wanted, "{fields:?}");
            assert_eq!(record, samples::book(expected), "{fields:?}");
        }
    }

    #[test]
    fn changes_series() {
        let one = |title: &str, volume: Option<&str>| Series {
            title: title.to_owned(),
            volume: volume.map(str::to_owned),
        };
        for (fields, wanted, expected) in [
            (
                &[][..],
                vec![one("A", Some("7")), one("B", None)],
                &["490 0  $aA ;$v7", "490 0  $aB"][..],
            ),
            (
                &[
                    "490 1  $aA ;$v1",
                    "490 1  $aB",
                    "830  0 $aA ;$v1",
                    "830  0 $aB.",
                    "830  0 $aC",
                ],
                vec![one("B", None), one("D", None)],
                &["490 1  $aB", "490 0  $aD", "830  0 $aB.", "830  0 $aC"],
            ),
            (&["830  0 $aA ;$v1"], vec![], &[]),
            (
                &["830  0 $aA ;$v1"],
                vec![one("A", Some("2"))],
                &["490 0  $aA ;$v2", "830  0 $aA ;$v1"],
            ),
        ] {
            let mut record = samples::book(fields);
            change_series(&mut record, &wanted);
            assert_eq!(super::series(&record), wanted, "{fields:?}");
            assert_eq!(record, samples::book(expected), "{fields:?}");
        }
    }
}
