//! What is wrong with a bibliographic record by the rules of MARC 21.

mod finding;
mod isbn;

pub use finding::{Finding, FindingKind, Severity};

use std::collections::HashMap;

use super::record::LEADER_LENGTH;
use super::{Field, Record};

/// The length of field 008 in characters.
const FIXED_LENGTH: usize = 40;
/// The types of bibliographic records, position 6 of the leader.
const TYPES: [char; 14] = [
    'a', 'c', 'd', 'e', 'f', 'g', 'i', 'j', 'k', 'm', 'o', 'p', 'r', 't',
];
/// The main entry: a record has one of these fields at most.
const MAIN_ENTRIES: [&str; 4] = ["100", "110", "111", "130"];
/// The other fields that may not be repeated.
const SINGLE: [&str; 24] = [
    "001", "003", "005", "008", "010", "018", "036", "038", "040", "042", "043", "044", "045", "066", "240",
    "243", "245", "254", "256", "263", "306", "357", "507", "514",
];
/// Stands for the tag of the leader.
const LEADER: &str = "LDR";
const TITLE: &str = "245";

/// Checks a record, and returns what is wrong with it, in the order of the record.
pub fn check(record: &Record) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut add = |tag: &str, occurrence: usize, kind: FindingKind| {
        findings.push(Finding {
            tag: tag.to_owned(),
            occurrence,
            kind,
        });
    };
    let length = record.leader.chars().count();
    let kind = record.leader_character(6);
    if length != LEADER_LENGTH {
        add(LEADER, 1, FindingKind::LeaderLength { length });
    } else if !TYPES.contains(&kind) {
        add(LEADER, 1, FindingKind::LeaderType { kind });
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut main_entry: Option<&str> = None;
    for field in &record.fields {
        let tag = field.tag();
        let count = counts.entry(tag).or_default();
        *count += 1;
        let occurrence = *count;
        if MAIN_ENTRIES.contains(&tag) {
            match main_entry {
                Some(first) => add(
                    tag,
                    occurrence,
                    FindingKind::SecondMainEntry {
                        first: first.to_owned(),
                    },
                ),
                None => main_entry = Some(tag),
            }
        } else if occurrence > 1 && SINGLE.contains(&tag) {
            add(tag, occurrence, FindingKind::Repeated);
        }
        for kind in field_findings(field) {
            add(tag, occurrence, kind);
        }
    }
    if !counts.contains_key(TITLE) {
        add(TITLE, 1, FindingKind::NoTitle);
    }
    findings
}

/// What is wrong with a field alone.
fn field_findings(field: &Field) -> Vec<FindingKind> {
    match field {
        Field::Control { tag, value } => {
            let length = value.chars().count();
            let is_wrong = tag == "008" && length != FIXED_LENGTH;
            is_wrong
                .then_some(FindingKind::FixedLength { length })
                .into_iter()
                .collect()
        }
        Field::Data {
            tag,
            indicators,
            subfields,
        } => {
            let mut found = Vec::new();
            for (indicator, number) in indicators.iter().zip(1..) {
                if *indicator != ' ' && !indicator.is_ascii_digit() {
                    found.push(FindingKind::Indicator {
                        number,
                        indicator: *indicator,
                    });
                }
            }
            if subfields.is_empty() {
                found.push(FindingKind::NoSubfields);
            }
            for subfield in subfields {
                let code = subfield.code;
                if !code.is_ascii_lowercase() && !code.is_ascii_digit() {
                    found.push(FindingKind::Code { code });
                }
                if subfield.value.trim().is_empty() {
                    found.push(FindingKind::EmptySubfield { code });
                } else if tag == "020" && code == 'a' && !isbn::is_valid(&subfield.value) {
                    let text = subfield.value.trim().to_owned();
                    found.push(FindingKind::Isbn { text });
                }
            }
            found
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Severity, check};
    use crate::marc::{Record, samples};
    use proptest::prelude::*;

    const FIXED: &str = "008 200101s1998    nyua     b    001 0 eng d";

    fn shown(record: &Record) -> Vec<String> {
        let findings = check(record);
        let line = |one: &super::Finding| {
            let severity = match one.severity() {
                Severity::Error => "E",
                Severity::Warning => "W",
            };
            format!("{severity} {} {}: {one}", one.tag, one.occurrence)
        };
        findings.iter().map(line).collect()
    }

    #[test]
    fn finds_nothing_in_a_good_record() {
        let record = samples::book(&[
            "001 1",
            FIXED,
            "020    $a978-0-13-461099-3 (hbk.)$z1",
            "020    $a080442957x",
            "100 1  $aRoe, Jane.",
            "245 10 $aTitle.",
            "250    $aOne",
            "250    $aTwo",
        ]);
        assert_eq!(shown(&record), [""; 0]);
    }

    #[test]
    fn finds_what_is_wrong() {
        let title = "245 10 $aTitle.";
        for (fields, expected) in [
            (&[][..], "E 245 1: The record has no title. Add this field."),
            (&[title, title], "E 245 2: It may occur only once."),
            (&["001 1", "001 2", title], "E 001 2: It may occur only once."),
            (
                &["100 1  $aA", "110 2  $aB", title],
                "E 110 1: A record may have only one main entry, and field 100 is one already.",
            ),
            (
                &["008 short", title],
                "E 008 1: It must have 40 characters and has 5.",
            ),
            (
                &["245 1x $aTitle."],
                "E 245 1: Indicator 2 must be a digit or blank and is \"x\".",
            ),
            (
                &[title, "500    $aNote", "500    $ANote"],
                "E 500 2: The code of a subfield must be a lower-case letter or a digit and is \"A\".",
            ),
            (&["245 10 $aTitle$b "], "W 245 1: Subfield $b is empty."),
            (&[title, "500    "], "W 500 1: It has no subfields."),
            (
                &["020    $a9780134610994", title],
                "W 020 1: \"9780134610994\" is not a valid ISBN: its check digit or its length is wrong.",
            ),
            (
                &["020    $a(pbk.)", title],
                "W 020 1: \"(pbk.)\" is not a valid ISBN: its check digit or its length is wrong.",
            ),
        ] {
            assert_eq!(shown(&samples::book(fields)), [expected], "{fields:?}");
        }
    }

    #[test]
    fn checks_the_leader() {
        for (leader, expected) in [
            ("00000nam", "E LDR 1: It must have 24 characters and has 8."),
            (
                "00000nz  a2200000n  4500",
                "E LDR 1: It must say at position 6 that the record is bibliographic, and has \"z\" there.",
            ),
        ] {
            let record = Record {
                leader: leader.to_owned(),
                ..samples::book(&["245 10 $aTitle."])
            };
            assert_eq!(shown(&record), [expected]);
        }
    }

    proptest! {
        #[test]
        fn checks_any_record(record in prop_oneof![samples::record(), samples::described_record()]) {
            for finding in check(&record) {
                let text = finding.to_string();
                prop_assert!(text.ends_with('.'), "{}", text);
            }
        }
    }
}
