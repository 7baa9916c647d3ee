//! Importing people from a file: a preview first, then what all valid lines do.

use carrel_domain::users::roster;
use carrel_domain::users::{Act, UserId};
use carrel_domain::validation::{EntryError, FieldError, FormErrors};
use carrel_storage::Transaction;
use carrel_storage::engine::Lock;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::library::Library;
use crate::core::permission::require_still;
use crate::identity::password_links;
use crate::people::accounts::{ValidUserChange, change_person};
pub use crate::people::import_changes::ImportedChange;
use crate::people::import_lines::{Allowed, Effect, JudgedLine, Reading, SeenPeople, judge};
pub use crate::people::import_lines::{Fate, ImportedLine};
use crate::people::new_people::{NewPerson, insert};

/// How a file is imported.
#[derive(Debug, Clone, Copy, Default)]
pub struct ImportOptions {
    /// Whether to create a link for choosing a password for each new person.
    pub with_links: bool,
    /// Whether to leave existing people as they are.
    pub keep_existing: bool,
}

/// The result of an import or of its preview.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Imported {
    pub lines: Vec<ImportedLine>,
    /// All headings as they are in the file.
    pub columns: Vec<String>,
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
pub async fn preview(
    library: &Library,
    context: &Context,
    text: &str,
    options: ImportOptions,
) -> Result<Imported> {
    let acts = context.require(Act::ManageUsers)?.role().acts;
    preview_as(
        library,
        Allowed::of(context, Some(acts)),
        context.now,
        text,
        options,
    )
    .await
}

/// Previews an import of this file from the command line. Anybody who can run the binary is trusted.
pub async fn preview_from_shell(
    library: &Library,
    context: &Context,
    text: &str,
    options: ImportOptions,
) -> Result<Imported> {
    preview_as(library, Allowed::of(context, None), context.now, text, options).await
}

async fn preview_as(
    library: &Library,
    allowed: Allowed,
    now: Timestamp,
    text: &str,
    options: ImportOptions,
) -> Result<Imported> {
    let phone = library.shown_settings().contact.phone.clone();
    let input = (read(text)?, allowed, phone, now, options);
    library
        .database
        .read_long(input, |connection, (roster, allowed, phone, now, options)| {
            Box::pin(async move {
                let reading = Reading {
                    allowed: *allowed,
                    keep_existing: options.keep_existing,
                    library_phone: phone.as_deref(),
                    now: *now,
                };
                let judged = judge(connection, &roster.entries, &reading, &mut SeenPeople::default()).await?;
                Ok(Imported {
                    lines: judged.into_iter().map(|judged| judged.line).collect(),
                    columns: roster.headings.clone(),
                    ignored: roster.ignored.clone(),
                })
            })
        })
        .await
}

/// Imports a file: adds the people who have no account yet, and changes the others, unless they are to stay as they are. A
/// role other than student is given only in a session, by a person who holds every permission of the role. Invalid lines
/// are left out, and returned with their errors. If no line is valid, the file is refused.
pub async fn import(
    library: &Library,
    context: Context,
    text: &str,
    options: ImportOptions,
) -> Result<Imported> {
    context.require(Act::ManageUsers)?;
    if options.with_links {
        context.require(Act::MakePasswordLinks)?;
    }
    import_roster(library, context, read(text)?, options).await
}

/// The same from the command line. Anybody who can run the binary is trusted.
pub async fn import_from_shell(
    library: &Library,
    context: Context,
    text: &str,
    options: ImportOptions,
) -> Result<Imported> {
    import_roster(library, context, read(text)?, options).await
}

async fn import_roster(
    library: &Library,
    context: Context,
    roster: roster::Roster,
    options: ImportOptions,
) -> Result<Imported> {
    let settings = library.shown_settings();
    let input = Input {
        password_hash: library.passwords.unusable_hash()?,
        year: settings.zone.to_datetime(context.now).year(),
        library_phone: settings.contact.phone.clone(),
        roster,
        options,
        context,
    };
    let imported = library
        .write_once(input.context.secret_call(), input, |transaction, input| {
            Box::pin(import_in(transaction, input))
        })
        .await?;
    // About changed addresses.
    library.mail_queued.notify_one();
    Ok(imported)
}

struct Input {
    context: Context,
    roster: roster::Roster,
    options: ImportOptions,
    year: i16,
    library_phone: Option<String>,
    password_hash: String,
}

async fn import_in(transaction: &mut Transaction, input: &Input) -> Result<Imported> {
    let Input {
        context,
        roster,
        options,
        ..
    } = input;
    // No patron category can be removed from its list until all people are written.
    transaction.lock(Lock::SettingsUnchanged).await?;
    // The same for roles.
    let actor = if context.actor.is_some() {
        Some(require_still(transaction, context, Act::ManageUsers).await?)
    } else {
        transaction.lock(Lock::Roles).await?;
        None
    };
    let reading = Reading {
        allowed: Allowed::of(context, actor),
        keep_existing: options.keep_existing,
        library_phone: input.library_phone.as_deref(),
        now: context.now,
    };
    let judged = judge(transaction, &roster.entries, &reading, &mut SeenPeople::default()).await?;
    if judged.iter().all(|judged| judged.line.fate == Fate::Wrong) {
        let message = "No line of this file can be imported";
        return Err(Error::Invalid(vec![FieldError::new("file", message)]));
    }
    let mut lines = Vec::with_capacity(judged.len());
    let (mut people, mut changes): (Vec<NewPerson>, Vec<(UserId, ValidUserChange)>) = Default::default();
    for JudgedLine { line, effect, .. } in judged {
        match effect {
            Effect::Nothing => {}
            Effect::Add(person) => people.push(person),
            Effect::Change(id, change) => changes.push((id, change)),
        }
        lines.push(line);
    }
    if options.with_links && actor.is_some_and(|actor| !actor.contains(Act::MakePasswordLinks)) {
        return Err(Error::NotAllowed);
    }
    // In one order, so that two imports do not wait for each other.
    changes.sort_by_key(|(id, _)| *id);
    for (id, change) in &changes {
        change_person(transaction, context, actor, *id, change).await?;
    }
    let added = insert(transaction, context, people, &input.password_hash, input.year).await?;
    if options.with_links {
        let user_ids: Vec<UserId> = added.into_iter().map(|(id, _)| id).collect();
        let invitations = password_links::invite(transaction, context, &user_ids).await?;
        let added = lines.iter_mut().filter(|line| line.fate == Fate::New);
        for (line, link) in added.zip(invitations) {
            line.link = Some(link);
        }
    }
    Ok(Imported {
        lines,
        columns: roster.headings.clone(),
        ignored: roster.ignored.clone(),
    })
}
