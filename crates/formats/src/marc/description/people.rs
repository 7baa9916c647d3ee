//! The persons and bodies behind a work.

use super::names::{self, Name};
use super::text::{MAX_VALUES, without_separators};
use super::{Contributor, roles, statement};
use crate::marc::Record;
use crate::marc::record::DataField;

const AUTHOR: &str = "author";
const EDITOR: &str = "editor";
const CONTRIBUTOR: &str = "contributor";
/// The longest display text of the authors, in characters.
const MAX_DISPLAY: usize = 200;
const AND_OTHERS: &str = " et al.";

/// A contributor, and whether the record is entered under it.
pub(in crate::marc) struct Person {
    pub(in crate::marc) contributor: Contributor,
    is_main: bool,
}

/// The persons and bodies without duplicates; first the main entry.
pub(in crate::marc) fn read(record: &Record) -> Vec<Person> {
    let is_main = |field: &DataField<'_>| matches!(field.tag, "100" | "110" | "111");
    // An added entry with a title is a related work.
    let is_added =
        |field: &DataField<'_>| matches!(field.tag, "700" | "710" | "711") && field.first('t').is_none();
    let entries = record
        .data()
        .filter(is_main)
        .chain(record.data().filter(is_added));
    let entries: Vec<(DataField<'_>, Name)> = entries
        .filter_map(|field| names::read(field).map(|name| (field, name)))
        .take(MAX_VALUES)
        .collect();
    let context = Context {
        statement: statement::read(record).map(|statement| statement.to_lowercase()),
        has_main: entries.iter().any(|(field, _)| is_main(field)),
        has_added_person: entries.iter().any(|(field, _)| field.tag == "700"),
        has_role: entries.iter().any(|(field, _)| roles::stated(*field).is_some()),
    };
    let mut people: Vec<Person> = Vec::new();
    for (field, name) in entries {
        if people.iter().any(|person| person.contributor.name == name.direct) {
            continue;
        }
        let is_main = is_main(&field);
        let role = match roles::stated(field) {
            Some(role) => role,
            None if is_main => AUTHOR,
            None => context.role_of(field, &name),
        };
        people.push(Person {
            contributor: Contributor {
                name: name.direct,
                heading: name.heading,
                role: role.to_owned(),
            },
            is_main,
        });
    }
    people
}

/// What the rest of the record says about an added entry without a role.
struct Context {
    /// The statement of responsibility in lower case.
    statement: Option<String>,
    has_main: bool,
    has_added_person: bool,
    has_role: bool,
}

impl Context {
    fn role_of(&self, field: DataField<'_>, name: &Name) -> &'static str {
        if let Some(statement) = &self.statement {
            return statement::role_of(&name.key, statement).unwrap_or(CONTRIBUTOR);
        }
        let is_author = if field.tag == "700" {
            self.has_main || !self.has_role
        } else {
            // A body next to persons is seldom the author.
            !self.has_main && !self.has_role && !self.has_added_person
        };
        if is_author { AUTHOR } else { CONTRIBUTOR }
    }
}

/// The authors as one text: the main entry and the authors, or else the editors, or else the statement of responsibility.
pub(in crate::marc) fn display(record: &Record, people: &[Person]) -> Option<String> {
    let names = |is_wanted: &dyn Fn(&Person) -> bool| -> Vec<&str> {
        people
            .iter()
            .filter(|person| is_wanted(person))
            .map(|person| person.contributor.name.as_str())
            .collect()
    };
    let authors = names(&|person| person.is_main || person.contributor.role == AUTHOR);
    if !authors.is_empty() {
        return Some(limited(&authors));
    }
    let editors = names(&|person| person.contributor.role == EDITOR);
    if !editors.is_empty() {
        return Some(limited(&editors));
    }
    let stated = statement::names(&statement::read(record)?)?;
    Some(limited(&[&stated]))
}

/// As many names as there is room for.
fn limited(names: &[&str]) -> String {
    let all = names.join(", ");
    if all.chars().count() <= MAX_DISPLAY {
        return all;
    }
    let room = MAX_DISPLAY - AND_OTHERS.chars().count();
    // The room ends within a name, unless a separator follows; only the first name is cut.
    let end = all.char_indices().nth(room).map_or(all.len(), |(end, _)| end);
    let whole = match all[..end].rfind(", ") {
        Some(whole) if !all[end..].starts_with(", ") => whole.max(names[0].len().min(end)),
        _ => end,
    };
    without_separators(&all[..whole]).to_owned() + AND_OTHERS
}

#[cfg(test)]
mod tests {
    use super::{display, read};
    use crate::marc::samples;

    fn shown(fields: &[&str]) -> (String, Option<String>) {
        let record = samples::book(fields);
        let people = read(&record);
        let all = people
            .iter()
            .map(|person| format!("{} ({})", person.contributor.name, person.contributor.role));
        (all.collect::<Vec<_>>().join(", "), display(&record, &people))
    }

    #[test]
    fn reads_contributors() {
        let main = "100 1  $aRoe, Jane.";
        let added = "700 1  $aDoe, John,$d1960-";
        let body = "710 2  $aAcme.";
        for (fields, people, author) in [
            (&[main][..], "Jane Roe (author)", Some("Jane Roe")),
            (
                &[added, main, body],
                "Jane Roe (author), John Doe (author), Acme (contributor)",
                Some("Jane Roe, John Doe"),
            ),
            (&[added], "John Doe (author)", Some("John Doe")),
            (&[body], "Acme (author)", Some("Acme")),
            (
                &[added, "700 1  $aRoe, Jane,$eeditor."],
                "John Doe (contributor), Jane Roe (editor)",
                Some("Jane Roe"),
            ),
            (
                &[
                    main,
                    added,
                    "245 10 $aTitle /$cJane Roe ; illustrated by John Doe.",
                ],
                "Jane Roe (author), John Doe (illustrator)",
                Some("Jane Roe"),
            ),
            (
                &[added, "245 10 $aTitle /$cedited by John Doe."],
                "John Doe (editor)",
                Some("John Doe"),
            ),
            (
                &[added, "245 10 $aTitle /$cby Someone Else."],
                "John Doe (contributor)",
                Some("Someone Else"),
            ),
            (
                &[main, "700 1  $aRoe, Jane,$d1950-"],
                "Jane Roe (author)",
                Some("Jane Roe"),
            ),
            (
                &[main, "700 12 $aDoe, John.$tOther work."],
                "Jane Roe (author)",
                Some("Jane Roe"),
            ),
            (&["245 10 $aTitle /$cby Jane Roe."], "", Some("Jane Roe")),
            (&["245 10 $aTitle."], "", None),
        ] {
            assert_eq!(shown(fields), (people.to_owned(), author.map(str::to_owned)));
        }
    }

    #[test]
    fn limits_the_display_text() {
        let fields: Vec<String> = (10..60)
            .map(|number| format!("700 1  $aNumber{number}, Name"))
            .collect();
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let author = shown(&fields).1.unwrap();
        assert!(author.chars().count() <= 200, "{author}");
        assert!(author.starts_with("Name Number10, Name Number11, "), "{author}");
        assert!(author.ends_with("Name Number22 et al."), "{author}");
        let long = format!("100 0  $a{}", "é".repeat(300));
        assert_eq!(shown(&[&long]).1.unwrap().chars().count(), 200);
    }
}
