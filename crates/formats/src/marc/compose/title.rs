//! Titles: fields 245, 246 and 740, and the title in its own script in field 880.

use super::edit::{data, first_exact, insert, remove, retain_subfields, subfield, subfields_mut};
use super::list::{self, List};
use crate::marc::description::statement;
use crate::marc::description::text::without_separators;
use crate::marc::description::title;
use crate::marc::record::DataField;
use crate::marc::{Field, Record, Subfield};

/// The articles with which titles begin, with the space or apostrophe behind them, by the English name of the language.
const ARTICLES: [(&str, &[&str]); 8] = [
    ("English", &["the ", "a ", "an "]),
    ("German", &["der ", "die ", "das ", "ein ", "eine "]),
    ("French", &["le ", "la ", "les ", "l'", "l’", "un ", "une "]),
    ("Spanish", &["el ", "la ", "los ", "las ", "un ", "una "]),
    (
        "Italian",
        &[
            "il ", "lo ", "la ", "i ", "gli ", "le ", "l'", "l’", "un ", "uno ", "una ", "un'", "un’",
        ],
    ),
    ("Portuguese", &["o ", "a ", "os ", "as ", "um ", "uma "]),
    ("Dutch", &["de ", "het ", "een ", "'t ", "’t "]),
    ("Swedish", &["en ", "ett ", "den ", "det ", "de "]),
];

/// Codes of scripts in `$6`, by a range of their letters. The code is for the first letter that is not Latin.
const SCRIPTS: [(std::ops::RangeInclusive<char>, &str); 7] = [
    ('\u{370}'..='\u{3ff}', "S"),
    ('\u{400}'..='\u{52f}', "(N"),
    ('\u{590}'..='\u{5ff}', "(2/r"),
    ('\u{600}'..='\u{77f}', "(3/r"),
    ('\u{1100}'..='\u{11ff}', "$1"),
    ('\u{2e80}'..='\u{9fff}', "$1"),
    ('\u{ac00}'..='\u{d7ff}', "$1"),
];

/// Changes the title, and the title in its own script.
pub(super) fn change(
    record: &mut Record,
    wanted: Option<&str>,
    wanted_in_script: Option<&str>,
    language: Option<&str>,
) {
    let (found, in_script) = title::read(record);
    if found.as_deref() == wanted && in_script.as_deref() == wanted_in_script {
        return;
    }
    if found.as_deref() != wanted {
        match wanted {
            Some(wanted) => set(record, wanted, language),
            None => clear(record),
        }
    }
    // Without a title, the title in its own script is the title.
    let wanted_in_script = wanted_in_script.filter(|_| wanted.is_some());
    if title::read(record).1.as_deref() != wanted_in_script {
        remove(record, |field| {
            is_in_script(field) && title::title(*field).is_some()
        });
        if let Some(wanted) = wanted_in_script {
            add_in_script(record, wanted);
        }
    }
}

/// Whether a field has the title in another script.
pub(super) fn is_in_script(field: &DataField<'_>) -> bool {
    field.tag == "880" && field.first('6').is_some_and(|link| link.starts_with("245"))
}

/// Sets the title in the first field that has one, or else in the first field 245.
fn set(record: &mut Record, wanted: &str, language: Option<&str>) {
    let fields = || record.data().filter(|field| field.tag == "245");
    let at = fields()
        .find(|field| title::title(*field).is_some())
        .or_else(|| fields().next())
        .map(|field| field.place);
    let at = at.unwrap_or_else(|| {
        let has_main = record.data().any(|field| is_main_entry(field.tag));
        insert(record, data("245", [if has_main { '1' } else { '0' }, '0'], &[]))
    });
    record.fields[at] = with_title(&record.fields[at], wanted, language);
}

/// Whether a tag is that of the main entry.
pub(super) fn is_main_entry(tag: &str) -> bool {
    matches!(tag, "100" | "110" | "111" | "130")
}

