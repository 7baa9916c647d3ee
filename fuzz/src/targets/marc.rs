//! Files of MARC records, and single records.

use carrel_formats::marc::{
    Iso2709Records, MAX_RECORD_BYTES, Raw, Record, XmlRecords, compose, describe, is_bibliographic,
    parse_iso2709, parse_xml, write_iso2709, write_xml,
};

pub(crate) fn run(input: &[u8]) {
    let mut records = Iso2709Records::new(input);
    let mut read = 0;
    while let Some(raw) = records.next_record().expect("memory can be read") {
        read += raw.bytes.len();
        check_raw(&raw);
        if raw.problem.is_none()
            && let Ok(record) = parse_iso2709(&raw.bytes)
        {
            check(&record);
        }
    }
    assert!(read <= input.len(), "no byte is in two records");
    let mut records = XmlRecords::new(input);
    while let Some(raw) = records.next_record().expect("memory can be read") {
        check_raw(&raw);
        if raw.problem.is_none()
            && let Ok(record) = parse_xml(&raw.bytes)
        {
            check(&record);
        }
    }
    for record in [parse_iso2709(input), parse_xml(input)].into_iter().flatten() {
        check(&record);
    }
}

fn check_raw(raw: &Raw) {
    assert!(raw.bytes.len() <= MAX_RECORD_BYTES);
}

/// Checks that a record that is written and read again is the same one, that it can be described, and that nothing changes
/// when it is to say what it says.
fn check(record: &Record) {
    // What the format cannot hold is left out the first time.
    if let Ok(written) = write_iso2709(record) {
        let read = parse_iso2709(&written).expect("what was written is a record");
        let again = write_iso2709(&read).expect("what was read can be written");
        assert_eq!(again, written);
    }
    let read = parse_xml(write_xml(record).as_bytes()).expect("what was written is a record");
    assert_eq!(parse_xml(write_xml(&read).as_bytes()), Ok(read));
    let described = describe(record);
    let _ = is_bibliographic(record);
    assert_eq!(&compose(Some(record), &described), record);
    let _ = compose(None, &described);
    let texts = [&described.title, &described.publisher, &described.control_number];
    for text in texts.into_iter().flatten() {
        assert!(
            !text.trim().is_empty() && !text.contains(char::is_control),
            "{text:?}"
        );
    }
    let author = described.author.unwrap_or_default();
    assert!(author.chars().count() <= 200, "{author:?}");
}
