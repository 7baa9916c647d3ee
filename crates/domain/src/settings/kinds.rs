//! The library's own lists of patron categories and item types, both called kinds.

use std::collections::BTreeSet;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::identity::code_of;
use crate::validation::{EntryError, FormErrors, optional_line, required_line};

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, List, Text};

    /// A list of patron categories or item types.
    pub const KINDS: List = List::up_to(100);
    /// The name as shown.
    pub const NAME: Text = Text::of(1, 80, Form::FILLED_LINE);
    /// The code by which rules, people and books refer to it; made from the name when there is none.
    pub const CODE: Text = Text::up_to(80, Form::LINE);
}
/// The code for a name without letters or digits of the English alphabet.
const PLAIN_CODE: &str = "kind";

const TOO_MANY: &str = "There cannot be more than 100 of a kind";
const NAME_REQUIRED: &str = "Name is required";
const NAME_TOO_LONG: &str = "Name cannot exceed 80 characters";
const NAME_NOT_ALLOWED: &str = "Name contains characters that are not allowed";
const NAME_TWICE: &str = "There is already one of this name";
const CODE_TWICE: &str = "There is already one of this code";

/// A field that names a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KindField {
    PatronCategory,
    ItemType,
}

/// What can have a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KindHolder {
    People,
    Books,
    Copies,
    Rules,
}

/// How many people, books, copies or rules have a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindUse {
    pub field: KindField,
    pub code: String,
    pub by: KindHolder,
    pub count: i64,
}

/// The text is neither the name of a field nor of what can have a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown_kind")]
pub struct UnknownKind;

impl FromStr for KindField {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<KindField, UnknownKind> {
        match text {
            "patron_category" => Ok(KindField::PatronCategory),
            "item_type" => Ok(KindField::ItemType),
            _ => Err(UnknownKind),
        }
    }
}

impl FromStr for KindHolder {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<KindHolder, UnknownKind> {
        match text {
            "people" => Ok(KindHolder::People),
            "books" => Ok(KindHolder::Books),
            "copies" => Ok(KindHolder::Copies),
            "rules" => Ok(KindHolder::Rules),
            _ => Err(UnknownKind),
        }
    }
}

/// A kind as it was sent.
#[derive(Clone, Debug, Default)]
pub struct KindForm {
    /// `code`; absent for a new kind, whose code is made from its name.
    pub code: Option<String>,
    /// `name`
    pub name: Option<String>,
    /// `archived`
    pub archived: Option<bool>,
}

/// The section as it was sent.
#[derive(Clone, Debug, Default)]
pub struct KindsForm {
    /// `patronCategories`
    pub patron_categories: Vec<KindForm>,
    /// `itemTypes`
    pub item_types: Vec<KindForm>,
}

/// A patron category or an item type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kind {
    /// The code by which rules, people, books and copies refer to it. It never changes.
    pub code: String,
    /// The name as shown.
    pub name: String,
    /// Whether it is no longer offered. People, books and copies that have it keep it, and its rules still apply.
    pub archived: bool,
}

/// Both lists, each in display order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Kinds {
    /// The patron categories.
    pub patron_categories: Vec<Kind>,
    /// The item types.
    pub item_types: Vec<Kind>,
}

impl KindsForm {
    /// Validates both lists, and makes the codes of new kinds.
    pub fn validate(self) -> Result<Kinds, FormErrors> {
        let mut errors = FormErrors::default();
        let kinds = Kinds {
            patron_categories: valid("patronCategories", self.patron_categories, &mut errors),
            item_types: valid("itemTypes", self.item_types, &mut errors),
        };
        if errors.is_empty() { Ok(kinds) } else { Err(errors) }
    }
}

