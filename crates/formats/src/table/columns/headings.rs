//! The columns that headings name.

use std::collections::HashMap;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use super::BookColumn;
use super::names::{COPIES, WORKS};

/// The tables in the exports of Koha, whose names stand before those of the columns.
const TABLES: [&str; 4] = ["biblio", "biblioitems", "items", "item"];

/// What a heading names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) column: BookColumn,
    /// The place among the names of the column: the lowest is the clearest.
    pub(super) rank: usize,
}

static NAMES: LazyLock<HashMap<String, Named>> = LazyLock::new(|| {
    let mut names = HashMap::new();
    for (column, words) in WORKS.into_iter().chain(COPIES) {
        // The codes are names too, for tables that this system wrote.
        for (rank, word) in words.split(';').chain([column.code()]).enumerate() {
            names.entry(plain(word)).or_insert(Named { column, rank });
        }
    }
    names
});

/// The column that a heading names. Case, accents, punctuation and spaces do not matter.
pub(super) fn named(heading: &str) -> Option<Named> {
    let find = |text: &str| NAMES.get(&plain(text)).copied();
    let without_table = heading
        .split_once('.')
        .filter(|(table, _)| TABLES.contains(&table.trim()))
        .and_then(|(_, name)| find(name));
    // The words in brackets are often an explanation: `Title (required)`.
    let without_brackets = || heading.split_once(['(', '[']).and_then(|(name, _)| find(name));
    without_table.or_else(|| find(heading)).or_else(without_brackets)
}

/// The letters and digits of a text in small letters without accents.
pub(super) fn plain(text: &str) -> String {
    let mut letters = String::new();
    for character in text.nfkd().flat_map(char::to_lowercase) {
        match character {
            'ß' => letters.push_str("ss"),
            'ł' => letters.push('l'),
            'ı' => letters.push('i'),
            'ø' => letters.push('o'),
            'œ' => letters.push_str("oe"),
            'æ' => letters.push_str("ae"),
            _ if character.is_alphanumeric() && !is_mark(character) => letters.push(character),
            _ => {}
        }
    }
    letters
}

/// Some vowel signs are both marks and alphabetic.
fn is_mark(character: char) -> bool {
    unicode_normalization::char::is_combining_mark(character)
}

#[cfg(test)]
mod tests {
    use super::{named, plain};
    use crate::table::BookColumn::{self, *};
    use crate::table::columns::names::{COPIES, WORKS};
    use std::collections::HashMap;

    #[test]
    fn no_name_is_that_of_two_columns() {
        let mut columns: HashMap<String, BookColumn> = HashMap::new();
        for (column, words) in WORKS.into_iter().chain(COPIES) {
            for word in words.split(';') {
                let word = plain(word);
                assert!(!word.is_empty(), "{column:?} has an empty name");
                let other = columns.insert(word.clone(), column);
                assert!(
                    other.is_none_or(|other| other == column),
                    "{word}: {other:?}, {column:?}"
                );
            }
        }
        for column in BookColumn::ALL {
            assert_eq!(named(column.code()).map(|named| named.column), Some(column));
        }
    }

    #[test]
    fn knows_headings_of_many_languages_and_systems() {
        for (heading, expected) in [
            ("Title", Title),
            ("TITEL", Title),
            ("Título", Title),
            ("titulo", Title),
            ("العنوان", Title),
            ("Название", Title),
            ("biblio.title", Title),
            ("Title (required)", Title),
            ("245$a", Title),
            ("Autor(en)", Author),
            ("Verfasser/in", Author),
            ("Yazar Adı", Author),
            ("creators", Author),
            ("sor", Author),
            ("Additional Authors", OtherAuthors),
            ("Co-Author", OtherAuthors),
            ("ISBN-13", Isbn),
            ("isbn_issn", Isbn),
            ("Erscheinungsjahr", Year),
            ("Año", Year),
            ("copyrightdate", Year),
            ("publish_year", Year),
            ("publishedYear", Year),
            ("Verlag", Publisher),
            ("Éditeur", Publisher),
            ("Maison d'édition", Publisher),
            ("biblioitems.publishercode", Publisher),
            ("Édition", Edition),
            ("Signatur", CallNumber),
            ("Cote", CallNumber),
            ("itemcallnumber", CallNumber),
            ("Standort", Shelf),
            ("items.location", Shelf),
            ("Strichcode", Barcode),
            ("Mediennummer", Barcode),
            ("Código de barras", Barcode),
            ("items.barcode", Barcode),
            ("item_code", Barcode),
            ("Exemplare", Copies),
            ("Anzahl", Copies),
            ("Liczba egzemplarzy", Copies),
            ("itype", ItemType),
            ("gmd_name", ItemType),
            ("Material Type", ItemType),
            ("ccode", Category),
            ("collation", Pages),
            ("series_title", Series),
            ("language_name", Language),
            ("Bookshelves", Subjects),
            ("topics", Subjects),
        ] {
            assert_eq!(
                named(heading).map(|named| named.column),
                Some(expected),
                "{heading}"
            );
        }
    }

    #[test]
    fn other_headings_name_nothing() {
        for heading in [
            "",
            "Судьба",
            "first_name",
            "last_name",
            "Author l-f",
            "Copy #",
            "My Rating",
            "42",
        ] {
            assert_eq!(named(heading), None, "{heading}");
        }
    }
}
