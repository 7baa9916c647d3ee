//! Responses of sources of book data: of Open Library and of SRU servers.

use carrel_formats::marc::{Description, MAX_RECORD_BYTES, describe, parse_xml};
use carrel_formats::{open_library, sru};

pub(crate) fn run(input: &[u8]) {
    // A response with details follows the data after a zero byte.
    let (data, details) = match input.iter().position(|byte| *byte == 0) {
        Some(place) => (&input[..place], Some(&input[place + 1..])),
        None => (input, None),
    };
    if let Ok(Some(book)) = open_library::read(data, details) {
        check(&book.description);
        assert!(book.cover.is_none_or(|number| number > 0));
    }
    if let Some(response) = sru::read(input) {
        let read: usize = response.records.iter().map(|raw| raw.bytes.len()).sum();
        assert!(read <= input.len(), "no byte is in two records");
        for raw in &response.records {
            assert!(raw.bytes.len() <= MAX_RECORD_BYTES);
            if let Ok(record) = parse_xml(&raw.bytes) {
                check(&describe(&record));
            }
        }
        let shown = response.diagnostic.unwrap_or_default();
        assert!(shown.chars().count() <= 402 && !shown.contains(char::is_control));
    }
}

/// Texts of one line are clean.
fn check(described: &Description) {
    let texts = [
        &described.title,
        &described.publisher,
        &described.edition,
        &described.language,
    ];
    for text in texts.into_iter().flatten() {
        assert!(
            !text.trim().is_empty() && !text.contains(char::is_control),
            "{text:?}"
        );
    }
}
