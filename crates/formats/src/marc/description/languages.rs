//! The language of a work.

use super::language_names::{FORMER, NAMES};
use crate::marc::Record;

/// The English name of the language: that of field 008, or else the first of field 041.
pub(super) fn read(record: &Record) -> Option<String> {
    let coded = record
        .control("008")
        .filter_map(|value| value.get(35..38))
        .find_map(name);
    let listed = || {
        record
            .tagged("041")
            .flat_map(|field| field.all('a'))
            // Older records have several codes in one subfield.
            .find_map(|codes| name(codes.trim().get(..3)?))
    };
    coded.or_else(listed).map(str::to_owned)
}

fn name(code: &str) -> Option<&'static str> {
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
