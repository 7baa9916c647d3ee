//! Notes for readers, and links.

use super::Link;
use super::text::{add_new, clean, joined, shortened, some, without_separators};
use crate::marc::Record;
use crate::marc::record::DataField;

/// The longest label of a link, in characters.
const MAX_LABEL: usize = 500;
const BLANK_LINE: &str = "\n\n";

/// The summaries.
pub(super) fn summary(record: &Record) -> Option<String> {
    paragraphs(record, "520", |code| matches!(code, 'a' | 'b'))
}

/// The tables of contents.
pub(super) fn contents(record: &Record) -> Option<String> {
    paragraphs(record, "505", |code| matches!(code, 'a' | 'g' | 'r' | 't'))
}

fn paragraphs(record: &Record, tag: &str, is_wanted: fn(char) -> bool) -> Option<String> {
    let texts: Vec<String> = record
        .tagged(tag)
        .map(|field| joined(field.any_of(is_wanted)))
        .filter(|text| !text.is_empty())
        .collect();
    (!texts.is_empty()).then(|| texts.join(BLANK_LINE))
}

/// The general notes.
pub(super) fn general(record: &Record) -> Vec<String> {
    let notes = record.tagged("500").filter_map(|field| field.first('a'));
    notes.filter_map(some).collect()
}

/// The readers that a note names, or else those of the code in field 008.
pub(super) fn audience(record: &Record) -> Option<String> {
    let mut stated = Vec::new();
    for text in record.tagged("521").flat_map(|field| field.all('a')) {
        let text = clean(text);
        let text = text.trim_end_matches('.').trim_end();
        if !text.is_empty() {
            add_new(&mut stated, text.to_owned());
        }
    }
    if stated.is_empty() {
        coded_audience(record)
    } else {
        Some(stated.join("; "))
    }
}

fn coded_audience(record: &Record) -> Option<String> {
    let is_text = matches!(record.leader_character(6), 'a' | 't');
    // Serials have another code at this place.
    let is_monograph = matches!(record.leader_character(7), 'a' | 'c' | 'd' | 'm');
    if !is_text || !is_monograph {
        return None;
    }
    let code = record.control("008").next()?.chars().nth(22)?;
    let audience = match code {
        'a' => "Preschool",
        'b' => "Primary",
        'c' => "Pre-adolescent",
        'd' => "Adolescent",
        'e' => "Adult",
        'f' => "Specialized",
        'g' => "General",
        'j' => "Juvenile",
        _ => return None,
    };
    Some(audience.to_owned())
}

/// The electronic resources.
pub(super) fn links(record: &Record) -> Vec<Link> {
    let mut found = Vec::new();
    for field in record.tagged("856") {
        let label = label(field).map(|label| shortened(label, MAX_LABEL));
        for address in field.all('u').filter_map(some) {
            add_new(
                &mut found,
                Link {
                    address,
                    label: label.clone(),
                },
            );
        }
    }
    found
}

fn label(field: DataField<'_>) -> Option<String> {
    let texts = ['y', '3', 'z'].into_iter().filter_map(|code| field.first(code));
    texts
        .map(clean)
        .map(|text| without_separators(&text).to_owned())
        .find(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{audience, contents, general, links, summary};
    use crate::marc::{Record, samples};

    #[test]
    fn reads_notes() {
        let record = samples::book(&[
            "500    $aIncludes index.",
            "500    $a",
            "505 00 $gv. 1.$tOne /$rA. Name --$tTwo.",
            "505 0  $aThree.",
            "520    $aA  story.$bLong.",
            "520    $aMore.",
        ]);
        assert_eq!(general(&record), ["Includes index."]);
        assert_eq!(
            contents(&record).as_deref(),
            Some("v. 1. One / A. Name -- Two.\n\nThree.")
        );
        assert_eq!(summary(&record).as_deref(), Some("A story. Long.\n\nMore."));
    }

    #[test]
    fn reads_audiences() {
        let coded = "008 200101s1998    nyu    j      000 1 eng d";
        for (leader, fields, expected) in [
            ("00000nam a2200000 a 4500", &[coded][..], Some("Juvenile")),
            ("00000nas a2200000 a 4500", &[coded], None),
            ("00000njm a2200000 a 4500", &[coded], None),
            ("00000nam a2200000 a 4500", &["008 short"], None),
            (
                "00000nam a2200000 a 4500",
                &[coded, "521 1  $a008-012.", "521    $aGrade 3"],
                Some("008-012; Grade 3"),
            ),
        ] {
            let record = Record {
                leader: leader.to_owned(),
                ..samples::book(fields)
            };
            assert_eq!(audience(&record).as_deref(), expected, "{leader}");
        }
    }

    #[test]
    fn reads_links() {
        let record = samples::book(&[
            "856 40 $3Cover :$uhttp://a.example/1$zPublic",
            "856 40 $uhttp://a.example/2$uhttp://a.example/3$yText",
            "856 40 $zNo address",
        ]);
        let shown: Vec<String> = links(&record)
            .into_iter()
            .map(|link| format!("{} {}", link.address, link.label.unwrap_or_default()))
            .collect();
        assert_eq!(
            shown,
            [
                "http://a.example/1 Cover",
                "http://a.example/2 Text",
                "http://a.example/3 Text"
            ]
        );
    }
}
