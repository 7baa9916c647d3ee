//! Open loans from the rows of a table: each is taken over as it was in the other system, also where the policies would refuse it now.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use carrel_domain::calendar::{civil_date, end_of_day, start_of_day};
use carrel_domain::catalogue::barcode;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::copy::CopyId;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::imports::days::{DayOrder, day_and_time, from_start};
use carrel_domain::imports::message;
use carrel_domain::users::{User, UserId};
use carrel_formats::table::RowColumn;
use carrel_storage::borrowings::NewBorrowing;
use carrel_storage::engine::Lock;
use carrel_storage::import_rows::ImportedRow;
use carrel_storage::imports::{FindingRow, effect};
use carrel_storage::{Connection, Transaction, books, borrowings, copies, totals, users};
use jiff::Timestamp;
use jiff::civil::Date;

use crate::circulation::check_out::lend_in;
use crate::circulation::decision::{LoanFacts, Wanted, decision};
use crate::circulation::stored_terms::StoredTerms;
use crate::core::context::Context;
use crate::core::error::{Error, Result};
use crate::core::row_import::{NumberedRow, RECORD, RowsOutcome, SeenTexts, TableRows, shown};
use crate::core::settings::Settings;
use crate::people::row_people::RowPeople;

/// A century in milliseconds: the longest time for which a copy is lent.
const LONGEST_MS: i64 = 3_155_760_000_000;

/// What the rows before have lent.
#[derive(Debug, Clone, Default)]
pub(crate) struct SeenLoans {
    barcodes: SeenTexts,
    lent: HashSet<(UserId, BookId)>,
}

/// A row as a loan.
#[derive(Debug, Default)]
struct LoanRow {
    barcode: Option<String>,
    number: Option<String>,
    email: Option<String>,
    borrowed_at: Option<Timestamp>,
    due_on: Option<Date>,
    errors: Vec<(String, String)>,
}

impl LoanRow {
    fn of(row: &NumberedRow, columns: &[Option<RowColumn>], settings: &Settings) -> Self {
        let mut loan = LoanRow {
            barcode: row.text(columns, RowColumn::Barcode),
            number: row.text(columns, RowColumn::StudentId),
            email: row.text(columns, RowColumn::Email),
            ..LoanRow::default()
        };
        if let Err(problem) = &row.row {
            loan.error(RECORD, problem);
            return loan;
        }
        let order = DayOrder::of(settings.currency);
        if loan.barcode.is_none() {
            loan.error("barcode", message::BARCODE_MISSING);
        }
        if loan.number.is_none() && loan.email.is_none() {
            loan.error("studentId", message::BORROWER_MISSING);
        }
        match row.text(columns, RowColumn::DueAt) {
            None => loan.error("dueAt", message::DUE_DAY_MISSING),
            Some(text) => match day_and_time(&text, order) {
                None => loan.error("dueAt", message::DAY_INVALID),
                Some((day, _)) => loan.due_on = Some(day),
            },
        }
        if let Some(text) = row.text(columns, RowColumn::BorrowedAt) {
            let at = day_and_time(&text, order).map(from_start);
            match at.and_then(|at| settings.zone.to_ambiguous_timestamp(at).compatible().ok()) {
                None => loan.error("borrowedAt", message::DAY_INVALID),
                Some(at) => loan.borrowed_at = Some(at),
            }
        }
        loan
    }

    fn error(&mut self, field: &str, message: &str) {
        self.errors.push((field.to_owned(), message.to_owned()));
    }
}

/// The people and copies of a batch, by the keys of the rows.
#[derive(Debug, Default)]
struct Known {
    copies: HashMap<String, CopyId>,
    people: RowPeople,
}

impl Known {
    async fn load(connection: &mut Connection, loans: &[LoanRow]) -> Result<Self> {
        let barcodes: Vec<String> = loans
            .iter()
            .filter_map(|loan| loan.barcode.as_deref().map(barcode::key))
            .collect();
        let people = loans
            .iter()
            .map(|loan| (loan.number.as_deref(), loan.email.as_deref()));
        let people = RowPeople::load(connection, people).await?;
        Ok(Known {
            copies: copies::with_barcodes(connection, &barcodes)
                .await?
                .into_iter()
                .map(|(key, copy_id, _)| (key, copy_id))
                .collect(),
            people,
        })
    }

    fn copy(&self, loan: &LoanRow) -> Option<CopyId> {
        self.copies.get(&barcode::key(loan.barcode.as_deref()?)).copied()
    }

    fn person(&self, loan: &LoanRow) -> Option<UserId> {
        self.people.find(loan.number.as_deref(), loan.email.as_deref())
    }
}

/// A valid loan.
struct Loan {
    number: i64,
    user: User,
    book_id: BookId,
    copy_id: CopyId,
    borrowed_at: Timestamp,
    due_on: Date,
    due_at: Timestamp,
}

/// What a row is.
enum Verdict {
    Rejected(&'static str, &'static str),
    /// The person has the copy already.
    Duplicate,
    Valid(Box<Loan>),
}

