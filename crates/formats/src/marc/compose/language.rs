//! The language: field 008, and field 041 where 008 does not say it.

use super::edit::{data, insert, retain_subfields, set_fixed, subfields_mut};
use crate::marc::Record;
use crate::marc::description::languages::{code, listed, read};
use crate::marc::description::local::{self, is_own};
use crate::marc::record::DataField;

/// Where field 008 has the code.
const START: usize = 35;
/// The code of a language that is not known.
const UNDETERMINED: &str = "und";

/// Changes the language.
pub(super) fn change(record: &mut Record, wanted: Option<&str>) {
    let found = read(record);
    if found.as_deref() == wanted {
        return;
    }
    let wanted_code = wanted.and_then(code);
    let is_coded = set_fixed(record, START, wanted_code.unwrap_or(UNDETERMINED));
    let Some(wanted_code) = wanted_code else {
        remove_listed(record, |_| true);
        if let Some(wanted) = wanted {
            let subfields = [('a', wanted), ('2', local::SOURCE)];
            insert(record, data("041", [' ', '7'], &subfields));
        }
        return;
    };
    remove_listed(record, is_own);
    let is_old = |field: &DataField<'_>, text: &str| {
        let language = listed(*field, text);
        language.is_some() && (!is_coded || language == found)
    };
    let old = record
        .tagged("041")
        .find(|field| field.all('a').any(|text| is_old(field, text)));
    match old.map(|field| field.place) {
        Some(at) => {
            let field = record.fields[at].clone();
            if let Some(field) = field.data()
                && let Some(subfields) = subfields_mut(&mut record.fields[at])
                && let Some(first) = subfields
                    .iter_mut()
                    .find(|subfield| subfield.code == 'a' && is_old(&field, &subfield.value))
            {
                // Older records have several codes in one subfield.
                let others = first.value.trim().get(3..).unwrap_or_default();
                first.value = [wanted_code, others].concat();
            }
        }
        None if !is_coded => {
            insert(record, data("041", ['0', ' '], &[('a', wanted_code)]));
        }
        None => {}
    }
}

/// Removes languages from fields 041.
fn remove_listed(record: &mut Record, is_about: impl Fn(&DataField<'_>) -> bool) {
    retain_subfields(
        record,
        |field| field.tag == "041" && is_about(field),
        |field, subfield| subfield.code != 'a' || listed(*field, &subfield.value).is_none(),
    );
    // The source alone says nothing.
    record.fields.retain(|field| {
        let data = field.data().filter(|field| field.tag == "041" && is_own(field));
        data.is_none_or(|field| field.first('a').is_some())
    });
}

#[cfg(test)]
mod tests {
    use super::change;
    use crate::marc::description::languages::read;
    use crate::marc::samples;

    #[test]
    fn changes_languages() {
        let coded = |code: &str| format!("008 200101s1998    nyu           000 0 {code} d");
        for (fields, wanted, expected) in [
            (vec![coded("eng")], Some("German"), vec![coded("ger")]),
            (
                vec![coded("eng"), "041 0  $aeng$afre$heng".into()],
                Some("German"),
                vec![coded("ger"), "041 0  $ager$afre$heng".into()],
            ),
            (
                vec![coded("eng"), "041 0  $aeng$hfre".into()],
                None,
                vec![coded("und"), "041 0  $hfre".into()],
            ),
            (
                vec![coded("eng")],
                Some("Plautdietsch"),
                vec![coded("und"), "041  7 $aPlautdietsch$2carrel".into()],
            ),
            (
                vec![coded("und"), "041  7 $aPlautdietsch$2carrel".into()],
                Some("English"),
                vec![coded("eng")],
            ),
            (
                vec!["041 0  $aengfre".into()],
                Some("German"),
                vec!["041 0  $agerfre".into()],
            ),
            (vec![], Some("German"), vec!["041 0  $ager".into()]),
        ] {
            let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
            let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
            let mut record = samples::book(&fields);
            change(&mut record, wanted);
            assert_eq!(record, samples::book(&expected), "{fields:?}");
            assert_eq!(read(&record).as_deref(), wanted);
        }
    }
}
