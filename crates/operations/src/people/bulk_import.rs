//! Importing people from a file: a preview first, then all of them or none.

use std::collections::HashSet;

use carrel_domain::patch::Patch;
use carrel_domain::settings::Kind;
use carrel_domain::users::role::may_change_person;
use carrel_domain::users::roster::{self, RosterEntry};
use carrel_domain::users::validation::{DetailsChange, ValidDetailsChange, message, validate_student_id};
use carrel_domain::users::{Act, Acts, Role, email_key};
use carrel_domain::validation::{EntryError, FieldError, FormErrors};
use carrel_storage::code_lists::{self, CodeList};
use carrel_storage::engine::Lock;
use carrel_storage::{Connection, Transaction, email_changes, roles, users};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::keys::student_id_key;
use crate::core::library::Library;
use crate::core::permission::require_still;
use crate::identity::password_links::{self, PasswordLink};
use crate::people::new_people::{NewPerson, insert};

const EMAIL_TWICE: &str = "This email is in the file twice";
const EMAIL_KEPT: &str =
    "This email belonged to an account until a few days ago, and its owner can still undo the change";
const STUDENT_ID_TWICE: &str = "This student ID is in the file twice";
const STUDENT_ID_TAKEN: &str = "This student ID is already in use";
const ROLE_UNKNOWN: &str = "Role must be the name of a role, such as student or administrator";

/// The result of a line of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// The person can be imported.
    New,
    /// An account has this e-mail address already; it is not changed.
    Known,
    /// The person cannot be imported.
    Wrong,
}

impl Fate {
    pub const ALL: [Fate; 3] = [Fate::New, Fate::Known, Fate::Wrong];

    pub fn as_str(self) -> &'static str {
        match self {
            Fate::New => "new",
            Fate::Known => "known",
            Fate::Wrong => "wrong",
        }
    }
}

/// A line of the file, and its result.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ImportedLine {
    /// From 1.
    pub line: u64,
    pub name: String,
    pub email: String,
    pub fate: Fate,
    /// Field and message.
    pub errors: Vec<(String, String)>,
    /// The link for choosing a password, if links were requested.
    pub link: Option<PasswordLink>,
}

/// The result of an import or of its preview.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Imported {
    pub lines: Vec<ImportedLine>,
    /// Headings of unknown columns, which are ignored.
    pub ignored: Vec<String>,
}

impl Imported {
    /// How many lines have this result.
    pub fn count(&self, fate: Fate) -> usize {
        self.lines.iter().filter(|line| line.fate == fate).count()
    }
}

fn read(text: &str) -> Result<roster::Roster> {
    roster::read(text).map_err(|error| {
        let error = EntryError {
            field: "file".to_owned(),
            message: error.to_string(),
        };
        Error::InvalidForm(FormErrors::of(error))
    })
}

/// Previews an import of this file.
pub async fn preview(library: &Library, context: &Context, text: &str) -> Result<Imported> {
    context.require(Act::ManageUsers)?;
    preview_from_shell(library, context.now, text).await
}

/// Previews an import of this file from the command line. Anybody who can run the binary is trusted.
pub async fn preview_from_shell(library: &Library, now: Timestamp, text: &str) -> Result<Imported> {
    let input = (read(text)?, now);
    library
        .database
        .read_long(input, |connection, (roster, now)| {
            Box::pin(async move {
                let judged = judge(connection, &roster.entries, *now).await?;
                Ok(Imported {
                    lines: judged.into_iter().map(|(line, _)| line).collect(),
                    ignored: roster.ignored.clone(),
                })
            })
        })
        .await
}

/// Imports the people of the file who have no account yet; those with a role other than student only in a session, by a
/// person who holds every permission of the role. If one line is invalid, no person is imported.
pub async fn import(library: &Library, context: Context, text: &str, with_links: bool) -> Result<Imported> {
    context.require(Act::ManageUsers)?;
    if with_links {
        context.require(Act::MakePasswordLinks)?;
    }
    import_roster(library, context, read(text)?, with_links).await
}

