//! Unpaid fines from the rows of a table: each becomes a charge without a borrowing.

use std::collections::BTreeSet;
use std::sync::Arc;

use carrel_domain::calendar::{civil_date, start_of_day};
use carrel_domain::imports::days::{DayOrder, day_and_time, from_start};
use carrel_domain::imports::{default_description, fines, message};
use carrel_domain::money::charge::{self, ValidCharge};
use carrel_domain::money::{Amount, ChargeId, ChargeReason};
use carrel_domain::users::{User, UserId};
use carrel_formats::table::RowColumn;
use carrel_storage::engine::Lock;
use carrel_storage::import_rows::ImportedRow;
use carrel_storage::imports::{FindingRow, effect};
use carrel_storage::{Connection, Transaction, charges, totals, users};
use jiff::Timestamp;

use super::charges::{add_in, cancel_locked};
use crate::core::context::Context;
use crate::core::error::Result;
use crate::core::row_import::{NumberedRow, RECORD, RowsOutcome, SeenTexts, TableRows, shown};
use crate::core::settings::Settings;
use crate::people::row_people::RowPeople;

/// What the rows before have charged.
#[derive(Debug, Clone, Default)]
pub(crate) struct SeenFines {
    fines: SeenTexts,
}

/// A row as a charge.
#[derive(Debug)]
struct FineRow {
    number: Option<String>,
    email: Option<String>,
    amount: Option<Amount>,
    /// The amount as the file has it.
    amount_text: Option<String>,
    /// `None` for the day of the import.
    at: Option<Timestamp>,
    reason: ChargeReason,
    description: String,
    errors: Vec<(String, String)>,
}

impl FineRow {
    fn of(row: &NumberedRow, columns: &[Option<RowColumn>], settings: &Settings, now: Timestamp) -> Self {
        let text = |column| row.text(columns, column);
        let (code, words) = (text(RowColumn::Reason), text(RowColumn::Description));
        let mut fine = FineRow {
            number: text(RowColumn::StudentId),
            email: text(RowColumn::Email),
            amount: None,
            amount_text: text(RowColumn::Amount),
            at: None,
            reason: fines::reason(code.as_deref(), words.as_deref()),
            description: description(words.or(code), text(RowColumn::Barcode), settings),
            errors: Vec::new(),
        };
        if let Err(problem) = &row.row {
            fine.error(RECORD, problem);
            return fine;
        }
        if fine.number.is_none() && fine.email.is_none() {
            fine.error("studentId", message::BORROWER_MISSING);
        }
        match amount_of(fine.amount_text.as_deref(), settings) {
            Ok(amount) => fine.amount = Some(amount),
            Err(words) => fine.error("amount", words),
        }
        if let Some(text) = text(RowColumn::ChargedAt) {
            let at = day_and_time(&text, DayOrder::of(settings.currency)).map(from_start);
            match at.and_then(|at| settings.zone.to_ambiguous_timestamp(at).compatible().ok()) {
                None => fine.error("chargedAt", message::DAY_INVALID),
                Some(at) if at > now || at.as_millisecond() < 0 => {
                    fine.error("chargedAt", message::CHARGED_OUT_OF_RANGE);
                }
                Some(at) => fine.at = Some(at),
            }
        }
        fine
    }

    fn error(&mut self, field: &str, message: &str) {
        self.errors.push((field.to_owned(), message.to_owned()));
    }
}

fn amount_of(text: Option<&str>, settings: &Settings) -> std::result::Result<Amount, &'static str> {
    let text = text.ok_or(message::AMOUNT_MISSING)?;
    match fines::amount(text, settings.currency) {
        Err(fines::AmountProblem::Invalid) => Err(message::AMOUNT_INVALID),
        Err(fines::AmountProblem::NotPositive) => Err(message::AMOUNT_NOT_POSITIVE),
        Ok(amount) if amount.0 > charge::limit::MOST_MINOR => Err(message::AMOUNT_TOO_LARGE),
        Ok(amount) => Ok(amount),
    }
}

/// The words of a charge with the barcode of the copy, as long as a description can be.
fn description(words: Option<String>, barcode: Option<String>, settings: &Settings) -> String {
    let words = words.unwrap_or_else(|| default_description(settings.language).to_owned());
    let end = barcode
        .filter(|barcode| !words.contains(barcode.as_str()))
        .map_or_else(String::new, |barcode| format!(" ({barcode})"));
    let most = charge::limit::DESCRIPTION.max;
    let room = most.saturating_sub(end.chars().count());
    let start: String = words.chars().take(room).collect();
    let whole = format!("{}{end}", start.trim_end());
    whole.trim_start().chars().take(most).collect()
}

/// A valid fine.
struct Fine {
    number: i64,
    user: User,
    charge: ValidCharge,
    at: Timestamp,
}

/// What the rows would charge.
pub(crate) async fn check(
    connection: &mut Connection,
    context: &Context,
    rows: &TableRows<'_>,
    settings: &Settings,
    seen: &mut SeenFines,
) -> Result<RowsOutcome> {
    let fines = read(rows, settings, context);
    let people = people_of(connection, &fines).await?;
    let mut outcome = RowsOutcome::default();
    for (row, fine) in rows.rows.iter().zip(fines) {
        judge(
            connection,
            context,
            (row, fine),
            &people,
            settings,
            seen,
            &mut outcome,
        )
        .await?;
    }
    Ok(outcome)
}

