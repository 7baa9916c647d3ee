//! Checking out: lending a copy to a person. Both self-service borrowing and the desk use it.

use std::sync::Arc;

use carrel_domain::catalogue::barcode;
use carrel_domain::catalogue::book::{Book, BookId};
use carrel_domain::circulation::borrowing::BorrowingRecord;
use carrel_domain::circulation::copy_state::{CopyEvent, CopyState, transition};
use carrel_domain::circulation::due::DueDay;
use carrel_domain::circulation::overrides::{Override, apply_overrides};
use carrel_domain::circulation::policy::Terms;
use carrel_domain::circulation::refusal::Refusal;
use carrel_domain::circulation::{desk, popularity};
use carrel_domain::money::Amount;
use carrel_domain::users::{Act, User, UserId};
use carrel_domain::webhooks::WebhookEvent;
use carrel_storage::borrowings::NewBorrowing;
use carrel_storage::copies::{LoanCandidate, StateChange};
use carrel_storage::{Transaction, books, borrowings, changes, copies, settings, users};
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::json;

use crate::circulation::decision::{LoanFacts, Wanted, decision};
use crate::circulation::events::announce;
use crate::circulation::stored_terms::StoredTerms;
use crate::circulation::view::Borrowing;
use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Error, Noun, Result};
use crate::core::keys;
use crate::core::library::Library;
use crate::core::settings::Settings;

/// Lends a copy to a person, at the desk.
///
/// # Errors
/// [`Noun::Patron`] or [`Noun::Barcode`] is not found; [`Error::Refused`] with every refusal that is not overridden;
/// [`Error::Invalid`] for a due day before today or more than two years from today.
pub async fn check_out(library: &Library, context: Context, input: desk::CheckOut) -> Result<Borrowing> {
    context.require(Act::CheckOut)?;
    if !input.overrides.is_empty() {
        context.require(Act::OverrideRefusals)?;
    }
    let answer = library
        .write_once_with_replay(
            context.call(),
            (context, library.shown_settings(), input),
            |transaction, (context, settings, input)| {
                Box::pin(desk_check_out_in(transaction, context, settings, input))
            },
        )
        .await?;
    if !answer.is_replay {
        count_borrowing(library);
    }
    Ok(answer.outcome)
}

async fn desk_check_out_in(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
    input: &desk::CheckOut,
) -> Result<Borrowing> {
    let card_key = barcode::key(&input.user);
    let student_id_key = keys::student_id_key(&input.user);
    let user_id = users::id_at_desk(
        transaction,
        input.user.trim().parse().ok(),
        &card_key,
        &student_id_key,
    )
    .await?
    .ok_or(Error::NotFound(Noun::Patron))?;
    let copy = copies::find_by_barcode(transaction, &barcode::key(&input.barcode))
        .await?
        .ok_or(Error::NotFound(Noun::Barcode))?;
    let check_out = CheckOut {
        user_id,
        book_id: copy.book_id,
        wanted: Wanted::Copy(copy.id),
        overrides: &input.overrides,
        due_on: input.due_on,
    };
    match check_out_in(transaction, context, cached, &check_out).await {
        // A merge moved the copy to another book before the lock: the next attempt finds it there.
        Err(Error::NotFound(Noun::Copy)) => Err(Error::overtaken()),
        result => result,
    }
}

/// The input of a check-out.
pub(crate) struct CheckOut<'a> {
    pub user_id: UserId,
    pub book_id: BookId,
    pub wanted: Wanted,
    pub overrides: &'a [Override],
    /// The due day, instead of the one that the policies give.
    pub due_on: Option<Date>,
}

