//! Roles: named sets of acts. The one place that decides whether a person may do something, and what a person may grant.

use serde::{Deserialize, Serialize};

use super::act::{Act, Acts};
use crate::identity::code_of;
use crate::patch::Patch;
use crate::validation::{FieldError, Findings, required_line};

/// The limits of the fields.
pub mod limit {
    use crate::limits::{Form, List, Text};
    use crate::users::Act;

    /// The name as shown.
    pub const NAME: Text = Text::of(1, 50, Form::FILLED_LINE);
    /// The code by which people and calls refer to a role.
    pub const CODE: Text = Text::of(1, 80, Form::FILLED_LINE);
    /// The permissions.
    pub const PERMISSIONS: List = List::up_to(Act::ALL.len()).unique();
}

/// The maximum number of roles, built-in ones included.
pub const MOST_ROLES: usize = 50;

/// The code for a name without letters or digits of the English alphabet.
const PLAIN_CODE: &str = "role";

/// The messages of the forms.
pub mod message {
    /// The code of a staff role is not that of an existing one.
    pub const STAFF_ROLE_UNKNOWN: &str = "Please choose a role from the list";
    /// An administrator was given a staff role.
    pub const ADMINISTRATOR_HAS_ALL: &str = "An administrator has every permission and no other role";
    pub(super) const NAME_REQUIRED: &str = "Name is required";
    pub(super) const NAME_TOO_LONG: &str = "Name cannot exceed 50 characters";
    pub(super) const NAME_NOT_ALLOWED: &str = "Name contains characters that are not allowed";
    pub(super) const PERMISSIONS_REQUIRED: &str = "Permissions are required";
    pub(super) const PERMISSION_UNKNOWN: &str = "There is no such permission";
    pub(super) const PERMISSION_TWICE: &str = "Each permission can be chosen once";
    pub(super) const PERMISSION_RESERVED: &str = "Only administrators can have this permission";
}

/// Lending and taking back at the desk.
const OF_ASSISTANTS: Acts = Acts::NONE
    .and(Act::ReadUsers)
    .and(Act::ReadAnyBorrowing)
    .and(Act::CheckOut)
    .and(Act::ReturnAnyBorrowing)
    .and(Act::RecordPayment);

/// The daily work of a library: everything except staff, passwords of staff and settings.
const OF_LIBRARIANS: Acts = OF_ASSISTANTS
    .and(Act::ReadInventory)
    .and(Act::ManageCatalogue)
    .and(Act::ModerateReviews)
    .and(Act::ManageUsers)
    .and(Act::MakePasswordLinks)
    .and(Act::ReadAnyHistory)
    .and(Act::ExportBorrowings)
    .and(Act::OverrideRefusals)
    .and(Act::BackdateReturns)
    .and(Act::WaiveCharges)
    .and(Act::AddCharges)
    .and(Act::ReadStatistics);

/// A role: the permissions of a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Role {
    /// Identifies the role; it never changes.
    pub code: String,
    /// The name as shown.
    pub name: String,
    /// What the role allows.
    pub acts: Acts,
    /// Whether what it allows beyond members is withheld from a person, who has to add a second factor first. Never stored.
    #[serde(default)]
    pub withheld: bool,
}

impl Role {
    /// The code of the role of administrators, which always allows every act.
    pub const ADMINISTRATOR: &'static str = "admin";
    /// The code of the role of everybody without another one. It always allows what members may do.
    pub const STUDENT: &'static str = "student";
    /// The codes of the roles that every library has, in display order.
    pub const BUILT_IN: [&'static str; 5] = [
        Role::ADMINISTRATOR,
        "librarian",
        "assistant",
        "teacher",
        Role::STUDENT,
    ];

    /// The roles of a new library, in display order.
    pub fn of_new_library() -> [Role; 5] {
        let names = ["Administrator", "Librarian", "Assistant", "Teacher", "Student"];
        std::array::from_fn(|place| {
            let code = Role::BUILT_IN[place];
            let acts = match code {
                "librarian" => OF_LIBRARIANS,
                "assistant" => OF_ASSISTANTS,
                _ => Acts::NONE,
            };
            Role::stored(code.to_owned(), names[place].to_owned(), acts)
        })
    }

    /// A role as it is stored. The stored acts of the two fixed roles do not count, and no role allows less than a member
    /// may do.
    pub fn stored(code: String, name: String, acts: Acts) -> Role {
        let acts = match code.as_str() {
            Role::ADMINISTRATOR => Acts::all(),
            Role::STUDENT => Acts::OF_MEMBERS,
            _ => grantable(acts),
        };
        Role {
            code,
            name,
            acts,
            withheld: false,
        }
    }

    /// The role of a person from whom the permissions of staff are withheld.
    #[must_use]
    pub fn withheld(self) -> Role {
        Role {
            acts: Acts::OF_MEMBERS,
            withheld: true,
            ..self
        }
    }

    /// The role of administrators.
    pub fn administrator() -> Role {
        Role::stored(
            Role::ADMINISTRATOR.to_owned(),
            "Administrator".to_owned(),
            Acts::NONE,
        )
    }

    /// The role of everybody without another one.
    pub fn student() -> Role {
        Role::stored(Role::STUDENT.to_owned(), "Student".to_owned(), Acts::NONE)
    }

    /// The text that is stored of its acts: only those that can be chosen.
    pub fn stored_acts(&self) -> String {
        if self.is_fixed() {
            String::new()
        } else {
            self.acts.without(Acts::OF_MEMBERS).text()
        }
    }

    /// Whether the role allows an act.
    pub fn may(&self, act: Act) -> bool {
        self.acts.contains(act)
    }

