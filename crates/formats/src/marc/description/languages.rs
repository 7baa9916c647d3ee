//! The language of a work.

use super::language_names::{FORMER, NAMES};
use super::local::is_own;
use super::text::some;
use crate::marc::Record;
use crate::marc::record::DataField;

/// The English name of the language: that of field 008, or else the first of field 041. A field 041 with the source of this
/// system has names instead of codes, for languages that are not in the list of codes.
pub(in crate::marc) fn read(record: &Record) -> Option<String> {
    let coded = record
        .control("008")
        .filter_map(|value| value.get(35..38))
        .find_map(name);
    let listed = || {
        let languages = record
            .tagged("041")
            .flat_map(|field| field.all('a').map(move |text| listed(field, text)));
        languages.flatten().next()
    };
    coded.map(str::to_owned).or_else(listed)
}

/// The language of a subfield of field 041.
pub(in crate::marc) fn listed(field: DataField<'_>, text: &str) -> Option<String> {
    if field.indicators[1] == '7' && is_own(&field) {
        return some(text);
    }
    // Older records have several codes in one subfield.
    name(text.trim().get(..3)?).map(str::to_owned)
}

/// The code of a language with an English name.
pub fn code(name: &str) -> Option<&'static str> {
    let found = NAMES.iter().find(|(_, known)| *known == name);
    found.map(|(code, _)| *code)
}

pub fn name(code: &str) -> Option<&'static str> {
    let code = code.to_ascii_lowercase();
    let present = find(&FORMER, &code).unwrap_or(&code);
    find(&NAMES, present)
}

fn find(list: &[(&'static str, &'static str)], code: &str) -> Option<&'static str> {
    let place = list.binary_search_by_key(&code, |(known, _)| known);
    place.ok().map(|place| list[place].1)
}

#[cfg(test)]
mod tests {
    use super::{FORMER, NAMES, name, read};
    use crate::marc::samples;

    #[test]
    fn reads_languages() {
        let coded = |code: &str| format!("008 200101s1998    nyu           000 0 {code} d");
        for (fields, expected) in [
            (vec![coded("eng"), "041 1  $afre".into()], Some("English")),
            (vec![coded("gre")], Some("Greek")),
            (vec![coded("grc")], Some("Ancient Greek")),
            (vec![coded("scr")], Some("Croatian")),
            (vec![coded("und"), "041 1  $afreger".into()], Some("French")),
            (vec![coded("   "), "041    $aGER".into()], Some("German")),
            (
                vec![coded("mul"), "041    $azxx$amul$aspa".into()],
                Some("Spanish"),
            ),
            (
                vec![coded("und"), "041  7 $aKlingon$2carrel".into()],
                Some("Klingon"),
            ),
            (vec![coded("und"), "041  7 $aqya$2iso639-3".into()], None),
            (vec![coded("zxx")], None),
            (vec!["008 short".into()], None),
        ] {
            let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
            assert_eq!(read(&samples::book(&fields)).as_deref(), expected, "{fields:?}");
        }
    }

    #[test]
    fn lists_codes_in_order() {
        for list in [&NAMES[..], &FORMER] {
            assert!(list.windows(2).all(|pair| pair[0].0 < pair[1].0));
        }
        assert!(FORMER.iter().all(|(_, present)| name(present).is_some()));
    }
}
