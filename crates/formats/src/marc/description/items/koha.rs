//! Copies in field 952, as Koha exports them.

use super::{Described, Item, ItemState, first_of, for_each_barcode, values};
use crate::marc::Record;
use crate::marc::record::DataField;

/// The copies of a record.
pub(super) fn described(record: &Record) -> Vec<Described> {
    let fields = record.tagged("952").filter(is_item);
    fields.map(|field| (field.place, items_of(field))).collect()
}

/// Other systems use field 952 too, without these subfields.
fn is_item(field: &DataField<'_>) -> bool {
    let has = |code| field.first(code).is_some();
    // Koha writes every state, also of a copy of which it knows nothing else.
    let has_states = || ['0', '1', '4', '7'].into_iter().all(has);
    has('p') || has('o') || (has('y') && (has('a') || has('b'))) || has_states()
}

fn items_of(field: DataField<'_>) -> Vec<Item> {
    // Koha has codes for kinds of withdrawal, loss and damage; 0 stands for none.
    let is_set = |code| values(field, code).any(|value| value != "0");
    let state = if is_set('0') {
        ItemState::Withdrawn
    } else if is_set('1') {
        ItemState::Lost
    } else if is_set('4') {
        ItemState::Damaged
    } else {
        ItemState::Available
    };
    let item = Item {
        barcode: None,
        call_number: first_of(field, &['o']),
        location: first_of(field, &['c', 'b', 'a']),
        item_type: first_of(field, &['y']),
        collection: first_of(field, &['8']),
        price_text: first_of(field, &['g', 'v']),
        note: first_of(field, &['z']),
        state,
        not_for_loan: is_set('7'),
    };
    for_each_barcode(values(field, 'p'), item)
}

#[cfg(test)]
mod tests {
    use super::described;
    use crate::marc::description::items::items;
    use crate::marc::description::items::tests::shown;
    use crate::marc::samples;

    #[test]
    fn reads_items() {
        for (field, expected) in [
            (
                "952    $00$10$40$70$8FIC$aCPL$bCPL$cGEN$g12.50$o813 ROE$p1001$yBK$zSigned",
                &["1001|813 ROE|GEN|BK|FIC|12.50|Signed|Available"][..],
            ),
            ("952    $aCPL$p1001$v9.00", &["1001|-|CPL|-|-|9.00|-|Available"]),
            ("952    $11$41$p1001", &["1001|-|-|-|-|-|-|Lost"]),
            ("952    $01$11$p1001", &["1001|-|-|-|-|-|-|Withdrawn"]),
            ("952    $42$p1001", &["1001|-|-|-|-|-|-|Damaged"]),
            ("952    $7-1$p1001", &["1001|-|-|-|-|-|-|Available, not for loan"]),
            (
                "952    $o813$p1001$p1002",
                &["1001|813|-|-|-|-|-|Available", "1002|813|-|-|-|-|-|Available"],
            ),
            ("952    $o813", &["-|813|-|-|-|-|-|Available"]),
            ("952    $aCPL$yBK", &["-|-|CPL|BK|-|-|-|Available"]),
            ("952    $00$10$40$70", &["-|-|-|-|-|-|-|Available"]),
            ("952    $zother", &[]),
        ] {
            let items = items(described(&samples::book(&[field])));
            assert_eq!(shown(&items), expected, "{field}");
        }
    }
}
