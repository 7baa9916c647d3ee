//! What each line of a file of people would do: add a person, change one, or nothing.

use std::collections::{HashMap, HashSet};

use carrel_domain::imports::ImporterRights;
use carrel_domain::patch::Patch;
use carrel_domain::settings::Kind;
use carrel_domain::users::role::{RoleChange, may_change_person, may_open_account};
use carrel_domain::users::roster::RosterEntry;
use carrel_domain::users::validation::{DetailsChange, ValidDetailsChange, message, validate_student_id};
use carrel_domain::users::{Act, Acts, Role, User, UserId, email_key, phone};
use carrel_domain::validation::FieldError;
use carrel_storage::code_lists::{self, CodeList};
use carrel_storage::{Connection, email_changes, roles, users};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::core::context::Context;
use crate::core::error::Result;
use crate::core::keys::student_id_key;
use crate::core::row_import::SeenTexts;
use crate::identity::password_links::PasswordLink;
use crate::people::accounts::ValidUserChange;
use crate::people::import_changes::{ImportedChange, change_to, changes};
use crate::people::new_people::NewPerson;

const EMAIL_TWICE: &str = "This email is in the file twice";
const EMAIL_KEPT: &str =
    "This email belonged to an account until a few days ago, and its owner can still undo the change";
const EMAIL_TAKEN: &str = "This email is already in use";
const EMAIL_NOT_MOVABLE: &str = "You may not change the email address of this person";
const STUDENT_ID_TWICE: &str = "This student ID is in the file twice";
const PERSON_TWICE: &str = "This person is in the file twice";
const PERSON_NOT_CHANGEABLE: &str = "You may not change this person";
const ROLE_NOT_GIVABLE: &str = "You may not give this role";
const ROLE_UNKNOWN: &str = "Role must be the name of a role, such as student or administrator";

/// The result of a line of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// The person can be added.
    New,
    /// The person has an account, which the line changes.
    Changed,
    /// The person has an account, which stays as it is.
    Unchanged,
    /// The line cannot be imported.
    Wrong,
}

impl Fate {
    pub const ALL: [Fate; 4] = [Fate::New, Fate::Changed, Fate::Unchanged, Fate::Wrong];

    pub fn as_str(self) -> &'static str {
        match self {
            Fate::New => "new",
            Fate::Changed => "changed",
            Fate::Unchanged => "unchanged",
            Fate::Wrong => "wrong",
        }
    }
}

/// A line of the file, and its result.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ImportedLine {
    /// From 1.
    pub line: u64,
    /// As in the file; of an existing person whose name or address is not in the file, those of the account.
    pub name: String,
    pub email: String,
    pub fate: Fate,
    /// What the line changes of an existing person.
    pub changes: Vec<ImportedChange>,
    /// Field and message.
    pub errors: Vec<(String, String)>,
    /// All cells of an invalid line as they are in the file, to be corrected; empty for other lines.
    pub cells: Vec<String>,
    /// The link for choosing a password, if links were requested.
    pub link: Option<PasswordLink>,
}

/// What a valid line does.
pub(super) enum Effect {
    Nothing,
    Add(NewPerson),
    Change(UserId, ValidUserChange),
}

/// A line with what it does.
pub(super) struct JudgedLine {
    pub line: ImportedLine,
    pub effect: Effect,
    /// The person who has an account.
    pub person: Option<User>,
}

/// What the caller of an import may do.
#[derive(Debug, Clone, Copy)]
pub(super) struct Allowed {
    /// `None` for the command line, where everything is allowed.
    actor: Option<ActorRights>,
}

#[derive(Debug, Clone, Copy)]
struct ActorRights {
    id: UserId,
    acts: Acts,
    manages_staff: bool,
    moves_emails: bool,
}

impl Allowed {
    /// A caller with these permissions at this moment; `None` for the command line. Access tokens have fewer permissions
    /// than their owner.
    pub(super) fn of(context: &Context, acts: Option<Acts>) -> Self {
        let actor = context.actor_id().zip(acts).map(|(id, acts)| ActorRights {
            id,
            acts,
            manages_staff: context.require(Act::ManageStaff).is_ok(),
            moves_emails: context.require(Act::MakePasswordLinks).is_ok(),
        });
        Allowed { actor }
    }

