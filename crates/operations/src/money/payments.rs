//! Fines: recording payments and waivers against a borrowing's charges.

use std::sync::Arc;

use carrel_domain::circulation::borrowing::BorrowingId;
use carrel_domain::circulation::settlement::{SettlementRefusal, settle, validate_note};
use carrel_domain::money::{Amount, LedgerKind};
use carrel_domain::users::Act;
use carrel_domain::validation::FieldError;
use carrel_storage::counters::{self, Counter};
use carrel_storage::engine::Lock;
use carrel_storage::{Transaction, borrowings, ledger};
use serde_json::json;

use crate::audit::{self, Subject};
use crate::circulation::view::Borrowing;
use crate::core::context::Context;
use crate::core::error::{Conflict, Error, Noun, Result};
use crate::core::library::Library;
use crate::core::settings::Settings;

/// Records a payment of a borrowing's fine: the outstanding sum, or `amount`.
pub async fn record_payment(
    library: &Library,
    context: Context,
    borrowing_id: BorrowingId,
    amount: Option<Amount>,
    note: Option<String>,
) -> Result<Borrowing> {
    context.require(Act::RecordPayment)?;
    record(
        library,
        context,
        Settlement {
            kind: LedgerKind::Payment,
            borrowing_id,
            amount,
            note: trimmed(note.as_deref())?,
            receipt_number: None,
        },
    )
    .await
}

/// Waives a borrowing's fine: the outstanding sum, or `amount`. The reason is stored.
pub async fn waive(
    library: &Library,
    context: Context,
    borrowing_id: BorrowingId,
    amount: Option<Amount>,
    note: Option<String>,
) -> Result<Borrowing> {
    context.require(Act::WaiveCharges)?;
    let note = trimmed(note.as_deref())?;
    if note.is_none() {
        return Err(invalid("note", "Enter a reason for the waiver"));
    }
    record(
        library,
        context,
        Settlement {
            kind: LedgerKind::Waiver,
            borrowing_id,
            amount,
            note,
            receipt_number: None,
        },
    )
    .await
}

/// A payment or a waiver of a borrowing's charges.
pub struct Settlement {
    /// A payment or a waiver.
    pub kind: LedgerKind,
    pub borrowing_id: BorrowingId,
    /// The outstanding sum when absent.
    pub amount: Option<Amount>,
    pub note: Option<String>,
    /// The receipt of a payment for several borrowings; a payment without it gets one of its own.
    pub receipt_number: Option<i64>,
}

impl Settlement {
    fn act(&self) -> Act {
        match self.kind {
            LedgerKind::Waiver => Act::WaiveCharges,
            LedgerKind::Payment | LedgerKind::Charge | LedgerKind::Refund | LedgerKind::Reversal => {
                Act::RecordPayment
            }
        }
    }
}

fn invalid(field: &'static str, message: &'static str) -> Error {
    Error::Invalid(vec![FieldError { field, message }])
}

pub(super) fn trimmed(note: Option<&str>) -> Result<Option<String>> {
    validate_note(note).map_err(|message| invalid("note", message))
}

/// The error for a refused amount.
pub(super) fn refused(refusal: SettlementRefusal) -> Error {
    match refusal {
        SettlementRefusal::NothingOwed => Conflict::NothingOwed.into(),
        SettlementRefusal::NotPositive => invalid("amount", "Amount must be more than zero"),
        SettlementRefusal::MoreThanOwed => invalid("amount", "Amount cannot exceed the amount owed"),
    }
}

async fn record(library: &Library, context: Context, settlement: Settlement) -> Result<Borrowing> {
    library
        .write_once(
            context.call(),
            (context, library.shown_settings(), settlement),
            |transaction, (context, settings, settlement)| {
                Box::pin(record_in(transaction, context, settings, settlement))
            },
        )
        .await
}

/// Books a payment or a waiver in the caller's transaction. `cached` are the settings as last read.
pub async fn record_in(
    transaction: &mut Transaction,
    context: &Context,
    cached: &Arc<Settings>,
    settlement: &Settlement,
) -> Result<Borrowing> {
    let actor = context.require(settlement.act())?;
    let id = settlement.borrowing_id;
    let not_found = || Error::NotFound(Noun::Borrowing);
    let (user_id, _) = borrowings::parties(transaction, id)
        .await?
        .ok_or_else(not_found)?;
    // Whatever changes a person's borrowings or balance holds this lock.
    transaction.lock(Lock::User(user_id)).await?;
    let row = borrowings::find(transaction, id).await?.ok_or_else(not_found)?;
    let owed = row.owed();
    let amount = settle(owed, settlement.amount).map_err(refused)?;
    let settings = Settings::current(cached, transaction).await?;
    let receipt_number = match (settlement.kind, settlement.receipt_number) {
        (LedgerKind::Payment, None) => Some(counters::take(transaction, Counter::Receipt, 1).await?),
        (_, number) => number,
    };
    let entry = ledger::NewEntry {
        id: transaction.fresh_id().await?,
        user_id: row.user_id,
        borrowing_id: Some(id),
        kind: settlement.kind,
        reason: None,
        amount_minor: amount.0,
        currency: settings.currency.code(),
        at: context.now_ms(),
        actor_id: actor.user.id,
        note: settlement.note.as_deref(),
        explanation: None,
        receipt_number,
    };
    ledger::insert(transaction, &entry).await?;
    let action = if settlement.kind == LedgerKind::Payment {
        "fine.paid"
    } else {
        "fine.waived"
    };
    let event = audit::Event {
        action,
        subject: Subject::of(id).about_user(row.user_id).about_book(row.book_id),
        before: Some(json!({ "owedMinor": owed })),
        after: Some(json!({ "amountMinor": amount, "note": settlement.note })),
    };
    audit::record(transaction, context, event).await?;
    let row = borrowings::find(transaction, id).await?.ok_or_else(not_found)?;
    Ok(Borrowing::at(row, context.now, &settings))
}