/// Takes note of rows that were brought in before an interruption.
pub(crate) fn note(rows: &[NumberedRow], columns: &[Option<RowColumn>], seen: &mut SeenLoans) {
    for row in rows {
        if let Some(text) = row.text(columns, RowColumn::Barcode) {
            seen.barcodes.insert(&barcode::key(&text));
        }
    }
}

/// What the rows would lend.
pub(crate) async fn check(
    connection: &mut Connection,
    context: &Context,
    rows: &TableRows<'_>,
    settings: &Settings,
    seen: &mut SeenLoans,
) -> Result<RowsOutcome> {
    let loans: Vec<LoanRow> = rows
        .rows
        .iter()
        .map(|row| LoanRow::of(row, rows.columns, settings))
        .collect();
    let known = Known::load(connection, &loans).await?;
    let mut outcome = RowsOutcome::default();
    for (row, loan) in rows.rows.iter().zip(loans) {
        judge(
            connection,
            context,
            (row, loan),
            &known,
            settings,
            seen,
            &mut outcome,
        )
        .await?;
    }
    Ok(outcome)
}

/// Lends the copies of the rows.
pub(crate) async fn bring_in(
    transaction: &mut Transaction,
    context: &Context,
    rows: &TableRows<'_>,
    cached: &Arc<Settings>,
    seen: &mut SeenLoans,
) -> Result<RowsOutcome> {
    let settings = Settings::current(cached, transaction).await?;
    let loans: Vec<LoanRow> = rows
        .rows
        .iter()
        .map(|row| LoanRow::of(row, rows.columns, &settings))
        .collect();
    let known = Known::load(transaction, &loans).await?;
    // All people, and then all books, in one order: no two transactions wait for each other.
    let people: BTreeSet<UserId> = loans.iter().filter_map(|loan| known.person(loan)).collect();
    for user_id in people {
        transaction.lock(Lock::User(user_id)).await?;
    }
    let mut locked = BTreeSet::new();
    for copy_id in loans.iter().filter_map(|loan| known.copy(loan)) {
        if let Some(copy) = copies::find(transaction, copy_id).await? {
            locked.insert(copy.book_id);
        }
    }
    for book_id in &locked {
        transaction.lock(Lock::Book(*book_id)).await?;
    }
    let mut outcome = RowsOutcome::default();
    let mut past = Vec::new();
    for (row, loan) in rows.rows.iter().zip(loans) {
        let valid = judge(
            transaction,
            context,
            (row, loan),
            &known,
            &settings,
            seen,
            &mut outcome,
        )
        .await?;
        let Some(loan) = valid else { continue };
        if !locked.contains(&loan.book_id) {
            // Its book was merged into another one before the lock.
            return Err(Error::overtaken());
        }
        let (id, category) = lend(transaction, context, &settings, &loan).await?;
        past.push((category, loan.borrowed_at.as_millisecond()));
        outcome.counts.added += 1;
        outcome.written.push(ImportedRow {
            number: loan.number,
            entity_id: id.number(),
            effect: effect::ADDED.to_owned(),
            user_id: loan.user.id,
            before_state: None,
            after_digest: None,
        });
    }
    totals::add_past(transaction, &past).await?;
    outcome.counts.skipped = outcome.counts.duplicates;
    Ok(outcome)
}

/// Judges a row, and counts it. Returns a valid loan.
async fn judge(
    connection: &mut Connection,
    context: &Context,
    (row, loan): (&NumberedRow, LoanRow),
    known: &Known,
    settings: &Settings,
    seen: &mut SeenLoans,
    outcome: &mut RowsOutcome,
) -> Result<Option<Loan>> {
    let mut errors = loan.errors.clone();
    let mut found = Found::default();
    let mut verdict = None;
    if errors.is_empty() {
        verdict = Some(
            verdict_of(
                connection,
                context,
                (row, &loan),
                known,
                settings,
                seen,
                &mut found,
            )
            .await?,
        );
    }
    if let Some(Verdict::Valid(loan)) = verdict {
        outcome.valid();
        return Ok(Some(*loan));
    }
    let finding = FindingRow {
        number: row.number,
        line: row.line(),
        label: shown([found.title.as_deref(), loan.barcode.as_deref()]),
        detail: shown([
            found.name.as_deref(),
            loan.number.as_deref(),
            loan.email.as_deref(),
        ]),
        identifier: loan.barcode.as_deref().map(|barcode| shown([Some(barcode)])),
        errors: "[]".to_owned(),
        book_id: found.book_id,
        user_id: found.user_id,
    };
    match verdict {
        Some(Verdict::Duplicate) => outcome.duplicate(finding),
        Some(Verdict::Rejected(field, message)) => {
            errors.push((field.to_owned(), message.to_owned()));
            outcome.rejected(finding, &errors);
        }
        _ => outcome.rejected(finding, &errors),
    }
    Ok(None)
}

/// What a row is about, as far as it is known.
#[derive(Default)]
struct Found {
    title: Option<String>,
    book_id: Option<BookId>,
    name: Option<String>,
    user_id: Option<UserId>,
}

