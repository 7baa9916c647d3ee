//! Dublin Core: the fifteen elements that all systems understand.

use crate::marc::{Contributor, Record, describe, language_code, write_escaped};

/// An element with its value.
pub type Element = (&'static str, String);

/// The roles whose bearers are creators of a work; all others contributed to it.
const CREATORS: [&str; 6] = [
    "author",
    "composer",
    "artist",
    "photographer",
    "cartographer",
    "creator",
];

/// Describes a record in Dublin Core. `address` is that of the page of the book.
pub fn dublin_core(record: &Record, address: &str) -> Vec<Element> {
    let said = describe(record);
    let mut elements: Vec<Element> = Vec::new();
    let mut add = |name, value: Option<String>| {
        let value = value.filter(|value| !value.trim().is_empty());
        elements.extend(value.map(|value| (name, value)));
    };
    add("title", said.title);
    for title in said.other_titles {
        add("title", Some(title));
    }
    let (creators, contributors): (Vec<_>, Vec<_>) =
        said.contributors.iter().partition(|one| is_creator(one));
    if creators.is_empty() && contributors.is_empty() {
        add("creator", said.author);
    }
    for creator in creators {
        add("creator", Some(name(creator)));
    }
    for contributor in contributors {
        add("contributor", Some(name(contributor)));
    }
    for subject in said.subjects {
        add("subject", Some(subject.heading));
    }
    add("description", said.summary);
    add("publisher", said.publisher);
    add("date", said.published_year.map(|year| format!("{year:04}")));
    add("type", Some(kind(record).to_owned()));
    add("format", said.pages.map(|pages| format!("{pages} pages")));
    for isbn in said.isbns {
        add("identifier", Some(format!("urn:isbn:{isbn}")));
    }
    for issn in said.issns {
        add("identifier", Some(format!("urn:issn:{issn}")));
    }
    add("identifier", Some(address.to_owned()));
    add(
        "language",
        said.language
            .map(|language| language_code(&language).map_or(language.clone(), str::to_owned)),
    );
    for series in said.series {
        let volume = series.volume.map(|volume| format!(" ; {volume}"));
        add("relation", Some(series.title + &volume.unwrap_or_default()));
    }
    elements
}

/// Elements as XML with the prefix `dc`, without the element around them.
pub fn write_elements(elements: &[Element]) -> String {
    let mut text = String::new();
    for (name, value) in elements {
        for part in ["<dc:", name, ">"] {
            text.push_str(part);
        }
        write_escaped(&mut text, value);
        for part in ["</dc:", name, ">"] {
            text.push_str(part);
        }
    }
    text
}

fn is_creator(one: &Contributor) -> bool {
    CREATORS.contains(&one.role.as_str())
}

/// The name as catalogued, which sorts better, or else in direct order.
fn name(one: &Contributor) -> String {
    let name = if one.heading.is_empty() {
        &one.name
    } else {
        &one.heading
    };
    name.clone()
}

/// The type of the work in the vocabulary of the DCMI, from the leader.
fn kind(record: &Record) -> &'static str {
    match record.leader.chars().nth(6).unwrap_or('a') {
        'e' | 'f' | 'k' => "StillImage",
        'g' => "MovingImage",
        'i' | 'j' => "Sound",
        'm' => "Software",
        'o' | 'p' => "Collection",
        'r' => "PhysicalObject",
        _ => "Text",
    }
}

#[cfg(test)]
mod tests {
    use super::{dublin_core, write_elements};
    use crate::marc::{Description, Record, Series, Subject, compose};

    #[test]
    fn every_element_has_its_value() {
        let text = |text: &str| text.to_owned();
        let person = |name: &str, role: &str| crate::marc::Contributor {
            name: text(name),
            heading: String::new(),
            role: text(role),
        };
        let description = Description {
            title: Some(text("Bees & <wasps>")),
            author: Some(text("Jane Roe")),
            contributors: vec![person("Jane Roe", "author"), person("Ann Poe", "translator")],
            subjects: vec![Subject {
                heading: text("Bees"),
                scheme: None,
            }],
            publisher: Some(text("Press")),
            published_year: Some(1999),
            pages: Some(12),
            isbns: vec![text("9780134610993")],
            language: Some(text("German")),
            summary: Some(text("About \u{1}bees")),
            series: vec![Series {
                title: text("Insects"),
                volume: Some(text("7")),
            }],
            ..Description::default()
        };
        let record: Record = compose(None, &description);
        let elements = dublin_core(&record, "https://library.example/books/book_1");
        let shown: Vec<String> = elements
            .iter()
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        assert_eq!(
            shown,
            [
                "title: Bees & <wasps>",
                "creator: Roe, Jane",
                "contributor: Poe, Ann",
                "subject: Bees",
                "description: About bees",
                "publisher: Press",
                "date: 1999",
                "type: Text",
                "format: 12 pages",
                "identifier: urn:isbn:9780134610993",
                "identifier: https://library.example/books/book_1",
                "language: ger",
                "relation: Insects ; 7",
            ]
        );
        assert_eq!(
            write_elements(&[("title", text("Bees & <wasps>\u{1}"))]),
            "<dc:title>Bees &amp; &lt;wasps&gt;</dc:title>"
        );
    }
}
