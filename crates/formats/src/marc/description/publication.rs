//! Publisher, edition and year.

use super::text::{clean, four_digits, joined, some, without_brackets, without_end};
use crate::marc::Record;
use crate::marc::record::DataField;

/// Statements that the publisher is not known.
const UNKNOWN: [&str; 6] = [
    "s.n",
    "s. n",
    "sine nomine",
    "publisher not identified",
    "verlag nicht ermittelbar",
    "б. и",
];

/// Years outside of this range stand for unknown ones, such as `9999`.
const YEARS: std::ops::Range<i64> = 1000..2200;

/// The fields about publication: those of RDA, or else of AACR2.
pub(in crate::marc) fn statements(record: &Record) -> impl Iterator<Item = DataField<'_>> {
    let current = record.tagged("264").filter(|field| field.indicators[1] == '1');
    current.chain(record.tagged("260"))
}

/// The name of the publisher.
pub(in crate::marc) fn publisher(record: &Record) -> Option<String> {
    statements(record)
        .flat_map(|field| field.all('b'))
        .find_map(publisher_name)
}

/// The publisher that a subfield names.
pub(in crate::marc) fn publisher_name(text: &str) -> Option<String> {
    let name = without_end(&clean(&without_brackets(text))).to_owned();
    let is_unknown = UNKNOWN.contains(&name.trim_end_matches('.').to_lowercase().as_str());
    (!name.is_empty() && !is_unknown).then_some(name)
}

/// The statement of the edition.
pub(in crate::marc) fn edition(record: &Record) -> Option<String> {
    record.tagged("250").find_map(edition_statement)
}

/// The edition that a field states.
pub(in crate::marc) fn edition_statement(field: DataField<'_>) -> Option<String> {
    let text = joined(field.any_of(|code| matches!(code, 'a' | 'b')));
    some(without_end(&clean(&without_brackets(&text))))
}

/// The year of publication: the first date of field 008, or else the year in the statement.
pub(in crate::marc) fn year(record: &Record) -> Option<i64> {
    let coded = record
        .control("008")
        .filter_map(|value| value.get(7..11))
        .filter(|date| date.bytes().all(|byte| byte.is_ascii_digit()))
        .filter_map(|date| date.parse().ok());
    let stated = statements(record)
        .flat_map(|field| field.all('c'))
        .filter_map(stated_year);
    coded.filter(|year| YEARS.contains(year)).chain(stated).next()
}

/// The year in a statement of the date.
pub(crate) fn stated_year(text: &str) -> Option<i64> {
    let year = four_digits(text)?.parse().ok()?;
    YEARS.contains(&year).then_some(year)
}

#[cfg(test)]
mod tests {
    use super::{edition, publisher, year};
    use crate::marc::samples;

    #[test]
    fn reads_publishers() {
        for (fields, expected) in [
            (
                &["260    $aLondon :$bPenguin Books,$c1998."][..],
                Some("Penguin Books"),
            ),
            (
                &[
                    "260    $bOld,",
                    "264  4 $c©1998",
                    "264  2 $bDistributor",
                    "264  1 $bNew;",
                ],
                Some("New"),
            ),
            (&["260    $a[S.l.] :$b[s.n.],$c1998."], None),
            (&["264  1 $b[publisher not identified],"], None),
            (&["260    $b[Verlag] :$bOther Verlag,"], Some("Verlag")),
            (&["260    $bWiley & Sons, Inc.,"], Some("Wiley & Sons, Inc.")),
            (&[], None),
        ] {
            assert_eq!(publisher(&samples::book(fields)).as_deref(), expected);
        }
    }

    #[test]
    fn reads_editions() {
        for (field, expected) in [
            ("250    $aSecond edition.", "Second edition"),
            (
                "250    $a2nd ed. /$brevised by A. Name.",
                "2nd ed. / revised by A. Name",
            ),
            ("250    $a[1st ed.]", "1st ed."),
            ("250    $a2., überarb. Aufl.", "2., überarb. Aufl."),
        ] {
            assert_eq!(edition(&samples::book(&[field])).as_deref(), Some(expected));
        }
    }

    #[test]
    fn reads_years() {
        let coded = |date: &str| format!("008 200101s{date}    nyu");
        for (fields, expected) in [
            (vec![coded("1998"), "260    $c2001".into()], Some(1998)),
            (vec![coded("199u"), "260    $cc1997, 1998".into()], Some(1997)),
            (vec![coded("9999"), "264  1 $c[2020]".into()], Some(2020)),
            (vec!["008 short".into(), "264  1 $c[2020?]".into()], Some(2020)),
            (vec!["264  4 $c©2020".into()], None),
            (vec!["260    $c[19--]".into()], None),
        ] {
            let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
            assert_eq!(year(&samples::book(&fields)), expected, "{fields:?}");
        }
    }
}
