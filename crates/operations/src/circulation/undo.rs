//! Undoing a borrowing or a return a moment after it was recorded.

use std::sync::Arc;

use carrel_domain::catalogue::book::Book;
use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::circulation::copy_state::{CopyEvent, CopyState, transition};
use carrel_domain::circulation::undo::{BorrowingFacts, ReturnFacts, undo_borrowing, undo_return};
use carrel_domain::money::LedgerKind;
use carrel_domain::users::Act;
use carrel_domain::webhooks::WebhookEvent;
use carrel_storage::borrowings::UndoCase;
use carrel_storage::copies::StateChange;
use carrel_storage::engine::Lock;
use carrel_storage::{Transaction, books, borrowings, changes, copies, ledger, settings};
use serde_json::json;

use crate::circulation::events::announce;
use crate::circulation::remove_loan::remove_loan;
use crate::circulation::view::Borrowing;
use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::core::settings::{Settings, key};

/// Undoes a return that the caller has just recorded: the borrowing is open again, its copy is with the borrower, and the
/// fine of the return is reversed.
///
/// # Errors
/// [`Noun::Borrowing`] is not found; [`Conflict::NotReturned`]; [`Conflict::NotUndone`] with the reason.
pub async fn undo_return_of(
    library: &Library,
    context: Context,
    borrowing_id: BorrowingId,
) -> Result<Borrowing> {
    context.require(Act::ReturnAnyBorrowing)?;
    let borrowing = library
        .write_once(
            context.call(),
            (context, library.shown_settings(), borrowing_id),
            |transaction, (context, settings, id)| {
                Box::pin(undo_return_in(transaction, context, settings, *id))
            },
        )
        .await?;
    library.changed.notify_one();
    Ok(borrowing)
}

async fn undo_return_in(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
    id: BorrowingId,
) -> Result<Borrowing> {
    let actor_id = context.require(Act::ReturnAnyBorrowing)?.user.id;
    let (case, book) = locked_case(transaction, id).await?;
    let found = case.borrowing;
    let returned_at = found.returned_at.ok_or(Conflict::NotReturned)?;
    let recorded_at = case.return_recorded_at.unwrap_or(returned_at);
    let currency_since = settings::written_at(transaction, key::CURRENCY).await?;
    let facts = ReturnFacts {
        recorded_at,
        returned_by: case.returned_by,
        last_event_at: found.last_event_at(),
        copy_state: case.copy_state,
        copy_moved: case.copy_moves > 0,
        settled: case.settlements > 0,
        borrowed_again: case.other_open_borrowings > 0,
        closed: book.archived_at.is_some() || found.borrower().is_none(),
        currency_changed: currency_since.is_some_and(|since| since >= recorded_at.as_millisecond()),
    };
    undo_return(&facts, actor_id, context.now).map_err(Conflict::NotUndone)?;
    let settings = Settings::current(cached, transaction).await?;
    let last_event_at = found.last_event_at().as_millisecond();
    let fine = borrowings::charged_after(transaction, id, last_event_at).await?;
    if fine.is_positive() {
        let reversal = ledger::NewEntry {
            id: transaction.fresh_id().await?,
            user_id: found.user_id,
            borrowing_id: Some(id),
            charge_id: None,
            kind: LedgerKind::Reversal,
            reason: Some("overdue"),
            amount_minor: fine.0,
            currency: settings.currency.code(),
            at: context.now_ms(),
            actor_id,
            note: None,
            explanation: None,
            receipt_number: None,
        };
        ledger::insert(transaction, &reversal).await?;
    }
    let event = audit::Event {
        action: "borrowing.return_undone",
        subject: Subject::of(id)
            .about_user(found.user_id)
            .about_book(found.book_id),
        before: Some(json!({ "returnedAt": returned_at, "fine": { "amount": fine } })),
        after: Some(json!({ "bookId": found.book_id, "userId": found.user_id })),
    };
    let entry = audit::Entry::new(context, event);
    let state = transition(CopyState::Available, CopyEvent::CheckOut)
        .map_err(|error| Error::Defect(error.to_string()))?;
    let change = StateChange {
        copy_id: found.copy_id,
        from: CopyState::Available,
        to: state,
        actor_id: Some(actor_id),
        reason: "return undone",
        at: context.now_ms().max(facts.recorded_at.as_millisecond()),
    };
    let mut statements = vec![
        borrowings::reopening(id),
        copies::moving(&change),
        books::unshelving_copy(book.id, found.copy_id),
        entry.writing(),
    ];
    if book.available_copies == 1 {
        statements.push(changes::appending(book.id, context.now_ms()));
    }
    if transaction.execute_all(&statements).await?.contains(&0) {
        return Err(Error::overtaken());
    }
    let open = borrowings::find(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::Borrowing))?;
    let borrowing = Borrowing::at(open, context.now, &settings);
    announce(
        transaction,
        context,
        WebhookEvent::BorrowingReturnUndone,
        &borrowing,
    )
    .await?;
    Ok(borrowing)
}

