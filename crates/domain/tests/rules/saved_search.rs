//! Saved searches: their names, and the identifiers of the entries of their feeds.

use carrel_domain::catalogue::saved_search::{SavedSearch, SavedSearchId, name};
use jiff::Timestamp;

fn saved(id: i64) -> SavedSearch {
    SavedSearch {
        id: SavedSearchId::new(id),
        name: "Whales".to_owned(),
        query: "{}".to_owned(),
        created_at: Timestamp::UNIX_EPOCH,
        seen_at: Timestamp::UNIX_EPOCH,
        has_feed: true,
    }
}

#[test]
fn a_name_is_one_line() {
    assert_eq!(name(Some(" Whales ")), Ok("Whales".to_owned()));
    assert_eq!(name(Some(&"x".repeat(100))).map(|name| name.len()), Ok(100));
    for (given, message) in [
        (None, "Name is required"),
        (Some("  "), "Name is required"),
        (Some("\u{feff}"), "Name is required"),
        (Some("a\nb"), "Name contains characters that are not allowed"),
        (Some(&*"x".repeat(101)), "Name cannot exceed 100 characters"),
    ] {
        let errors = name(given).unwrap_err();
        assert_eq!(
            errors.iter().map(|error| error.message).collect::<Vec<_>>(),
            [message]
        );
    }
}

#[test]
fn an_entry_has_one_identifier_that_no_other_has() {
    let urn = saved(1).entry_urn("book_1");
    assert_eq!(urn, saved(1).entry_urn("book_1"));
    assert_ne!(urn, saved(1).entry_urn("book_2"));
    assert_ne!(urn, saved(2).entry_urn("book_1"));

    // RFC 9562: 32 hexadecimal digits in five groups; the first digit of the third group is the version, and the first of the fourth
    // the variant.
    let uuid = urn.strip_prefix("urn:uuid:").unwrap();
    let groups: Vec<&str> = uuid.split('-').collect();
    assert_eq!(
        groups.iter().map(|group| group.len()).collect::<Vec<_>>(),
        [8, 4, 4, 4, 12]
    );
    assert!(
        groups
            .iter()
            .all(|group| group.chars().all(|digit| digit.is_ascii_hexdigit()))
    );
    assert!(groups[2].starts_with('8') && groups[3].starts_with('a'), "{uuid}");
}