/// The same from the command line. Anybody who can run the binary is trusted.
pub async fn import_from_shell(
    library: &Library,
    context: Context,
    text: &str,
    with_links: bool,
) -> Result<Imported> {
    import_roster(library, context, read(text)?, with_links).await
}

async fn import_roster(
    library: &Library,
    context: Context,
    roster: roster::Roster,
    with_links: bool,
) -> Result<Imported> {
    let year = library.shown_settings().zone.to_datetime(context.now).year();
    let input = Input {
        password_hash: library.passwords.unusable_hash()?,
        roster,
        with_links,
        year,
        context,
    };
    library
        .write_once(input.context.secret_call(), input, |transaction, input| {
            Box::pin(import_in(transaction, input))
        })
        .await
}

struct Input {
    context: Context,
    roster: roster::Roster,
    with_links: bool,
    year: i16,
    password_hash: String,
}

async fn import_in(transaction: &mut Transaction, input: &Input) -> Result<Imported> {
    let Input { context, roster, .. } = input;
    // No patron category can be removed from its list until all people are written.
    transaction.lock(Lock::SettingsUnchanged).await?;
    // The same for roles.
    let actor = if context.actor.is_some() {
        Some(require_still(transaction, context, Act::ManageUsers).await?)
    } else {
        transaction.lock(Lock::Roles).await?;
        None
    };
    let mut judged = judge(transaction, &roster.entries, context.now).await?;
    if judged.iter().any(|(line, _)| line.fate == Fate::Wrong) {
        let message = "There are lines that cannot be imported, so nobody was";
        return Err(Error::Invalid(vec![FieldError::new("file", message)]));
    }
    let people: Vec<NewPerson> = judged
        .iter_mut()
        .filter_map(|(_, person)| person.take())
        .collect();
    if let Some(actor) = actor {
        if input.with_links && !actor.contains(Act::MakePasswordLinks) {
            return Err(Error::NotAllowed);
        }
        refuse_higher_roles(transaction, context, actor, &people).await?;
    }
    let user_ids = insert(transaction, context, people, &input.password_hash, input.year).await?;
    let mut lines: Vec<ImportedLine> = judged.into_iter().map(|(line, _)| line).collect();
    if input.with_links {
        let invitations = password_links::invite(transaction, context, &user_ids).await?;
        let imported = lines.iter_mut().filter(|line| line.fate == Fate::New);
        for (line, link) in imported.zip(invitations) {
            line.link = Some(link);
        }
    }
    Ok(Imported {
        lines,
        ignored: roster.ignored.clone(),
    })
}

/// Refuses people with a role that the caller may not give.
async fn refuse_higher_roles(
    transaction: &mut Transaction,
    context: &Context,
    actor: Acts,
    people: &[NewPerson],
) -> Result<()> {
    let given: HashSet<&str> = people.iter().map(|person| person.role.as_str()).collect();
    if given.iter().all(|code| *code == Role::STUDENT) {
        return Ok(());
    }
    context.require(Act::ManageStaff)?;
    for role in roles::all(transaction).await? {
        if given.contains(role.code.as_str()) && !may_change_person(actor, &Role::student(), &role) {
            return Err(Error::NotAllowed);
        }
    }
    Ok(())
}