fn with_title(field: &Field, wanted: &str, language: Option<&str>) -> Field {
    let Some(old) = field.data() else {
        return field.clone();
    };
    let has_proper = old.first('a').is_some();
    let is_title = |code| matches!(code, 'a' | 'b' | 'n' | 'p') || (code == 'k' && !has_proper);
    let medium = old.subfields.iter().find(|subfield| subfield.code == 'h');
    let rest = || {
        old.subfields
            .iter()
            .filter(|subfield| !is_title(subfield.code) && subfield.code != 'h')
    };
    let has_statement = rest().any(|subfield| subfield.code == 'c');
    // Links and the name of the part come before the title.
    let (before, after): (Vec<&Subfield>, Vec<&Subfield>) =
        rest().partition(|subfield| matches!(subfield.code, '3' | '6' | '8'));
    let first_indicator = old.indicators[0];
    let indicators = [first_indicator, nonfiling(wanted, language)];
    let final_mark = if is_ended(wanted) { "" } else { "." };
    let mark = if has_statement { " /" } else { final_mark };
    let candidates = parts(wanted, medium, &[mark, ""]).into_iter().map(|parts| {
        let subfields = before
            .iter()
            .copied()
            .cloned()
            .chain(parts)
            .chain(after.iter().copied().cloned());
        Field::Data {
            tag: old.tag.to_owned(),
            indicators,
            subfields: subfields.collect(),
        }
    });
    first_exact(candidates, |field| says(field, wanted)).unwrap_or_else(|| field.clone())
}

fn says(field: &Field, wanted: &str) -> bool {
    let read = field.data().and_then(title::title);
    read.as_deref() == Some(wanted)
}

/// Whether a text has a final mark, so that no full stop follows.
fn is_ended(text: &str) -> bool {
    text.ends_with(['.', '?', '!', '…'])
}

/// The ways to write a title, the best one first: title and subtitle, or all in one subfield; each with the final marks.
fn parts(wanted: &str, medium: Option<&Subfield>, marks: &[&str]) -> Vec<Vec<Subfield>> {
    let split = wanted
        .split_once(": ")
        .filter(|(title, subtitle)| !title.is_empty() && !subtitle.is_empty());
    let with_medium = |text: &str, mark: &str| match medium {
        Some(medium) => vec![
            subfield('a', text),
            subfield('h', &[without_separators(&medium.value), mark].concat()),
        ],
        None => vec![subfield('a', &[text, mark].concat())],
    };
    let mut found = Vec::new();
    if let Some((title, subtitle)) = split {
        for mark in marks {
            let mut parts = with_medium(title, " :");
            parts.push(subfield('b', &[subtitle, mark].concat()));
            found.push(parts);
        }
    }
    found.extend(marks.iter().map(|mark| with_medium(wanted, mark)));
    found
}

/// The second indicator: how many characters of the article at the begin are not sorted.
fn nonfiling(title: &str, language: Option<&str>) -> char {
    let articles = ARTICLES.iter().find(|(name, _)| Some(*name) == language);
    let lower = title.to_lowercase();
    let found = articles.and_then(|(_, articles)| {
        articles
            .iter()
            .find(|article| lower.starts_with(**article) && lower.len() > article.len())
    });
    let length = found.map_or(0, |article| article.chars().count());
    u32::try_from(length)
        .ok()
        .and_then(|length| char::from_digit(length, 10))
        .unwrap_or('0')
}

fn clear(record: &mut Record) {
    remove(record, is_in_script);
    retain_subfields(
        record,
        |field| field.tag == "245",
        |field, subfield| {
            let has_proper = field.first('a').is_some();
            !matches!(subfield.code, 'a' | 'b' | 'n' | 'p') && (subfield.code != 'k' || has_proper)
        },
    );
    // A name without a title, such as that of papers, is read when the title is gone.
    retain_subfields(
        record,
        |field| field.tag == "245",
        |_, subfield| subfield.code != 'k',
    );
}

/// Adds the title in its own script in a field 880 that is linked to the title.
fn add_in_script(record: &mut Record, wanted: &str) {
    let Some(at) = titled(record) else { return };
    let numbers = record.data().filter_map(|field| {
        let (_, number) = field.first('6')?.split_once('-')?;
        number.get(..2)?.parse::<u32>().ok()
    });
    let number = numbers.max().unwrap_or(0) + 1;
    let script = script(wanted).map_or(String::new(), |script| ["/", script].concat());
    let mut indicators = ['1', '0'];
    if let Field::Data {
        indicators: linked,
        subfields,
        ..
    } = &mut record.fields[at]
    {
        subfields.retain(|subfield| subfield.code != '6');
        subfields.insert(0, subfield('6', &format!("880-{number:02}")));
        indicators[0] = linked[0];
    }
    let link = format!("245-{number:02}{script}");
    let empty = data("880", indicators, &[('6', &link)]);
    insert(record, with_title(&empty, wanted, None));
}

