//! Returning a book.

use std::sync::Arc;

use carrel_domain::calendar::civil_date;
use carrel_domain::circulation::copy_state::CopyState;
use carrel_domain::circulation::fine::{LatePeriod, fine};
use carrel_domain::money::Amount;
use carrel_domain::users::Act;
use carrel_domain::webhooks::WebhookEvent;
use carrel_storage::copies::StateChange;
use carrel_storage::engine::Lock;
use carrel_storage::{Transaction, books, borrowings, changes, copies, ledger};
use serde_json::json;

use crate::audit;
use crate::circulation::events::announce;
use crate::circulation::view::{Borrowing, due_on, instant, terms};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::core::settings::Settings;

/// Takes a copy back: closes the borrowing, books the fine under the terms it was lent on, puts the copy on the shelf.
/// Of several returns of one borrowing at once, one succeeds.
pub async fn give_back(library: &Library, context: Context, borrowing_id: String) -> Result<Borrowing> {
    context.require(Act::ReturnAnyBorrowing)?;
    let answer = library
        .answer_once(
            context.call(),
            (context, library.shown_settings(), borrowing_id),
            |transaction, (context, settings, id)| Box::pin(give_back_in(transaction, context, settings, id)),
        )
        .await?;
    if !answer.is_replay {
        metrics::counter!("carrel_returns_total").increment(1);
        library.changed.notify_one();
    }
    Ok(answer.outcome)
}

/// Takes a copy back in a transaction of the caller's. `cached` are the settings as last read.
pub async fn give_back_in(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
    id: &str,
) -> Result<Borrowing> {
    let (user_id, book_id) = borrowings::parties(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::Borrowing))?;
    transaction.lock(Lock::User(&user_id)).await?;
    let on_shelf = books::available_copies(transaction, &book_id)
        .await?
        .ok_or(Error::NotFound(Noun::Book))?;
    let mut found = borrowings::find(transaction, id)
        .await?
        .ok_or(Error::NotFound(Noun::Borrowing))?;
    let now = context.now_ms();
    let actor_id = &context.require(Act::ReturnAnyBorrowing)?.user.id;
    // A clock that went back must not make a return before its borrowing.
    let returned_at = now.max(found.borrowed_at);
    if !borrowings::close(transaction, id, returned_at, actor_id).await? {
        return Err(Conflict::AlreadyReturned.into());
    }
    let settings = Settings::current(cached, transaction).await?;
    let mut ids = context.ids();
    let (due_on, returned_on) = (due_on(&found)?, civil_date(instant(returned_at)?, &settings.zone));
    let fine = fine(&LatePeriod {
        due_on,
        until: returned_on,
        terms: &terms(&found)?,
        calendar: &settings.calendar,
        replacement_price: None,
        already_charged: Amount(found.charged_minor),
    });
    if fine.amount.is_positive() {
        let explanation =
            serde_json::to_string(&fine).map_err(|error| Error::Defect(format!("fine: {error}")))?;
        let charge = ledger::NewEntry {
            id: &ids.next(),
            user_id: &found.user_id,
            borrowing_id: Some(id),
            kind: "charge",
            reason: Some("overdue"),
            amount_minor: fine.amount.0,
            currency: settings.currency.code(),
            at: now,
            actor_id,
            note: None,
            explanation: Some(&explanation),
        };
        ledger::insert(transaction, &charge).await?;
    }
    let change = StateChange {
        event_id: &ids.next(),
        copy_id: &found.copy_id,
        from: CopyState::OnLoan,
        to: CopyState::Available,
        actor_id: Some(actor_id),
        reason: "returned",
        at: now,
    };
    let mut statements = Vec::new();
    if transaction.execute_all(&[copies::moving(&change)]).await? == [1] {
        statements.push(copies::recording(&change));
        statements.push(books::adding_copies(&book_id, 0, 1));
        if on_shelf == 0 {
            statements.push(changes::appending(&book_id, context.now_ms()));
        }
    }
    let event = audit::Event {
        action: "borrowing.returned",
        entity: "borrowing",
        entity_id: id,
        before: None,
        after: Some(json!({ "bookId": found.book_id, "userId": found.user_id, "fine": fine })),
    };
    let entry = audit::Entry::new(context, &mut ids, event);
    statements.push(entry.writing());
    transaction.execute_all(&statements).await?;
    found.returned_at = Some(returned_at);
    found.charged_minor += fine.amount.0;
    let borrowing = Borrowing::at(found, context.now, &settings)?;
    announce(
        transaction,
        context,
        &mut ids,
        WebhookEvent::BorrowingReturned,
        &borrowing,
    )
    .await?;
    Ok(borrowing)
}
