//! What a line of a file of people changes of an existing person, as it is shown before the import.

use carrel_domain::patch::Patch;
use carrel_domain::settings::Kind;
use carrel_domain::users::role::{BasicRole, RoleChange};
use carrel_domain::users::{Role, User};
use serde::{Deserialize, Serialize};

use crate::identity::user_fields::{apply, fields_of};
use crate::people::accounts::ValidUserChange;

/// A changed field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedChange {
    pub field: String,
    /// `None` if the field was empty.
    pub before: Option<String>,
    /// Never empty: an empty cell changes nothing.
    pub after: Option<String>,
}

/// The fields in which a person differs after a change. Roles and categories are shown by their names; `role` is the new
/// one, if there is one.
pub(super) fn changes(
    person: &User,
    change: &ValidUserChange,
    role: Option<&Role>,
    categories: &[Kind],
) -> Vec<ImportedChange> {
    let before = fields_of(person);
    let mut after = before.clone();
    apply(&mut after, change.details.clone());
    after.student_id = change.student_id.clone().apply(after.student_id.take());
    after.patron_category = change.patron_category.clone().apply(after.patron_category.take());
    let category = |code: Option<String>| {
        let kind = categories.iter().find(|kind| Some(&kind.code) == code.as_ref());
        kind.map(|kind| kind.name.clone()).or(code)
    };
    let language = |language: Option<carrel_domain::language::Language>| {
        language.map(|language| language.as_str().to_owned())
    };
    let new_role = role.unwrap_or(&person.role);
    let fields = [
        ("name", Some(before.name), Some(after.name)),
        ("email", Some(before.email), Some(after.email)),
        (
            "role",
            Some(person.role.name.clone()),
            Some(new_role.name.clone()),
        ),
        ("studentId", before.student_id, after.student_id),
        ("class", before.class, after.class),
        ("homeroom", before.homeroom, after.homeroom),
        (
            "patronCategory",
            category(before.patron_category),
            category(after.patron_category),
        ),
        ("collegeName", before.college_name, after.college_name),
        ("department", before.department, after.department),
        ("currentSemester", before.current_semester, after.current_semester),
        (
            "currentSemesterCategory",
            before.current_semester_category,
            after.current_semester_category,
        ),
        ("phone", before.phone, after.phone),
        ("address", before.address, after.address),
        ("language", language(before.language), language(after.language)),
    ];
    fields
        .into_iter()
        .filter(|(_, before, after)| before != after)
        .map(|(field, before, after)| ImportedChange {
            field: field.to_owned(),
            before,
            after,
        })
        .collect()
}

/// The change that gives the role with this code.
pub(super) fn change_to(code: &str) -> RoleChange {
    match code {
        Role::ADMINISTRATOR => RoleChange {
            basic: Some(BasicRole::Administrator),
            staff_role: Patch::Keep,
        },
        Role::STUDENT => RoleChange {
            basic: Some(BasicRole::Student),
            staff_role: Patch::Clear,
        },
        _ => RoleChange {
            basic: None,
            staff_role: Patch::Set(code.to_owned()),
        },
    }
}
