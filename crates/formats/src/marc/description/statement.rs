//! The statement of responsibility on the title page, such as `by A. Name ; illustrated by B. Name`.

use super::text::{clean, shortened, without_brackets, without_end};
use crate::marc::Record;

/// The longest statement that is searched for names, in characters.
const MAX_STATEMENT: usize = 2_000;

/// What words before a name, or after it, say about the role.
const WORDS: [(&str, &str); 53] = [
    ("written", "author"),
    ("text", "author"),
    ("story", "author"),
    ("words by", "author"),
    ("edited", "editor"),
    ("editor", "editor"),
    ("ed. by", "editor"),
    ("eds", "editor"),
    ("hrsg", "editor"),
    ("hg.", "editor"),
    ("herausg", "editor"),
    ("sous la direction", "editor"),
    ("sous la dir", "editor"),
    ("dirigé", "editor"),
    ("éd", "editor"),
    ("edición", "editor"),
    ("a cura di", "editor"),
    ("под ред", "editor"),
    ("ред.", "editor"),
    ("translat", "translator"),
    ("übers", "translator"),
    ("übertr", "translator"),
    ("aus dem", "translator"),
    ("traduit", "translator"),
    ("traduc", "translator"),
    ("trad.", "translator"),
    ("пер.", "translator"),
    ("перев", "translator"),
    ("illus", "illustrator"),
    ("ill.", "illustrator"),
    ("ilustra", "illustrator"),
    ("pictures", "illustrator"),
    ("drawings", "illustrator"),
    ("drawn by", "illustrator"),
    ("bilder", "illustrator"),
    ("ил.", "illustrator"),
    ("худож", "illustrator"),
    ("compiled", "compiler"),
    ("compiler", "compiler"),
    ("selected", "compiler"),
    ("сост", "compiler"),
    ("photo", "photographer"),
    ("adapted", "adapter"),
    ("introduc", "writer of introduction"),
    ("foreword", "writer of preface"),
    ("preface", "writer of preface"),
    ("préface", "writer of preface"),
    ("vorwort", "writer of preface"),
    ("afterword", "author of afterword"),
    ("read by", "narrator"),
    ("narrated", "narrator"),
    ("sponsor", "contributor"),
    ("cartograph", "cartographer"),
];

/// Words at the begin of a statement that are no part of a name.
const LEADING: [&str; 14] = [
    "by ",
    "written by ",
    "edited by ",
    "ed. by ",
    "compiled by ",
    "written and illustrated by ",
    "von ",
    "herausgegeben von ",
    "hrsg. von ",
    "par ",
    "sous la direction de ",
    "por ",
    "di ",
    "a cura di ",
];

/// The statement of a record.
pub(in crate::marc) fn read(record: &Record) -> Option<String> {
    let texts = record.tagged("245").filter_map(|field| field.first('c'));
    let statement = texts.map(clean).find(|text| !text.is_empty())?;
    Some(shortened(statement, MAX_STATEMENT))
}

/// The role of a name in a statement in lower case; nothing if the statement does not have the name.
pub(in crate::marc) fn role_of(name: &str, statement: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    statement.split(';').find_map(|part| {
        let start = place(part, &name)?;
        let (before, after) = part.split_at(start);
        let role = roles(before).last().or_else(|| roles(after).next());
        Some(role.unwrap_or("author"))
    })
}

/// The roles that the words of a text stand for.
fn roles(text: &str) -> impl Iterator<Item = &'static str> {
    let begins = text
        .char_indices()
        .filter(|(at, _)| is_word_begin(text, *at))
        .map(|(at, _)| &text[at..]);
    begins.filter_map(|rest| {
        let known = WORDS.iter().find(|(word, _)| rest.starts_with(word));
        known.map(|(_, role)| *role)
    })
}

fn is_word_begin(text: &str, at: usize) -> bool {
    !text[..at].ends_with(char::is_alphanumeric)
}

/// Where a text has a name that is not a part of a longer word.
fn place(text: &str, name: &str) -> Option<usize> {
    let is_whole =
        |at: usize| is_word_begin(text, at) && !text[at + name.len()..].starts_with(char::is_alphanumeric);
    text.match_indices(name)
        .map(|(at, _)| at)
        .find(|at| !name.is_empty() && is_whole(*at))
}

/// The names at the begin of a statement.
pub(in crate::marc) fn names(statement: &str) -> Option<String> {
    let text = without_brackets(statement.split(" ; ").next()?);
    let text = clean(&text);
    let lower = text.to_lowercase();
    let leading = LEADING
        .iter()
        .filter(|words| lower.starts_with(**words))
        .map(|words| words.len())
        .max();
    let names = text.get(leading.unwrap_or(0)..)?;
    let names = without_end(names);
    (!names.is_empty()).then(|| names.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{names, role_of};
    use proptest::prelude::*;

    #[test]
    fn finds_roles() {
        for (name, statement, expected) in [
            ("Norvig", "Stuart Russell and Peter Norvig.", Some("author")),
            (
                "Doe",
                "by Jane Roe ; illustrated by John Doe.",
                Some("illustrator"),
            ),
            ("Roe", "by Jane Roe ; illustrated by John Doe.", Some("author")),
            (
                "Doe",
                "written by Jane Roe and illustrated by John Doe",
                Some("illustrator"),
            ),
            (
                "Roe",
                "written by Jane Roe and illustrated by John Doe",
                Some("author"),
            ),
            ("Roe", "edited by Jane Roe, John Doe", Some("editor")),
            ("Doe", "edited by Jane Roe, John Doe", Some("editor")),
            ("Roe", "Jane Roe, John Doe, editors", Some("editor")),
            ("Roe", "Jane Roe (Hrsg.)", Some("editor")),
            ("Müller", "aus dem Engl. von A. Müller", Some("translator")),
            ("Doe", "Jane Roe", None),
            ("Ro", "Jane Roe", None),
            ("", "Jane Roe", None),
        ] {
            assert_eq!(
                role_of(name, &statement.to_lowercase()),
                expected,
                "{name} in {statement}"
            );
        }
    }

    #[test]
    fn finds_names() {
        for (statement, expected) in [
            ("by Jane Roe ; illustrated by John Doe.", Some("Jane Roe")),
            ("[edited by] Jane Roe.", Some("Jane Roe")),
            ("Edited by Jane Roe ... [et al.].", Some("Jane Roe ... et al.")),
            ("herausgegeben von J. Roe", Some("J. Roe")),
            ("Jane Roe", Some("Jane Roe")),
            ("", None),
        ] {
            assert_eq!(names(statement).as_deref(), expected, "{statement}");
        }
    }

    proptest! {
        #[test]
        fn reads_any_text(name in ".{0,5}", statement in ".{0,40}") {
            let _ = role_of(&name, &statement);
            let _ = names(&statement);
        }
    }
}