fn script(text: &str) -> Option<&'static str> {
    let known = |letter: char| SCRIPTS.iter().find(|(letters, _)| letters.contains(&letter));
    text.chars().find_map(known).map(|(_, code)| *code)
}

/// The index of the field 245 with the title.
fn titled(record: &Record) -> Option<usize> {
    let mut fields = record.tagged("245");
    let found = fields.find(|field| title::title(*field).is_some());
    found.map(|field| field.place)
}

/// Changes the statement of responsibility, so that `wanted` is what it names. Without a title, the statement is only removed.
pub(super) fn change_statement(record: &mut Record, wanted: Option<&str>) {
    // The statement in another script is no longer the same.
    retain_subfields(
        record,
        |field| field.tag == "245" || is_in_script(field),
        |_, subfield| subfield.code != 'c',
    );
    let Some(at) = titled(record) else { return };
    let mark = if wanted.is_some() { " /" } else { "." };
    if let Some(field) = ended(&record.fields[at], mark) {
        record.fields[at] = field;
    }
    let Some(wanted) = wanted else { return };
    let names = |text: &String| statement::names(text).as_deref() == Some(wanted);
    let mark = if wanted.ends_with('.') { "" } else { "." };
    let candidates = [
        [wanted, mark].concat(),
        wanted.to_owned(),
        ["by ", wanted, mark].concat(),
    ];
    let statement = first_exact(candidates, names).unwrap_or_default();
    if let Some(subfields) = subfields_mut(&mut record.fields[at]) {
        subfields.push(subfield('c', &statement));
    }
}

/// The field with another mark behind the title; nothing if the title would be read in another way.
fn ended(field: &Field, mark: &str) -> Option<Field> {
    let subfields = field.data()?.subfields;
    let is_title = |subfield: &Subfield| matches!(subfield.code, 'a' | 'b' | 'h' | 'n' | 'p' | 'k');
    let last = subfields.iter().rposition(is_title)?;
    let text = without_separators(&subfields[last].value);
    let mark = if mark == "." && is_ended(text) { "" } else { mark };
    // The full stop belongs to the title, or is the mark that was there.
    let texts = [text.strip_suffix('.').unwrap_or(text), text];
    let candidates = texts.map(|text| {
        let mut field = field.clone();
        if let Some(subfields) = subfields_mut(&mut field) {
            subfields[last].value = [text, mark].concat();
        }
        field
    });
    let read = title::title(field.data()?);
    let mut candidates = candidates.into_iter();
    candidates.find(|candidate| candidate.data().and_then(title::title) == read)
}

/// The other titles, without the title and the title in its own script.
struct OtherTitles<'a> {
    title: Option<&'a str>,
}

impl List for OtherTitles<'_> {
    type Value = String;

    fn read(&self, record: &Record) -> Vec<String> {
        title::others(record, self.title, None)
    }

    fn is_about(&self, field: &Field) -> bool {
        matches!(field.tag(), "246" | "740")
    }

    fn key(&self, value: &String) -> Option<String> {
        Some(value.clone())
    }

    fn written(&self, value: &String, _record: &Record) -> Vec<Field> {
        let candidates = parts(value, None, &[""])
            .into_iter()
            .map(|subfields| Field::Data {
                tag: "246".to_owned(),
                indicators: ['3', ' '],
                subfields,
            });
        first_exact(candidates, |field| self.values(field) == [value.as_str()])
            .into_iter()
            .collect()
    }
}

/// Changes the other titles.
pub(super) fn change_others(record: &mut Record, wanted: &[String]) {
    let (title, in_script) = title::read(record);
    let read = |record: &Record| title::others(record, title.as_deref(), in_script.as_deref());
    if read(record) == wanted {
        return;
    }
    let others = OtherTitles {
        title: title.as_deref(),
    };
    // The title in its own script is read from its own field, as the last one.
    let has_field = |text: &String| others.read(record).contains(text);
    let in_fields = match wanted.split_last() {
        Some((last, rest)) if in_script.as_ref() == Some(last) && !has_field(last) => rest,
        _ => wanted,
    };
    list::change(&others, record, in_fields);
}

#[cfg(test)]
mod tests {
    use super::{change, change_others, change_statement};
    use crate::marc::{Record, samples};

