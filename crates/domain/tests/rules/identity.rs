use std::cmp::Ordering;
use std::collections::HashSet;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use carrel_domain::catalogue::barcode;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::identity::check_digit::luhn;
use carrel_domain::identity::{derived, fingerprint, token_from, token_hash};
use carrel_domain::users::{UserId, student_id};
use proptest::prelude::*;

#[test]
fn the_text_of_an_id_names_its_type() {
    assert_eq!(BookId::new(12).to_string(), "book_12");
    assert_eq!(UserId::new(i64::MAX).to_string(), "user_9223372036854775807");
    assert_eq!(serde_json::to_string(&BookId::new(7)).unwrap(), r#""book_7""#);
    assert_eq!(
        serde_json::from_str::<BookId>(r#""book_7""#).unwrap(),
        BookId::new(7)
    );
    assert!(serde_json::from_str::<BookId>("7").is_err());
}

#[test]
fn ids_are_compared_and_hashed_by_their_numbers() {
    let [one, two] = [BookId::new(1), BookId::new(2)];
    assert_eq!(one, BookId::new(1));
    assert_ne!(one, two);
    assert!(one < two);
    assert_eq!(two.partial_cmp(&one), Some(Ordering::Greater));
    let mut ids = [two, one];
    ids.sort();
    assert_eq!(ids, [one, two]);
    let state = BuildHasherDefault::<DefaultHasher>::default();
    assert_eq!(state.hash_one(one), state.hash_one(BookId::new(1)));
    assert_ne!(state.hash_one(one), state.hash_one(two));
    assert_eq!(format!("{two:?}"), "book_2");
}

#[test]
fn only_the_text_of_an_id_of_the_type_is_read() {
    for text in [
        "",
        "12",
        "book",
        "book_",
        "book_0",
        "book_01",
        "book_-1",
        "book_+1",
        "book_1 ",
        " book_1",
        "Book_1",
        "book-1",
        "book__1",
        "user_1",
        "book_1a",
        "book_\u{661}",
        "book_9223372036854775808",
    ] {
        assert!(text.parse::<BookId>().is_err(), "{text:?}");
    }
}

proptest! {
    #[test]
    fn every_assigned_id_is_read_from_its_text(number in 1..=i64::MAX) {
        let id = UserId::new(number);
        prop_assert_eq!(id.to_string().parse(), Ok(id));
        prop_assert_eq!(serde_json::from_str::<UserId>(&serde_json::to_string(&id).unwrap()).unwrap(), id);
    }
}

#[test]
fn different_labels_never_give_the_same_bytes_and_a_retry_gives_the_same_ones() {
    let labels = [
        "session",
        "password salt",
        "password salt 1",
        "ids",
        "",
        "set-up link",
        "nonce",
    ];
    let secrets = |seed: [u8; 32]| labels.map(|label| derived::<32>(&seed, label));
    let all: HashSet<[u8; 32]> = secrets([7; 32]).into_iter().chain(secrets([8; 32])).collect();
    assert_eq!(all.len(), 2 * labels.len());
    assert_eq!(secrets([7; 32]), secrets([7; 32]));
}

#[test]
fn derived_bytes_do_not_repeat_a_block() {
    let bytes: [u8; 96] = derived(&[1; 32], "long");
    assert_ne!(bytes[..32], bytes[32..64]);
    assert_ne!(bytes[32..64], bytes[64..]);
}

#[test]
fn a_token_is_stored_as_its_sha_256() {
    assert_eq!(token_from([0xAB; 32]), "ab".repeat(32));
    // FIPS 180-2, appendix B.1.
    assert_eq!(
        token_hash("abc"),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
}

#[test]
fn a_fingerprint_is_the_start_of_the_sha_256() {
    assert_eq!(fingerprint("abc"), "ba7816bf8f01cfea");
}

#[test]
fn the_check_digit_is_that_of_luhn() {
    // The well-known example 7992739871-3; other characters are ignored.
    for text in ["7992739871", "7992-7398 71", "S7992739871"] {
        assert_eq!(luhn(text), 3, "{text}");
    }
    assert_eq!(luhn(""), 0);
}

#[test]
fn barcodes_carry_a_check_digit() {
    assert_eq!(barcode::generated(1), "30000000000012");
    assert_eq!(barcode::generated(999_999_999_999).len(), 14);
    assert_eq!(barcode::generated(1_000_000_000_000).len(), 15);
}

#[test]
fn printed_barcodes_are_compared_without_case_and_invisible_signs() {
    // A byte order mark, a space of no width and an end of a direction, as copied texts have them.
    assert_eq!(barcode::key("\u{feff}LIB-\u{200b}42\u{202c}"), "lib-42");
    assert_eq!(barcode::key("\u{200b} \u{ad}"), "");
    assert_eq!(barcode::key("  LIB-0042a "), barcode::key("lib-0042A"));
    assert_ne!(barcode::key("LIB-0042"), barcode::key("LIB-042"));
}

#[test]
fn student_ids_are_readable() {
    assert_eq!(student_id(2024, 42), "S2024-00042-0");
    assert_eq!(student_id(2024, 123_456).len(), "S2024-123456-0".len());
}

/// Whether the last digit is the check digit of the others.
fn has_its_check_digit(barcode: &[u8]) -> bool {
    let (check, body) = barcode.split_last().expect("digits");
    luhn(std::str::from_utf8(body).expect("digits"))
        .to_string()
        .as_bytes()
        == [*check]
}

proptest! {
    #[test]
    fn the_check_digit_of_a_barcode_reveals_every_single_wrong_digit(
        number in 0_u64..=u64::MAX,
        position: prop::sample::Index,
        change in 1_u8..10,
    ) {
        let mut barcode = barcode::generated(number).into_bytes();
        prop_assert!(has_its_check_digit(&barcode));
        let position = position.index(barcode.len());
        barcode[position] = b'0' + (barcode[position] - b'0' + change) % 10;
        prop_assert!(!has_its_check_digit(&barcode));
    }

    #[test]
    fn student_ids_differ(year in 2000_i16..2100, one in 0_u64..10_000_000, other in 0_u64..10_000_000) {
        prop_assert_eq!(student_id(year, one) == student_id(year, other), one == other);
    }
}
