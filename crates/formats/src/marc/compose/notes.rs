//! Notes: summary, contents, general notes, audience and reading level; and links.

use super::edit::{data, insert, remove, subfields_mut};
use super::list::{self, List};
use crate::marc::description::text::{clean, joined};
use crate::marc::description::{Link, notes};
use crate::marc::record::DataField;
use crate::marc::{Field, Record};

/// The longest text of a field in bytes. The rest of the 9,999 bytes of a field is for indicators and codes.
const MAX_TEXT: usize = 9_900;
const BLANK_LINE: &str = "\n\n";
/// Where field 008 has the audience.
const AUDIENCE: usize = 22;

/// Changes the summary, fields 520.
pub(super) fn change_summary(record: &mut Record, wanted: Option<&str>) {
    if notes::summary(record).as_deref() != wanted {
        let is_text = |code| matches!(code, 'a' | 'b');
        change_paragraphs(record, "520", [' ', ' '], is_text, wanted);
    }
}

/// Changes the table of contents, fields 505.
pub(super) fn change_contents(record: &mut Record, wanted: Option<&str>) {
    if notes::contents(record).as_deref() != wanted {
        let is_text = |code| matches!(code, 'a' | 'g' | 'r' | 't');
        change_paragraphs(record, "505", ['0', ' '], is_text, wanted);
    }
}

fn change_paragraphs(
    record: &mut Record,
    tag: &str,
    indicators: [char; 2],
    is_text: fn(char) -> bool,
    wanted: Option<&str>,
) {
    remove(record, |field| {
        field.tag == tag && !joined(field.any_of(is_text)).is_empty()
    });
    for paragraph in wanted.unwrap_or_default().split(BLANK_LINE).map(clean) {
        if !paragraph.is_empty() {
            for field in written(record, tag, indicators, &paragraph) {
                insert(record, field);
            }
        }
    }
}

/// The fields of a text: several in a sequence if it is too long for one.
fn written(record: &Record, tag: &str, indicators: [char; 2], text: &str) -> Vec<Field> {
    let parts = parts(text);
    if parts.len() < 2 {
        return vec![data(tag, indicators, &[('a', text)])];
    }
    let links = record.data().flat_map(|field| field.all('8'));
    let numbers = links.filter_map(|link| link.split(['.', '\\']).next()?.trim().parse::<u32>().ok());
    let sequence = numbers.max().unwrap_or(0).saturating_add(1);
    let field = |(part, number): (&str, u32)| {
        let link = format!("{sequence}.{number}\\x");
        data(tag, indicators, &[('8', &link), ('a', part)])
    };
    parts.into_iter().zip(1..).map(field).collect()
}

/// A text in parts that are short enough. A part begins with the space before its first word.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while rest.len() > MAX_TEXT {
        let longest = rest.floor_char_boundary(MAX_TEXT);
        // Texts in some scripts have no spaces.
        let end = rest[..longest]
            .rfind(' ')
            .filter(|end| *end > 0)
            .unwrap_or(longest);
        let (part, after) = rest.split_at(end);
        parts.push(part);
        rest = after;
    }
    parts.push(rest);
    parts
}

/// General notes.
struct GeneralNotes;

impl List for GeneralNotes {
    type Value = String;

    fn read(&self, record: &Record) -> Vec<String> {
        notes::general(record)
    }

    fn is_about(&self, field: &Field) -> bool {
        field.tag() == "500"
    }

    fn key(&self, _value: &String) -> Option<String> {
        None
    }

    fn written(&self, value: &String, record: &Record) -> Vec<Field> {
        written(record, "500", [' '; 2], value)
    }
}

/// Changes the general notes, fields 500.
pub(super) fn change_general(record: &mut Record, wanted: &[String]) {
    list::change(&GeneralNotes, record, wanted);
}

/// Changes the audience: fields 521 and 385, and field 008.
pub(super) fn change_audience(record: &mut Record, wanted: Option<&str>) {
    let is_wanted = |record: &Record| notes::audience(record).as_deref() == wanted;
    if is_wanted(record) {
        return;
    }
    remove(record, |field| {
        field.tag == "521" && !notes::is_reading_level(field) && has_text(field)
    });
    if is_wanted(record) {
        return;
    }
    remove(record, |field| field.tag == "385" && has_text(field));
    let known = notes::AUDIENCES.iter().find(|(_, name)| Some(*name) == wanted);
    if notes::has_coded_audience(record) && !is_wanted(record) && (wanted.is_none() || known.is_some()) {
        set_coded_audience(record, known.map_or(' ', |(code, _)| *code));
    }
    if let Some(wanted) = wanted
        && !is_wanted(record)
    {
        insert(record, data("521", [' '; 2], &[('a', wanted)]));
    }
}

fn has_text(field: &DataField<'_>) -> bool {
    field.all('a').any(|text| !clean(text).is_empty())
}

fn set_coded_audience(record: &mut Record, code: char) {
    let is_fixed = |field: &&mut Field| matches!(field, Field::Control { tag, .. } if tag == "008");
    if let Some(Field::Control { value, .. }) = record.fields.iter_mut().find(is_fixed)
        && let Some((start, old)) = value.char_indices().nth(AUDIENCE)
    {
        value.replace_range(start..start + old.len_utf8(), &code.to_string());
    }
}

/// Changes the reading level, fields 521.
pub(super) fn change_reading_level(record: &mut Record, wanted: Option<&str>) {
    if notes::reading_level(record).as_deref() == wanted {
        return;
    }
    let is_level =
        |field: &DataField<'_>| field.tag == "521" && notes::is_reading_level(field) && has_text(field);
    let kind = record.data().find(is_level).map(|field| field.indicators[0]);
    remove(record, is_level);
    if let Some(wanted) = wanted {
        let kind = kind.unwrap_or_else(|| level_kind(wanted));
        insert(record, data("521", [kind, ' '], &[('a', wanted)]));
    }
}

