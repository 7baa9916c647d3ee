//! The numbers of the record and of the work.

use super::edit::{data, first_exact, insert, remove, retain_subfields, subfields_mut};
use super::list::{self, List};
use crate::marc::description::numbers;
use crate::marc::description::text::clean;
use crate::marc::{Field, Record, Subfield};

/// Changes the control number, field 001, or the code of its system, field 003.
pub(super) fn change_control(record: &mut Record, tag: &str, wanted: Option<&str>) {
    let is_stated = |field: &Field| match field {
        Field::Control { tag: other, value } => other == tag && !clean(value).is_empty(),
        Field::Data { .. } => false,
    };
    let found = record.control(tag).map(clean).find(|value| !value.is_empty());
    if found.as_deref() == wanted {
        return;
    }
    let Some(wanted) = wanted else {
        record.fields.retain(|field| !is_stated(field));
        return;
    };
    if let Some(Field::Control { value, .. }) = record.fields.iter_mut().find(|field| is_stated(field)) {
        wanted.clone_into(value);
        return;
    }
    // What is left with this tag is empty.
    record
        .fields
        .retain(|field| !matches!(field, Field::Control { tag: other, .. } if other == tag));
    let field = Field::Control {
        tag: tag.to_owned(),
        value: wanted.to_owned(),
    };
    insert(record, field);
}

/// Book numbers or serial numbers.
struct Numbers {
    tag: &'static str,
    read: fn(&Record) -> Vec<String>,
}

impl List for Numbers {
    type Value = String;

    fn read(&self, record: &Record) -> Vec<String> {
        (self.read)(record)
    }

    fn is_about(&self, field: &Field) -> bool {
        field.tag() == self.tag
    }

    fn key(&self, value: &String) -> Option<String> {
        Some(value.clone())
    }

    /// The other numbers of the field stay, such as cancelled ones; qualifier and price go with the number.
    fn reduced(&self, field: &Field, is_wanted: &dyn Fn(&String) -> bool) -> Option<Field> {
        let states_unwanted = |subfield: &Subfield| {
            let one = data(self.tag, [' '; 2], &[('a', &subfield.value)]);
            subfield.code == 'a' && self.values(&one).iter().any(|value| !is_wanted(value))
        };
        let mut reduced = field.clone();
        let subfields = subfields_mut(&mut reduced)?;
        subfields.retain(|subfield| !states_unwanted(subfield));
        if !subfields.iter().any(|subfield| subfield.code == 'a') {
            subfields.retain(|subfield| !matches!(subfield.code, 'q' | 'c'));
        }
        let has_number = subfields
            .iter()
            .any(|subfield| matches!(subfield.code, 'a' | 'l' | 'm' | 'y' | 'z'));
        has_number.then_some(reduced)
    }

    fn written(&self, value: &String, _record: &Record) -> Vec<Field> {
        vec![data(self.tag, [' '; 2], &[('a', value)])]
    }
}

/// Changes the book numbers, field 020.
pub(super) fn change_isbns(record: &mut Record, wanted: &[String]) {
    let read = numbers::isbns;
    list::change(&Numbers { tag: "020", read }, record, wanted);
}

/// Changes the serial numbers, field 022.
pub(super) fn change_issns(record: &mut Record, wanted: &[String]) {
    let read = numbers::issns;
    list::change(&Numbers { tag: "022", read }, record, wanted);
}

/// Changes the number in WorldCat, field 035.
pub(super) fn change_oclc_number(record: &mut Record, wanted: Option<&str>) {
    if numbers::oclc_number(record).as_deref() == wanted {
        return;
    }
    remove(record, |field| {
        field.tag == "035"
            && field
                .first('a')
                .is_some_and(|number| numbers::number_of_oclc(number).is_some())
    });
    if let Some(wanted) = wanted
        && numbers::oclc_number(record).as_deref() != Some(wanted)
    {
        let number = ["(OCoLC)", wanted].concat();
        insert(record, data("035", [' '; 2], &[('a', &number)]));
    }
}