    /// The same in an import that a call with these rights has started.
    pub(super) fn within(self, rights: ImporterRights) -> Self {
        let actor = self.actor.map(|actor| ActorRights {
            manages_staff: actor.manages_staff && rights.manages_staff,
            moves_emails: actor.moves_emails && rights.moves_emails,
            ..actor
        });
        Allowed { actor }
    }

    fn may_change(&self, before: &Role, after: &Role) -> bool {
        self.actor.is_none_or(|actor| {
            let touches_staff = before.is_staff() || before.code != after.code;
            (!touches_staff || actor.manages_staff) && may_change_person(actor.acts, before, after)
        })
    }

    fn refuse_move(&self, user: &User) -> Option<&'static str> {
        let actor = self.actor?;
        if actor.id == user.id {
            return Some(message::OWN_EMAIL);
        }
        (!actor.moves_emails || !may_open_account(actor.acts, &user.role)).then_some(EMAIL_NOT_MOVABLE)
    }
}

/// How the lines of a file are read.
pub(super) struct Reading<'a> {
    pub allowed: Allowed,
    /// Whether existing people stay as they are.
    pub keep_existing: bool,
    /// The library's own phone number, from which national numbers take their country code.
    pub library_phone: Option<&'a str>,
    pub now: Timestamp,
}

/// What is stored about the people of the file.
struct Stored {
    by_email: HashMap<String, User>,
    by_student_id: HashMap<String, User>,
    kept_emails: HashSet<String>,
    roles: Vec<Role>,
    /// Archived ones too: people keep them.
    categories: Vec<Kind>,
}

impl Stored {
    async fn load(connection: &mut Connection, keys: &[LineKeys], now: Timestamp) -> Result<Self> {
        let emails: Vec<&str> = keys.iter().filter_map(|keys| keys.email.as_deref()).collect();
        let student_ids: Vec<&str> = keys
            .iter()
            .filter_map(|keys| keys.student_id.as_deref())
            .collect();
        let by_email = users::find_by_emails(connection, &emails).await?;
        let by_student_id = users::find_by_student_ids(connection, &student_ids).await?;
        Ok(Stored {
            by_email: by_email
                .into_iter()
                .map(|user| (email_key(&user.email), user))
                .collect(),
            by_student_id: by_student_id
                .into_iter()
                .filter_map(|user| Some((student_id_key(user.student_id.as_deref()?), user)))
                .collect(),
            kept_emails: email_changes::kept_emails(connection, &emails, now.as_millisecond()).await?,
            roles: roles::all(connection).await?,
            categories: categories(connection).await?,
        })
    }

    /// The person of a line: by the student ID, else by the address.
    fn person(&self, keys: &LineKeys) -> Option<&User> {
        let by_student_id = keys
            .student_id
            .as_ref()
            .and_then(|key| self.by_student_id.get(key));
        by_student_id.or_else(|| keys.email.as_ref().and_then(|key| self.by_email.get(key)))
    }
}

/// By which a line finds its person.
struct LineKeys {
    email: Option<String>,
    student_id: Option<String>,
}

impl LineKeys {
    fn of(entry: &RosterEntry) -> Self {
        LineKeys {
            email: entry.email.as_deref().map(email_key),
            student_id: entry.student_id.as_deref().map(student_id_key),
        }
    }
}

