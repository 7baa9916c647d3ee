//! Copies of the work, from holdings in the record.

mod holdings;
mod koha;
mod local;

use super::text::{clean, shortened, some};
use crate::marc::Record;
use crate::marc::record::DataField;

/// The longest text of a copy, in characters. A field with several barcodes makes copies of its texts.
const MAX_TEXT: usize = 500;
/// The most barcodes in one field.
const MAX_BARCODES: usize = 100;

/// A copy of the work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Item {
    /// The barcode.
    pub barcode: Option<String>,
    /// The call number, if it is recorded with the copy.
    pub call_number: Option<String>,
    /// The shelving location, or else the branch.
    pub location: Option<String>,
    /// The type of item of the other system.
    pub item_type: Option<String>,
    /// The collection of the other system.
    pub collection: Option<String>,
    /// The price as recorded.
    pub price_text: Option<String>,
    /// Notes.
    pub note: Option<String>,
    /// Whether the copy is there.
    pub state: ItemState,
    /// The copy is for use in the library only.
    pub not_for_loan: bool,
}

/// Whether a copy is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ItemState {
    /// It is there, or on loan.
    #[default]
    Available,
    /// It is missing.
    Lost,
    /// It is damaged.
    Damaged,
    /// It is no longer a part of the collection.
    Withdrawn,
}

/// The copies that a field describes: its index in the record, and the copies.
pub(in crate::marc) type Described = (usize, Vec<Item>);

/// What describes the copies of each system, the preferred system first: that of Koha.
pub(in crate::marc) const SYSTEMS: [fn(&Record) -> Vec<Described>; 4] = [
    koha::described,
    holdings::described,
    local::described_in_949,
    local::described_in_999,
];

/// The copies of the first system whose fields the record has.
pub(in crate::marc) fn read(record: &Record) -> Vec<Item> {
    let mut systems = SYSTEMS.into_iter().map(|described| items(described(record)));
    systems.find(|items| !items.is_empty()).unwrap_or_default()
}

/// The copies without their fields.
pub(in crate::marc) fn items(described: Vec<Described>) -> Vec<Item> {
    described.into_iter().flat_map(|(_, items)| items).collect()
}

impl Item {
    /// The item with texts of at most [`MAX_TEXT`] characters.
    fn shortened(self) -> Item {
        let short = |text: Option<String>| text.map(|text| shortened(text, MAX_TEXT));
        Item {
            barcode: short(self.barcode),
            call_number: short(self.call_number),
            location: short(self.location),
            item_type: short(self.item_type),
            collection: short(self.collection),
            price_text: short(self.price_text),
            note: short(self.note),
            ..self
        }
    }
}

/// One item for each barcode of a field, or one without a barcode.
fn for_each_barcode(barcodes: impl Iterator<Item = String>, item: Item) -> Vec<Item> {
    let item = item.shortened();
    let mut items: Vec<Item> = barcodes
        .take(MAX_BARCODES)
        .map(|barcode| Item {
            barcode: Some(shortened(barcode, MAX_TEXT)),
            ..item.clone()
        })
        .collect();
    if items.is_empty() {
        items.push(item);
    }
    items
}

/// The first value that is not empty, of the codes in this order.
fn first_of(field: DataField<'_>, codes: &[char]) -> Option<String> {
    codes.iter().find_map(|code| field.all(*code).find_map(some))
}

/// The values of a code that are not empty.
fn values(field: DataField<'_>, code: char) -> impl Iterator<Item = String> {
    field.all(code).map(clean).filter(|value| !value.is_empty())
}

/// The number in a price such as `P$12.00`. Zero is no price.
fn price_number(text: &str) -> Option<String> {
    let number: String = text
        .chars()
        .skip_while(|character| !character.is_ascii_digit())
        .take_while(|character| character.is_ascii_digit() || matches!(character, '.' | ','))
        .collect();
    let number = number.trim_end_matches(['.', ',']);
    number
        .contains(|character| matches!(character, '1'..='9'))
        .then(|| number.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Item, price_number, read};
    use crate::marc::samples;

    /// The items as lines: barcode, call number, location, type, collection, price, note, and what is special.
    pub(in crate::marc) fn shown(items: &[Item]) -> Vec<String> {
        let line = |item: &Item| {
            let special = match (item.state, item.not_for_loan) {
                (state, true) => format!("{state:?}, not for loan"),
                (state, false) => format!("{state:?}"),
            };
            let parts = [
                &item.barcode,
                &item.call_number,
                &item.location,
                &item.item_type,
                &item.collection,
                &item.price_text,
                &item.note,
            ];
            let parts = parts.map(|part| part.as_deref().unwrap_or("-"));
            format!("{}|{special}", parts.join("|"))
        };
        items.iter().map(line).collect()
    }

    #[test]
    fn takes_the_items_of_one_system() {
        let koha = "952    $p1001";
        let holdings = "852    $p2001";
        let local = "949    $i3001";
        let sirsi = "999    $aQA1$i4001";
        for (fields, expected) in [
            (&[sirsi, local, holdings, koha][..], "1001"),
            (&[sirsi, local, holdings], "2001"),
            (&[sirsi, local], "3001"),
            (&[sirsi], "4001"),
            (&[holdings, "952    $zonly a note"], "2001"),
        ] {
            let items = read(&samples::book(fields));
            let barcodes: Vec<&str> = items.iter().filter_map(|item| item.barcode.as_deref()).collect();
            assert_eq!(barcodes, [expected]);
        }
    }

    #[test]
    fn finds_numbers_in_prices() {
        for (text, expected) in [
            ("P$12.00", Some("12.00")),
            ("$1,234.50.", Some("1,234.50")),
            ("12", Some("12")),
            ("gift", None),
            ("$0.00", None),
        ] {
            assert_eq!(price_number(text).as_deref(), expected);
        }
    }
}
