//! Copies of the work. New ones are written in field 952, as Koha exports them.

use std::collections::HashSet;

use super::edit::{data, remove};
use super::list::{self, List};
use crate::marc::description::items::{SYSTEMS, items, read};
use crate::marc::description::{Item, ItemState};
use crate::marc::{Field, Record};

/// The field of Koha.
const TAG: &str = "952";
/// How often fields are removed. The field of a location may describe a copy when fields about its copies are gone.
const MAX_ROUNDS: usize = 4;

/// Copies in fields 952.
struct Copies;

impl List for Copies {
    type Value = Item;

    fn read(&self, record: &Record) -> Vec<Item> {
        let [koha, ..] = SYSTEMS;
        items(koha(record))
    }

    fn is_about(&self, field: &Field) -> bool {
        field.tag() == TAG
    }

    fn key(&self, _value: &Item) -> Option<String> {
        None
    }

    fn written(&self, item: &Item, _record: &Record) -> Vec<Field> {
        let flag = |is_set: bool| if is_set { "1" } else { "0" };
        let mut subfields = vec![
            ('0', flag(item.state == ItemState::Withdrawn)),
            ('1', flag(item.state == ItemState::Lost)),
            ('4', flag(item.state == ItemState::Damaged)),
            ('7', flag(item.not_for_loan)),
        ];
        let texts = [
            ('8', &item.collection),
            ('c', &item.location),
            ('g', &item.price_text),
            ('o', &item.call_number),
            ('p', &item.barcode),
            ('y', &item.item_type),
            ('z', &item.note),
        ];
        subfields.extend(
            texts
                .into_iter()
                .filter_map(|(code, text)| Some((code, text.as_deref()?))),
        );
        vec![data(TAG, [' '; 2], &subfields)]
    }
}

/// Changes the copies. Fields of any system that describe a copy which is not wanted are removed. If the rest does not describe
/// all copies, fields 952 describe them all: only one system is read.
pub(super) fn change(record: &mut Record, wanted: &[Item]) {
    if read(record) == wanted {
        return;
    }
    let values: HashSet<&Item> = wanted.iter().collect();
    remove_described(record, |items| !items.iter().all(|item| values.contains(item)));
    if read(record) == wanted {
        return;
    }
    list::change(&Copies, record, wanted);
    if read(record) != wanted {
        remove_described(record, |_| true);
        list::change(&Copies, record, wanted);
    }
}

/// Removes the fields whose copies are not wanted.
fn remove_described(record: &mut Record, is_removed: impl Fn(&[Item]) -> bool) {
    for _ in 0..MAX_ROUNDS {
        let described = SYSTEMS.into_iter().flat_map(|described| described(record));
        let places: HashSet<usize> = described
            .filter(|(_, items)| is_removed(items))
            .map(|(place, _)| place)
            .collect();
        if places.is_empty() {
            return;
        }
        remove(record, |field| places.contains(&field.place));
    }
}

#[cfg(test)]
mod tests {
    use super::{change, read};
    use crate::marc::{Item, ItemState, samples};

    fn item(barcode: &str) -> Item {
        Item {
            barcode: Some(barcode.to_owned()),
            ..Item::default()
        }
    }

    #[test]
    fn changes_items() {
        let new = |number: &str| format!("952    $00$10$40$70$p{number}");
        for (fields, wanted, expected) in [
            (vec![], vec!["1"], vec![new("1")]),
            (
                vec!["952    $10$p1$xnote", "952    $p2", "990    $aX"],
                vec!["1", "3"],
                vec![
                    "952    $10$p1$xnote".to_owned(),
                    new("3"),
                    "990    $aX".to_owned(),
                ],
            ),
            (
                vec!["852    $p1$xnoncirculating?", "852    $p2", "852    $aDLC"],
                vec!["2"],
                vec!["852    $p2".to_owned(), "852    $aDLC".to_owned()],
            ),
            (
                vec!["852    $p1", "949    $i2000", "999    $aX$i4"],
                vec!["1", "3"],
                vec!["852    $p1".to_owned(), new("1"), new("3")],
            ),
            (vec!["852    $81$t1", "876    $81$p1"], vec![], vec![]),
            (vec!["852    $t1", "952    $p1$p2"], vec!["2"], vec![new("2")]),
        ] {
            let wanted: Vec<Item> = wanted.into_iter().map(item).collect();
            let mut record = samples::book(&fields);
            change(&mut record, &wanted);
            let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
            assert_eq!(record, samples::book(&expected), "{fields:?}");
            assert_eq!(read(&record), wanted);
        }
    }

    #[test]
    fn writes_items() {
        let full = Item {
            barcode: Some("1".to_owned()),
            call_number: Some("813 ROE".to_owned()),
            location: Some("Stacks".to_owned()),
            item_type: Some("BK".to_owned()),
            collection: Some("FIC".to_owned()),
            price_text: Some("12.00".to_owned()),
            note: Some("Signed".to_owned()),
            state: ItemState::Damaged,
            not_for_loan: true,
        };
        for (item, expected) in [
            (
                full,
                "952    $00$10$41$71$8FIC$cStacks$g12.00$o813 ROE$p1$yBK$zSigned",
            ),
            (Item::default(), "952    $00$10$40$70"),
        ] {
            let mut record = samples::book(&[]);
            change(&mut record, &[item]);
            assert_eq!(record, samples::book(&[expected]));
        }
    }
}