    fn lines(record: &Record) -> Vec<String> {
        let line = |field: crate::marc::record::DataField<'_>| {
            let parts: Vec<String> = field
                .subfields
                .iter()
                .map(|subfield| format!("${}{}", subfield.code, subfield.value))
                .collect();
            let [first, second] = field.indicators;
            format!("{} {first}{second} {}", field.tag, parts.concat())
        };
        record.data().map(line).collect()
    }

    #[test]
    fn writes_titles() {
        for (title, language, expected) in [
            ("Title", None, "245 00 $aTitle."),
            ("Title: subtitle", None, "245 00 $aTitle :$bsubtitle."),
            ("One: two: three", None, "245 00 $aOne :$btwo: three."),
            ("The title", Some("English"), "245 04 $aThe title."),
            ("The title", Some("German"), "245 00 $aThe title."),
            ("L'été", Some("French"), "245 02 $aL'été."),
            ("The", Some("English"), "245 00 $aThe."),
            ("Who?", None, "245 00 $aWho?"),
            ("In the U.S.A.", None, "245 00 $aIn the U.S.A."),
            ("Plan B", None, "245 00 $aPlan B"),
        ] {
            let mut record = samples::book(&[]);
            change(&mut record, Some(title), None, language);
            assert_eq!(lines(&record), [expected]);
        }
    }

    #[test]
    fn changes_titles() {
        for (fields, wanted, expected) in [
            (
                &["245 14 $6880-01$aOld$h[text] :$bsub /$cby Name."][..],
                (Some("New: title"), None),
                &["245 10 $6880-01$aNew$h[text] :$btitle /$cby Name."][..],
            ),
            (
                &["245 10 $6880-01$aOld", "880 10 $6245-01$aALT"],
                (Some("New"), Some("ALT")),
                &["245 10 $6880-01$aNew.", "880 10 $6245-01$aALT"],
            ),
            (
                &[
                    "245 10 $6880-01$aOld",
                    "880 10 $6245-01$aALT",
                    "880 1  $6100-02$aX",
                ],
                (Some("Old"), None),
                &["245 10 $6880-01$aOld", "880 1  $6100-02$aX"],
            ),
            (
                &["245 10 $aOld", "880 1  $6100-02$aX"],
                (Some("Old"), Some("Новый")),
                &[
                    "245 10 $6880-03$aOld",
                    "880 1  $6100-02$aX",
                    "880 10 $6245-03/(N$aНовый.",
                ],
            ),
            (
                &["245 10 $kPapers,$f1901."],
                (Some("New"), None),
                &["245 10 $aNew.$f1901."],
            ),
            (
                &["245 10 $aOld /$cName.", "246 3  $aX"],
                (None, None),
                &["245 10 $cName.", "246 3  $aX"],
            ),
            (&["245 10 $aOld"], (None, None), &[]),
        ] {
            let mut record = samples::book(fields);
            change(&mut record, wanted.0, wanted.1, None);
            assert_eq!(lines(&record), expected, "{fields:?}");
        }
    }

    #[test]
    fn changes_statements() {
        for (field, wanted, expected) in [
            ("245 10 $aTitle.", Some("Jane Roe"), "245 10 $aTitle /$cJane Roe."),
            (
                "245 10 $aTitle :$bsub",
                Some("Von Roe"),
                "245 10 $aTitle :$bsub /$cby Von Roe.",
            ),
            ("245 10 $aTitle /$cJane Roe.", None, "245 10 $aTitle."),
            (
                "245 10 $aTitle! /$cJane Roe.",
                Some("J. Roe"),
                "245 10 $aTitle! /$cJ. Roe.",
            ),
            ("245 10 $aPlan B /$cJane Roe.", None, "245 10 $aPlan B /"),
        ] {
            let mut record = samples::book(&[field]);
            change_statement(&mut record, wanted);
            assert_eq!(lines(&record), [expected], "{field}");
        }
    }

    #[test]
    fn changes_other_titles() {
        let texts = |texts: &[&str]| -> Vec<String> { texts.iter().map(|&text| text.to_owned()).collect() };
        let mut record = samples::book(&[
            "245 10 $aTitle",
            "246 18 $aSpine",
            "246 3  $aTitle",
            "500    $aNote",
        ]);
        change_others(&mut record, &texts(&["Spine", "New: one"]));
        let expected = [
            "245 10 $aTitle",
            "246 18 $aSpine",
            "246 3  $aTitle",
            "246 3  $aNew :$bone",
            "500    $aNote",
        ];
        assert_eq!(lines(&record), expected);
    }
}
