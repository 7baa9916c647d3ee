//! Records for the tests of this module.

use proptest::prelude::*;

use super::{Field, Record, Subfield};

/// A control field.
pub(super) fn control(tag: &str, value: &str) -> Field {
    Field::Control {
        tag: tag.to_owned(),
        value: value.to_owned(),
    }
}

/// A data field; `indicators` are two characters.
pub(super) fn data(tag: &str, indicators: &str, subfields: &[(char, &str)]) -> Field {
    let mut indicators = indicators.chars();
    Field::Data {
        tag: tag.to_owned(),
        indicators: [indicators.next().unwrap(), indicators.next().unwrap()],
        subfields: subfields
            .iter()
            .map(|(code, value)| Subfield {
                code: *code,
                value: (*value).to_owned(),
            })
            .collect(),
    }
}

/// A data field from a line such as `245 10 $aTitle /$cName`.
pub(super) fn line(text: &str) -> Field {
    let (head, rest) = text.split_at(6);
    let mut subfields = Vec::new();
    for part in rest.split('$').skip(1) {
        let mut characters = part.chars();
        let code = characters.next().unwrap();
        subfields.push((code, characters.as_str()));
    }
    data(&head[..3], &head[4..6], &subfields)
}

/// A record about a book, with the fields of [`line`]; a line without indicators, such as `001 42`, is a control field.
pub(super) fn book(lines: &[&str]) -> Record {
    let fields = lines.iter().map(|text| {
        if text.starts_with("00") {
            control(&text[..3], &text[4..])
        } else {
            line(text)
        }
    });
    Record {
        leader: "00000nam a2200000 a 4500".to_owned(),
        fields: fields.collect(),
    }
}

/// Bytes among which those with a meaning in the formats are frequent.
pub(crate) fn structural_byte() -> impl Strategy<Value = u8> {
    prop_oneof![
        3 => prop::sample::select(b"\x1d\x1e\x1f\x1b 0123456789<>/!-[]?&;\"'".to_vec()),
        1 => any::<u8>(),
    ]
}

/// Any record that both formats can hold.
pub(super) fn record() -> impl Strategy<Value = Record> {
    let text = || {
        prop_oneof![
            "[ -~]{0,20}",
            "[ -~\u{a0}-\u{d7ff}\u{10000}-\u{10ffff}\t\n\r]{0,10}"
        ]
    };
    let control = ("00[1-9A-Za-z]", text()).prop_map(|(tag, value)| Field::Control { tag, value });
    let subfield = ("[!-~é]", text()).prop_map(|(code, value)| Subfield {
        code: code.chars().next().unwrap_or('a'),
        value,
    });
    let data = (
        "[1-9A-Za-z][0-9A-Za-z]{2}",
        "[ -~]{2}",
        prop::collection::vec(subfield, 0..4),
    )
        .prop_map(|(tag, indicators, subfields)| {
            let mut indicators = indicators.chars();
            let mut next = move || indicators.next().unwrap_or(' ');
            Field::Data {
                tag,
                indicators: [next(), next()],
                subfields,
            }
        });
    let field = prop_oneof![control, data];
    (
        "[0-9]{5}[a-z]{4}a22[0-9]{5}[ a-z]{3}4500",
        prop::collection::vec(field, 0..8),
    )
        .prop_map(|(leader, fields)| Record { leader, fields })
}

/// Records with the fields and subfields that descriptions are made of.
pub(super) fn described_record() -> impl Strategy<Value = Record> {
    let tags = prop::sample::select(vec![
        "020", "022", "035", "041", "050", "082", "100", "110", "111", "245", "250", "260", "264", "300",
        "490", "500", "505", "520", "521", "600", "650", "653", "700", "710", "830", "852", "856", "876",
        "880", "949", "952", "999",
    ]);
    let value = prop_oneof![
        "[ -~]{0,20}",
        "[A-Z]{1,5}[,.] [a-z ]{0,10}[ .,:;/=]{0,3}",
        "[0-9 \\[\\](),p.-]{0,20}",
        any::<String>(),
        "by [A-Z]{2,8} [;,] [a-z]{2,8} [A-Z.]{2,8}",
    ];
    let subfield = ("[a-z0-9]", value).prop_map(|(code, value)| Subfield {
        code: code.chars().next().unwrap_or('a'),
        value,
    });
    let field = (tags, "[ 0-9]{2}", prop::collection::vec(subfield, 0..5)).prop_map(
        |(tag, indicators, subfields)| {
            let mut indicators = indicators.chars();
            let mut next = move || indicators.next().unwrap_or(' ');
            Field::Data {
                tag: tag.to_owned(),
                indicators: [next(), next()],
                subfields,
            }
        },
    );
    let fixed = any::<String>().prop_map(|value| control("008", &value));
    prop::collection::vec(prop_oneof![1 => fixed, 8 => field], 0..10).prop_map(|fields| Record {
        leader: "00000nam a2200000 a 4500".to_owned(),
        fields,
    })
}
