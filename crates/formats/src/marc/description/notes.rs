//! Notes for readers, and links.

use super::Link;
use super::text::{add_new, clean, shortened, some, without_end, without_separators};
use crate::marc::Record;
use crate::marc::record::DataField;

/// The longest label of a link, in characters.
const MAX_LABEL: usize = 500;
const BLANK_LINE: &str = "\n\n";

/// The summaries.
pub(in crate::marc) fn summary(record: &Record) -> Option<String> {
    paragraphs(record, "520", |code| matches!(code, 'a' | 'b'))
}

/// The tables of contents.
pub(in crate::marc) fn contents(record: &Record) -> Option<String> {
    paragraphs(record, "505", |code| matches!(code, 'a' | 'g' | 'r' | 't'))
}

fn paragraphs(record: &Record, tag: &str, is_wanted: fn(char) -> bool) -> Option<String> {
    let text = |field: DataField<'_>| Some(field.any_of(is_wanted).collect::<Vec<_>>().join(" "));
    let texts = whole_texts(record, tag, text);
    (!texts.is_empty()).then(|| texts.join(BLANK_LINE))
}

/// The general notes.
pub(in crate::marc) fn general(record: &Record) -> Vec<String> {
    whole_texts(record, "500", |field| field.first('a').map(str::to_owned))
}

/// The texts of the fields with a tag. A text that is too long for one field of ISO 2709 is in several, whose order is in
/// `$8`, such as `1.2\x` for the second field of sequence 1.
fn whole_texts(record: &Record, tag: &str, text: impl Fn(DataField<'_>) -> Option<String>) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    let mut last = None;
    for field in record.tagged(tag) {
        let Some(text) = text(field) else { continue };
        let place = field.first('8').and_then(sequence);
        let is_next =
            place.is_some_and(|(sequence, number)| last == Some((sequence, number.saturating_sub(1))));
        match texts.last_mut() {
            Some(begun) if is_next => begun.push_str(&text),
            _ => texts.push(text),
        }
        last = place;
    }
    texts.iter().filter_map(|text| some(text)).collect()
}

/// The number of a sequence, and the place in it.
pub(in crate::marc) fn sequence(link: &str) -> Option<(u32, u32)> {
    let (sequence, rest) = link.trim().split_once('.')?;
    let number = rest.strip_suffix("\\x")?;
    Some((sequence.parse().ok()?, number.parse().ok()?))
}

/// The readers that a note names, or else a field about them, or else the code in field 008.
pub(in crate::marc) fn audience(record: &Record) -> Option<String> {
    let notes = record.tagged("521").filter(|field| !is_reading_level(field));
    stated(notes)
        .or_else(|| stated(record.tagged("385")))
        .or_else(|| coded_audience(record))
}

/// The reading grade level, the interest age or the interest grade.
pub(in crate::marc) fn reading_level(record: &Record) -> Option<String> {
    stated(record.tagged("521").filter(is_reading_level))
}

/// Whether a field 521 is about a reading level and not about the audience as such.
pub(in crate::marc) fn is_reading_level(field: &DataField<'_>) -> bool {
    matches!(field.indicators[0], '0' | '1' | '2')
}

fn stated<'a>(fields: impl Iterator<Item = DataField<'a>>) -> Option<String> {
    let mut found = Vec::new();
    for text in fields.flat_map(|field| field.all('a')) {
        let text = clean(text);
        let text = without_end(&text);
        if !text.is_empty() {
            add_new(&mut found, text.to_owned());
        }
    }
    (!found.is_empty()).then(|| found.join("; "))
}

/// The audiences of field 008 in books.
pub(in crate::marc) const AUDIENCES: [(char, &str); 8] = [
    ('a', "Preschool"),
    ('b', "Primary"),
    ('c', "Pre-adolescent"),
    ('d', "Adolescent"),
    ('e', "Adult"),
    ('f', "Specialized"),
    ('g', "General"),
    ('j', "Juvenile"),
];

/// Whether field 008 has the audience at position 22: in records about books.
pub(in crate::marc) fn has_coded_audience(record: &Record) -> bool {
    let is_text = matches!(record.leader_character(6), 'a' | 't');
    // Serials have another code at this place.
    let is_monograph = matches!(record.leader_character(7), 'a' | 'c' | 'd' | 'm');
    is_text && is_monograph
}

fn coded_audience(record: &Record) -> Option<String> {
    if !has_coded_audience(record) {
        return None;
    }
    let code = record.control("008").next()?.chars().nth(22)?;
    let known = AUDIENCES.iter().find(|(known, _)| *known == code);
    known.map(|(_, audience)| (*audience).to_owned())
}

/// The electronic resources.
pub(in crate::marc) fn links(record: &Record) -> Vec<Link> {
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
    use super::{audience, contents, general, links, reading_level, summary};
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
    fn joins_texts_in_several_fields() {
        let record = samples::book(&[
            "500    $aOne, ",
            "500    $aTwo, $81.1\\x",
            "500    $athree,$81.2\\x",
            "500    $a four.$81.3\\x",
            "500    $aFive.$82.4\\x",
            "500    $aSix.$81.5",
            "520    $aA $bstory$83.1\\x",
            "520    $a  of bees.$83.2\\x",
        ]);
        assert_eq!(general(&record), ["One,", "Two, three, four.", "Five.", "Six."]);
        assert_eq!(summary(&record).as_deref(), Some("A story of bees."));
    }

    #[test]
    fn reads_audiences() {
        let coded = "008 200101s1998    nyu    j      000 1 eng d";
        for (leader, fields, expected, level) in [
            ("00000nam a2200000 a 4500", &[coded][..], Some("Juvenile"), None),
            ("00000nas a2200000 a 4500", &[coded], None, None),
            ("00000njm a2200000 a 4500", &[coded], None, None),
            ("00000nam a2200000 a 4500", &["008 short"], None, None),
            (
                "00000nam a2200000 a 4500",
                &[
                    coded,
                    "385    $aChildren",
                    "521 1  $a008-012.",
                    "521    $aGrade 3",
                    "521 8  $aClass 3",
                ],
                Some("Grade 3; Class 3"),
                Some("008-012"),
            ),
            (
                "00000nam a2200000 a 4500",
                &[
                    coded,
                    "385    $aChildren$aTeachers",
                    "521 0  $a3.1",
                    "521 2  $a3-5",
                ],
                Some("Children; Teachers"),
                Some("3.1; 3-5"),
            ),
        ] {
            let record = Record {
                leader: leader.to_owned(),
                ..samples::book(fields)
            };
            assert_eq!(audience(&record).as_deref(), expected, "{leader}");
            assert_eq!(reading_level(&record).as_deref(), level);
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
