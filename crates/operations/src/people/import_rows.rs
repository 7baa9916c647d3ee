//! People from the rows of a table: what each row would do, what it does, and how it is taken back.

use carrel_domain::imports::{FindingKind, ImporterRights, OnDuplicate};
use carrel_domain::patch::Patch;
use carrel_domain::users::role::RoleChange;
use carrel_domain::users::roster::RosterEntry;
use carrel_domain::users::validation::ValidDetailsChange;
use carrel_domain::users::{Act, User, UserId, surname};
use carrel_formats::table::RowColumn;
use carrel_storage::engine::Lock;
use carrel_storage::import_rows::{self, ImportedRow};
use carrel_storage::imports::{FindingRow, effect};
use carrel_storage::{Connection, Transaction, users};
use serde::{Deserialize, Serialize};

use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::keys::student_id_key;
use crate::core::permission::require_still;
use crate::core::row_import::{NumberedRow, RECORD, RowsOutcome, TableRows};
use crate::identity::user_fields::{digest, fields_of};
use crate::people::accounts::{ValidUserChange, change_person};
use crate::people::erasure::erase_account;
use crate::people::import_lines::{Allowed, Effect, Fate, ImportedLine, Reading, SeenPeople, judge};
use crate::people::new_people::{NewPerson, insert};

/// What a batch of people needs besides its rows.
#[derive(Debug, Clone)]
pub(crate) struct PeopleFacts {
    /// The year of generated student IDs.
    pub year: i16,
    /// The library's own phone number, from which national numbers take their country code.
    pub library_phone: Option<String>,
    /// The hash of new accounts, which no password has.
    pub password_hash: String,
}

/// Reads a row as a person. Empty cells are absent.
fn entry(row: &NumberedRow, columns: &[Option<RowColumn>]) -> RosterEntry {
    let text = |column| row.text(columns, column);
    let joined = |columns: &[RowColumn], mark: &str| -> Option<String> {
        let parts: Vec<String> = columns.iter().filter_map(|column| text(*column)).collect();
        (!parts.is_empty()).then(|| parts.join(mark))
    };
    let name = text(RowColumn::Name).or_else(|| {
        let first_names = joined(&[RowColumn::FirstName, RowColumn::MiddleName], " ");
        let name = surname::joined(
            &first_names.unwrap_or_default(),
            &text(RowColumn::LastName).unwrap_or_default(),
        );
        (!name.is_empty()).then_some(name)
    });
    let place = joined(&[RowColumn::PostalCode, RowColumn::City], " ");
    let address = [
        text(RowColumn::Address),
        text(RowColumn::AddressMore),
        place,
        text(RowColumn::Country),
    ];
    let address: Vec<String> = address.into_iter().flatten().collect();
    RosterEntry {
        line: row
            .line()
            .and_then(|line| u64::try_from(line).ok())
            .unwrap_or_default(),
        name,
        email: text(RowColumn::Email),
        role: text(RowColumn::Role),
        student_id: text(RowColumn::StudentId),
        patron_category: text(RowColumn::PatronCategory),
        college_name: text(RowColumn::College),
        department: text(RowColumn::Department),
        current_semester: text(RowColumn::Semester),
        current_semester_category: text(RowColumn::SemesterCategory),
        class: text(RowColumn::Class),
        homeroom: text(RowColumn::Homeroom),
        phone: text(RowColumn::Phone),
        address: (!address.is_empty()).then(|| address.join(", ")),
        language: text(RowColumn::Language),
        cells: Vec::new(),
    }
}

/// Takes note of rows that were brought in before an interruption.
pub(crate) fn note(rows: &[NumberedRow], columns: &[Option<RowColumn>], seen: &mut SeenPeople) {
    for row in rows.iter().filter(|row| row.row.is_ok()) {
        seen.note(&entry(row, columns));
    }
}