/// Undoes a borrowing that the caller has just made, as the borrower or at the desk: it disappears, and the copy is on the
/// shelf again.
///
/// # Errors
/// [`Noun::Borrowing`] is not found, also when it belongs to another person and the caller is not staff;
/// [`Conflict::AlreadyReturned`]; [`Conflict::NotUndone`] with the reason.
pub async fn undo_borrowing_of(library: &Library, context: Context, borrowing_id: BorrowingId) -> Result<()> {
    context.require(Act::Borrow)?;
    library
        .write_once(
            context.call(),
            (context, library.shown_settings(), borrowing_id),
            |transaction, (context, settings, id)| {
                Box::pin(undo_borrowing_in(transaction, context, settings, *id))
            },
        )
        .await?;
    library.changed.notify_one();
    Ok(())
}

async fn undo_borrowing_in(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
    id: BorrowingId,
) -> Result<()> {
    let actor_id = context.require(Act::Borrow)?.user.id;
    let (case, book) = locked_case(transaction, id).await?;
    let found = case.borrowing;
    let is_party = found.user_id == actor_id || case.lent_by == Some(actor_id);
    if !is_party && context.require(Act::CheckOut).is_err() {
        // For a student, another person's borrowing does not exist.
        return Err(Error::NotFound(Noun::Borrowing));
    }
    if found.returned_at.is_some() {
        return Err(Conflict::AlreadyReturned.into());
    }
    let facts = BorrowingFacts {
        borrowed_at: found.borrowed_at,
        lent_by: case.lent_by,
        renewed: found.renewals > 0,
        copy_state: case.copy_state,
        rated: case.ratings > 0 && case.other_borrowings == 0,
    };
    undo_borrowing(&facts, actor_id, context.now).map_err(Conflict::NotUndone)?;
    remove_loan(transaction, context, &found, &book, "borrowing undone").await?;
    let settings = Settings::current(cached, transaction).await?;
    let borrowing = Borrowing::at(found, context.now, &settings);
    announce(transaction, context, WebhookEvent::BorrowingUndone, &borrowing).await
}

/// The borrowing and its book, under the locks of its person and its book.
async fn locked_case(transaction: &mut Transaction, id: BorrowingId) -> Result<(UndoCase, Book)> {
    let (user_id, book_id) = borrowings::parties(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::Borrowing))?;
    transaction.lock(Lock::User(user_id)).await?;
    let book = books::find_locked(transaction, book_id)
        .await?
        .ok_or(Error::NotFound(Noun::Book))?;
    let case = borrowings::undo_case(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::Borrowing))?;
    if case.borrowing.book_id != book_id {
        // Its book was merged into another one before the lock.
        return Err(Error::overtaken());
    }
    Ok((case, book))
}