/// Determines the result of each line from its content, the lines before it, and the existing accounts.
async fn judge(
    connection: &mut Connection,
    entries: &[RosterEntry],
    now: Timestamp,
) -> Result<Vec<(ImportedLine, Option<NewPerson>)>> {
    let categories = patron_categories(connection).await?;
    let roles = roles::all(connection).await?;
    let read: Vec<ReadEntry<'_>> = entries
        .iter()
        .map(|entry| read_entry(entry, &categories, &roles))
        .collect();
    let keys: Vec<&str> = read.iter().filter_map(|read| read.email_key.as_deref()).collect();
    let used_emails = users::used_emails(connection, &keys).await?;
    let kept_emails = email_changes::kept_emails(connection, &keys, now.as_millisecond()).await?;
    let keys: Vec<&str> = read
        .iter()
        .filter_map(|read| read.student_id_key.as_deref())
        .collect();
    let used_student_ids = users::used_student_ids(connection, &keys).await?;
    let (mut emails, mut student_ids) = (HashSet::new(), HashSet::new());
    let mut judged = Vec::with_capacity(read.len());
    for ReadEntry {
        entry,
        person,
        email_key,
        student_id_key,
        mut errors,
    } in read
    {
        let mut fate = Fate::New;
        if let Some(key) = email_key {
            if used_emails.contains(&key) {
                fate = Fate::Known;
            } else if kept_emails.contains(&key) {
                errors.push(FieldError::new("email", EMAIL_KEPT));
            }
            if !emails.insert(key) {
                errors.push(FieldError::new("email", EMAIL_TWICE));
            }
        }
        if fate == Fate::New
            && let Some(key) = student_id_key
        {
            if used_student_ids.contains(&key) {
                errors.push(FieldError::new("studentId", STUDENT_ID_TAKEN));
            }
            if !student_ids.insert(key) {
                errors.push(FieldError::new("studentId", STUDENT_ID_TWICE));
            }
        }
        if !errors.is_empty() {
            fate = Fate::Wrong;
        }
        let pair = |error: &FieldError| (error.field.to_owned(), error.message.to_owned());
        let line = ImportedLine {
            line: entry.line,
            name: entry.name.clone().unwrap_or_default(),
            email: entry.email.clone().unwrap_or_default(),
            fate,
            errors: errors.iter().map(pair).collect(),
            link: None,
        };
        judged.push((line, (fate == Fate::New).then_some(person)));
    }
    Ok(judged)
}

/// A line of the file, validated without regard to other lines.
struct ReadEntry<'a> {
    entry: &'a RosterEntry,
    person: NewPerson,
    email_key: Option<String>,
    student_id_key: Option<String>,
    errors: Vec<FieldError>,
}

fn read_entry<'a>(entry: &'a RosterEntry, categories: &[Kind], roles: &[Role]) -> ReadEntry<'a> {
    let mut errors = Vec::new();
    let details = details(entry).unwrap_or_else(|found| {
        errors.extend(found);
        ValidDetailsChange::default()
    });
    let student_id = validate_student_id(entry.student_id.clone()).unwrap_or_else(|found| {
        errors.extend(found);
        Patch::default()
    });
    let student_id = student_id.apply(None);
    let role = entry.role(roles);
    if role.is_none() {
        errors.push(FieldError::new("role", ROLE_UNKNOWN));
    }
    let patron_category = entry.patron_category.as_ref().map(|wanted| {
        let wanted = wanted.to_lowercase();
        let is_meant = |kind: &&Kind| kind.code == wanted || kind.name.to_lowercase() == wanted;
        categories.iter().find(is_meant).map(|kind| kind.code.clone())
    });
    if patron_category == Some(None) {
        errors.push(FieldError::new(
            "patronCategory",
            message::PATRON_CATEGORY_UNKNOWN,
        ));
    }
    ReadEntry {
        entry,
        email_key: details.email.as_deref().map(email_key),
        student_id_key: student_id.as_deref().map(student_id_key),
        person: NewPerson {
            details,
            student_id,
            patron_category: patron_category.flatten(),
            role: role.map_or(Role::STUDENT, |role| &role.code).to_owned(),
        },
        errors,
    }
}

/// The patron categories that are not archived.
async fn patron_categories(connection: &mut Connection) -> Result<Vec<Kind>> {
    let all = code_lists::all(connection, CodeList::PatronCategories).await?;
    Ok(all
        .into_iter()
        .filter(|kind| kind.archived_at.is_none())
        .map(|kind| Kind {
            code: kind.code,
            name: kind.name,
            archived: false,
        })
        .collect())
}

fn details(entry: &RosterEntry) -> std::result::Result<ValidDetailsChange, Vec<FieldError>> {
    DetailsChange {
        // A missing field counts as empty.
        name: Some(entry.name.clone().unwrap_or_default()),
        email: Some(entry.email.clone().unwrap_or_default()),
        phone: entry.phone.clone(),
        address: entry.address.clone(),
        college_name: entry.college_name.clone(),
        department: entry.department.clone(),
        current_semester: entry.current_semester.clone(),
        current_semester_category: entry.current_semester_category.clone(),
    }
    .validate()
}
