//! Where the demo's copies stand: rooms, and call numbers of the Dewey classes of their categories.

use carrel_domain::catalogue::book::BookRecord;
use carrel_domain::catalogue::condition::Condition;
use carrel_domain::catalogue::copy_form::{CopyToAdd, NewCopies};

/// Categories with their rooms and their classes.
const PLACES: [(&str, &str, &str); 21] = [
    ("Art and Architecture", "Upper floor, arts", "700"),
    ("Biography", "Ground floor, biography", "920"),
    ("Biology", "Upper floor, science", "570"),
    ("Chemistry", "Upper floor, science", "540"),
    (
        "Children and Young Adults",
        "Ground floor, young readers",
        "823.92",
    ),
    ("Computer Science", "Upper floor, science", "004"),
    ("Economics", "Upper floor, society", "330"),
    ("Engineering", "Upper floor, science", "620"),
    ("Environment and Geography", "Upper floor, science", "333.7"),
    ("Fiction", "Ground floor, fiction", "823"),
    ("History", "Upper floor, society", "909"),
    ("Languages and Linguistics", "Upper floor, arts", "410"),
    ("Law and Politics", "Upper floor, society", "340"),
    ("Mathematics", "Upper floor, science", "510"),
    ("Medicine", "Upper floor, science", "610"),
    ("Mystery", "Ground floor, fiction", "823.0872"),
    ("Philosophy", "Upper floor, society", "100"),
    ("Physics", "Upper floor, science", "530"),
    ("Poetry and Drama", "Ground floor, fiction", "821"),
    ("Psychology", "Upper floor, society", "150"),
    ("Science Fiction and Fantasy", "Ground floor, fiction", "823.0876"),
];

/// Some copies of a book at its place, the first ones more worn than the others.
pub(super) fn shelved(book: &BookRecord, count: u16) -> NewCopies {
    let place = PLACES.iter().find(|(category, ..)| *category == book.category);
    let conditions = Condition::ALL.into_iter().rev().cycle().skip(1);
    NewCopies {
        copies: conditions
            .take(usize::from(count))
            .map(|condition| CopyToAdd {
                barcode: None,
                condition: Some(condition),
            })
            .collect(),
        location: place.map(|(_, location, _)| (*location).to_owned()),
        call_number: place.map(|(_, _, class)| format!("{class} {}", cutter(&book.author))),
        ..NewCopies::default()
    }
}

/// The first three letters of the last word of an author, in capitals.
fn cutter(author: &str) -> String {
    let first = author.split(',').next().unwrap_or_default();
    let surname = first.split_whitespace().next_back().unwrap_or_default();
    let letters = surname.chars().filter(|letter| letter.is_alphabetic());
    letters.take(3).flat_map(char::to_uppercase).collect()
}
