//! Call numbers and classes.

use super::local::is_own;
use super::text::{clean, joined, some};
use crate::marc::Record;
use crate::marc::record::DataField;

/// The fields with a call number, the preferred ones first.
const CALL_NUMBERS: [&str; 5] = ["092", "082", "090", "050", "099"];

/// The call number: local, Dewey, or Library of Congress. A field 099 with the source of this system comes before all others.
pub(in crate::marc) fn call_number(record: &Record) -> Option<String> {
    let mut own = record.tagged("099").filter(is_own);
    if let Some(number) = own.find_map(|field| some(&joined(field.all('a')))) {
        return Some(number);
    }
    first_of(record, &CALL_NUMBERS, |field| {
        // A call number in free form may be in several subfields.
        let class = if field.tag == "099" {
            joined(field.all('a'))
        } else {
            class(field)?
        };
        let item = clean(field.first('b').unwrap_or_default());
        some(&format!("{class} {item}"))
    })
}

/// The Dewey class.
pub(in crate::marc) fn dewey(record: &Record) -> Option<String> {
    first_of(record, &["082", "092"], class)
}

/// The class of the Library of Congress.
pub(in crate::marc) fn lc_class(record: &Record) -> Option<String> {
    first_of(record, &["050", "090"], class)
}

fn first_of(
    record: &Record,
    tags: &[&str],
    read: impl Fn(DataField<'_>) -> Option<String>,
) -> Option<String> {
    tags.iter().find_map(|tag| record.tagged(tag).find_map(&read))
}

fn class(field: DataField<'_>) -> Option<String> {
    let class = field.first('a').and_then(some)?;
    // Marks in a Dewey number show where it may be shortened.
    let is_mark = |character: char| matches!(character, '/' | '\'' | '\u{2b9}' | '\u{2032}' | '\u{2019}');
    if matches!(field.tag, "082" | "092") {
        return some(&class.replace(is_mark, ""));
    }
    Some(class)
}

#[cfg(test)]
mod tests {
    use super::{call_number, dewey, lc_class};
    use crate::marc::samples;

    #[test]
    fn reads_call_numbers() {
        for (fields, expected) in [
            (&["082 04 $a813/.54$222"][..], Some("813.54")),
            (&["082 04 $a813ʹ.54$bROE", "050  4 $aPS3568"], Some("813.54 ROE")),
            (&["082 04 $a813.54", "092    $aFIC$bROE"], Some("FIC ROE")),
            (&["082    $a[Fic]$a813"], Some("[Fic]")),
            (&["050 00 $aQA76.73.R87$bK55 2018"], Some("QA76.73.R87 K55 2018")),
            (&["050 00 $aA1/B2", "090    $aQA1 $b.R8"], Some("QA1 .R8")),
            (&["050 00 $aA1/B2"], Some("A1/B2")),
            (&["099    $aFIC$aROE"], Some("FIC ROE")),
            (&["082 04 $a813", "099    $aA/V 12$2carrel"], Some("A/V 12")),
            (&["082 04 $a813", "099    $aA/V 12"], Some("813")),
            (&["082 04 $b1", "099    $a"], None),
        ] {
            assert_eq!(call_number(&samples::book(fields)).as_deref(), expected);
        }
    }

    #[test]
    fn reads_classes() {
        let record = samples::book(&["050 00 $aQA76$bK55", "082 04 $a005/.13$bKLA"]);
        assert_eq!(dewey(&record).as_deref(), Some("005.13"));
        assert_eq!(lc_class(&record).as_deref(), Some("QA76"));
    }
}
