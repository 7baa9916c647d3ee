//! Charges without a borrowing: adding them, cancelling a mistake, and lists of them.

use std::sync::Arc;

use carrel_domain::money::charge::{CancelRefusal, ChargeForm, ValidCharge};
use carrel_domain::money::{Charge, ChargeId, LedgerKind};
use carrel_domain::users::{Act, UserId};
use carrel_storage::engine::Lock;
use carrel_storage::{Connection, Transaction, charges, ledger, users};
use jiff::Timestamp;
use serde_json::json;

use crate::core::audit::{self, Subject};
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::core::page::{Page, Paged};
use crate::core::settings::Settings;

/// Adds a charge to a person's account.
///
/// # Errors
/// [`Noun::User`] is not found; the errors of the fields.
pub async fn add(library: &Library, context: Context, user_id: UserId, form: ChargeForm) -> Result<Charge> {
    context.require(Act::AddCharges)?;
    let charge = form.validate().map_err(Error::Invalid)?;
    library
        .write_once(
            context.call(),
            (context, library.shown_settings(), user_id, charge),
            |transaction, (context, cached, user_id, charge)| {
                Box::pin(async move {
                    // An erasure at the same time ends before this, or waits for it.
                    transaction.lock(Lock::User(*user_id)).await?;
                    if users::find(transaction, *user_id).await?.is_none() {
                        return Err(Error::NotFound(Noun::User));
                    }
                    let settings = Settings::current(cached, transaction).await?;
                    let id = add_in(transaction, context, &settings, (*user_id, charge, context.now)).await?;
                    let added = charges::find(transaction, id).await?;
                    added.ok_or(Error::NotFound(Noun::Charge))
                })
            },
        )
        .await
}

/// Adds a charge that arose at an instant, in the caller's transaction, which holds the lock of the person.
pub(super) async fn add_in(
    transaction: &mut Transaction,
    context: &Context,
    settings: &Settings,
    (user_id, charge, at): (UserId, &ValidCharge, Timestamp),
) -> Result<ChargeId> {
    let entry = ledger::NewEntry {
        id: transaction.fresh_id().await?,
        user_id,
        borrowing_id: None,
        charge_id: None,
        kind: LedgerKind::Charge,
        reason: Some(charge.reason.as_str()),
        amount_minor: charge.amount.0,
        currency: settings.currency.code(),
        at: at.as_millisecond(),
        actor_id: context.actor_id().unwrap_or(user_id),
        note: Some(&charge.description),
        explanation: None,
        receipt_number: None,
    };
    ledger::insert(transaction, &entry).await?;
    let id = ChargeId::new(entry.id.number());
    let event = audit::Event {
        action: "charge.added",
        subject: Subject::of(id).about_user(user_id),
        before: None,
        after: Some(json!({
            "amountMinor": charge.amount, "reason": charge.reason, "description": charge.description,
        })),
    };
    audit::record(transaction, context, event).await?;
    Ok(id)
}

/// Cancels a charge that was added by mistake: it counts as never charged.
///
/// # Errors
/// [`Noun::Charge`] is not found; [`Conflict::ChargeSettled`] when something was paid or waived;
/// [`Conflict::ChargeCancelled`].
pub async fn cancel(library: &Library, context: Context, id: ChargeId) -> Result<Charge> {
    context.require(Act::AddCharges)?;
    library
        .write_once(
            context.call(),
            (context, library.shown_settings(), id),
            |transaction, (context, cached, id)| {
                Box::pin(async move {
                    cancel_in(transaction, context, cached, *id).await?;
                    let cancelled = charges::find(transaction, *id).await?;
                    cancelled.ok_or(Error::NotFound(Noun::Charge))
                })
            },
        )
        .await
}

async fn cancel_in(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
    id: ChargeId,
) -> Result<()> {
    let not_found = || Error::NotFound(Noun::Charge);
    let found = charges::find(transaction, id).await?.ok_or_else(not_found)?;
    transaction.lock(Lock::User(found.user_id)).await?;
    let charge = charges::find(transaction, id).await?.ok_or_else(not_found)?;
    cancel_locked(transaction, context, cached, &charge).await
}

/// Cancels a charge in the caller's transaction, which holds the lock of the person.
pub(super) async fn cancel_locked(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
    charge: &Charge,
) -> Result<()> {
    let (id, user_id) = (charge.id, charge.user_id);
    charge.cancel().map_err(|refusal| match refusal {
        CancelRefusal::Cancelled => Conflict::ChargeCancelled,
        CancelRefusal::Settled => Conflict::ChargeSettled,
    })?;
    let settings = Settings::current(cached, transaction).await?;
    let reversal = ledger::NewEntry {
        id: transaction.fresh_id().await?,
        user_id,
        borrowing_id: None,
        charge_id: Some(id),
        kind: LedgerKind::Reversal,
        reason: Some(&charge.reason),
        amount_minor: charge.amount.0,
        currency: settings.currency.code(),
        at: context.now_ms(),
        actor_id: context.actor_id().unwrap_or(user_id),
        note: None,
        explanation: None,
        receipt_number: None,
    };
    ledger::insert(transaction, &reversal).await?;
    let event = audit::Event {
        action: "charge.cancelled",
        subject: Subject::of(id).about_user(user_id),
        before: Some(json!({
            "amountMinor": charge.amount, "reason": charge.reason, "description": charge.description,
        })),
        after: None,
    };
    audit::record(transaction, context, event).await
}

/// A person's charges, for staff: the open ones first, then the settled ones, the newest first.
///
/// # Errors
/// [`Noun::User`] is not found.
pub async fn of_person(
    library: &Library,
    context: &Context,
    user_id: UserId,
    page: Page,
) -> Result<Paged<Charge>> {
    context.require(Act::RecordPayment)?;
    list(library, user_id, page).await
}

/// The charges of the person who is signed in, as [`of_person`] lists them, without the names of staff.
pub async fn my_charges(library: &Library, context: &Context, page: Page) -> Result<Paged<Charge>> {
    let user_id = context.require(Act::ReadOwnBorrowings)?.user.id;
    let mut charges = list(library, user_id, page).await?;
    for charge in &mut charges.entries {
        charge.added_by = None;
    }
    Ok(charges)
}

async fn list(library: &Library, user_id: UserId, page: Page) -> Result<Paged<Charge>> {
    library
        .database
        .read(&(user_id, page), |connection, (user_id, page)| {
            Box::pin(list_in(connection, *user_id, *page))
        })
        .await
}

async fn list_in(connection: &mut Connection, user_id: UserId, page: Page) -> Result<Paged<Charge>> {
    if users::find(connection, user_id).await?.is_none() {
        return Err(Error::NotFound(Noun::User));
    }
    let count = charges::count_of_user(connection, user_id).await?;
    let found = charges::list(connection, user_id, page.sql_limit(), page.sql_offset()).await?;
    Ok(Paged::new(found, page, count))
}
