//! What a record says to other libraries: without the notes, prices and copies that only staff of the library see.

use super::compose::{insert_items, remove_fields, set_control};
use super::record::DataField;
use super::{Field, Item, Record, Subfield};

/// Fields that say how the library got and handles the work, and its prices and copies.
const OF_STAFF: [&str; 11] = [
    "037", "365", "366", "541", "583", "850", "852", "876", "877", "878", "955",
];

/// What a record is called in the library that shares it.
#[derive(Clone, Copy, Debug)]
pub struct SharedNumber<'a> {
    /// The number of the record there.
    pub number: &'a str,
    /// The name of the system that gives these numbers.
    pub source: &'a str,
    /// When the record changed last, as in field 005: `20261127104500.0`.
    pub changed: &'a str,
}

/// The record for other libraries. It has these copies in fields 952, and no other local fields. The number of the system
/// that it was imported from goes to field 035.
pub fn shared(mut record: Record, number: SharedNumber<'_>, items: &[Item]) -> Record {
    remove_fields(&mut record, is_of_staff);
    for field in &mut record.fields {
        if let Field::Data { tag, subfields, .. } = field {
            subfields.retain(|subfield| !is_subfield_of_staff(tag, subfield.code));
        }
    }
    record.fields.retain(|field| match field {
        Field::Data { subfields, .. } => !subfields.is_empty(),
        Field::Control { .. } => true,
    });
    let first = |tag| record.control(tag).next().map(|value| value.trim().to_owned());
    let (old_number, old_source) = (first("001"), first("003"));
    if let (Some(old_number), Some(old_source)) = (old_number, old_source)
        && !old_number.is_empty()
        && !old_source.is_empty()
    {
        let value = format!("({old_source}){old_number}");
        let is_known = record
            .tagged("035")
            .any(|field| field.all('a').any(|one| one == value));
        if !is_known {
            let field = Field::Data {
                tag: "035".to_owned(),
                indicators: [' '; 2],
                subfields: vec![Subfield { code: 'a', value }],
            };
            super::compose::insert_field(&mut record, field);
        }
    }
    set_control(&mut record, "001", Some(number.number));
    set_control(&mut record, "003", Some(number.source));
    set_control(&mut record, "005", Some(number.changed));
    insert_items(&mut record, items);
    record
}

/// Local fields are those that begin with 9 or have the form 59X. A first indicator of 0 marks a private note.
fn is_of_staff(field: &DataField<'_>) -> bool {
    let is_private = matches!(field.tag, "542" | "561") && field.indicators[0] == '0';
    // A field in another script begins with the tag of the field that it repeats.
    let tag = match (field.tag, field.first('6')) {
        ("880", Some(link)) => link,
        (tag, _) => tag,
    };
    let is_local = tag.starts_with('9') || tag.starts_with("59");
    is_local || is_private || OF_STAFF.into_iter().any(|staff| tag.starts_with(staff))
}

/// Prices, and the notes of links that are not for the public.
fn is_subfield_of_staff(tag: &str, code: char) -> bool {
    matches!((tag, code), ("020" | "024", 'c') | ("856", 'x'))
}

#[cfg(test)]
mod tests {
    use super::{SharedNumber, shared};
    use crate::marc::{Item, samples};

    const NUMBER: SharedNumber<'_> = SharedNumber {
        number: "book_12",
        source: "library.example",
        changed: "20261127104500.0",
    };

    #[test]
    fn a_shared_record_has_nothing_of_staff() {
        let record = samples::book(&[
            "001 77",
            "003 DLC",
            "020    $a9780134610993$c12.00",
            "037    $bA shop$c12.00",
            "245 10 $aTitle.",
            "500    $aA note.",
            "541    $cGift$h100.00",
            "561 0  $aPrivate.",
            "561 1  $aPublic.",
            "590    $aLocal note.",
            "650  0 $aBees.",
            "852    $p1001$9P12.00",
            "856 4  $uhttps://a.example$xpassword: b",
            "880    $6541-01$cGift",
            "949    $i2000$a813$p3.00",
            "952    $00$10$40$70$g12.50$p1001$xsecret",
            "990    $aScience$c14$2carrel",
        ]);
        let items = [Item {
            call_number: Some("813 ROE".to_owned()),
            location: Some("Stacks".to_owned()),
            ..Item::default()
        }];
        let expected = samples::book(&[
            "001 book_12",
            "003 library.example",
            "005 20261127104500.0",
            "020    $a9780134610993",
            "035    $a(DLC)77",
            "245 10 $aTitle.",
            "500    $aA note.",
            "561 1  $aPublic.",
            "650  0 $aBees.",
            "856 4  $uhttps://a.example",
            "952    $00$10$40$70$cStacks$o813 ROE",
        ]);
        let made = shared(record, NUMBER, &items);
        assert_eq!(made, expected);
    }
}