/// Determines the result of each line from its content, the lines before it, and the existing accounts.
pub(super) async fn judge(
    connection: &mut Connection,
    entries: &[RosterEntry],
    reading: &Reading<'_>,
    seen: &mut SeenPeople,
) -> Result<Vec<JudgedLine>> {
    let keys: Vec<LineKeys> = entries.iter().map(LineKeys::of).collect();
    let stored = Stored::load(connection, &keys, reading.now).await?;
    let mut judged = Vec::with_capacity(entries.len());
    for (entry, keys) in entries.iter().zip(keys) {
        let person = stored.person(&keys);
        let mut line = Line::default();
        let effect = match person {
            None => line.new_person(entry, &keys, reading, &stored),
            Some(person) => line.existing_person(person, entry, &keys, reading, &stored),
        };
        seen.refuse_repeated(keys, person, &mut line.errors);
        let (fate, effect) = match effect {
            _ if !line.errors.is_empty() => (Fate::Wrong, Effect::Nothing),
            Effect::Add(_) => (Fate::New, effect),
            Effect::Change(..) => (Fate::Changed, effect),
            Effect::Nothing => (Fate::Unchanged, effect),
        };
        let is_wrong = fate == Fate::Wrong;
        let shown = |cell: &Option<String>, stored: Option<&String>| {
            cell.as_ref().or(stored).cloned().unwrap_or_default()
        };
        let pair = |error: &FieldError| (error.field.to_owned(), error.message.to_owned());
        let imported = ImportedLine {
            line: entry.line,
            name: shown(&entry.name, person.map(|person| &person.name)),
            email: shown(&entry.email, person.map(|person| &person.email)),
            fate,
            changes: if is_wrong { Vec::new() } else { line.changes },
            errors: line.errors.iter().map(pair).collect(),
            cells: if is_wrong { entry.cells.clone() } else { Vec::new() },
            link: None,
        };
        judged.push(JudgedLine {
            line: imported,
            effect,
            person: person.cloned(),
        });
    }
    Ok(judged)
}

/// What the lines before have used.
#[derive(Debug, Clone, Default)]
pub(crate) struct SeenPeople {
    emails: SeenTexts,
    student_ids: SeenTexts,
    people: HashSet<UserId>,
}

impl SeenPeople {
    /// Takes note of a line that is done.
    pub(super) fn note(&mut self, entry: &RosterEntry) {
        self.refuse_repeated(LineKeys::of(entry), None, &mut Vec::new());
    }

    /// Takes note of a person whom a line has added or changed.
    pub(super) fn note_person(&mut self, id: UserId) {
        self.people.insert(id);
    }

    fn refuse_repeated(&mut self, keys: LineKeys, person: Option<&User>, errors: &mut Vec<FieldError>) {
        let before = errors.len();
        if keys.email.is_some_and(|key| !self.emails.insert(&key)) {
            errors.push(FieldError::new("email", EMAIL_TWICE));
        }
        if keys.student_id.is_some_and(|key| !self.student_ids.insert(&key)) {
            errors.push(FieldError::new("studentId", STUDENT_ID_TWICE));
        }
        let is_new = person.is_none_or(|person| self.people.insert(person.id));
        if !is_new && errors.len() == before {
            errors.push(FieldError::new("name", PERSON_TWICE));
        }
    }
}

/// The errors and changes of a line.
#[derive(Default)]
struct Line {
    errors: Vec<FieldError>,
    changes: Vec<ImportedChange>,
}

impl Line {
    fn new_person(
        &mut self,
        entry: &RosterEntry,
        keys: &LineKeys,
        reading: &Reading<'_>,
        stored: &Stored,
    ) -> Effect {
        // A missing field counts as empty.
        let details = self.details(
            entry,
            Some(entry.name.clone().unwrap_or_default()),
            Some(entry.email.clone().unwrap_or_default()),
            reading,
        );
        let student_id = self.student_id(entry.student_id.clone());
        let role = self.role(entry, stored);
        if role.is_some_and(|role| !reading.allowed.may_change(&Role::student(), role)) {
            self.errors.push(FieldError::new("role", ROLE_NOT_GIVABLE));
        }
        let role = role.map_or(Role::STUDENT, |role| &role.code).to_owned();
        let patron_category = self.patron_category(entry, None, stored);
        if keys
            .email
            .as_ref()
            .is_some_and(|key| stored.kept_emails.contains(key))
        {
            self.errors.push(FieldError::new("email", EMAIL_KEPT));
        }
        Effect::Add(NewPerson {
            details,
            student_id: student_id.apply(None),
            patron_category,
            role,
        })
    }