/// The first indicator of a reading level: 1 for an age, 2 for the grade of a school that it is interesting for, 0 for a
/// measured level such as `3.1`.
fn level_kind(text: &str) -> char {
    let text = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if has(&["age", "year", "alter", "jahr", "лет"]) {
        '1'
    } else if has(&["grade", "klasse", "класс"]) {
        '2'
    } else {
        '0'
    }
}

/// Electronic resources.
struct Links;

impl List for Links {
    type Value = Link;

    fn read(&self, record: &Record) -> Vec<Link> {
        notes::links(record)
    }

    fn is_about(&self, field: &Field) -> bool {
        field.tag() == "856"
    }

    fn key(&self, value: &Link) -> Option<String> {
        Some(format!("{} {:?}", value.address, value.label))
    }

    /// A field may have several addresses of the same resource.
    fn reduced(&self, field: &Field, is_wanted: &dyn Fn(&Link) -> bool) -> Option<Field> {
        let links = self.values(field);
        let is_kept = |address: &str| {
            let address = clean(address);
            links
                .iter()
                .any(|link| link.address == address && is_wanted(link))
        };
        let mut reduced = field.clone();
        let subfields = subfields_mut(&mut reduced)?;
        subfields.retain(|subfield| subfield.code != 'u' || is_kept(&subfield.value));
        let has_address = subfields.iter().any(|subfield| subfield.code == 'u');
        has_address.then_some(reduced)
    }

    fn written(&self, value: &Link, _record: &Record) -> Vec<Field> {
        let mut subfields = vec![('u', value.address.as_str())];
        subfields.extend(value.label.as_deref().map(|label| ('y', label)));
        vec![data("856", ['4', '0'], &subfields)]
    }
}

/// Changes the links, fields 856.
pub(super) fn change_links(record: &mut Record, wanted: &[Link]) {
    list::change(&Links, record, wanted);
}

#[cfg(test)]
mod tests {
    use super::{
        change_audience, change_contents, change_general, change_links, change_reading_level, change_summary,
        parts,
    };
    use crate::marc::description::notes;
    use crate::marc::{Link, samples};

    #[test]
    fn changes_paragraphs() {
        let mut record = samples::book(&["505 00 $tOld", "520    $aOld$bmore", "520    $c?"]);
        change_summary(&mut record, Some("One\ntwo.\n\nThree."));
        change_contents(&mut record, Some("A -- B"));
        let expected = [
            "505 0  $aA -- B",
            "520    $c?",
            "520    $aOne two.",
            "520    $aThree.",
        ];
        assert_eq!(record, samples::book(&expected));
    }

    #[test]
    fn splits_long_texts() {
        for text in ["word ".repeat(5_000), "書".repeat(9_000)] {
            let text = text.trim();
            assert!(parts(text).len() > 2 && parts(text).iter().all(|part| part.len() <= 9_900));
            assert_eq!(parts(text).concat(), text);
            let mut record = samples::book(&["500    $aShort$85\\c"]);
            change_general(&mut record, &[text.to_owned(), "Short".to_owned()]);
            assert_eq!(notes::general(&record), [text, "Short"]);
            assert_eq!(
                record.tagged("500").find_map(|field| field.first('8')),
                Some("6.1\\x")
            );
        }
    }

    #[test]
    fn changes_audiences() {
        let coded = |code: char| format!("008 200101s1998    nyu    {code}      000 1 eng d");
        for (fields, wanted, expected) in [
            (vec![coded(' ')], Some("Juvenile"), vec![coded('j')]),
            (vec![coded('j')], None, vec![coded(' ')]),
            (
                vec![coded('j')],
                Some("Class 3"),
                vec![coded('j'), "521    $aClass 3".into()],
            ),
            (
                vec![
                    coded('j'),
                    "385    $aX".into(),
                    "521 0  $a3".into(),
                    "521 8  $aOld".into(),
                ],
                Some("Juvenile"),
                vec![coded('j'), "521 0  $a3".into()],
            ),
        ] {
            let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
            let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
            let mut record = samples::book(&fields);
            change_audience(&mut record, wanted);
            assert_eq!(record, samples::book(&expected), "{fields:?}");
        }
    }

    #[test]
    fn changes_reading_levels() {
        for (fields, wanted, expected) in [
            (
                &["521    $aAll"][..],
                Some("Ages 8-12"),
                &["521    $aAll", "521 1  $aAges 8-12"][..],
            ),
            (&["521 2  $a3-5."], Some("4-6"), &["521 2  $a4-6"]),
            (&[], Some("3.1"), &["521 0  $a3.1"]),
            (&["521 2  $a3-5."], None, &[]),
        ] {
            let mut record = samples::book(fields);
            change_reading_level(&mut record, wanted);
            assert_eq!(record, samples::book(expected), "{fields:?}");
        }
    }

    #[test]
    fn changes_links() {
        let link = |address: &str, label: Option<&str>| Link {
            address: address.to_owned(),
            label: label.map(str::to_owned),
        };
        let mut record = samples::book(&["856 42 $3Cover$uhttp://a/1$uhttp://a/2", "856 40 $uhttp://a/3"]);
        change_links(
            &mut record,
            &[
                link("http://a/2", Some("Cover")),
                link("http://a/4", Some("Text")),
            ],
        );
        let expected = ["856 42 $3Cover$uhttp://a/2", "856 40 $uhttp://a/4$yText"];
        assert_eq!(record, samples::book(&expected));
    }
}
