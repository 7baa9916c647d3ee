//! The format RIS: a tag of two characters and a value a line.

use std::fmt::Write as _;

use super::cited::Cited;

/// A record of the type `BOOK`.
pub(super) fn record(cited: &Cited<'_>) -> String {
    let mut lines: Vec<(&str, String)> = vec![("TY", "BOOK".to_owned())];
    lines.extend(cited.authors.iter().map(|one| ("AU", one.inverted())));
    lines.extend(cited.editors.iter().map(|one| ("ED", one.inverted())));
    lines.extend(cited.translators.iter().map(|one| ("TA", one.inverted())));
    let record = cited.record;
    lines.push(("TI", record.title.clone()));
    let mut optional = |tag, value: Option<String>| lines.extend(value.map(|value| (tag, value)));
    optional("ET", record.edition_statement.clone());
    optional("PB", record.publisher.clone());
    optional("PY", record.published_year.map(|year| year.to_string()));
    let series = cited.details.series.first();
    optional("T2", series.map(|series| series.title.clone()));
    optional("VL", series.and_then(|series| series.volume.clone()));
    optional("SN", record.isbn.clone());
    optional("DO", cited.doi().map(str::to_owned));
    optional(
        "LA",
        Some(record.language.clone()).filter(|language| !language.is_empty()),
    );
    for subject in &cited.details.subjects {
        optional("KW", Some(subject.heading.clone()));
    }
    optional("UR", cited.details.links.first().map(|link| link.address.clone()));
    let mut text = String::new();
    for (tag, value) in lines {
        // Writing to a text cannot fail.
        let _ = write!(text, "{tag}  - {value}\r\n");
    }
    text.push_str("ER  - \r\n");
    text
}