fn valid(list: &str, forms: Vec<KindForm>, errors: &mut FormErrors) -> Vec<Kind> {
    if forms.len() > limit::KINDS.max {
        errors.field(list, TOO_MANY);
        return Vec::new();
    }
    let mut codes: BTreeSet<String> = forms
        .iter()
        .filter_map(|form| Some(form.code.as_deref()?.trim().to_owned()))
        .collect();
    let (mut names, mut given) = (BTreeSet::new(), BTreeSet::new());
    let mut kinds = Vec::with_capacity(forms.len());
    for (index, form) in forms.into_iter().enumerate() {
        let mut report = |part, message| errors.entry(EntryError::new(list, index, part, message));
        let name = required_line(
            form.name.as_deref(),
            limit::NAME,
            NAME_REQUIRED,
            NAME_TOO_LONG,
            NAME_NOT_ALLOWED,
        );
        let name = match name {
            Ok(name) if names.insert(name.to_lowercase()) => name,
            Ok(_) => {
                report("name", NAME_TWICE);
                continue;
            }
            Err(message) => {
                report("name", message);
                continue;
            }
        };
        let code = optional_line(form.code.as_deref(), limit::CODE, NAME_TOO_LONG, NAME_NOT_ALLOWED);
        let code = match code {
            Ok(Some(code)) if given.insert(code.clone()) => code,
            Ok(Some(_)) => {
                report("code", CODE_TWICE);
                continue;
            }
            Ok(None) => {
                let code = code_of(&name, PLAIN_CODE, |code| codes.contains(code));
                codes.insert(code.clone());
                code
            }
            Err(message) => {
                report("code", message);
                continue;
            }
        };
        kinds.push(Kind {
            code,
            name,
            archived: form.archived.unwrap_or(false),
        });
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::{Kind, KindForm, Kinds, KindsForm};

    fn named(name: &str) -> KindForm {
        KindForm {
            name: Some(name.to_owned()),
            ..KindForm::default()
        }
    }

    fn coded(code: &str, name: &str) -> KindForm {
        KindForm {
            code: Some(code.to_owned()),
            ..named(name)
        }
    }

    fn people(forms: Vec<KindForm>) -> KindsForm {
        KindsForm {
            patron_categories: forms,
            item_types: Vec::new(),
        }
    }

    #[test]
    fn a_new_kind_gets_a_free_code_from_its_name() {
        let kinds = people(vec![
            named("Teaching  Staff!"),
            coded("guest", "Visitors"),
            named("Guest"),
            named("Гости"),
            named("来宾"),
        ]);
        let Kinds {
            patron_categories, ..
        } = kinds.validate().unwrap();
        let codes: Vec<&str> = patron_categories.iter().map(|kind| kind.code.as_str()).collect();
        assert_eq!(codes, ["teaching-staff", "guest", "guest-2", "kind", "kind-2"]);
    }

    #[test]
    fn a_kind_keeps_its_code_when_its_name_changes() {
        let form = KindsForm {
            patron_categories: vec![KindForm {
                archived: Some(true),
                ..coded("staff", " Teachers ")
            }],
            item_types: vec![coded("staff", "Teachers")],
        };
        let kinds = form.validate().unwrap();
        let teachers = |archived| Kind {
            code: "staff".to_owned(),
            name: "Teachers".to_owned(),
            archived,
        };
        assert_eq!(kinds.patron_categories, [teachers(true)]);
        assert_eq!(kinds.item_types, [teachers(false)]);
    }

    #[test]
    fn errors_name_the_list_and_the_index() {
        let forms = vec![
            coded("a", "Staff"),
            coded("b", "STAFF"),
            coded("a", "Others"),
            named("  "),
            named(&"x".repeat(81)),
            named("two\nlines"),
        ];
        let errors = people(forms).validate().unwrap_err().into_errors();
        let places: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(
            places,
            [
                "patronCategories.1.name",
                "patronCategories.2.code",
                "patronCategories.3.name",
                "patronCategories.4.name",
                "patronCategories.5.name"
            ]
        );
        let many = people((0..101).map(|number| named(&number.to_string())).collect());
        assert_eq!(
            many.validate().unwrap_err().into_errors()[0].field,
            "patronCategories"
        );
    }
}
