//! Where the surname of a name begins.

use carrel_domain::users::surname::{joined, split};
use proptest::prelude::*;

#[test]
fn names_are_sorted_by_their_surname() {
    for (name, surname, sorted) in [
        ("Ada Lovelace", "Lovelace", "Lovelace, Ada"),
        ("  Ada   Lovelace ", "Lovelace", "Lovelace, Ada"),
        ("Ada Augusta King", "King", "King, Ada Augusta"),
        ("Plato", "Plato", "Plato"),
        ("", "", ""),
        // The comma says where the surname is.
        ("Lovelace, Ada", "Lovelace", "Lovelace, Ada"),
        (
            "García Márquez, Gabriel",
            "García Márquez",
            "García Márquez, Gabriel",
        ),
        ("de la Cruz,Ana María", "de la Cruz", "de la Cruz, Ana María"),
        ("Lovelace,", "Lovelace", "Lovelace"),
        (", Ada", "Ada", "Ada"),
        // Particles belong to the surname.
        (
            "Alexander von Humboldt",
            "von Humboldt",
            "von Humboldt, Alexander",
        ),
        ("Anna van der Berg", "van der Berg", "van der Berg, Anna"),
        ("Eddie Van Halen", "Van Halen", "Van Halen, Eddie"),
        ("Ana de la Cruz", "de la Cruz", "de la Cruz, Ana"),
        ("Gerard 't Hooft", "'t Hooft", "'t Hooft, Gerard"),
        ("von Humboldt", "von Humboldt", "von Humboldt"),
        // A first word in upper case is a first name.
        ("Van Morrison", "Morrison", "Morrison, Van"),
        ("Le Van Minh", "Van Minh", "Van Minh, Le"),
        // A particle at the end is a surname.
        ("Minh Le", "Le", "Le, Minh"),
        // Suffixes stay behind the first names.
        ("Martin Luther King Jr.", "King", "King, Martin Luther Jr."),
        ("Martin Luther King, Jr.", "King", "King, Martin Luther Jr."),
        ("Henry Adams III", "Adams", "Adams, Henry III"),
        ("III", "III", "III"),
        // Hyphens do not end a word.
        (
            "Marie Müller-Lüdenscheidt",
            "Müller-Lüdenscheidt",
            "Müller-Lüdenscheidt, Marie",
        ),
    ] {
        let found = split(name);
        assert_eq!(
            (found.surname, found.surname_first().as_str()),
            (surname, sorted),
            "{name:?}"
        );
    }
}

#[test]
fn a_name_from_two_columns_keeps_its_surname() {
    for (first_names, surname, name) in [
        ("Ada", "Lovelace", "Ada Lovelace"),
        ("Anna", "van der Berg", "Anna van der Berg"),
        ("Gabriel", "García Márquez", "García Márquez, Gabriel"),
        ("", "Plato", "Plato"),
        ("Plato", "", "Plato"),
        ("", "", ""),
    ] {
        assert_eq!(joined(first_names, surname), name);
    }
}

proptest! {
    #[test]
    fn every_name_has_a_surname_that_is_a_part_of_it(name in "\\PC{0,60}") {
        let found = split(&name);
        prop_assert!(name.contains(found.surname));
let has_letters = name.chars().any(|c| c != ',' && !c.is_whitespace());
        prop_assert_eq!(!found.surname.is_empty(), has_letters);
    }

    #[test]
    fn a_name_of_two_columns_is_split_into_them(first in "[A-Z][a-z]{2,9}", surname in "[A-Z][a-z]{2,9}( [A-Z][a-z]{2,9})?") {
        let name = joined(&first, &surname);
        prop_assert_eq!(split(&name).surname, surname);
    }
}
