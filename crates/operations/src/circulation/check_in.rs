//! Checking in: taking a copy back. The desk scans its barcode, or staff return a borrowing from a list.

use std::sync::Arc;

use carrel_domain::calendar::civil_date;
use carrel_domain::catalogue::barcode;
use carrel_domain::catalogue::book::BookId;
use carrel_domain::catalogue::copy::{BookCopy, CopyId};
use carrel_domain::circulation::borrowing::{BorrowingId, BorrowingRecord};
use carrel_domain::circulation::check_in::{
    CheckInOutcome, ReturnInstantError, check_in_outcome, return_instant,
};
use carrel_domain::circulation::copy_state::{CopyEvent, CopyState, transition};
use carrel_domain::circulation::desk;
use carrel_domain::circulation::fine::{Fine, fine};
use carrel_domain::money::Amount;
use carrel_domain::users::Act;
use carrel_domain::validation::FieldError;
use carrel_domain::webhooks::WebhookEvent;
use carrel_storage::copies::StateChange;
use carrel_storage::engine::{Lock, Query, Statement};
use carrel_storage::{Transaction, books, borrowings, changes, copies, settings};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::circulation::charge::charge_in;
use crate::circulation::events::announce;
use crate::circulation::view::Borrowing;
use crate::core::audit::{self, Subject};
use crate::core::context::{Context, stored};
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::core::settings::Settings;

/// A copy that was checked in.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CheckedIn {
    pub outcome: CheckInOutcome,
    /// The borrowing that ended, if the copy was with a borrower.
    pub borrowing: Option<Borrowing>,
    /// The fine that was charged for it, if any.
    pub fine: Option<Fine>,
    /// The copy after the check-in.
    pub copy: BookCopy,
}

/// Takes a copy back from any borrower, at the desk. The return can be backdated, for a copy that waited in the book drop.
///
/// # Errors
/// [`Noun::Barcode`] is not found; [`Conflict::CopyNotInCirculation`]; [`Error::Invalid`] for a return in the future,
/// before the borrowing, or before its last renewal.
pub async fn check_in(library: &Library, context: Context, input: desk::CheckIn) -> Result<CheckedIn> {
    context.require(Act::ReturnAnyBorrowing)?;
    if input.returned_at.is_some() {
        context.require(Act::BackdateReturns)?;
    }
    let answer = library
        .write_once_with_replay(
            context.call(),
            (context, library.shown_settings(), input),
            |transaction, (context, settings, input)| {
                Box::pin(check_in_in(transaction, context, settings, input))
            },
        )
        .await?;
    if !answer.is_replay {
        if answer.outcome.borrowing.is_some() {
            metrics::counter!("carrel_returns_total").increment(1);
        }
        library.changed.notify_one();
    }
    Ok(answer.outcome)
}

