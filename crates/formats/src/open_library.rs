//! Responses of the Books API of Open Library, described like MARC records.
//!
//! The API has two forms of a response: `data`, which is documented as stable, and `details`, which also has what is only in the
//! record of the edition: language, series, edition statement, description.

use serde_json::{Map, Value};

use crate::marc::{
    Contributor, Description, Link, Series, Subject, cleaned, language_name, pages_of_extent, stated_year,
};

/// The most entries of a list that are read. It bounds the work on a made-up response.
const MAX_VALUES: usize = 100;
/// The most subjects that are read: readers tag a popular work with hundreds of words.
const MAX_SUBJECTS: usize = 30;
/// The role of authors, as in MARC records.
const AUTHOR: &str = "author";

/// A book of Open Library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenLibraryBook {
    pub description: Description,
    /// The number of its cover.
    pub cover: Option<i64>,
}

/// The bytes are no response of the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotUnderstood;

/// Reads the responses for one number. `None` when Open Library does not have it. A response with details that cannot be read is
/// ignored.
pub fn read(data: &[u8], details: Option<&[u8]>) -> Result<Option<OpenLibraryBook>, NotUnderstood> {
    let Value::Object(response) = serde_json::from_slice(data).map_err(|_| NotUnderstood)? else {
        return Err(NotUnderstood);
    };
    let Some((_, book)) = response.into_iter().next() else {
        return Ok(None);
    };
    let Value::Object(data) = book else {
        return Err(NotUnderstood);
    };
    let details = details.and_then(edition).unwrap_or_default();
    Ok(Some(described(&data, &details)))
}

/// The record of the edition in a response with details.
fn edition(bytes: &[u8]) -> Option<Map<String, Value>> {
    let Value::Object(response) = serde_json::from_slice(bytes).ok()? else {
        return None;
    };
    let (_, mut entry) = response.into_iter().next()?;
    match entry.get_mut("details")?.take() {
        Value::Object(edition) => Some(edition),
        _ => None,
    }
}

fn described(data: &Map<String, Value>, details: &Map<String, Value>) -> OpenLibraryBook {
    let title = text(data, "title").or_else(|| text(details, "title"));
    let subtitle = text(data, "subtitle").or_else(|| text(details, "subtitle"));
    let title = match (title, subtitle) {
        (Some(title), Some(subtitle)) => Some(format!("{title}: {subtitle}")),
        (title, subtitle) => title.or(subtitle),
    };
    let mut names = names(data, "authors");
    if names.is_empty() {
        names = self::names(details, "authors");
    }
    let author = (!names.is_empty()).then(|| names.join(", "));
    let of = |list: &str, name: &str| texts(data.get(list).and_then(|list| list.get(name)));
    let isbns = [of("identifiers", "isbn_13"), of("identifiers", "isbn_10")].concat();
    let first = |texts: Vec<String>| texts.into_iter().next();
    // Marks in a Dewey number show where it may be shortened.
    let dewey = first(of("classifications", "dewey_decimal_class")).map(|class| class.replace('/', ""));
    let lc_class = first(of("classifications", "lc_classifications"));
    let links = entries(data.get("links")).filter_map(|link| {
        Some(Link {
            address: text(link, "url")?,
            label: text(link, "title"),
        })
    });
    let description = Description {
        title,
        contributors: names.into_iter().map(author_named).collect(),
        author: author.or_else(|| text(data, "by_statement")),
        isbns,
        oclc_number: first(of("identifiers", "oclc")),
        lccn: first(of("identifiers", "lccn")),
        publisher: first(self::names(data, "publishers")),
        edition: text(details, "edition_name"),
        published_year: text(data, "publish_date").and_then(|date| stated_year(&date)),
        pages: number(data.get("number_of_pages"))
            .or_else(|| text(data, "pagination").and_then(|extent| pages_of_extent(&extent))),
        language: language(details),
        summary: lines(details.get("description")),
        contents: contents(data.get("table_of_contents")),
        subjects: subjects(data),
        series: texts(details.get("series")).into_iter().map(series).collect(),
        call_number: dewey.clone().or_else(|| lc_class.clone()),
        dewey,
        lc_class,
        notes: lines(data.get("notes")).into_iter().collect(),
        links: links.collect(),
        ..Description::default()
    };
    OpenLibraryBook {
        description,
        cover: cover(data),
    }
}