/// Takes note of the people whom an import has added or changed before an interruption.
pub(crate) async fn note_written(
    connection: &mut Connection,
    import_id: carrel_domain::imports::ImportId,
    seen: &mut SeenPeople,
) -> Result<()> {
    for user_id in import_rows::people(connection, import_id).await? {
        seen.note_person(user_id);
    }
    Ok(())
}

/// A row with its result.
struct Judged {
    number: i64,
    effect: Effect,
    updated: Option<(UserId, Option<String>)>,
}

/// What the rows would do. `keep_existing` says whether people who have an account stay as they are.
pub(crate) async fn check(
    connection: &mut Connection,
    context: &Context,
    rows: &TableRows<'_>,
    keep_existing: bool,
    facts: &PeopleFacts,
    seen: &mut SeenPeople,
) -> Result<RowsOutcome> {
    let acts = context.actor.as_ref().map(|actor| actor.role().acts);
    let allowed = Allowed::of(context, acts).within(rows.options.rights);
    let reading = Reading {
        allowed,
        keep_existing,
        library_phone: facts.library_phone.as_deref(),
        now: context.now,
    };
    let (outcome, _) = judged(connection, rows, &reading, seen).await?;
    Ok(RowsOutcome {
        counts: carrel_domain::imports::ImportCounts {
            added: 0,
            updated: 0,
            skipped: 0,
            ..outcome.counts
        },
        ..outcome
    })
}

/// Adds and changes the people of the rows.
pub(crate) async fn bring_in(
    transaction: &mut Transaction,
    context: &Context,
    rows: &TableRows<'_>,
    facts: &PeopleFacts,
    seen: &mut SeenPeople,
) -> Result<RowsOutcome> {
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
        allowed: Allowed::of(context, actor).within(rows.options.rights),
        keep_existing: rows.options.on_duplicate == OnDuplicate::Skip,
        library_phone: facts.library_phone.as_deref(),
        now: context.now,
    };
    let (mut outcome, judged) = judged(transaction, rows, &reading, seen).await?;
    let mut people: Vec<NewPerson> = Vec::new();
    let mut numbers = Vec::new();
    let mut changes: Vec<(UserId, i64, ValidUserChange, Option<String>)> = Vec::new();
    for row in judged {
        match (row.effect, row.updated) {
            (Effect::Add(person), _) => {
                people.push(person);
                numbers.push(row.number);
            }
            (Effect::Change(id, change), Some((_, before))) => {
                changes.push((id, row.number, change, before));
            }
            _ => {}
        }
    }
    // In one order, so that two imports do not wait for each other.
    changes.sort_by_key(|(id, ..)| *id);
    for (id, number, change, before) in changes {
        let after = change_person(transaction, context, actor, id, &change).await?;
        let digest = before.is_some().then(|| digest(&fields_of(&after), None));
        outcome
            .written
            .push(written(number, id, effect::UPDATED, before, digest));
    }
    let added = insert(transaction, context, people, &facts.password_hash, facts.year).await?;
    for (number, (id, fields)) in numbers.into_iter().zip(added) {
        seen.note_person(id);
        let digest = digest(&fields, Some(&facts.password_hash));
        outcome
            .written
            .push(written(number, id, effect::ADDED, None, Some(digest)));
    }
    Ok(outcome)
}

fn written(
    number: i64,
    id: UserId,
    effect: &str,
    before_state: Option<String>,
    after_digest: Option<[u8; 32]>,
) -> ImportedRow {
    ImportedRow {
        number,
        entity_id: id.number(),
        effect: effect.to_owned(),
        user_id: id,
        before_state,
        after_digest: after_digest.map(Vec::from),
    }
}