/// Changes the number at the Library of Congress, field 010.
pub(super) fn change_lccn(record: &mut Record, wanted: Option<&str>) {
    if numbers::lccn(record).as_deref() == wanted {
        return;
    }
    let padded = wanted.map(padded_lccn);
    let stated = record
        .data()
        .find(|field| field.tag == "010" && field.first('a').is_some())
        .map(|field| field.place);
    match (padded, stated) {
        (Some(number), Some(at)) => {
            let written = first_exact([number.as_str(), wanted.unwrap_or_default()], |number| {
                Some(clean(number).as_str()) == wanted
            });
            if let Some(subfields) = subfields_mut(&mut record.fields[at])
                && let Some(first) = subfields.iter_mut().find(|subfield| subfield.code == 'a')
            {
                written.unwrap_or_default().clone_into(&mut first.value);
            }
        }
        (Some(number), None) => {
            insert(record, data("010", [' '; 2], &[('a', &number)]));
        }
        (None, _) => retain_subfields(
            record,
            |field| field.tag == "010",
            |_, subfield| subfield.code != 'a',
        ),
    }
}

/// The number with the spaces that its parts have in field 010: a prefix of three characters before a year of two digits, or
/// of two characters before one of four.
fn padded_lccn(number: &str) -> String {
    let digits = number.trim_start_matches(|character: char| character.is_ascii_lowercase());
    let prefix = &number[..number.len() - digits.len()];
    match digits.len() {
        8 => format!("{prefix:<3}{digits} "),
        10 => format!("{prefix:<2}{digits}"),
        _ => number.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{change_control, change_isbns, change_lccn, change_oclc_number};
    use crate::marc::samples;

    #[test]
    fn changes_control_numbers() {
        for (fields, wanted, expected) in [
            (&["003 A"][..], Some("7"), &["001 7", "003 A"][..]),
            (&["001 6 ", "003 A"], Some("7"), &["001 7", "003 A"]),
            (&["001 6 ", "003 A"], Some("6"), &["001 6 ", "003 A"]),
            (&["001  ", "003 A"], Some("7"), &["001 7", "003 A"]),
            (&["001 6", "003 A"], None, &["003 A"]),
        ] {
            let mut record = samples::book(fields);
            change_control(&mut record, "001", wanted);
            assert_eq!(record, samples::book(expected), "{fields:?}");
        }
    }

    #[test]
    fn changes_isbns() {
        for (fields, wanted, expected) in [
            (
                &["100 1  $aA"][..],
                &["1", "2"][..],
                &["020    $a1", "020    $a2", "100 1  $aA"][..],
            ),
            (
                &["020    $a1$qpbk.$c9", "020    $a2", "020    $z3"],
                &["2", "4"],
                &["020    $a2", "020    $z3", "020    $a4"],
            ),
            (&["020    $a1$qpbk.$z3"], &[], &["020    $z3"]),
            (&["020    $a1$a2$z3"], &["2"], &["020    $a2$z3"]),
            (
                &["020    $a1", "020    $a2"],
                &["2", "1"],
                &["020    $a2", "020    $a1"],
            ),
        ] {
            let wanted: Vec<String> = wanted.iter().map(|&text| text.to_owned()).collect();
            let mut record = samples::book(fields);
            change_isbns(&mut record, &wanted);
            assert_eq!(record, samples::book(expected), "{fields:?}");
        }
    }

    #[test]
    fn changes_numbers_of_oclc_and_the_library_of_congress() {
        let mut record = samples::book(&["001 5", "003 OCoLC", "035    $a(OCoLC)6", "035    $a(A)1"]);
        change_oclc_number(&mut record, Some("5"));
        assert_eq!(record, samples::book(&["001 5", "003 OCoLC", "035    $a(A)1"]));
        change_oclc_number(&mut record, Some("7"));
        assert_eq!(
            record,
            samples::book(&["001 5", "003 OCoLC", "035    $a(A)1", "035    $a(OCoLC)7"])
        );
        for (number, expected) in [
            ("89003456", "010    $a   89003456 "),
            ("2001627090", "010    $a  2001627090"),
            ("agr25000003", "010    $aagr25000003 "),
            ("n 1", "010    $an 1"),
        ] {
            let mut record = samples::book(&[]);
            change_lccn(&mut record, Some(number));
            assert_eq!(record, samples::book(&[expected]), "{number}");
            change_lccn(&mut record, None);
            assert_eq!(record, samples::book(&[]));
        }
    }
}