/// A cleaned text of one line, which may be in an object with a `value`.
fn text(of: &Map<String, Value>, name: &str) -> Option<String> {
    of.get(name).and_then(one_line)
}

fn one_line(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => cleaned(text),
        Value::Object(typed) => typed.get("value")?.as_str().and_then(cleaned),
        _ => None,
    }
}

/// Lines, each cleaned.
fn lines(value: Option<&Value>) -> Option<String> {
    let text = match value? {
        Value::String(text) => text,
        Value::Object(typed) => typed.get("value")?.as_str()?,
        _ => return None,
    };
    let lines: Vec<String> = text
        .lines()
        .map(|line| cleaned(line).unwrap_or_default())
        .collect();
    let text = lines.join("\n");
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The texts of a list.
fn texts(value: Option<&Value>) -> Vec<String> {
    let list = value.and_then(Value::as_array).into_iter().flatten();
    list.take(MAX_VALUES).filter_map(one_line).collect()
}

/// The objects of a list.
fn entries(value: Option<&Value>) -> impl Iterator<Item = &Map<String, Value>> {
    let list = value.and_then(Value::as_array).into_iter().flatten();
    list.take(MAX_VALUES).filter_map(Value::as_object)
}

/// The names in a list of objects, each once.
fn names(of: &Map<String, Value>, list: &str) -> Vec<String> {
    let mut names = Vec::new();
    for name in entries(of.get(list)).filter_map(|entry| text(entry, "name")) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn author_named(name: String) -> Contributor {
    Contributor {
        heading: name.clone(),
        name,
        role: AUTHOR.to_owned(),
    }
}

/// A number, which may be a text.
fn number(value: Option<&Value>) -> Option<i64> {
    match value? {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// The English name of the first known language: `/languages/eng`.
fn language(details: &Map<String, Value>) -> Option<String> {
    let mut codes = entries(details.get("languages")).filter_map(|entry| text(entry, "key"));
    let known = codes.find_map(|key| language_name(key.rsplit('/').next()?));
    known.map(str::to_owned)
}

/// The subjects, each once in any case, without the tags of programs such as `nyt:hardcover-fiction=2011-01-30`.
fn subjects(data: &Map<String, Value>) -> Vec<Subject> {
    let mut known: Vec<String> = Vec::new();
    let names = names(data, "subjects").into_iter();
    let is_tag = |name: &str| name.split_once(':').is_some_and(|(key, _)| !key.contains(' '));
    let new = names.filter(|name| {
        let key = name.to_lowercase();
        let is_new = !is_tag(name) && !known.contains(&key);
        known.push(key);
        is_new
    });
    new.take(MAX_SUBJECTS)
        .map(|heading| Subject {
            heading,
            scheme: None,
        })
        .collect()
}

/// A series and the number in it: `Discworld, 12`, `Discworld -- 12`, `Discworld #12`.
fn series(text: String) -> Series {
    let split = [" -- ", " #", ", ", " ; "].into_iter().find_map(|mark| {
        let (title, volume) = text.rsplit_once(mark)?;
        let volume = volume.trim();
        let is_volume = volume.contains(|c: char| c.is_ascii_digit()) && volume.chars().count() <= 20;
        let title = cleaned(title)?;
        is_volume.then(|| (title, volume.trim_start_matches('#').to_owned()))
    });
    match split {
        Some((title, volume)) => Series {
            title,
            volume: Some(volume),
        },
        None => Series {
            title: text,
            volume: None,
        },
    }
}

/// The table of contents, a line an entry.
fn contents(value: Option<&Value>) -> Option<String> {
    let rows = entries(value).filter_map(|row| {
        let parts = [text(row, "label"), text(row, "title")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    });
    let rows: Vec<String> = rows.collect();
    (!rows.is_empty()).then(|| rows.join("\n"))
}

/// The number of the cover, from its address: `https://covers.openlibrary.org/b/id/240727-L.jpg`. Only the number is used, so that
/// a response cannot name another host.
fn cover(data: &Map<String, Value>) -> Option<i64> {
    let address = text(data.get("cover")?.as_object()?, "large")?;
    let (_, file) = address.rsplit_once("/b/id/")?;
    let number = file.strip_suffix("-L.jpg")?;
    let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    number.parse().ok().filter(|number| is_number && *number > 0)
}

#[cfg(test)]
mod tests {
    use super::{NotUnderstood, OpenLibraryBook, read};
    use crate::marc::{Series, samples};
    use proptest::prelude::*;
    use serde_json::json;

    fn book(data: &serde_json::Value, details: &serde_json::Value) -> OpenLibraryBook {
        let data = json!({ "ISBN:9780134610993": data }).to_string();
        let details =
            json!({ "ISBN:9780134610993": { "bib_key": "ISBN:9780134610993", "details": details } });
        let read = read(data.as_bytes(), Some(details.to_string().as_bytes()));
        read.unwrap().unwrap()
    }

    #[test]
    fn reads_a_book() {
        let OpenLibraryBook { description, cover } = book(
            &json!({
                "title": "Artificial intelligence",
                "subtitle": "a modern approach",
                "authors": [{ "url": "https://openlibrary.org/authors/OL1A", "name": "Stuart J. Russell" }, { "name": "Peter Norvig" }],
                "number_of_pages": 1136,
                "identifiers": { "isbn_13": ["9780134610993"], "isbn_10": ["0134610997"], "oclc": ["1124776132"], "lccn": ["2019047498"] },
                "classifications": { "dewey_decimal_class": ["006.3"], "lc_classifications": ["Q335 .R86 2021"] },
                "publishers": [{ "name": "Pearson" }],
                "publish_date": "May 2020",
                "subjects": [{ "name": "Artificial intelligence" }, { "name": "artificial Intelligence" }, { "name": "nyt:list=2011" }],
                "notes": "Includes an index.",
                "table_of_contents": [{ "level": 0, "label": "1", "title": "Introduction" }, { "title": "Agents" }],
                "links": [{ "title": "The site of the book", "url": "https://aima.example/" }],
                "cover": { "small": "https://covers.openlibrary.org/b/id/10520611-S.jpg", "large": "https://covers.openlibrary.org/b/id/10520611-L.jpg" },
            }),
            &json!({
                "languages": [{ "key": "/languages/eng" }],
                "edition_name": "Fourth edition",
                "series": ["Pearson series in artificial intelligence, 7"],
                "description": { "type": "/type/text", "value": "How machines reason.\r\n\r\nAnd learn." },
            }),
        );
        assert_eq!(
            description.title.as_deref(),
            Some("Artificial intelligence: a modern approach")
        );
        assert_eq!(
            description.author.as_deref(),
            Some("Stuart J. Russell, Peter Norvig")
        );
        assert_eq!(description.contributors.len(), 2);
        assert_eq!(description.isbns, ["9780134610993", "0134610997"]);
        assert_eq!(description.oclc_number.as_deref(), Some("1124776132"));
        assert_eq!(description.lccn.as_deref(), Some("2019047498"));
        assert_eq!(description.publisher.as_deref(), Some("Pearson"));
        assert_eq!(
            (description.published_year, description.pages),
            (Some(2020), Some(1136))
        );
        assert_eq!(description.language.as_deref(), Some("English"));
        assert_eq!(description.edition.as_deref(), Some("Fourth edition"));
        assert_eq!(
            description.summary.as_deref(),
            Some("How machines reason.\n\nAnd learn.")
        );
        assert_eq!(description.contents.as_deref(), Some("1 Introduction\nAgents"));
        let subjects: Vec<&str> = description
            .subjects
            .iter()
            .map(|one| one.heading.as_str())
            .collect();
        assert_eq!(subjects, ["Artificial intelligence"]);
        assert_eq!(description.series[0].volume.as_deref(), Some("7"));
        assert_eq!(description.call_number.as_deref(), Some("006.3"));
        assert_eq!(description.lc_class.as_deref(), Some("Q335 .R86 2021"));
        assert_eq!(description.notes, ["Includes an index."]);
        assert_eq!(description.links[0].address, "https://aima.example/");
        assert_eq!(cover, Some(10_520_611));
    }

    #[test]
    fn values_of_other_types_are_left_out() {
        let OpenLibraryBook { description, cover } = book(
            &json!({
                "title": { "value": "A  title\u{7}" },
                "authors": "Somebody",
                "by_statement": "by A. Author",
                "number_of_pages": "12",
                "publish_date": 1999,
                "subjects": [1, null, { "name": 3 }, { "name": " " }],
                "identifiers": [],
                "notes": { "value": 7 },
                "cover": { "large": "https://evil.example/b/id/../7-L.jpg" },
            }),
            &json!({ "languages": [{ "key": "/languages/xxx" }], "series": [{}], "description": [] }),
        );
        assert_eq!(description.title.as_deref(), Some("A title"));
        assert_eq!(description.author.as_deref(), Some("by A. Author"));
        assert_eq!(description.pages, Some(12));
        assert_eq!(description.published_year, None);
        assert!(
            description.subjects.is_empty() && description.series.is_empty() && description.notes.is_empty()
        );
        assert_eq!(cover, None);
    }

    #[test]
    fn lists_are_bounded() {
        let many: Vec<_> = (0..10_000)
            .map(|number| json!({ "name": format!("A{number}") }))
            .collect();
        let book = book(&json!({ "authors": many.clone(), "subjects": many }), &json!({}));
        assert_eq!(book.description.contributors.len(), 100);
        assert_eq!(book.description.subjects.len(), 30);
    }

    #[test]
    fn a_number_of_a_cover_is_a_number() {
        for (large, expected) in [
            ("https://covers.openlibrary.org/b/id/5-L.jpg", Some(5)),
            ("http://127.0.0.1:9000/b/id/5-L.jpg", Some(5)),
            ("https://covers.openlibrary.org/b/id/-5-L.jpg", None),
            ("https://covers.openlibrary.org/b/id/-L.jpg", None),
            ("https://covers.openlibrary.org/b/id/0-L.jpg", None),
            (
                "https://covers.openlibrary.org/b/id/99999999999999999999-L.jpg",
                None,
            ),
            ("https://covers.openlibrary.org/b/isbn/5-L.jpg", None),
        ] {
            assert_eq!(
                book(&json!({ "cover": { "large": large } }), &json!({})).cover,
                expected,
                "{large}"
            );
        }
    }

    #[test]
    fn series_have_volumes() {
        for (text, title, volume) in [
            ("Discworld, 12", "Discworld", Some("12")),
            ("Discworld -- v. 12", "Discworld", Some("v. 12")),
            ("Discworld #12", "Discworld", Some("12")),
            ("Stories, tales and fables", "Stories, tales and fables", None),
            ("12", "12", None),
        ] {
            let book = book(&json!({}), &json!({ "series": [text] }));
            let expected = Series {
                title: title.to_owned(),
                volume: volume.map(str::to_owned),
            };
            assert_eq!(book.description.series, [expected]);
        }
    }

    #[test]
    fn what_is_no_response_is_not_understood() {
        assert_eq!(read(b"{}", None), Ok(None));
        assert!(read(br#"{"ISBN:1":{}}"#, Some(b"no JSON")).unwrap().is_some());
        for bytes in [
            &b""[..],
            b"[]",
            b"null",
            b"<html>",
            br#"{"ISBN:1":[]}"#,
            br#"{"ISBN:1":{"title":"A"}"#,
        ] {
            assert_eq!(read(bytes, None), Err(NotUnderstood));
        }
        let deep = [b"{\"a\":".repeat(1000), b"1".to_vec()].concat();
        assert_eq!(read(&deep, None), Err(NotUnderstood));
    }

    proptest! {
        #[test]
        fn never_panics(bytes in prop::collection::vec(samples::structural_byte(), 0..300)) {
            let _ = read(&bytes, Some(&bytes));
        }
    }
}
