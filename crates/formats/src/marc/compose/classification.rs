//! Call number, Dewey class and class of the Library of Congress.

use super::edit::{alone, data, insert, remove, subfield, subfields_mut};
use crate::marc::Record;
use crate::marc::description::classification::{call_number, dewey, lc_class};
use crate::marc::description::local;
use crate::marc::description::text::clean;

/// The fields with a class, the preferred one for the call number first.
const CLASSES: [&str; 4] = ["092", "082", "090", "050"];

/// Changes the classes: fields 082 and 092, fields 050 and 090; and the call number, which is in one of them or in field 099.
pub(super) fn change(record: &mut Record, call: Option<&str>, dewey_class: Option<&str>, lc: Option<&str>) {
    if dewey(record).as_deref() != dewey_class {
        remove(record, |field| matches!(field.tag, "082" | "092"));
        if let Some(class) = dewey_class {
            insert(record, data("082", ['0', '4'], &[('a', class)]));
        }
    }
    if lc_class(record).as_deref() != lc {
        remove(record, |field| matches!(field.tag, "050" | "090"));
        if let Some(class) = lc {
            insert(record, data("050", [' ', '4'], &[('a', class)]));
        }
    }
    let is_wanted = |record: &Record| call_number(record).as_deref() == call;
    if is_wanted(record) {
        return;
    }
    remove(record, |field| field.tag == "099");
    if is_wanted(record) {
        return;
    }
    match call {
        Some(call) => set_call_number(record, call),
        None => drop_call_number(record, dewey_class, lc),
    }
}

/// Sets the call number: behind the class if it begins with the class, or else in free form.
fn set_call_number(record: &mut Record, wanted: &str) {
    let is_wanted = |record: &Record| call_number(record).as_deref() == Some(wanted);
    let with_item = with_item(record, wanted).filter(is_wanted);
    let free = |subfields: &[(char, &str)]| {
        let mut changed = record.clone();
        insert(&mut changed, data("099", [' '; 2], subfields));
        changed
    };
    let plain = || Some(free(&[('a', wanted)])).filter(is_wanted);
    // The source says that this number comes before those of the classes.
    let preferred = || free(&[('a', wanted), ('2', local::SOURCE)]);
    *record = with_item.or_else(plain).unwrap_or_else(preferred);
}

/// The record with the call number in the field of which it is read.
fn with_item(record: &Record, wanted: &str) -> Option<Record> {
    let class = |tag: &&'static str| {
        let mut fields = record.tagged(tag);
        fields.find(|field| field.first('a').is_some_and(|class| !clean(class).is_empty()))
    };
    let field = CLASSES.iter().find_map(class)?;
    let class = if matches!(field.tag, "082" | "092") {
        dewey(&alone(&record.fields[field.place]))?
    } else {
        clean(field.first('a')?)
    };
    let item = wanted.strip_prefix(class.as_str())?;
    let mut changed = record.clone();
    let subfields = subfields_mut(&mut changed.fields[field.place])?;
    subfields.retain(|subfield| subfield.code != 'b');
    if let Some(item) = item.strip_prefix(' ') {
        let class = subfields.iter().position(|subfield| subfield.code == 'a')?;
        subfields.insert(class + 1, subfield('b', item));
    } else if !item.is_empty() {
        return None;
    }
    Some(changed)
}

/// Removes what the call number is read of, unless a class is read of it too.
fn drop_call_number(record: &mut Record, dewey_class: Option<&str>, lc: Option<&str>) {
    for tag in ["092", "090", "082", "050"] {
        let mut changed = record.clone();
        remove(&mut changed, |field| field.tag == tag);
        if dewey(&changed).as_deref() == dewey_class && lc_class(&changed).as_deref() == lc {
            *record = changed;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{call_number, change, dewey, lc_class};
    use crate::marc::samples;

    #[test]
    fn changes_classes() {
        for (fields, wanted, expected) in [
            (
                &[][..],
                (Some("813.54"), Some("813.54"), None),
                &["082 04 $a813.54"][..],
            ),
            (
                &[],
                (Some("813.54 ROE"), Some("813.54"), Some("PS1")),
                &["050  4 $aPS1", "082 04 $a813.54$bROE"],
            ),
            (&[], (Some("PS1 .R8"), None, Some("PS1")), &["050  4 $aPS1$b.R8"]),
            (&[], (Some("FIC ROE"), None, None), &["099    $aFIC ROE"]),
            (
                &[],
                (Some("A/V 12"), Some("813"), None),
                &["082 04 $a813", "099    $aA/V 12$2carrel"],
            ),
            (
                &["082 04 $a813/.5$bROE$222"],
                (Some("813.5 DOE"), Some("813.5"), None),
                &["082 04 $a813/.5$bDOE$222"],
            ),
            (
                &["082 04 $a813", "092    $aFIC$bROE"],
                (Some("813"), Some("813"), None),
                &["082 04 $a813", "092    $aFIC$bROE", "099    $a813$2carrel"],
            ),
            (
                &["099    $aFIC", "050 00 $aQA1"],
                (Some("QA1"), None, Some("QA1")),
                &["099    $aFIC", "050 00 $aQA1"],
            ),
            (&["092    $aFIC"], (None, None, None), &[]),
            (&["099    $aFIC"], (None, None, None), &[]),
        ] {
            let mut record = samples::book(fields);
            change(&mut record, wanted.0, wanted.1, wanted.2);
            let read = (call_number(&record), dewey(&record), lc_class(&record));
            assert_eq!(
                (read.0.as_deref(), read.1.as_deref(), read.2.as_deref()),
                wanted,
                "{fields:?}"
            );
            assert_eq!(record, samples::book(expected), "{fields:?}");
        }
    }
}
