//! Numbers in words and in digits find each other.

use crate::catalogue::{book, find, ids, index_of};

#[test]
fn finds_numbers_in_words_and_in_digits() {
    let index = index_of([
        book("a", "1984", "George Orwell"),
        book("b", "Twenty Thousand Leagues Under the Sea", "Jules Verne"),
        book("c", "One Hundred Years of Solitude", "Gabriel García Márquez"),
        book("d", "Fahrenheit 451", "Ray Bradbury"),
        book("e", "Around the World in Eighty Days", "Jules Verne"),
        book("f", "Four Quartets", "T. S. Eliot"),
    ]);
    for (text, expected) in [
        ("nineteen eighty-four", "a"),
        ("nineteen eighty four orwell", "a"),
        ("20000 leagues under the sea", "b"),
        ("100 years of solitude", "c"),
        ("fahrenheit four hundred fifty one", "d"),
        ("fahrenheit four hundred and fifty-one", "d"),
        ("around the world in 80 days", "e"),
        ("4 quartets", "f"),
    ] {
        assert_eq!(ids(&index, text), expected, "{text}");
        assert_eq!(find(&index, text).left_out, Vec::<String>::new(), "{text}");
    }
}

#[test]
fn names_a_left_out_word_as_it_was_typed() {
    let index = index_of([book("a", "Emma", "Jane Austen")]);
    let found = find(&index, "emma eighty-four");
    assert_eq!((found.total, found.left_out), (1, vec!["eighty-four".to_owned()]));
}
