//! Citations for lists of references.

use super::cited::{Cited, stopped};
use super::person::Person;

/// APA lists up to this many authors.
const MOST_IN_APA: usize = 20;
/// Chicago lists up to this many authors, and of more only the first [`FIRST_IN_CHICAGO`].
const MOST_IN_CHICAGO: usize = 6;
const FIRST_IN_CHICAGO: usize = 3;

/// `Russell, S. J., & Norvig, P. (2021). Artificial intelligence (4th ed.). Pearson.`
pub(super) fn apa(cited: &Cited<'_>) -> String {
    let leaders = cited.leaders();
    let names: Vec<String> = leaders.iter().map(Person::with_initials).collect();
    let names = match names.as_slice() {
        several if several.len() > MOST_IN_APA => {
            let last = several.last().map_or("", String::as_str);
            format!("{}, … {last}", several[..MOST_IN_APA - 1].join(", "))
        }
        [first @ .., last] if !first.is_empty() => format!("{}, & {last}", first.join(", ")),
        names => names.concat(),
    };
    let role = match (cited.has_authors(), leaders.len()) {
        (true, _) | (_, 0) => "",
        (false, 1) => " (Ed.)",
        (false, _) => " (Eds.)",
    };
    let mut notes = Vec::new();
    if cited.has_authors() && !cited.editors.is_empty() {
        let mark = if cited.editors.len() == 1 { "Ed." } else { "Eds." };
        notes.push(format!("{}, {mark}", short_names(&cited.editors)));
    }
    if !cited.translators.is_empty() {
        notes.push(format!("{}, Trans.", short_names(&cited.translators)));
    }
    notes.extend(cited.edition());
    let notes = match notes.as_slice() {
        [] => String::new(),
        notes => format!(" ({})", notes.join("; ")),
    };
    let title = stopped(&format!("{}{notes}", cited.record.title));
    let year = cited.year().unwrap_or_else(|| "n.d.".to_owned());
    let mut parts = if names.is_empty() {
        vec![title, format!("({year}).")]
    } else {
        vec![stopped(&format!("{names}{role}")), format!("({year})."), title]
    };
    parts.extend(cited.record.publisher.as_deref().map(stopped));
    parts.extend(cited.doi().map(|doi| format!("https://doi.org/{doi}")));
    parts.join(" ")
}

fn short_names(people: &[Person]) -> String {
    let names: Vec<String> = people.iter().map(Person::direct_with_initials).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} & {last}", first.join(", ")),
        names => names.concat(),
    }
}

/// `Russell, Stuart J., and Peter Norvig. Artificial Intelligence. 4th ed., Pearson, 2021.`
pub(super) fn mla(cited: &Cited<'_>) -> String {
    let names = match cited.leaders() {
        [] => String::new(),
        [one] => one.inverted(),
        [first, second] => format!("{}, and {}", first.inverted(), second.direct()),
        [first, ..] => format!("{}, et al.", first.inverted()),
    };
    let mut parts = Vec::new();
    if !names.is_empty() {
        parts.push(stopped(&with_editor_mark(cited, names, ["editor", "editors"])));
    }
    parts.push(stopped(&cited.record.title));
    let mut rest = Vec::new();
    if cited.has_authors() && !cited.editors.is_empty() {
        rest.push(format!("edited by {}", full_names(&cited.editors)));
    }
    if !cited.translators.is_empty() {
        rest.push(format!("translated by {}", full_names(&cited.translators)));
    }
    rest.extend(cited.edition());
    rest.extend(cited.record.publisher.clone());
    rest.extend(cited.year());
    rest.extend(cited.doi().map(|doi| format!("https://doi.org/{doi}")));
    if !rest.is_empty() {
        parts.push(stopped(&capitalised(&rest.join(", "))));
    }
    parts.join(" ")
}

/// `Russell, Stuart J., and Peter Norvig. Artificial Intelligence. 4th ed. Pearson, 2021.`
pub(super) fn chicago(cited: &Cited<'_>) -> String {
    let leaders = cited.leaders();
    let shown = if leaders.len() > MOST_IN_CHICAGO {
        &leaders[..FIRST_IN_CHICAGO]
    } else {
        leaders
    };
    let mut names: Vec<String> = shown.iter().map(Person::direct).collect();
    if let (Some(name), Some(first)) = (names.first_mut(), shown.first()) {
        *name = first.inverted();
    }
    let names = match names.as_slice() {
        several if shown.len() < leaders.len() => format!("{}, et al.", several.join(", ")),
        [first @ .., last] if !first.is_empty() => format!("{}, and {last}", first.join(", ")),
        names => names.concat(),
    };
    let mut parts = Vec::new();
    if !names.is_empty() {
        parts.push(stopped(&with_editor_mark(cited, names, ["ed.", "eds."])));
    }
    parts.push(stopped(&cited.record.title));
    if cited.has_authors() && !cited.editors.is_empty() {
        parts.push(stopped(&format!("Edited by {}", full_names(&cited.editors))));
    }
    if !cited.translators.is_empty() {
        parts.push(stopped(&format!(
            "Translated by {}",
            full_names(&cited.translators)
        )));
    }
    parts.extend(cited.edition().map(|edition| stopped(&capitalised(&edition))));
    let year = cited.year().unwrap_or_else(|| "n.d.".to_owned());
    let imprint = match &cited.record.publisher {
        Some(publisher) => format!("{publisher}, {year}"),
        None => year,
    };
    parts.push(stopped(&imprint));
    parts.extend(cited.doi().map(|doi| format!("https://doi.org/{doi}.")));
    parts.join(" ")
}

/// Adds a word for editors to the names if the book has editors and no author.
fn with_editor_mark(cited: &Cited<'_>, names: String, [one, several]: [&str; 2]) -> String {
    match (cited.has_authors(), cited.editors.len()) {
        (true, _) | (_, 0) => names,
        (false, 1) => format!("{names}, {one}"),
        (false, _) => format!("{names}, {several}"),
    }
}

fn full_names(people: &[Person]) -> String {
    let names: Vec<String> = people.iter().map(Person::direct).collect();
    match names.as_slice() {
        [first @ .., last] if first.len() > 1 => format!("{}, and {last}", first.join(", ")),
        [first, last] => format!("{first} and {last}"),
        names => names.concat(),
    }
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(characters).collect()
}