/// The results of rows: their counts and findings, and what the valid ones do.
async fn judged(
    connection: &mut Connection,
    rows: &TableRows<'_>,
    reading: &Reading<'_>,
    seen: &mut SeenPeople,
) -> Result<(RowsOutcome, Vec<Judged>)> {
    let mut outcome = RowsOutcome::default();
    outcome.counts.read = i64::try_from(rows.rows.len()).unwrap_or(i64::MAX);
    let mut readable = Vec::new();
    let mut entries = Vec::new();
    for row in rows.rows {
        match &row.row {
            Ok(_) => {
                entries.push(entry(row, rows.columns));
                readable.push(row);
            }
            Err(problem) => {
                outcome.counts.rejected += 1;
                let errors = vec![(RECORD.to_owned(), problem.clone())];
                outcome.findings.push(unreadable(row, &errors));
            }
        }
    }
    let lines = judge(connection, &entries, reading, seen).await?;
    let mut done = Vec::with_capacity(lines.len());
    for ((row, entry), line) in readable.into_iter().zip(&entries).zip(lines) {
        let counts = &mut outcome.counts;
        if line.line.fate == Fate::Wrong {
            counts.rejected += 1;
        } else {
            counts.valid += 1;
        }
        match line.line.fate {
            Fate::New => counts.added += 1,
            Fate::Changed => counts.updated += 1,
            Fate::Unchanged => counts.skipped += 1,
            Fate::Wrong => {}
        }
        if matches!(line.line.fate, Fate::Changed | Fate::Unchanged) {
            counts.duplicates += 1;
        }
        if line.line.fate != Fate::New {
            outcome
                .findings
                .push(finding(row, entry, &line.line, line.person.as_ref()));
        }
        let updated = line
            .person
            .as_ref()
            .map(|person| (person.id, before(person, &line.effect)));
        done.push(Judged {
            number: row.number,
            effect: line.effect,
            updated,
        });
    }
    Ok((outcome, done))
}

fn unreadable(row: &NumberedRow, errors: &[(String, String)]) -> (FindingKind, FindingRow) {
    let finding = FindingRow {
        number: row.number,
        line: row.line(),
        label: String::new(),
        detail: String::new(),
        identifier: None,
        errors: serde_json::to_string(errors).unwrap_or_default(),
        book_id: None,
        user_id: None,
    };
    (FindingKind::Rejected, finding)
}

/// The maximum number of characters of a text of a finding.
const SHOWN_CHARS: usize = 300;

fn finding(
    row: &NumberedRow,
    entry: &RosterEntry,
    line: &ImportedLine,
    person: Option<&User>,
) -> (FindingKind, FindingRow) {
    let kind = match line.fate {
        Fate::Wrong => FindingKind::Rejected,
        _ => FindingKind::Duplicate,
    };
    let shown = |text: &str| text.chars().take(SHOWN_CHARS).collect::<String>();
    let finding = FindingRow {
        number: row.number,
        line: row.line(),
        label: shown(&line.name),
        detail: shown(&line.email),
        identifier: entry.student_id.as_deref().map(shown),
        errors: serde_json::to_string(&line.errors).unwrap_or_default(),
        book_id: None,
        user_id: person.map(|person| person.id),
    };
    (kind, finding)
}

/// The fields of a person before an import, which an undo restores.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Before {
    name: String,
    student_id: Option<String>,
    patron_category: Option<String>,
    college_name: Option<String>,
    department: Option<String>,
    current_semester: Option<String>,
    current_semester_category: Option<String>,
    class: Option<String>,
    homeroom: Option<String>,
    phone: Option<String>,
    address: Option<String>,
    language: Option<carrel_domain::language::Language>,
}

/// What an undo of a change restores; `None` when the change is not undone: it gives a role or moves an address, which only some may
/// do, and the one who undoes it need not be the one who made it.
fn before(person: &User, effect: &Effect) -> Option<String> {
    let Effect::Change(_, change) = effect else {
        return None;
    };
    if !change.role.is_absent() || change.details.email.is_some() {
        return None;
    }
    let before = Before {
        name: person.name.clone(),
        student_id: person.student_id.clone(),
        patron_category: person.patron_category.clone(),
        college_name: person.college_name.clone(),
        department: person.department.clone(),
        current_semester: person.current_semester.clone(),
        current_semester_category: person.current_semester_category.clone(),
        class: person.class.clone(),
        homeroom: person.homeroom.clone(),
        phone: person.phone.clone(),
        address: person.address.clone(),
        language: person.language,
    };
    serde_json::to_string(&before).ok()
}