async fn check_in_in(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
    input: &desk::CheckIn,
) -> Result<CheckedIn> {
    let scanned = copies::find_by_barcode(transaction, &barcode::key(&input.barcode))
        .await?
        .ok_or(Error::NotFound(Noun::Barcode))?;
    let parties = borrowings::open_of_copy(transaction, scanned.id).await?;
    if let Some((_, user_id)) = &parties {
        transaction.lock(Lock::User(*user_id)).await?;
    }
    let on_shelf = books::available_copies_locked(transaction, scanned.book_id)
        .await?
        .ok_or(Error::NotFound(Noun::Book))?;
    // Under the lock of the book nobody else changes its copies or their borrowings.
    let copy = copies::find(transaction, scanned.id)
        .await?
        .ok_or(Error::NotFound(Noun::Copy))?;
    // Its book may have been merged into another one before the lock.
    if copy.book_id != scanned.book_id || borrowings::open_of_copy(transaction, scanned.id).await? != parties
    {
        return Err(Error::overtaken());
    }
    let state = copy.state;
    let outcome = check_in_outcome(state).map_err(|_| Conflict::CopyNotInCirculation { state })?;
    let (mut borrowing, mut charged) = (None, None);
    if let Some((id, _)) = parties {
        let found = borrowings::find(transaction, id)
            .await?
            .ok_or(Error::NotFound(Noun::Borrowing))?;
        let at = returned_at(&found, input.returned_at, context.now)?;
        let settings = Settings::current(cached, transaction).await?;
        let (returned, fine) = close_in(transaction, context, &settings, found, at, on_shelf).await?;
        borrowing = Some(returned);
        charged = Some(fine).filter(|fine| fine.amount.is_positive());
    } else {
        if input.returned_at.is_some_and(|at| at > context.now) {
            let error = FieldError::new("returnedAt", RETURN_IN_FUTURE);
            return Err(Error::Invalid(vec![error]));
        }
        let shelve = Shelve {
            book_id: copy.book_id,
            copy_id: copy.id,
            from: state,
            reason: outcome.as_str(),
            at: context.stored_now(),
            on_shelf,
        };
        let event = audit::Event {
            action: "copy.checked_in",
            subject: Subject::of(copy.id).about_book(copy.book_id),
            before: Some(json!({ "state": copy.state })),
            after: Some(json!({ "outcome": outcome.as_str() })),
        };
        let entry = audit::Entry::new(context, event);
        if !shelve_in(transaction, context, &shelve, &[entry.writing()]).await? {
            return Err(Error::overtaken());
        }
    }
    let copy = copies::find(transaction, copy.id)
        .await?
        .ok_or(Error::NotFound(Noun::Copy))?;
    Ok(CheckedIn {
        outcome,
        borrowing,
        fine: charged,
        copy,
    })
}

/// The instant of a return: `given`, or now.
fn returned_at(found: &BorrowingRecord, given: Option<Timestamp>, now: Timestamp) -> Result<Timestamp> {
    return_instant(found.last_event_at(), given.map(stored), stored(now)).map_err(|error| {
        let message = match error {
            ReturnInstantError::InFuture => RETURN_IN_FUTURE,
            ReturnInstantError::TooEarly if found.renewals > 0 => {
                "The return must not be before the last renewal"
            }
            ReturnInstantError::TooEarly => "The return must not be before the borrowing",
        };
        Error::Invalid(vec![FieldError::new("returnedAt", message)])
    })
}

const RETURN_IN_FUTURE: &str = "The return must not be in the future";

/// Takes a copy back by its borrowing: closes the borrowing, books the fine under the terms of the loan, puts the copy
/// on the shelf. Of several simultaneous returns of one borrowing, one succeeds.
pub async fn give_back(library: &Library, context: Context, borrowing_id: BorrowingId) -> Result<Borrowing> {
    context.require(Act::ReturnAnyBorrowing)?;
    let answer = library
        .write_once_with_replay(
            context.call(),
            (context, library.shown_settings(), borrowing_id),
            |transaction, (context, settings, id)| {
                Box::pin(give_back_in(transaction, context, settings, *id))
            },
        )
        .await?;
    if !answer.is_replay {
        metrics::counter!("carrel_returns_total").increment(1);
        library.changed.notify_one();
    }
    Ok(answer.outcome)
}

/// Takes a copy back in the caller's transaction. `cached` are the settings as last read.
pub async fn give_back_in(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
    id: BorrowingId,
) -> Result<Borrowing> {
    let (user_id, book_id) = borrowings::parties(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::Borrowing))?;
    let (_, on_shelf, found, version) = transaction
        .ask_all((
            Query::locking_user(user_id),
            books::locking_available_copies(book_id),
            borrowings::asking(id),
            settings::asking_version(),
        ))
        .await?;
    let (on_shelf,) = on_shelf.into_iter().next().ok_or(Error::NotFound(Noun::Book))?;
    let found = found.into_iter().next().ok_or(Error::NotFound(Noun::Borrowing))?;
    let settings = Settings::of_version(cached, &version, transaction).await?;
    if found.book_id != book_id {
        // Its book was merged into another one before the lock.
        return Err(Error::overtaken());
    }
    let returned_at = returned_at(&found, None, context.now)?;
    let (borrowing, _) = close_in(transaction, context, &settings, found, returned_at, on_shelf).await?;
    Ok(borrowing)
}

