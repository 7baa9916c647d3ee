//! Subject headings and series.

use super::text::{MAX_VALUES, add_new, clean, joined, some, without_brackets, without_end};
use super::{Series, Subject};
use crate::marc::Record;
use crate::marc::record::DataField;

const SEPARATOR: &str = " -- ";

/// The subject headings without duplicates.
pub(in crate::marc) fn subjects(record: &Record) -> Vec<Subject> {
    let mut found: Vec<Subject> = Vec::new();
    for field in record.data() {
        let headings = match field.tag {
            "600" | "610" | "611" | "630" | "650" | "651" | "655" => vec![heading(field)],
            "653" => field.all('a').map(uncontrolled).collect(),
            _ => continue,
        };
        let scheme = scheme(field);
        for heading in headings {
            let is_new = |found: &[Subject]| found.iter().all(|subject| subject.heading != heading);
            if !heading.is_empty() && found.len() < MAX_VALUES && is_new(&found) {
                found.push(Subject {
                    heading,
                    scheme: scheme.clone(),
                });
            }
        }
    }
    found
}

/// The main heading as catalogued, and its subdivisions.
fn heading(field: DataField<'_>) -> String {
    let is_division = |code| matches!(code, 'v' | 'x' | 'y' | 'z');
    let main = joined(
        field.any_of(|code| code.is_ascii_lowercase() && !is_division(code) && !is_relator(field, code)),
    );
    let divisions = field.any_of(is_division).map(clean);
    let parts = std::iter::once(main).chain(divisions);
    let parts: Vec<String> = parts
        .map(|part| without_end(&part).to_owned())
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(SEPARATOR)
}

/// Whether a subfield says what a name did, or how the heading applies, and is no part of it.
fn is_relator(field: DataField<'_>, code: char) -> bool {
    match code {
        'e' => !field.tag.ends_with("11"),
        'j' => field.tag.ends_with("11"),
        'i' | 'u' | 'w' => true,
        _ => false,
    }
}

fn uncontrolled(text: &str) -> String {
    without_end(&clean(text)).to_owned()
}

fn scheme(field: DataField<'_>) -> Option<String> {
    match field.indicators[1] {
        // The second indicator of field 653 is not about a list.
        _ if field.tag == "653" => None,
        '0' => Some("lcsh".to_owned()),
        '2' => Some("mesh".to_owned()),
        '7' => field.first('2').and_then(some),
        _ => None,
    }
}

/// The series as they are on the work, or else as they are indexed.
pub(in crate::marc) fn series(record: &Record) -> Vec<Series> {
    let of = |tags: &[&str]| -> Vec<Series> {
        let mut found = Vec::new();
        let fields = record.data().filter(|field| tags.contains(&field.tag));
        for series in fields.filter_map(one_series) {
            add_new(&mut found, series);
        }
        found
    };
    // Field 440 is that of records from before 2008.
    let stated = of(&["440", "490"]);
    if stated.is_empty() { of(&["830"]) } else { stated }
}

/// The series that a field names.
pub(in crate::marc) fn one_series(field: DataField<'_>) -> Option<Series> {
    let title = joined(field.any_of(|code| matches!(code, 'a' | 'n' | 'p')));
    let title = clean(&without_brackets(&title));
    let title = without_end(without_parentheses(&title)).to_owned();
    let volume = clean(&without_brackets(field.first('v').unwrap_or_default()));
    // The begin of the parentheses may be before the title.
    let volume = without_end(if volume.contains('(') {
        &volume
    } else {
        volume.trim_end_matches(')')
    });
    (!title.is_empty()).then(|| Series {
        title,
        volume: some(volume),
    })
}

fn without_parentheses(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(') else {
        return text;
    };
    match inner.find(')') {
        None => inner,
        Some(end) if end + 1 == inner.len() => &inner[..end],
        // Only the first words of the title are in parentheses.
        Some(_) => text,
    }
}

#[cfg(test)]
mod tests {
    use super::{series, subjects};
    use crate::marc::samples;

    #[test]
    fn reads_subjects() {
        for (field, expected) in [
            (
                "650  0 $aBees$xBehavior$zGermany$vFiction.",
                "Bees -- Behavior -- Germany -- Fiction [lcsh]",
            ),
            ("650  2 $aNeoplasms.", "Neoplasms [mesh]"),
            ("650  7 $aBienen.$2gnd$0(DE-588)1", "Bienen [gnd]"),
            ("650  4 $aBees.", "Bees [-]"),
            (
                "600 10 $aShakespeare, William,$d1564-1616.$tHamlet$vCommentaries.",
                "Shakespeare, William, 1564-1616. Hamlet -- Commentaries [lcsh]",
            ),
            ("600 10 $aRoe, Jane,$edepicted.", "Roe, Jane [lcsh]"),
            (
                "610 10 $aUnited States.$bCongress.",
                "United States. Congress [lcsh]",
            ),
            ("651  0 $aU.S.A.", "U.S.A. [lcsh]"),
            ("653  0 $abees$ahoney.", "bees [-], honey [-]"),
            ("655  7 $aNovels.$2lcgft", "Novels [lcgft]"),
            ("650  0 $a", ""),
            ("690    $aLocal", ""),
        ] {
            let shown = subjects(&samples::book(&[field]))
                .into_iter()
                .map(|one| format!("{} [{}]", one.heading, one.scheme.as_deref().unwrap_or("-")));
            assert_eq!(shown.collect::<Vec<_>>().join(", "), expected);
        }
        let twice = samples::book(&["650  0 $aBees.", "650  1 $aBees", "653    $aBees"]);
        assert_eq!(subjects(&twice).len(), 1);
    }

    #[test]
    fn reads_series() {
        for (fields, expected) in [
            (
                &["490 1  $aPenguin classics ;$vno. 7", "830  0 $aOther"][..],
                "Penguin classics: no. 7",
            ),
            (&["440  0 $aPenguin classics ;$v7"], "Penguin classics: 7"),
            (&["490 0  $a(Penguin classics ;$v7)"], "Penguin classics: 7"),
            (
                &["830  0 $aPenguin classics.$pSecond series ;$v7."],
                "Penguin classics. Second series: 7",
            ),
            (
                &["490 0  $aOne", "490 0  $aTwo,", "490 0  $aOne"],
                "One: -, Two: -",
            ),
            (
                &["490 0  $a(New) classics ;$vno. 7 (2nd)"],
                "(New) classics: no. 7 (2nd)",
            ),
            (&["490 0  $v7"], ""),
        ] {
            let shown = series(&samples::book(fields))
                .into_iter()
                .map(|one| format!("{}: {}", one.title, one.volume.as_deref().unwrap_or("-")));
            assert_eq!(shown.collect::<Vec<_>>().join(", "), expected);
        }
    }
}
