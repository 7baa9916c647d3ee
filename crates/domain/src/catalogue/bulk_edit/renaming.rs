//! Other names for categories or subjects, in all books that have them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::heading::{folded, valid_headings};
use super::{limit, message};
use crate::catalogue::book::details::Subject;
use crate::catalogue::book::{self, BookRecord};
use crate::patch::Patch;
use crate::validation::FieldError;

/// What a heading is the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HeadingKind {
    Category,
    Subject,
}

/// Gives categories or subjects another name, in all books that have them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Renaming {
    #[schema(inline)]
    pub kind: HeadingKind,
    /// The present names, exactly as books have them.
    #[schema(min_items = 1, max_items = 20)]
    pub from: Vec<String>,
    /// The new name, which books may have already. Null removes subjects; a book always has a category.
    #[serde(default)]
    pub to: Option<String>,
}

impl Renaming {
    /// Checks the names, and brings them into the form in which they are stored.
    ///
    /// # Errors
    /// `from` or `to`, with the message.
    pub(super) fn validate(self) -> Result<Renaming, Vec<FieldError>> {
        let refused = |field, text| vec![FieldError::new(field, text)];
        if self.from.is_empty() {
            return Err(refused("from", message::NO_HEADING));
        }
        let from = valid_names(self.kind, &self.from).map_err(|text| refused("from", text))?;
        let to = match (&self.to, self.kind) {
            (None, HeadingKind::Subject) => None,
            (None, HeadingKind::Category) => {
                return Err(refused("to", book::message::CATEGORY_REQUIRED));
            }
            (Some(to), kind) => {
                let named = valid_names(kind, std::slice::from_ref(to));
                named.map_err(|text| refused("to", text))?.pop()
            }
        };
        if from.iter().all(|name| Some(name) == to.as_ref()) {
            return Err(refused("to", message::SAME_NAME));
        }
        Ok(Renaming { from, to, ..self })
    }

    /// The category of a book.
    pub(super) fn category(&self, record: &BookRecord) -> Patch<String> {
        match (&self.to, self.kind) {
            (Some(to), HeadingKind::Category) if self.from.contains(&record.category) => {
                Patch::Set(to.clone())
            }
            _ => Patch::Keep,
        }
    }

    /// The semester categories of a book.
    pub(super) fn semester_categories(&self, record: &BookRecord) -> Patch<Vec<String>> {
        let Some(to) = self.to.as_ref().filter(|_| self.kind == HeadingKind::Category) else {
            return Patch::Keep;
        };
        let mut renamed: Vec<String> = Vec::new();
        for category in &record.semester_categories {
            let name = if self.from.contains(category) {
                to
            } else {
                category
            };
            if !renamed.contains(name) {
                renamed.push(name.clone());
            }
        }
        Patch::Set(renamed)
    }

    /// The subjects of a book. The new one has the place and the scheme of the first old one, and a book has it once.
    pub(super) fn subjects(&self, present: &[Subject]) -> Patch<Vec<Subject>> {
        let is_named = |one: &Subject| self.from.contains(&one.heading);
        if self.kind != HeadingKind::Subject || !present.iter().any(is_named) {
            return Patch::Keep;
        }
        let new = self.to.as_deref().map(folded);
        let mut has_new = false;
        let mut subjects = Vec::with_capacity(present.len());
        for one in present {
            let is_new = is_named(one) || new.as_ref() == Some(&folded(&one.heading));
            match &self.to {
                _ if !is_new => subjects.push(one.clone()),
                Some(to) if !has_new => {
                    has_new = true;
                    subjects.push(Subject {
                        heading: to.clone(),
                        scheme: one.scheme.clone(),
                    });
                }
                _ => {}
            }
        }
        Patch::Set(subjects)
    }
}

fn valid_names(kind: HeadingKind, names: &[String]) -> Result<Vec<String>, &'static str> {
    if names.len() > limit::SUBJECTS.max {
        return Err(message::TOO_MANY_HEADINGS);
    }
    let mut valid = match kind {
        HeadingKind::Subject => valid_headings(names)?,
        HeadingKind::Category => {
            let categories = names.iter().map(|name| book::category(Some(name)));
            categories.collect::<Result<_, _>>()?
        }
    };
    let mut known = BTreeSet::new();
    valid.retain(|name| known.insert(name.clone()));
    Ok(valid)
}

#[cfg(test)]
mod tests {
    use super::{HeadingKind, Renaming, message};
    use crate::catalogue::book::details::Subject;
    use crate::catalogue::book::{self, BookRecord};
    use crate::patch::Patch;

    type Subjects = &'static [(&'static str, &'static str)];

