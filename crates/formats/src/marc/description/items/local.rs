//! Copies in local fields: 949, which many systems use in similar ways, and 999 of SirsiDynix.

use super::{Described, Item, ItemState, first_of, for_each_barcode, price_number, values};
use crate::marc::Record;
use crate::marc::record::DataField;

/// Shorter texts are codes and not barcodes.
const MIN_BARCODE: usize = 4;

/// The copies in fields 949 with a barcode.
pub(super) fn described_in_949(record: &Record) -> Vec<Described> {
    let mut described = Vec::new();
    for field in record.tagged("949") {
        let Some(code) = barcode_code(field) else {
            continue;
        };
        let item = Item {
            call_number: first_of(field, &['a']),
            location: first_of(field, &['l']),
            item_type: first_of(field, &['t']),
            price_text: first_of(field, &['p'])
                .filter(|_| code != 'p')
                .and_then(|price| price_number(&price)),
            ..Item::default()
        };
        let barcodes = values(field, code).filter(|value| is_barcode(value));
        described.push((field.place, for_each_barcode(barcodes, item)));
    }
    described
}

/// The subfield that has the barcode.
fn barcode_code(field: DataField<'_>) -> Option<char> {
    ['i', 'b', 'p']
        .into_iter()
        .find(|code| values(field, *code).any(|value| is_barcode(&value)))
}

/// Letters and digits, or groups of digits. Prices and parts of call numbers have other characters.
fn is_barcode(text: &str) -> bool {
    let is_plain = text
        .chars()
        .all(|character| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '*'));
    let is_grouped = text
        .chars()
        .all(|character| character.is_ascii_digit() || character == ' ');
    let has_digit = text.contains(|character: char| character.is_ascii_digit());
    text.chars().count() >= MIN_BARCODE && has_digit && (is_plain || is_grouped)
}

/// The copies in fields 999 with a call number and a barcode.
pub(super) fn described_in_999(record: &Record) -> Vec<Described> {
    let fields = record
        .tagged("999")
        .filter(|field| field.first('a').is_some() && field.first('i').is_some());
    let described = fields.map(|field| {
        let current = first_of(field, &['k']);
        let item = Item {
            call_number: first_of(field, &['a']),
            location: first_of(field, &['l']),
            item_type: first_of(field, &['t']),
            price_text: first_of(field, &['p']).and_then(|price| price_number(&price)),
            state: current.as_deref().map_or(ItemState::Available, state),
            ..Item::default()
        };
        (field.place, for_each_barcode(values(field, 'i'), item))
    });
    described.collect()
}

/// The state that a current location such as `LOST-ASSUM` stands for.
fn state(location: &str) -> ItemState {
    let location = location.to_ascii_uppercase();
    let begins = |words: &[&str]| words.iter().any(|word| location.starts_with(word));
    if begins(&["LOST", "MISSING"]) {
        ItemState::Lost
    } else if begins(&["DISCARD", "WITHDRAWN"]) {
        ItemState::Withdrawn
    } else if begins(&["DAMAGED"]) {
        ItemState::Damaged
    } else {
        ItemState::Available
    }
}

#[cfg(test)]
mod tests {
    use super::{described_in_949, described_in_999};
    use crate::marc::description::items::items;
    use crate::marc::description::items::tests::shown;
    use crate::marc::samples;

    #[test]
    fn reads_items_of_949() {
        for (field, expected) in [
            (
                "949    $aFIC ROE$i31234000123456$lMAIN$t7$p12.50",
                &["31234000123456|FIC ROE|MAIN|7|-|12.50|-|Available"][..],
            ),
            (
                "949    $aFIC$b3 1234 00012 3456",
                &["3 1234 00012 3456|FIC|-|-|-|-|-|Available"],
            ),
            ("949    $aFIC$pA100", &["A100|FIC|-|-|-|-|-|Available"]),
            (
                "949    $i1001$i1002",
                &["1001|-|-|-|-|-|-|Available", "1002|-|-|-|-|-|-|Available"],
            ),
            ("949    $aQA76$b.R87 1999$p$12.50", &[]),
            ("949    $aQA76$bR8$iabcdef", &[]),
            ("949    $a*recs=b;", &[]),
        ] {
            assert_eq!(
                shown(&items(described_in_949(&samples::book(&[field])))),
                expected,
                "{field}"
            );
        }
    }

    #[test]
    fn reads_items_of_999() {
        for (field, expected) in [
            (
                "999    $aFIC ROE$wDEWEY$i1001$lSTACKS$kONSHELF$tBOOK$p$12.00",
                &["1001|FIC ROE|STACKS|BOOK|-|-|-|Available"][..],
            ),
            ("999    $aFIC$i1001$kLOST-ASSUM", &["1001|FIC|-|-|-|-|-|Lost"]),
            (
                "999    $aFIC$i1001$kDISCARD$p12.00",
                &["1001|FIC|-|-|-|12.00|-|Withdrawn"],
            ),
            ("999    $aFIC$i1001$kDAMAGED", &["1001|FIC|-|-|-|-|-|Damaged"]),
            ("999    $c1$d1", &[]),
            ("999    $i1001", &[]),
        ] {
            assert_eq!(
                shown(&items(described_in_999(&samples::book(&[field])))),
                expected,
                "{field}"
            );
        }
    }
}