    /// Whether this is the role of administrators.
    pub fn is_administrator(&self) -> bool {
        self.code == Role::ADMINISTRATOR
    }

    /// Whether the role allows more than members may do.
    pub fn is_staff(&self) -> bool {
        !Acts::OF_MEMBERS.include(self.acts)
    }

    /// Whether neither its name nor its permissions can be changed.
    pub fn is_fixed(&self) -> bool {
        is_fixed(&self.code)
    }

    /// Whether every library has it, so that it cannot be removed.
    pub fn is_built_in(&self) -> bool {
        Role::BUILT_IN.contains(&self.code.as_str())
    }
}

fn is_fixed(code: &str) -> bool {
    code == Role::ADMINISTRATOR || code == Role::STUDENT
}

/// The acts of a role that can be changed, when these are chosen: with all that they need and what members may do, and
/// without reserved ones.
fn grantable(acts: Acts) -> Acts {
    let reserved: Acts = Act::ALL.into_iter().filter(|act| act.is_reserved()).collect();
    acts.with_needed().union(Acts::OF_MEMBERS).without(reserved)
}

/// The role as the specification knows it: every role except that of administrators is a student.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BasicRole {
    Student,
    Administrator,
}

/// A change of a person's role.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoleChange {
    pub basic: Option<BasicRole>,
    /// The code of a role beside the two basic ones; `Clear` takes it away.
    pub staff_role: Patch<String>,
}

impl RoleChange {
    /// Whether no role was sent.
    pub fn is_absent(&self) -> bool {
        self.basic.is_none() && self.staff_role == Patch::Keep
    }

    /// The code of the role after the change; whether such a role exists is not known here.
    ///
    /// # Errors
    /// An administrator has no staff role, and the codes of the two basic roles are no staff roles.
    pub fn apply(&self, before: &str) -> Result<String, FieldError> {
        let error = |message| FieldError::new("staffRole", message);
        let code = match (&self.staff_role, self.basic) {
            (Patch::Set(_), Some(BasicRole::Administrator)) => {
                return Err(error(message::ADMINISTRATOR_HAS_ALL));
            }
            (Patch::Set(code), _) if is_fixed(code) => return Err(error(message::STAFF_ROLE_UNKNOWN)),
            (Patch::Set(code), _) => code,
            (_, Some(BasicRole::Administrator)) => Role::ADMINISTRATOR,
            (Patch::Clear, None) if before == Role::ADMINISTRATOR => before,
            (Patch::Keep, Some(BasicRole::Student)) if before != Role::ADMINISTRATOR => before,
            (Patch::Clear, _) | (Patch::Keep, Some(BasicRole::Student)) => Role::STUDENT,
            (Patch::Keep, None) => before,
        };
        Ok(code.to_owned())
    }
}

/// Whether a person with these acts may change a person whose role is `before`, and give them the role `after`, which may
/// be the same. A person never grants or takes more than they hold.
pub fn may_change_person(actor: Acts, before: &Role, after: &Role) -> bool {
    let touches_staff = before.is_staff() || after.is_staff() || before.code != after.code;
    actor.contains(Act::ManageUsers)
        && (!touches_staff || actor.contains(Act::ManageStaff))
        && actor.include(before.acts)
        && actor.include(after.acts)
}

/// Whether a person with these acts may make a link that opens the account of a person with this role.
pub fn may_open_account(actor: Acts, of: &Role) -> bool {
    actor.contains(Act::MakePasswordLinks)
        && (!of.is_staff() || actor.contains(Act::ManageStaff))
        && actor.include(of.acts)
}

/// Whether a person with these acts may change what a role allows, or add it (`before` is none) or remove it (`after` is
/// none).
pub fn may_change_role(actor: Acts, before: Acts, after: Acts) -> bool {
    actor.contains(Act::ManageRoles) && actor.include(before) && actor.include(after)
}

/// The form of a role as it was sent.
#[derive(Clone, Debug, Default)]
pub struct RoleForm {
    pub name: Option<String>,
    /// The names of acts. Those that every role allows may be absent.
    pub permissions: Option<Vec<String>>,
}

/// A valid form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidRole {
    pub name: String,
    /// The chosen acts, all that they need, and what members may do.
    pub acts: Acts,
}

impl RoleForm {
    /// Validates every field.
    pub fn validate(self) -> Result<ValidRole, Vec<FieldError>> {
        let mut findings = Findings::default();
        let name = findings.take(
            "name",
            required_line(
                self.name.as_deref(),
                limit::NAME,
                message::NAME_REQUIRED,
                message::NAME_TOO_LONG,
                message::NAME_NOT_ALLOWED,
            ),
        );
        let acts = findings.take("permissions", permissions(self.permissions.as_deref()));
        match (name, acts) {
            (Some(name), Some(acts)) => Ok(ValidRole { name, acts }),
            _ => Err(findings.into_errors()),
        }
    }
}

fn permissions(names: Option<&[String]>) -> Result<Acts, &'static str> {
    let names = names.ok_or(message::PERMISSIONS_REQUIRED)?;
    let known: Option<Vec<Act>> = names.iter().map(|name| Act::named(name)).collect();
    let known = known.ok_or(message::PERMISSION_UNKNOWN)?;
    if known.iter().any(|act| act.is_reserved()) {
        return Err(message::PERMISSION_RESERVED);
    }
    let acts: Acts = known.iter().copied().collect();
    if acts.iter().count() < known.len() {
        return Err(message::PERMISSION_TWICE);
    }
    Ok(grantable(acts))
}

/// Makes the code of a new role from its name.
pub fn role_code(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    code_of(name, PLAIN_CODE, is_taken)
}