fn restored<T>(value: Option<T>) -> Patch<T> {
    value.map_or(Patch::Clear, Patch::Set)
}

impl Before {
    fn into_change(self) -> ValidUserChange {
        ValidUserChange {
            details: ValidDetailsChange {
                name: Some(self.name),
                email: None,
                phone: restored(self.phone),
                address: restored(self.address),
                college_name: restored(self.college_name),
                department: restored(self.department),
                current_semester: restored(self.current_semester),
                current_semester_category: restored(self.current_semester_category),
                class: restored(self.class),
                homeroom: restored(self.homeroom),
                language: restored(self.language),
            },
            student_id: restored(self.student_id),
            patron_category: restored(self.patron_category),
            role: RoleChange::default(),
            is_active: None,
            block_reason: Patch::Keep,
        }
    }
}

/// Takes back what rows did, and returns for how many of them the person stays, because they were changed or used since. The
/// permission is that of the person who undoes the import. The person who imported may no longer have it.
pub(crate) async fn undo(
    transaction: &mut Transaction,
    context: &Context,
    mut rows: Vec<ImportedRow>,
) -> Result<i64> {
    // In the order of an import, so that it does not wait for this transaction, and this one not for it.
    transaction.lock(Lock::SettingsUnchanged).await?;
    transaction.lock(Lock::Roles).await?;
    rows.sort_by_key(|row| row.user_id);
    let mut kept = 0;
    for row in &rows {
        kept += i64::from(!undo_row(transaction, context, row).await?);
    }
    Ok(kept)
}

async fn undo_row(transaction: &mut Transaction, context: &Context, row: &ImportedRow) -> Result<bool> {
    let Some(person) = users::find_locked(transaction, row.user_id).await? else {
        // Somebody has erased the account.
        return Ok(true);
    };
    let is_added = row.effect == effect::ADDED;
    // The erasure takes the password too.
    let password_hash = is_added.then_some(person.password_hash.as_str());
    if row.after_digest.as_deref() != Some(&digest(&fields_of(&person), password_hash)[..]) {
        return Ok(false);
    }
    if is_added {
        let is_restricted = person.deactivated_at.is_some() || person.blocked_at.is_some();
        if is_restricted
            || person.role.is_staff()
            || import_rows::has_used_library(transaction, person.id).await?
        {
            return Ok(false);
        }
        erase_account(transaction, context, &person).await?;
        return Ok(true);
    }
    let Some(before) = &row.before_state else {
        return Ok(false);
    };
    let before: Before = serde_json::from_str(before)
        .map_err(|error| Error::Defect(format!("a person before an import: {error}")))?;
    if !can_restore(transaction, &person, &before).await? {
        return Ok(false);
    }
    change_person(transaction, context, None, person.id, &before.into_change()).await?;
    Ok(true)
}

/// Whether a person can have the earlier category and student ID again: the category may have been removed from its list, and another
/// person may have the student ID.
async fn can_restore(connection: &mut Connection, person: &User, before: &Before) -> Result<bool> {
    if let Some(code) = &before.patron_category
        && !import_rows::has_patron_category(connection, code).await?
    {
        return Ok(false);
    }
    let key = |student_id: &Option<String>| student_id.as_deref().map(student_id_key);
    match key(&before.student_id) {
        Some(wanted) if key(&person.student_id).as_ref() != Some(&wanted) => {
            let used = users::used_student_ids(connection, &[&wanted]).await?;
            Ok(used.is_empty())
        }
        _ => Ok(true),
    }
}

/// What a caller may do in an import that starts now.
pub(crate) fn rights_of(context: &Context) -> ImporterRights {
    ImporterRights {
        manages_staff: context.require(Act::ManageStaff).is_ok(),
        moves_emails: context.require(Act::MakePasswordLinks).is_ok(),
    }
}
