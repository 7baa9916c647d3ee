//! Copies in field 852 of MARC 21 holdings, with barcodes there or in field 876, as Evergreen, Destiny and others export
//! them.

use std::collections::HashMap;

use super::{Described, Item, ItemState, first_of, for_each_barcode, price_number, values};
use crate::marc::Record;
use crate::marc::description::text::{joined, some};
use crate::marc::record::DataField;

/// Words that Evergreen writes as notes.
const FLAGS: [&str; 8] = [
    "nonreference",
    "reference",
    "holdable",
    "unholdable",
    "circulating",
    "noncirculating",
    "visible",
    "hidden",
];
/// States of copies that Evergreen writes as notes.
const STATES: [(&str, ItemState); 11] = [
    ("Available", ItemState::Available),
    ("Checked out", ItemState::Available),
    ("In process", ItemState::Available),
    ("In transit", ItemState::Available),
    ("Reshelving", ItemState::Available),
    ("Long Overdue", ItemState::Lost),
    ("Lost", ItemState::Lost),
    ("Lost and Paid", ItemState::Lost),
    ("Missing", ItemState::Lost),
    ("Discard/Weed", ItemState::Withdrawn),
    ("Damaged", ItemState::Damaged),
];

/// The copies of a record.
pub(super) fn described(record: &Record) -> Vec<Described> {
    let locations: Vec<DataField<'_>> = record.tagged("852").collect();
    let mut described = Vec::new();
    for (location, pieces) in locations.iter().zip(pieces(record, &locations)) {
        let item = item_of(*location).shortened();
        if location.first('p').is_some() {
            described.push((location.place, for_each_barcode(values(*location, 'p'), item)));
        } else if !pieces.is_empty() {
            for piece in pieces {
                let items = for_each_barcode(values(piece, 'p'), with_piece(&item, piece));
                described.push((piece.place, items));
            }
        } else if location.first('t').is_some() || location.first('9').is_some() {
            // A copy without a barcode. Other fields only say which library has the work.
            described.push((location.place, vec![item]));
        }
    }
    described
}

/// The fields 876 with a barcode of each location: those that are linked to it, or all if there is only one.
fn pieces<'a>(record: &'a Record, locations: &[DataField<'a>]) -> Vec<Vec<DataField<'a>>> {
    let mut places = HashMap::new();
    for (place, location) in locations.iter().enumerate() {
        for link in links(*location) {
            places.entry(link).or_insert(place);
        }
    }
    let mut pieces = vec![Vec::new(); locations.len()];
    for piece in record.tagged("876").filter(|piece| piece.first('p').is_some()) {
        let place = if locations.len() == 1 {
            Some(0)
        } else {
            links(piece).find_map(|link| places.get(&link).copied())
        };
        if let Some(of_location) = place.and_then(|place| pieces.get_mut(place)) {
            of_location.push(piece);
        }
    }
    pieces
}

/// What two linked fields share: the link number in $8, or the name of the part in $3.
fn links(field: DataField<'_>) -> impl Iterator<Item = (char, String)> {
    let number = field.first('8').and_then(|link| link.split(['.', '\\']).next());
    let part = field.first('3');
    let links = [('8', number), ('3', part)];
    links
        .into_iter()
        .filter_map(|(code, link)| Some((code, some(link?)?)))
}

fn item_of(field: DataField<'_>) -> Item {
    let is_flag = |text: &str| FLAGS.contains(&text.trim());
    let texts = || field.any_of(|code| matches!(code, 'x' | 'z'));
    let notes = texts().filter(|text| !is_flag(text) && state(text).is_none());
    let is_set = |flag| field.all('x').any(|text| text.trim() == flag);
    Item {
        call_number: call_number(field),
        location: first_of(field, &['c', 'b']),
        item_type: first_of(field, &['g']),
        price_text: ['9', 'y']
            .into_iter()
            .find_map(|code| field.first(code).and_then(price_number)),
        note: some(&joined(notes)),
        state: texts().find_map(state).unwrap_or_default(),
        not_for_loan: is_set("noncirculating") || is_set("reference"),
        ..Item::default()
    }
}

fn state(note: &str) -> Option<ItemState> {
    let known = STATES.iter().find(|(name, _)| *name == note.trim());
    known.map(|(_, state)| *state)
}

/// Prefix, class, item number and suffix; or the number by which the shelves are ordered.
fn call_number(field: DataField<'_>) -> Option<String> {
    let main = joined(field.any_of(|code| matches!(code, 'h' | 'i')));
    let main = if main.is_empty() {
        joined(field.all('j'))
    } else {
        main
    };
    let (prefix, suffix) = (joined(field.all('k')), joined(field.all('m')));
    some(&format!("{prefix} {main} {suffix}"))
}

fn with_piece(item: &Item, piece: DataField<'_>) -> Item {
    let note = joined(piece.any_of(|code| matches!(code, 'x' | 'z')));
    Item {
        location: first_of(piece, &['l']).or_else(|| item.location.clone()),
        price_text: piece
            .first('c')
            .and_then(price_number)
            .or_else(|| item.price_text.clone()),
        note: some(&note).or_else(|| item.note.clone()),
        ..item.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::described;
    use crate::marc::description::items::items;
    use crate::marc::description::items::tests::shown;
    use crate::marc::samples;

    #[test]
    fn reads_items() {
        for (fields, expected) in [
            (
                &["852 1  $aSchool$bMAIN$cStacks$kREF$h813$iROE$mv.1$p1001$9P12.00$xcheap$zTorn"][..],
                &["1001|REF 813 ROE v.1|Stacks|-|-|12.00|cheap Torn|Available"][..],
            ),
            (
                &["852 4  $bBR1$bBR1$cStacks$jFIC ROE$gbook$p1001$yUSD 9.95$t1$xnonreference$xunholdable"],
                &["1001|FIC ROE|Stacks|book|-|9.95|-|Available"],
            ),
            (
                &["852 4  $jFIC ROE$p1001$xreference"],
                &["1001|FIC ROE|-|-|-|-|-|Available, not for loan"],
            ),
            (
                &["852    $bMAIN$p1001$xholdable$xcirculating$zMissing"],
                &["1001|-|MAIN|-|-|-|-|Lost"],
            ),
            (
                &["852    $bMAIN$p1001$p1002"],
                &["1001|-|MAIN|-|-|-|-|Available", "1002|-|MAIN|-|-|-|-|Available"],
            ),
            (
                &[
                    "852    $81$bMAIN$hA",
                    "852    $82$bWEST$hA",
                    "876    $82.1$p2001$c$15.00$zNew",
                    "876    $81.1$p1001",
                ],
                &["1001|A|MAIN|-|-|-|-|Available", "2001|A|WEST|-|-|-|New|Available"],
            ),
            (
                &["852    $bMAIN", "876    $p1001$c15"],
                &["1001|-|MAIN|-|-|15|-|Available"],
            ),
            (
                &[
                    "852    $3v. 1$bMAIN",
                    "852    $3v. 2$bWEST",
                    "876    $3v. 2$p1002",
                ],
                &["1002|-|WEST|-|-|-|-|Available"],
            ),
            (&["852    $bMAIN$hA$t1"], &["-|A|MAIN|-|-|-|-|Available"]),
            (&["852    $aDLC$hA"], &[]),
        ] {
            let items = items(described(&samples::book(fields)));
            assert_eq!(shown(&items), expected, "{fields:?}");
        }
    }
}