/// Closes a borrowing under the locks of its person and its book. `on_shelf` is the number of available copies of the
/// book before the return.
async fn close_in(
    transaction: &mut Transaction,
    context: &Context,
    settings: &Settings,
    mut found: BorrowingRecord,
    returned_at: Timestamp,
    on_shelf: i64,
) -> Result<(Borrowing, Fine)> {
    let actor_id = context.require(Act::ReturnAnyBorrowing)?.user.id;
    // A return that was backdated is recorded now, and changes the copy now.
    let recorded_at = context.stored_now().max(returned_at);
    let at = (returned_at.as_millisecond(), recorded_at.as_millisecond());
    if !borrowings::close(transaction, found.id, at.0, actor_id, at.1).await? {
        return Err(Conflict::AlreadyReturned.into());
    }
    let returned_on = civil_date(returned_at, &settings.zone);
    let fine = fine(&found.late_period(returned_on, &settings.calendar));
    charge_in(transaction, context, settings, &found, &fine).await?;
    let mut shelve = Shelve {
        book_id: found.book_id,
        copy_id: found.copy_id,
        from: CopyState::OnLoan,
        reason: "returned",
        at: recorded_at,
        on_shelf,
    };
    let event = audit::Event {
        action: "borrowing.returned",
        subject: Subject::of(found.id)
            .about_user(found.user_id)
            .about_book(found.book_id),
        before: None,
        after: Some(json!({ "bookId": found.book_id, "userId": found.user_id, "fine": fine })),
    };
    let entry = audit::Entry::new(context, event);
    let mut is_shelved = shelve_in(transaction, context, &shelve, &[entry.writing()]).await?;
    if !is_shelved {
        // The borrower brings a lost copy back.
        shelve.from = CopyState::Lost;
        is_shelved = shelve_in(transaction, context, &shelve, &[entry.writing()]).await?;
    }
    if !is_shelved {
        transaction.execute_all(&[entry.writing()]).await?;
    }
    found.returned_at = Some(returned_at);
    found.charged.0 += fine.amount.0;
    found.overdue_charged = Amount::ZERO;
    let borrowing = Borrowing::at(found, context.now, settings);
    announce(transaction, context, WebhookEvent::BorrowingReturned, &borrowing).await?;
    Ok((borrowing, fine))
}

/// A copy that goes to the shelf.
struct Shelve<'a> {
    book_id: BookId,
    copy_id: CopyId,
    from: CopyState,
    reason: &'a str,
    at: Timestamp,
    /// The number of available copies of the book before it.
    on_shelf: i64,
}

/// Puts a copy on the shelf, records the event, and runs `beside` with it. Returns false and does nothing when the copy
/// is not in the expected state.
async fn shelve_in(
    transaction: &mut Transaction,
    context: &Context,
    shelve: &Shelve<'_>,
    beside: &[Statement<'_>],
) -> Result<bool> {
    let to = transition(shelve.from, CopyEvent::CheckIn).map_err(|error| Error::Defect(error.to_string()))?;
    let change = StateChange {
        copy_id: shelve.copy_id,
        from: shelve.from,
        to,
        actor_id: context.actor_id(),
        reason: shelve.reason,
        at: shelve.at.as_millisecond(),
    };
    if transaction.execute_all(&[copies::moving(&change)]).await? != [1] {
        return Ok(false);
    }
    let mut statements = Vec::from_iter(copies::recording(&change));
    if shelve.from != to {
        statements.push(books::shelving_copy(shelve.book_id, shelve.copy_id));
        if shelve.on_shelf == 0 {
            statements.push(changes::appending(shelve.book_id, context.now_ms()));
        }
    }
    statements.extend_from_slice(beside);
    transaction.execute_all(&statements).await?;
    Ok(true)
}