    fn renaming(kind: HeadingKind, from: &[&str], to: Option<&str>) -> Renaming {
        Renaming {
            kind,
            from: from.iter().map(|&name| name.to_owned()).collect(),
            to: to.map(str::to_owned),
        }
    }

    fn subject((heading, scheme): (&str, &str)) -> Subject {
        Subject {
            heading: heading.to_owned(),
            scheme: (!scheme.is_empty()).then(|| scheme.to_owned()),
        }
    }

    #[test]
    fn a_subject_keeps_its_place_and_its_scheme_and_stands_once() {
        let present = [("Insects", ""), ("Bees", "lcsh"), ("Honey bee", ""), ("BEE", "")].map(subject);
        let table: [(&[&str], Option<&str>, Option<Subjects>); 6] = [
            (
                &["Bees"],
                Some("Bee"),
                Some(&[("Insects", ""), ("Bee", "lcsh"), ("Honey bee", "")]),
            ),
            (
                &["Bees", "Honey bee", "BEE"],
                Some("Bees"),
                Some(&[("Insects", ""), ("Bees", "lcsh")]),
            ),
            (
                &["Bees", "BEE"],
                None,
                Some(&[("Insects", ""), ("Honey bee", "")]),
            ),
            (
                &["Insects"],
                Some("honey bee"),
                Some(&[("honey bee", ""), ("Bees", "lcsh"), ("BEE", "")]),
            ),
            // The names are those of books, letter by letter.
            (&["bees"], Some("Wasps"), None),
            (&["Wasps"], None, None),
        ];
        for (from, to, wanted) in table {
            let wanted = match wanted {
                Some(subjects) => Patch::Set(subjects.iter().copied().map(subject).collect()),
                None => Patch::Keep,
            };
            let renamed = renaming(HeadingKind::Subject, from, to);
            assert_eq!(renamed.subjects(&present), wanted, "{from:?} {to:?}");
            assert_eq!(renamed.category(&BookRecord::default()), Patch::Keep);
            assert_eq!(renamed.semester_categories(&BookRecord::default()), Patch::Keep);
        }
    }

    #[test]
    fn a_category_is_also_renamed_among_the_semester_categories() {
        let record = BookRecord {
            category: "Sciense".to_owned(),
            semester_categories: ["Arts", "Sciense", "Science"].map(str::to_owned).into(),
            ..BookRecord::default()
        };
        let renamed = renaming(HeadingKind::Category, &["Sciense"], Some("Science"));
        assert_eq!(renamed.category(&record), Patch::Set("Science".to_owned()));
        assert_eq!(
            renamed.semester_categories(&record),
            Patch::Set(["Arts", "Science"].map(str::to_owned).into())
        );
        assert_eq!(renamed.subjects(&[subject(("Sciense", ""))]), Patch::Keep);
        let other = renaming(HeadingKind::Category, &["Arts"], Some("Art"));
        assert_eq!(other.category(&record), Patch::Keep);
    }

    #[test]
    fn names_are_trimmed_and_impossible_ones_are_refused() {
        use HeadingKind::{Category, Subject};
        let valid = renaming(Subject, &[" Bees ", "Bees"], Some(" Bee ")).validate();
        assert_eq!(valid, Ok(renaming(Subject, &["Bees"], Some("Bee"))));
        let joined = renaming(Category, &["A", "B"], Some("A"));
        assert_eq!(joined.clone().validate(), Ok(joined));
        let most: Vec<String> = (1..=20).map(|number| format!("Subject {number}")).collect();
        let most: Vec<&str> = most.iter().map(String::as_str).collect();
        for kind in [Category, Subject] {
            let joined = renaming(kind, &most, Some("A"));
            assert_eq!(joined.clone().validate(), Ok(joined));
        }
        let many = vec!["x"; 21];
        let long = "x".repeat(81);
        let table: [(Renaming, &str, &str); 7] = [
            (renaming(Subject, &[], None), "from", message::NO_HEADING),
            (renaming(Subject, &many, None), "from", message::TOO_MANY_HEADINGS),
            (
                renaming(Category, &many, Some("A")),
                "from",
                message::TOO_MANY_HEADINGS,
            ),
            (
                renaming(Category, &["A"], None),
                "to",
                book::message::CATEGORY_REQUIRED,
            ),
            (
                renaming(Category, &["A"], Some(&long)),
                "to",
                book::message::CATEGORY_TOO_LONG,
            ),
            (renaming(Category, &["A"], Some("A ")), "to", message::SAME_NAME),
            (renaming(Subject, &["A"], Some("A")), "to", message::SAME_NAME),
        ];
        for (renamed, field, text) in table {
            let errors = renamed.validate().expect_err("it is refused");
            assert_eq!(errors.len(), 1);
            assert_eq!((errors[0].field, errors[0].message), (field, text));
        }
    }
}
