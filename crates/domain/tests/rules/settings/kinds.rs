use carrel_domain::settings::kinds::UnknownKind;
use carrel_domain::settings::{KindField, KindForm, KindHolder, KindsForm};

use super::{errors, expected, text};

fn named(name: &str) -> KindForm {
    KindForm {
        name: text(name),
        ..KindForm::default()
    }
}

/// The code of a new item type of this name.
fn code_of(name: &str) -> String {
    let form = KindsForm {
        patron_categories: Vec::new(),
        item_types: vec![named(name)],
    };
    form.validate().expect("a valid form").item_types.remove(0).code
}

#[test]
fn the_code_of_a_new_kind_is_at_most_forty_characters_long() {
    let table = [
        ("a".repeat(40), "a".repeat(40)),
        ("a".repeat(41), "a".repeat(40)),
        // A hyphen at the cut is removed.
        (format!("{} b", "a".repeat(39)), "a".repeat(39)),
        (format!("{} b", "a".repeat(38)), format!("{}-b", "a".repeat(38))),
        ("  (DVD) ".to_owned(), "dvd".to_owned()),
    ];
    for (name, code) in table {
        assert_eq!(code_of(&name), code, "{name}");
    }
}

#[test]
fn equal_codes_are_numbered_from_two() {
    let form = KindsForm {
        patron_categories: Vec::new(),
        item_types: vec![named("Map"), named("Map!"), named("Map?"), named("Map.")],
    };
    let kinds = form.validate().expect("a valid form");
    let codes: Vec<&str> = kinds.item_types.iter().map(|kind| kind.code.as_str()).collect();
    assert_eq!(codes, ["map", "map-2", "map-3", "map-4"]);
}

#[test]
fn a_list_has_at_most_a_hundred_kinds() {
    let form = |count: usize| KindsForm {
        patron_categories: Vec::new(),
        item_types: (0..count).map(|number| named(&number.to_string())).collect(),
    };
    let kinds = form(100).validate().expect("a valid form");
    assert_eq!(kinds.item_types.len(), 100);
    assert_eq!(
        errors(form(101).validate()),
        expected([("itemTypes", "There cannot be more than 100 of a kind")])
    );
}

#[test]
fn fields_and_holders_of_kinds_are_read_by_name() {
    for (name, field) in [
        ("patron_category", KindField::PatronCategory),
        ("item_type", KindField::ItemType),
    ] {
        assert_eq!(name.parse(), Ok(field));
        assert_eq!(name.parse::<KindHolder>(), Err(UnknownKind));
    }
    for (name, holder) in [
        ("people", KindHolder::People),
        ("books", KindHolder::Books),
        ("copies", KindHolder::Copies),
        ("rules", KindHolder::Rules),
    ] {
        assert_eq!(name.parse(), Ok(holder));
        assert_eq!(name.parse::<KindField>(), Err(UnknownKind));
    }
}