    fn existing_person(
        &mut self,
        person: &User,
        entry: &RosterEntry,
        keys: &LineKeys,
        reading: &Reading<'_>,
        stored: &Stored,
    ) -> Effect {
        if reading.keep_existing {
            return Effect::Nothing;
        }
        // Another way to write the same address or student ID is no change.
        let moves = keys
            .email
            .as_ref()
            .is_some_and(|key| *key != email_key(&person.email));
        let email = entry.email.clone().filter(|_| moves);
        let own_key = person.student_id.as_deref().map(student_id_key);
        let student_id = entry.student_id.clone().filter(|_| keys.student_id != own_key);
        let change = ValidUserChange {
            details: self.details(entry, entry.name.clone(), email, reading),
            student_id: self.student_id(student_id),
            patron_category: match self.patron_category(entry, person.patron_category.as_deref(), stored) {
                Some(code) => Patch::Set(code),
                None => Patch::Keep,
            },
            role: RoleChange::default(),
            is_active: None,
            block_reason: Patch::Keep,
        };
        let role = match &entry.role {
            Some(_) => self.role(entry, stored),
            None => None,
        };
        let role = role.filter(|role| role.code != person.role.code);
        let change = ValidUserChange {
            role: role.map(|role| change_to(&role.code)).unwrap_or_default(),
            ..change
        };
        if let Some(key) = keys.email.as_ref().filter(|_| moves) {
            if stored.by_email.contains_key(key) {
                self.errors.push(FieldError::new("email", EMAIL_TAKEN));
            } else if stored.kept_emails.contains(key) {
                self.errors.push(FieldError::new("email", EMAIL_KEPT));
            }
        }
        self.changes = changes(person, &change, role, &stored.categories);
        if self.changes.is_empty() {
            return Effect::Nothing;
        }
        let after = role.unwrap_or(&person.role);
        if !reading.allowed.may_change(&person.role, after) {
            self.errors.push(FieldError::new("name", PERSON_NOT_CHANGEABLE));
        } else if moves && let Some(refusal) = reading.allowed.refuse_move(person) {
            self.errors.push(FieldError::new("email", refusal));
        }
        Effect::Change(person.id, change)
    }

    fn details(
        &mut self,
        entry: &RosterEntry,
        name: Option<String>,
        email: Option<String>,
        reading: &Reading<'_>,
    ) -> ValidDetailsChange {
        let phone = match &entry.phone {
            None => Ok(None),
            Some(text) => phone::written(text, reading.library_phone),
        };
        let phone = phone.unwrap_or_else(|message| {
            self.errors.push(FieldError::new("phone", message));
            None
        });
        let details = DetailsChange {
            name,
            email,
            phone,
            address: entry.address.clone(),
            college_name: entry.college_name.clone(),
            department: entry.department.clone(),
            current_semester: entry.current_semester.clone(),
            current_semester_category: entry.current_semester_category.clone(),
            class: entry.class.clone(),
            homeroom: entry.homeroom.clone(),
            language: entry.language.clone(),
        };
        details.validate().unwrap_or_else(|found| {
            self.errors.extend(found);
            ValidDetailsChange::default()
        })
    }

    fn student_id(&mut self, student_id: Option<String>) -> Patch<String> {
        validate_student_id(student_id).unwrap_or_else(|found| {
            self.errors.extend(found);
            Patch::default()
        })
    }

    /// The role of the line; that of students if the cell is empty, `None` if it names no role.
    fn role<'a>(&mut self, entry: &RosterEntry, stored: &'a Stored) -> Option<&'a Role> {
        let role = entry.role(&stored.roles);
        if role.is_none() {
            self.errors.push(FieldError::new("role", ROLE_UNKNOWN));
        }
        role
    }

    /// The code of the patron category of the line; `None` if the cell is empty. A person keeps an archived one.
    fn patron_category(
        &mut self,
        entry: &RosterEntry,
        before: Option<&str>,
        stored: &Stored,
    ) -> Option<String> {
        let wanted = entry.patron_category.as_ref()?.to_lowercase();
        let is_meant = |kind: &&Kind| {
            (!kind.archived || before == Some(kind.code.as_str()))
                && (kind.code == wanted || kind.name.to_lowercase() == wanted)
        };
        let found = stored.categories.iter().find(is_meant);
        if found.is_none() {
            self.errors.push(FieldError::new(
                "patronCategory",
                message::PATRON_CATEGORY_UNKNOWN,
            ));
        }
        found.map(|kind| kind.code.clone())
    }
}

async fn categories(connection: &mut Connection) -> Result<Vec<Kind>> {
    let all = code_lists::all(connection, CodeList::PatronCategories).await?;
    Ok(all
        .into_iter()
        .map(|kind| Kind {
            code: kind.code,
            name: kind.name,
            archived: kind.archived_at.is_some(),
        })
        .collect())
}
