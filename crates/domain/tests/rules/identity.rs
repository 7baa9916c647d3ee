use std::collections::HashSet;

use carrel_domain::catalogue::barcode;
use carrel_domain::identity::check_digit::luhn;
use carrel_domain::identity::{Ids, derived, fresh_id, token_from, token_hash};
use carrel_domain::users::student_id;
use jiff::Timestamp;
use proptest::prelude::*;

fn at(text: &str) -> Timestamp {
    text.parse().expect("an instant")
}

#[test]
fn an_id_is_a_lower_case_ulid_that_sorts_by_time() {
    let earlier = fresh_id(at("2024-01-05T13:45:00Z"), u128::MAX);
    let later = fresh_id(at("2024-01-05T13:45:00.001Z"), 0);
    assert_eq!(earlier, "01hkcxxcv0zzzzzzzzzzzzzzzz");
    assert_eq!(later.len(), 26);
    assert!(earlier < later);
    assert_eq!(fresh_id(at("1969-07-20T20:17:40Z"), 0), "0".repeat(26));
}

#[test]
fn a_stream_is_deterministic_and_never_repeats() {
    let now = at("2024-01-05T13:45:00Z");
    let draw = |seed| {
        let mut ids = Ids::new(now, seed);
        let mut drawn: Vec<String> = (0..500).map(|_| ids.next()).collect();
        drawn.extend((0..500).map(|_| ids.random().to_string()));
        drawn
    };
    let first = draw([7; 32]);
    assert_eq!(first, draw([7; 32]));
    let all: HashSet<String> = first.into_iter().chain(draw([8; 32])).collect();
    assert_eq!(all.len(), 2000);
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
fn a_seed_is_not_shown() {
    let shown = format!("{:?}", Ids::new(at("2024-01-05T13:45:00Z"), [173; 32]));
    assert!(!shown.contains("173"), "{shown}");
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
    for refused in [
        "",
        "3",
        "30000000000013",
        "20000000000012",
        "3000000000001x",
        "３0000000000012",
    ] {
        assert!(!barcode::is_valid_generated(refused), "{refused}");
    }
}

#[test]
fn printed_barcodes_are_compared_without_case() {
    assert_eq!(barcode::key("  LIB-0042a "), barcode::key("lib-0042A"));
    assert_ne!(barcode::key("LIB-0042"), barcode::key("LIB-042"));
}

#[test]
fn student_ids_are_readable() {
    assert_eq!(student_id(2024, 42), "S2024-00042-0");
    assert_eq!(student_id(2024, 123_456).len(), "S2024-123456-0".len());
}

proptest! {
    #[test]
    fn every_generated_barcode_is_valid_and_no_single_wrong_digit_is(
        number in 0_u64..=u64::MAX,
        position: prop::sample::Index,
        change in 1_u8..10,
    ) {
        let mut barcode = barcode::generated(number).into_bytes();
        prop_assert!(barcode::is_valid_generated(std::str::from_utf8(&barcode).expect("digits")));
        let position = position.index(barcode.len());
        barcode[position] = b'0' + (barcode[position] - b'0' + change) % 10;
        prop_assert!(!barcode::is_valid_generated(std::str::from_utf8(&barcode).expect("digits")));
    }

    #[test]
    fn student_ids_differ(year in 2000_i16..2100, one in 0_u64..10_000_000, other in 0_u64..10_000_000) {
        prop_assert_eq!(student_id(year, one) == student_id(year, other), one == other);
    }
}