async fn verdict_of(
    connection: &mut Connection,
    context: &Context,
    (row, loan): (&NumberedRow, &LoanRow),
    known: &Known,
    settings: &Settings,
    seen: &mut SeenLoans,
    found: &mut Found,
) -> Result<Verdict> {
    let copy = match known.copy(loan) {
        Some(copy_id) => copies::find(connection, copy_id).await?,
        None => None,
    };
    let book = match &copy {
        Some(copy) => books::find(connection, copy.book_id).await?,
        None => None,
    };
    let (Some(copy), Some(book)) = (copy, book) else {
        return Ok(Verdict::Rejected("barcode", message::BARCODE_UNKNOWN));
    };
    found.title = Some(book.title.clone());
    found.book_id = Some(book.id);
    let user = match known.person(loan) {
        Some(user_id) => users::find(connection, user_id).await?,
        None => None,
    };
    let Some(user) = user else {
        return Ok(Verdict::Rejected("studentId", message::BORROWER_UNKNOWN));
    };
    found.name = Some(user.name.clone());
    found.user_id = Some(user.id);
    let is_first = loan
        .barcode
        .as_deref()
        .is_none_or(|text| seen.barcodes.insert(&barcode::key(text)));
    if !is_first {
        return Ok(Verdict::Rejected("barcode", message::BARCODE_REPEATED));
    }
    if let Some((_, borrower)) = borrowings::open_of_copy(connection, copy.id).await? {
        return Ok(if borrower == user.id {
            Verdict::Duplicate
        } else {
            Verdict::Rejected("barcode", message::COPY_LENT)
        });
    }
    if copy.state != CopyState::Available {
        return Ok(Verdict::Rejected("barcode", message::COPY_AWAY));
    }
    if book.archived_at.is_some() {
        return Ok(Verdict::Rejected("barcode", message::BOOK_ARCHIVED));
    }
    let standing = borrowings::standing(connection, user.id, book.id, context.now_ms()).await?;
    if standing.same_id.is_some() || seen.lent.contains(&(user.id, book.id)) {
        return Ok(Verdict::Rejected("barcode", message::BOOK_LENT_TWICE));
    }
    let Some(due_on) = loan.due_on else {
        return Ok(Verdict::Rejected("dueAt", message::DUE_DAY_MISSING));
    };
    let due_at = end_of_day(due_on, &settings.zone);
    // A day of a loan that is not known is the one of the import, or the due day if that is earlier.
    let borrowed_at = loan.borrowed_at.unwrap_or_else(|| {
        let day = due_on.min(civil_date(context.now, &settings.zone));
        start_of_day(day, &settings.zone).min(context.now)
    });
    if borrowed_at > context.now || borrowed_at.as_millisecond() < 0 {
        return Ok(Verdict::Rejected("borrowedAt", message::LENT_OUT_OF_RANGE));
    }
    let lasts = due_at.as_millisecond() - borrowed_at.as_millisecond();
    if !(1..=LONGEST_MS).contains(&lasts) {
        return Ok(Verdict::Rejected("dueAt", message::DUE_OUT_OF_RANGE));
    }
    let returned_at = borrowings::last_return_of_copy(connection, copy.id).await?;
    if returned_at.is_some_and(|returned_at| returned_at > borrowed_at.as_millisecond()) {
        return Ok(Verdict::Rejected("borrowedAt", message::COPY_RETURNED_SINCE));
    }
    seen.lent.insert((user.id, book.id));
    Ok(Verdict::Valid(Box::new(Loan {
        number: row.number,
        user,
        book_id: book.id,
        copy_id: copy.id,
        borrowed_at,
        due_on,
        due_at,
    })))
}

/// Lends a copy under the terms of today, with the due day of the file. Returns the category of the book, too.
async fn lend(
    transaction: &mut Transaction,
    context: &Context,
    settings: &Settings,
    loan: &Loan,
) -> Result<(BorrowingId, String)> {
    let book = books::find(transaction, loan.book_id)
        .await?
        .ok_or_else(Error::overtaken)?;
    let wanted = Wanted::Copy(loan.copy_id);
    let facts = LoanFacts::read(transaction, loan.user.id, book.id, context.now).await?;
    let copy = facts.copies.iter().find(|copy| copy.id == loan.copy_id);
    let copy = copy.cloned().ok_or_else(Error::overtaken)?;
    let decision = decision(facts, settings, &loan.user, &book, wanted, None, context.now)?;
    let terms = StoredTerms::of(&decision.terms)?;
    let due_on = loan.due_on.to_string();
    let new = NewBorrowing {
        id: transaction.fresh_id().await?,
        book_id: book.id,
        copy_id: copy.id,
        user_id: loan.user.id,
        borrowed_at: loan.borrowed_at.as_millisecond(),
        due_on: &due_on,
        due_at: loan.due_at.as_millisecond(),
        terms: terms.as_row(),
        branch: &copy.branch,
        patron_category: loan.user.patron_category.as_deref(),
        item_type: copy.item_type.as_deref().or(book.item_type.as_deref()),
        lent_by: context.actor_id().unwrap_or(loan.user.id),
    };
    lend_in(transaction, context, &new, &book, &copy, &[]).await?;
    Ok((new.id, book.category.clone()))
}