/// Adds the charges of the rows.
pub(crate) async fn bring_in(
    transaction: &mut Transaction,
    context: &Context,
    rows: &TableRows<'_>,
    cached: &Arc<Settings>,
    seen: &mut SeenFines,
) -> Result<RowsOutcome> {
    let settings = Settings::current(cached, transaction).await?;
    let fines = read(rows, &settings, context);
    let people = people_of(transaction, &fines).await?;
    // All people in one order: no two transactions wait for each other.
    let locked: BTreeSet<UserId> = fines.iter().filter_map(|fine| person(&people, fine)).collect();
    for user_id in locked {
        transaction.lock(Lock::User(user_id)).await?;
    }
    let mut outcome = RowsOutcome::default();
    let mut past = Vec::new();
    for (row, fine) in rows.rows.iter().zip(fines) {
        let valid = judge(
            transaction,
            context,
            (row, fine),
            &people,
            &settings,
            seen,
            &mut outcome,
        )
        .await?;
        let Some(fine) = valid else { continue };
        let charge = (fine.user.id, &fine.charge, fine.at);
        let id = add_in(transaction, context, &settings, charge).await?;
        past.push((fine.at.as_millisecond(), fine.charge.amount));
        outcome.counts.added += 1;
        outcome.written.push(ImportedRow {
            number: fine.number,
            entity_id: id.number(),
            effect: effect::ADDED.to_owned(),
            user_id: fine.user.id,
            before_state: None,
            after_digest: None,
        });
    }
    totals::add_past_charges(transaction, &past).await?;
    outcome.counts.skipped = outcome.counts.duplicates;
    Ok(outcome)
}

fn read(rows: &TableRows<'_>, settings: &Settings, context: &Context) -> Vec<FineRow> {
    let of = |row| FineRow::of(row, rows.columns, settings, context.now);
    rows.rows.iter().map(of).collect()
}

async fn people_of(connection: &mut Connection, fines: &[FineRow]) -> Result<RowPeople> {
    let named = fines
        .iter()
        .map(|fine| (fine.number.as_deref(), fine.email.as_deref()));
    RowPeople::load(connection, named).await
}

fn person(people: &RowPeople, fine: &FineRow) -> Option<UserId> {
    people.find(fine.number.as_deref(), fine.email.as_deref())
}

/// Judges a row, and counts it. Returns a valid fine.
async fn judge(
    connection: &mut Connection,
    context: &Context,
    (row, fine): (&NumberedRow, FineRow),
    people: &RowPeople,
    settings: &Settings,
    seen: &mut SeenFines,
    outcome: &mut RowsOutcome,
) -> Result<Option<Fine>> {
    let mut errors = fine.errors.clone();
    let user = match person(people, &fine) {
        Some(user_id) => users::find(connection, user_id).await?,
        None => None,
    };
    if user.is_none() && (fine.number.is_some() || fine.email.is_some()) {
        errors.push(("studentId".to_owned(), message::BORROWER_UNKNOWN.to_owned()));
    }
    let name = user.as_ref().map(|user| user.name.as_str());
    let finding = FindingRow {
        number: row.number,
        line: row.line(),
        label: shown([Some(fine.description.as_str())]),
        detail: shown([name, fine.number.as_deref(), fine.email.as_deref()]),
        identifier: fine.amount_text.as_deref().map(|text| shown([Some(text)])),
        errors: "[]".to_owned(),
        book_id: None,
        user_id: user.as_ref().map(|user| user.id),
    };
    let (Some(user), Some(amount), true) = (user, fine.amount, errors.is_empty()) else {
        outcome.rejected(finding, &errors);
        return Ok(None);
    };
    let day = fine.at.map_or_else(String::new, |at| at.to_string());
    let text = format!("{} {} {day} {}", user.id.number(), amount.0, fine.description);
    let is_known = !seen.fines.insert(&text)
        || charges::has_equal(connection, user.id, amount, &fine.description, fine.at).await?;
    if is_known {
        outcome.duplicate(finding);
        return Ok(None);
    }
    outcome.valid();
    Ok(Some(Fine {
        number: row.number,
        user,
        charge: ValidCharge {
            reason: fine.reason,
            amount,
            description: fine.description,
        },
        // A charge without a date arose on the day of the import.
        at: fine.at.unwrap_or_else(|| {
            let today = civil_date(context.now, &settings.zone);
            start_of_day(today, &settings.zone).min(context.now)
        }),
    }))
}

/// Cancels what rows have charged, and returns how many charges stay, because something was paid or waived since.
pub(crate) async fn undo(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
    rows: Vec<ImportedRow>,
) -> Result<i64> {
    let people: BTreeSet<UserId> = rows.iter().map(|row| row.user_id).collect();
    for user_id in people {
        transaction.lock(Lock::User(user_id)).await?;
    }
    let mut kept = 0;
    for row in rows {
        // An anonymous charge was settled.
        let Some(charge) = charges::find(transaction, ChargeId::new(row.entity_id)).await? else {
            kept += 1;
            continue;
        };
        if charge.settled.is_positive() {
            kept += 1;
        } else if !charge.reversed.is_positive() {
            cancel_locked(transaction, context, cached, &charge).await?;
        }
    }
    Ok(kept)
}