/// Lends a copy in the caller's transaction. `cached` are the settings as last read.
pub(crate) async fn check_out_in(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
    input: &CheckOut<'_>,
) -> Result<Borrowing> {
    let (user_id, book_id) = (input.user_id, input.book_id);
    let (user, book, version, standing, copies, open_by_type) = transaction
        .ask_all((
            users::locking(user_id),
            books::locking(book_id),
            settings::asking_version(),
            borrowings::asking_standing(user_id, book_id, context.now_ms()),
            copies::asking_loan_candidates(book_id),
            borrowings::asking_open_by_type(user_id),
        ))
        .await?;
    let user = user.into_iter().next().ok_or(Error::NotFound(Noun::User))?;
    let book = book.into_iter().next().ok_or(Error::NotFound(Noun::Book))?;
    let settings = Settings::of_version(cached, &version, transaction).await?;
    let facts = LoanFacts {
        standing: standing.into_iter().next().ok_or(Error::NotFound(Noun::User))?,
        copies,
        open_by_type,
    };
    let decision = decision(
        facts,
        &settings,
        &user,
        &book,
        input.wanted,
        input.due_on,
        context.now,
    )?;
    let judged = apply_overrides(decision.refusals, input.overrides);
    if !judged.remaining.is_empty() {
        return Err(Error::Refused(judged.remaining));
    }
    let copy = decision.copy.ok_or_else(no_copy)?;
    let due = decision.due;
    // A call that waited for the lock has an instant before the return of the copy: borrowings of a copy never overlap.
    let borrowed_at = context.stored_now().max(copy.changed_at);
    if due.is_over(borrowed_at) {
        return Err(Error::overtaken());
    }
    let terms = StoredTerms::of(&decision.terms)?;
    let new = NewBorrowing {
        id: transaction.fresh_id().await?,
        book_id: book.id,
        copy_id: copy.id,
        user_id: user.id,
        borrowed_at: borrowed_at.as_millisecond(),
        due_on: &due.on.to_string(),
        due_at: due.at.as_millisecond(),
        terms: terms.as_row(),
        branch: &copy.branch,
        patron_category: user.patron_category.as_deref(),
        item_type: copy.item_type.as_deref().or(book.item_type.as_deref()),
        lent_by: context.actor_id().unwrap_or(input.user_id),
    };
    lend_in(transaction, context, &new, &book, &copy, &judged.used).await?;
    let record = opened(&new, borrowed_at, due, decision.terms, &user, &book, &copy);
    let borrowing = Borrowing::at(record, context.now, &settings);
    announce(transaction, context, WebhookEvent::BorrowingCreated, &borrowing).await?;
    Ok(borrowing)
}

fn no_copy() -> Error {
    Error::Refused(vec![Refusal::NoCopyAvailable])
}

/// Inserts a borrowing, takes its copy off the shelf, and records the overrides that allowed it.
pub(super) async fn lend_in(
    transaction: &mut Transaction,
    context: &Context,
    new: &NewBorrowing<'_>,
    book: &Book,
    copy: &LoanCandidate,
    overrides: &[Override],
) -> Result<()> {
    let state = transition(CopyState::Available, CopyEvent::CheckOut)
        .map_err(|error| Error::Defect(error.to_string()))?;
    let change = StateChange {
        copy_id: copy.id,
        from: CopyState::Available,
        to: state,
        actor_id: context.actor_id(),
        reason: "borrowed",
        at: new.borrowed_at,
    };
    let mut after =
        json!({ "bookId": book.id, "userId": new.user_id, "barcode": copy.barcode, "dueOn": new.due_on });
    if !overrides.is_empty() {
        after["overrides"] = json!(overrides);
    }
    let event = audit::Event {
        action: "borrowing.opened",
        subject: Subject::of(new.id).about_user(new.user_id).about_book(book.id),
        before: None,
        after: Some(after),
    };
    let entry = audit::Entry::new(context, event);
    let lent_at = Timestamp::from_millisecond(new.borrowed_at).unwrap_or(context.now);
    let popularity = popularity::after_borrowing(book.popularity, lent_at);
    let mut statements = vec![
        // Changes no row when the terms exist already.
        borrowings::storing_terms(new.terms),
        copies::moving(&change),
        books::taking_copy(book.id, copy.is_lendable, popularity),
        borrowings::inserting(new),
        entry.writing(),
    ];
    statements.extend(copies::recording(&change));
    if book.available_copies == 1 {
        statements.push(changes::appending(book.id, context.now_ms()));
    }
    if transaction.execute_all(&statements).await?[1..].contains(&0) {
        return Err(no_copy());
    }
    Ok(())
}

/// Counts a new borrowing, and wakes the search feed.
pub(crate) fn count_borrowing(library: &Library) {
    metrics::counter!("carrel_borrowings_total").increment(1);
    library.changed.notify_one();
}

/// The borrowing as written, so that it need not be read again.
fn opened(
    new: &NewBorrowing<'_>,
    borrowed_at: Timestamp,
    due: DueDay,
    terms: Terms,
    user: &User,
    book: &Book,
    copy: &LoanCandidate,
) -> BorrowingRecord {
    BorrowingRecord {
        id: new.id,
        book_id: book.id,
        book_title: book.title.clone(),
        book_author: book.author.clone(),
        book_cover_image: book.cover_image.clone(),
        book_category: book.category.clone(),
        user_id: user.id,
        user_name: user.name.clone(),
        user_email: user.email.clone(),
        copy_id: new.copy_id,
        copy_barcode: copy.barcode.clone(),
        borrowed_at,
        due_on: due.on,
        due_at: due.at,
        returned_at: None,
        renewals: 0,
        renewed_at: None,
        terms,
        copy_price: copy.price,
        charged: Amount::ZERO,
        overdue_charged: Amount::ZERO,
        settled: Amount::ZERO,
    }
}
