//! The format of BibTeX.

use super::cited::Cited;
use super::person::Person;

/// An entry of the type `book`.
pub(super) fn entry(cited: &Cited<'_>) -> String {
    let names = |people: &[Person]| {
        let names: Vec<String> = people.iter().map(name).collect();
        (!names.is_empty()).then(|| names.join(" and "))
    };
    let plain = |text: &str| escaped(text);
    let record = cited.record;
    let series = cited.details.series.first();
    let fields: [(&str, Option<String>); 13] = [
        ("author", names(&cited.authors)),
        ("editor", names(&cited.editors)),
        ("translator", names(&cited.translators)),
        ("title", Some(format!("{{{}}}", plain(&record.title)))),
        ("edition", record.edition_statement.as_deref().map(plain)),
        ("publisher", record.publisher.as_deref().map(plain)),
        ("year", record.published_year.map(|year| year.to_string())),
        ("series", series.map(|series| plain(&series.title))),
        (
            "volume",
            series.and_then(|series| series.volume.as_deref()).map(plain),
        ),
        ("isbn", record.isbn.clone()),
        ("doi", cited.doi().map(plain)),
        (
            "language",
            Some(plain(&record.language)).filter(|language| !language.is_empty()),
        ),
        (
            "url",
            cited.details.links.first().map(|link| link.address.clone()),
        ),
    ];
    let fields = fields
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    let lines: Vec<String> = fields
        .map(|(name, value)| format!("  {name} = {{{value}}}"))
        .collect();
    format!("@book{{{},\n{}\n}}\n", key(cited), lines.join(",\n"))
}

/// A body is in braces, so that it is not taken for a person.
fn name(person: &Person) -> String {
    if person.given.is_empty() {
        return format!("{{{}}}", escaped(&person.family));
    }
    match &person.suffix {
        Some(suffix) => format!(
            "{}, {suffix}, {}",
            escaped(&person.family),
            escaped(&person.given)
        ),
        None => format!("{}, {}", escaped(&person.family), escaped(&person.given)),
    }
}

/// Such as `russell2021artificial`: letters and digits of ASCII only.
fn key(cited: &Cited<'_>) -> String {
    let plain = |text: &str| -> String {
        let kept = text.chars().filter(char::is_ascii_alphanumeric);
        kept.collect::<String>().to_lowercase()
    };
    let family = cited.leaders().first().map(|person| plain(&person.family));
    let year = cited
        .record
        .published_year
        .map(|year| year.unsigned_abs().to_string());
    let words = cited.record.title.split_whitespace().map(plain);
    let word = words.into_iter().find(|word| word.len() > 3);
    let key = [family, year, word].into_iter().flatten().collect::<String>();
    if key.is_empty() { "book".to_owned() } else { key }
}

/// A text without the characters that have a meaning in TeX.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => safe.push_str("{\\textbackslash}"),
            '~' => safe.push_str("{\\textasciitilde}"),
            '^' => safe.push_str("{\\textasciicircum}"),
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => {
                safe.push('\\');
                safe.push(character);
            }
            _ => safe.push(character),
        }
    }
    safe
}
