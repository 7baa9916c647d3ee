use carrel_domain::catalogue::call_number::{NONE, key, key_or_none};

/// Call numbers stand on the shelf in the order of their keys.
#[test]
fn keys_are_in_the_order_of_the_shelf() {
    for shelf in [
        // Numbers after a point are decimals.
        vec![
            "004 KNU",
            "12",
            "813 HER",
            "813.54 ADA",
            "813.6",
            "813.6 ZOL",
            "920",
        ],
        // The number of a class is a whole number, those of cutters are decimals.
        vec!["QA 9 .B2", "QA 76 .A1", "QA 76.73 .R87", "QA 76.73 .R9", "QB 1"],
        vec!["Shelf 2-9", "Shelf 2-10", "Shelf 12-1"],
        vec!["R 5 1999", "R 5 2021"],
    ] {
        let mut sorted = shelf.clone();
        sorted.sort_by_key(|call_number| key(call_number));
        assert_eq!(sorted, shelf);
    }
}

#[test]
fn case_and_spaces_do_not_matter() {
    assert_eq!(key(" qa  76 "), key("QA 76"));
    assert_ne!(key("QA 76"), key("QA 760"));
}

#[test]
fn a_copy_without_a_call_number_comes_last() {
    for none in [None, Some(""), Some("  ")] {
        assert_eq!(key_or_none(none), NONE);
    }
    assert!(key_or_none(Some("zzz \u{10FFFD}")) < key_or_none(None));
}
