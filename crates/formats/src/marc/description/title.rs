//! Titles.

use super::text::{add_new, clean, without_end};
use crate::marc::Record;
use crate::marc::record::DataField;

/// Names of media that some records have among the parts of the title.
const MEDIA: [&str; 6] = [
    "[electronic resource]",
    "[videorecording]",
    "[sound recording]",
    "[microform]",
    "[large print]",
    "[text (large print)]",
];

/// The title, and the title in its own script if the first is romanized.
pub(in crate::marc) fn read(record: &Record) -> (Option<String>, Option<String>) {
    let title = record.tagged("245").find_map(title);
    let linked = || {
        record
            .tagged("880")
            .filter(|field| field.first('6').is_some_and(|link| link.starts_with("245")))
            .find_map(self::title)
    };
    match title {
        None => (linked(), None),
        some => (some, linked()),
    }
}

/// The other titles: varying forms, related titles, and the title in its own script.
pub(in crate::marc) fn others(record: &Record, title: Option<&str>, in_script: Option<&str>) -> Vec<String> {
    let mut found = Vec::new();
    let fields = record.data().filter(|field| matches!(field.tag, "246" | "740"));
    let texts = fields.filter_map(self::title).chain(in_script.map(str::to_owned));
    for text in texts.filter(|text| title != Some(text)) {
        add_new(&mut found, text);
    }
    found
}

/// Title, numbers and names of parts, and subtitle.
pub(in crate::marc) fn title(field: DataField<'_>) -> Option<String> {
    let has_proper = field.first('a').is_some_and(|title| !clean(title).is_empty());
    let mut text = String::new();
    let (mut last_code, mut last_mark) = (' ', ' ');
    for subfield in field.subfields {
        let value = clean(&subfield.value);
        let mark = value.chars().last().unwrap_or(' ');
        // A collection without a title is named after its kind.
        let is_wanted =
            matches!(subfield.code, 'a' | 'b' | 'n' | 'p') || (subfield.code == 'k' && !has_proper);
        // Some cataloguers put the separator at the begin of the next part.
        let part = without_end(value.trim_start_matches([':', ';', '=', '/', ',', ' ']));
        if is_wanted && !part.is_empty() && !MEDIA.contains(&part.to_lowercase().as_str()) {
            if !text.is_empty() {
                text.push_str(match (subfield.code, last_code, last_mark) {
                    ('p', 'n', _) => ", ",
                    ('n' | 'p', _, _) => ". ",
                    (_, _, '=') => " = ",
                    (_, _, ';') => "; ",
                    _ => ": ",
                });
            }
            text.push_str(part);
            last_code = subfield.code;
        }
        last_mark = mark;
    }
    let text = without_unsorted_marks(&text)
        .replace(" : ", ": ")
        .replace(" ; ", "; ");
    let text = without_enclosing_brackets(&text);
    (!text.is_empty()).then(|| text.to_owned())
}

/// Marks such as `<<Die>>` and `¬Die¬` around an article that is not sorted.
fn without_unsorted_marks(text: &str) -> String {
    if text.starts_with("<<") && text.contains(">>") {
        return clean(&text.replacen("<<", "", 1).replacen(">>", " ", 1));
    }
    if text.matches('¬').count() == 2 {
        return clean(&text.replace('¬', " "));
    }
    text.to_owned()
}

/// Square brackets around the whole title say that the cataloguer supplied it.
fn without_enclosing_brackets(text: &str) -> &str {
    text.strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'))
        .filter(|text| !text.contains(['[', ']']))
        .unwrap_or(text)
        .trim()
}

#[cfg(test)]
mod tests {
    use super::{others, read};
    use crate::marc::samples;

    #[test]
    fn reads_titles() {
        for (field, expected) in [
            ("245 10 $aTitle :$bsubtitle /$cby Name.", "Title: subtitle"),
            (
                "245 10 $aTitle$h[electronic resource] :$bsubtitle.",
                "Title: subtitle",
            ),
            ("245 10 $aTitle.$nPart 2,$pName /$cBy.", "Title. Part 2, Name"),
            ("245 10 $aTitle.$pName :$bsubtitle.", "Title. Name: subtitle"),
            ("245 10 $aTitle$b: subtitle", "Title: subtitle"),
            ("245 10 $aTitle$b[videorecording] :$bsubtitle", "Title: subtitle"),
            ("245 10 $aTitle =$bTitre /", "Title = Titre"),
            ("245 10 $aOne ;$bTwo ; Three /$cName.", "One; Two; Three"),
            ("245 10 $aTitle : subtitle /", "Title: subtitle"),
            ("245 14 $aThe title.", "The title"),
            ("245 14 $a\u{98}The \u{9c}title", "The title"),
            ("245 14 $a<<Die>> Verwandlung", "Die Verwandlung"),
            ("245 14 $a¬Die¬ Verwandlung", "Die Verwandlung"),
            ("245 10 $a[Letters] /$cName.", "Letters"),
            ("245 10 $a[One] and [two]", "[One] and [two]"),
            ("245 10 $aWait for it ...", "Wait for it ..."),
            ("245 10 $kPapers,$f1901-1910.", "Papers"),
            ("245 10 $bOnly a subtitle", "Only a subtitle"),
        ] {
            let read = read(&samples::book(&[field]));
            assert_eq!(read, (Some(expected.to_owned()), None), "{field}");
        }
    }

    #[test]
    fn reads_other_titles() {
        for (fields, expected) in [
            (
                &["246 3  $aOther :$bsubtitle.", "246 18 $iSpine:$aSpine"][..],
                &["Other: subtitle", "Spine"][..],
            ),
            (&["740 02 $aRelated.", "246 3  $aOther"], &["Related", "Other"]),
            (
                &[
                    "245 10 $aTitle.",
                    "246 3  $aTitle",
                    "246 3  $aOther",
                    "740 0  $aOther /",
                ],
                &["Other"],
            ),
            (
                &[
                    "245 10 $6880-01$aNihongo",
                    "880 10 $6245-01$a日本語",
                    "246 3  $aOther",
                ],
                &["Other", "日本語"],
            ),
            (&["246 3  $i"], &[]),
        ] {
            let record = samples::book(fields);
            let (title, in_script) = read(&record);
            assert_eq!(others(&record, title.as_deref(), in_script.as_deref()), expected);
        }
    }

    #[test]
    fn reads_titles_in_their_own_script() {
        let own = "880 10 $6245-01/$1$a日本語 /$c著者.";
        let other = "880 1  $6100-02/$1$a著者.";
        let romanized = "245 10 $6880-01$aNihongo /$cChosha.";
        for (fields, expected) in [
            (&[other, own, romanized][..], (Some("Nihongo"), Some("日本語"))),
            (&[other, own], (Some("日本語"), None)),
            (&[other, romanized], (Some("Nihongo"), None)),
            (&["245 10 $a / "], (None, None)),
            (&[], (None, None)),
        ] {
            let (title, in_script) = read(&samples::book(fields));
            assert_eq!((title.as_deref(), in_script.as_deref()), expected);
        }
    }
}
